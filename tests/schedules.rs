//! Written schedules: what `run` prints, what a mistake in one is told as, and that each is a path of
//! the world that is searched.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "common/process.rs"]
mod process;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use fencepost::schedule::{Plan, Ran, ScheduleFile, catalogue};
use fencepost::spec::{Override, SpecError};
use fencepost::world::Event;
use process::{fencepost, stderr, stdout};
use proptest::prelude::*;

/// A schedule without mistakes.
const VALID: &str = r#"summary = "a test"
model   = "study-guide"
first   = ["B", "A"]
until   = 30

[[client]]
name    = "A"
arrives = 0
pauses  = [{ from = 2, to = 5 }, { from = 6, to = 8 }]

[[client]]
name  = "B"
steps = ["1 acquire", "12 acquire", "13 read", "20 write"]
"#;

macro_rules! snapshot {
    ($name:expr, $text:expr) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!($name, $text);
        })
    };
}

fn parse(text: &str) -> Result<ScheduleFile, SpecError> {
    ScheduleFile::parse("story.toml", text, None)
}

/// The schedule read and executed.
fn ran(text: &str) -> Result<Ran, SpecError> {
    parse(text)?.run(&[])
}

fn changed(from: &str, to: &str) -> String {
    assert!(VALID.contains(from), "{from:?} is not in the schedule");
    VALID.replacen(from, to, 1)
}

/// What a person is told about each of these changes, one below the other.
fn reports(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(String::new(), |mut text, (from, to)| {
        let error = ran(&changed(from, to)).expect_err(to);
        let _ = writeln!(text, "{error}\n");
        text
    })
}

#[test]
fn the_built_in_schedules_are_the_directory_and_say_where_they_come_from() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/schedules");
    let files: BTreeSet<_> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let entries = catalogue::entries().iter();
    let entries: BTreeSet<_> = entries.map(|(name, _)| format!("{name}.toml")).collect();
    assert_eq!(files, entries);
    for (name, text) in catalogue::entries() {
        let file = catalogue::resolve(name).unwrap();
        assert!(file.summary.is_some() && file.source.is_some(), "{name}");
        assert!(text.contains("\n# Try it:\n"), "{name}");
        assert!(text.contains(&format!("fencepost run {name}\n")), "{name}");
    }
}

/// Each run, as printed, and its exit code.
#[test]
fn every_built_in_schedule_is_told_as_reviewed() {
    let commands: [(&str, &[&str], i32); 6] = [
        ("study_guide", &["study-guide"], 1),
        ("study_guide_fenced", &["study-guide", "--fencing", "on"], 0),
        ("kleppmann_2016", &["kleppmann-2016"], 1),
        (
            "kleppmann_2016_fenced",
            &["kleppmann-2016", "--fencing", "on"],
            0,
        ),
        ("recheck_too_early", &["recheck-too-early"], 1),
        (
            "recheck_in_time",
            &["recheck-too-early", "--set", "lock.ttl=9"],
            0,
        ),
    ];
    for (name, arguments, code) in commands {
        let output = fencepost(&[&["run"], arguments].concat());
        let text = stdout(&output);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{name}: {}",
            stderr(&output)
        );
        let command = text.lines().last().unwrap();
        for line in text.lines().filter(|line| *line != command) {
            assert!(line.chars().count() <= 80, "too wide: {line}");
        }
        snapshot!(name, text);
    }
}

/// The command at the end explores the world of the schedule.
#[test]
fn the_command_at_the_end_can_be_pasted() {
    for (name, _) in catalogue::entries() {
        let text = stdout(&fencepost(&["run", name]));
        let words = shlex::split(text.lines().last().unwrap()).unwrap();
        let arguments: Vec<_> = words.iter().skip(1).map(String::as_str).collect();
        let output = fencepost(&arguments);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{words:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn a_schedule_is_executed_as_written() {
    let ran = ran(VALID).unwrap();
    let acts: Vec<_> = ran
        .trace
        .steps
        .iter()
        .filter_map(|step| match step.event {
            Event::Tick => None,
            event => Some(format!("{} {event:?}", step.tick)),
        })
        .map(|line| line.split(", reaches").next().unwrap().to_string())
        .collect();
    snapshot!("as_written", acts.join("\n"));
}

/// Within a tick the order is that of `first`, then that of the model.
#[test]
fn who_goes_first_decides_who_is_granted() {
    let story = |first: &str| {
        format!(
            "model = \"study-guide\"\n{first}\n[[client]]\nname = \"B\"\narrives = 0\n\
             [[client]]\nname = \"A\"\narrives = 0\n"
        )
    };
    let token_of_a = |first: &str| ran(&story(first)).unwrap().token(0);
    assert_eq!(
        token_of_a(""),
        Some(1),
        "the order of the model, not of the schedule"
    );
    assert_eq!(token_of_a("first = [\"A\", \"B\"]"), Some(1));
    assert_eq!(token_of_a("first = [\"B\"]"), Some(2));
}

#[test]
fn a_pause_as_long_as_the_model_allows_ends_by_itself() {
    let story = |length: u16| {
        format!(
            "model = \"study-guide\"\nset = {{ \"adversary.pauses\" = {{ count = 1, length = {length} }} }}\n\
             [[client]]\nname = \"A\"\narrives = 0\npauses = [{{ from = 2, to = 16 }}]\n"
        )
    };
    for length in [14, 15] {
        let ran = ran(&story(length)).unwrap();
        assert_eq!(ran.writes(0), [(16, true)], "{length}");
    }
    let error = ran(&story(13)).unwrap_err();
    assert!(error.title().contains("13 ticks at most"), "{error}");
}

#[test]
fn mistakes_in_schedules_are_shown_where_they_are() {
    snapshot!(
        "mistakes_of_the_file",
        reports(&[
            ("model   = \"study-guide\"\n", ""),
            ("\"study-guide\"", "\"study-gide\""),
            ("\"study-guide\"", "\"no/such.toml\""),
            ("until   = 30", "until   = 0"),
            ("until   = 30", "untill  = 30"),
            ("until   = 30", "until   = 15"),
            ("until   = 30", "set     = { \"lock.tll\" = 3 }"),
            ("first   = [\"B\", \"A\"]", "first   = [\"B\", \"C\"]"),
            ("first   = [\"B\", \"A\"]", "first   = [\"B\", \"B\"]"),
            ("name    = \"A\"", "name    = \"C\""),
            ("name    = \"A\"", "name    = \"B\""),
            ("[[client]]\nname    = \"A\"", "[client]\nname    = \"A\""),
        ])
    );
    snapshot!(
        "mistakes_of_clients",
        reports(&[
            ("arrives = 0\n", ""),
            ("arrives = 0", "arrives = 3"),
            ("from = 6, to = 8", "from = 4, to = 10"),
            ("from = 6, to = 8", "from = 5, to = 10"),
            ("from = 6, to = 8", "from = 8, to = 8"),
            ("from = 6, to = 8", "to = 10"),
            ("from = 2, to = 5", "from = 2"),
            ("name  = \"B\"", "name  = \"B\"\narrives = 1"),
            ("12 acquire", "1 acquire"),
            ("12 acquire", "acquire 12"),
            ("12 acquire", "12 aquire"),
            ("12 acquire", "99999 acquire"),
            ("\"12 acquire\"", "12"),
        ])
    );
}

#[test]
fn what_the_world_does_not_allow_is_shown_where_it_is_written() {
    let set = |set: &str| format!("until   = 30\nset     = {{ {set} }}");
    let no_pauses = set("\"adversary.pauses\" = \"none\"");
    let not_pausable = set("\"client.B.pausable\" = false");
    let short = set("\"adversary.pauses\" = { count = \"any\", length = 2 }");
    let later = set("\"client.A.arrives\" = 4");
    let earlier = set("\"client.B.arrives\" = 0");
    let one_round = set("\"client.A.rounds\" = 1");
    let again = set("\"client.A.arrives\" = 0");
    let stuck = "set     = { \"lock.expiry\" = \"never\" }";
    snapshot!(
        "obstacles",
        reports(&[
            ("13 read", "13 write"),
            ("12 acquire", "2 read"),
            ("20 write\"", "20 write\", \"21 write\""),
            ("until   = 30", &no_pauses),
            ("until   = 30", &not_pausable),
            ("until   = 30", &short),
            ("until   = 30", &later),
            ("until   = 30", &earlier),
            ("until   = 30", &again),
            ("arrives = 0", "arrives = 2"),
            ("{ from = 6, to = 8 }", "{ from = 20, to = 21 }"),
            (
                "until   = 30",
                "set     = { \"client.B.attempts\" = 1, \"client.B.rounds\" = 1 }"
            ),
        ])
    );
    assert!(ran(&changed("until   = 30", &one_round)).is_ok());
    let two =
        changed("until   = 30", &one_round).replacen("arrives = 0", "arrives = 0\nrounds  = 2", 1);
    let endless = VALID
        .replacen("until   = 30", stuck, 1)
        .replacen(
            "{ from = 2, to = 5 }, { from = 6, to = 8 }",
            "{ from = 2 }",
            1,
        )
        .replacen(
            "steps = [\"1 acquire\", \"12 acquire\", \"13 read\", \"20 write\"]",
            "arrives = 3",
            1,
        );
    let more = [two, endless].map(|text| ran(&text).unwrap_err().to_string());
    snapshot!("obstacles_of_rounds_and_ends", more.join("\n\n"));
}

/// One clear message on standard error, and exit code 2.
#[test]
fn mistakes_on_the_command_line_are_told_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let wrong_order = path("order.toml", &changed("13 read", "13 write"));
    let model = path(
        "model.toml",
        &changed("\"study-guide\"", "\"missing.toml\""),
    );
    let zero = path("zero.toml", &changed("until   = 30", "until = 0"));
    let story = path("a story.toml", VALID);
    let world = path("a world.toml", include_str!("common/valid.toml"));
    let folder = directory.path().to_str().unwrap();
    let mistakes: [(&[&str], &[&str]); 14] = [
        (&["run"], &["SCHEDULE"]),
        (
            &["run", "study-gide"],
            &["study-gide", "did you mean `study-guide`"],
        ),
        (&["run", folder], &["schedule", "cannot be read"]),
        (
            &["run", &wrong_order],
            &["`write`", "`read`", "order.toml:13"],
        ),
        (&["run", &model], &["missing.toml", "no such file"]),
        (&["run", &zero], &["until", "1 to 10000"]),
        (
            &["run", "study-guide", "--set", "lock.tll=3"],
            &["lock.tll", "did you mean `lock.ttl`"],
        ),
        (
            &["run", "study-guide", "--fencing", "maybe"],
            &["maybe", "off", "owner"],
        ),
        (
            &["run", "study-guide", "--set", "adversary.pauses=none"],
            &["cannot be paused", "study-guide.toml"],
        ),
        (
            &["check", &story],
            &[
                "this is a schedule, not a model",
                "a story.toml:2",
                "fencepost run '",
                "a story.toml'",
            ],
        ),
        (
            &["check", "models/schedules"],
            &["fencepost run models/schedules/kleppmann-2016.toml"],
        ),
        (
            &["run", &world],
            &["this is a model, not a schedule", "fencepost check '"],
        ),
        (&["run", "no-expiry"], &["fencepost check no-expiry"]),
        (
            &["study", "8.1"],
            &["8.1", "6.5", "Where the effect vanishes"],
        ),
    ];
    for (arguments, fragments) in mistakes {
        let output = fencepost(arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
        assert_eq!(message.matches("error:").count(), 1, "{message}");
        for fragment in fragments {
            assert!(message.contains(fragment), "no {fragment:?} in: {message}");
        }
    }
}

/// A schedule beside its own model.
#[test]
fn a_model_is_looked_for_beside_the_schedule() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("story.toml");
    std::fs::write(&file, changed("\"study-guide\"", "\"mine.toml\"")).unwrap();
    let model = include_str!("../models/study-guide.toml");
    std::fs::write(directory.path().join("mine.toml"), model).unwrap();
    let output = fencepost(&["run", file.to_str().unwrap()]);
    assert_eq!(stderr(&output), "");
    assert!(matches!(output.status.code(), Some(0 | 1)));
    assert!(stdout(&output).contains("mine.toml"), "{}", stdout(&output));
}

#[test]
fn study_tells_all_sections_and_succeeds() {
    let output = fencepost(&["study"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for section in fencepost::study::Section::ALL {
        assert!(text.contains(&format!("── {}  ", section.number())));
    }
    let one = fencepost(&["study", "6.2"]);
    assert!(text.contains(&stdout(&one)));
}

/// Any schedule that can be executed is a path of the world: each event is possible in its state.
fn is_a_path(plan: &Plan, file: &ScheduleFile, overrides: &[Override]) -> bool {
    let world = file.world(overrides).unwrap();
    let Ok(events) = fencepost::schedule::execute(&world, plan) else {
        return true;
    };
    let mut state = world.initial();
    events.into_iter().all(|event| {
        let possible = world.events(&state).contains(&event);
        state = world.apply(&state, event, &mut Vec::new());
        possible
    })
}

#[test]
fn every_built_in_schedule_is_a_path_of_its_world() {
    for (name, _) in catalogue::entries() {
        let file = catalogue::resolve_built_in(name).unwrap();
        let plan = file.plan(&file.world(&[]).unwrap()).unwrap();
        assert!(is_a_path(&plan, &file, &[]), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_run_is_a_path_of_the_world(
        ttl in 1..30_u16, from in 1..20_u64, length in 1..30_u64, arrives in 0..40_u64, b_first: bool,
    ) {
        let file = catalogue::resolve_built_in("study-guide").unwrap();
        let overrides = [Override::parse(&format!("lock.ttl={ttl}")).unwrap()];
        let story = format!(
            "model = \"study-guide\"\nfirst = [{}]\n[[client]]\nname = \"A\"\narrives = 0\n\
             pauses = [{{ from = {from}, to = {} }}]\n[[client]]\nname = \"B\"\narrives = {arrives}\n",
            if b_first { "\"B\"" } else { "\"A\"" },
            from + length,
        );
        let plan = parse(&story).unwrap().plan(&file.world(&[]).unwrap()).unwrap();
        prop_assert!(is_a_path(&plan, &file, &overrides));
    }

    #[test]
    fn no_text_panics(text in "\\PC*", position in 0..VALID.len()) {
        let mut mangled = VALID.to_string();
        if mangled.is_char_boundary(position) {
            mangled.insert_str(position, &text);
        }
        let _ = ran(&mangled);
    }
}
