//! Mistakes in model files and overrides, and what a person is told about each.
//!
//! The reports are kept as snapshots, a theme in one file, so that they can be read one below the
//! other.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write;
use std::fs;

use fencepost::spec::{ExpectedVerdict, ModelFile, Override, SpecError, resolve};
use fencepost::world::{Arrival, Expiry, Fencing, Pauses, Reach, SeededFault, Step};
use proptest::prelude::*;

/// A model without mistakes, and with every key.
const VALID: &str = include_str!("common/valid.toml");

/// A snapshot without the expression it comes from, which repeats the test.
macro_rules! snapshot {
    ($($argument:expr),* $(,)?) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!($($argument),*);
        })
    };
}

fn valid() -> ModelFile {
    ModelFile::parse("model.toml", VALID).unwrap()
}

/// The valid model with this changed to that.
fn changed(from: &str, to: &str) -> String {
    assert!(VALID.contains(from), "{from:?} is not in the model");
    VALID.replacen(from, to, 1)
}

fn mistake(from: &str, to: &str) -> SpecError {
    ModelFile::parse("model.toml", &changed(from, to)).expect_err(to)
}

/// A report for each change, one below the other.
fn reports(changes: &[(&str, &str)]) -> String {
    let reports = changes.iter().map(|(from, to)| mistake(from, to));
    joined(reports)
}

/// A report for each list of overrides.
fn reports_on_overrides(arguments: &[&[&str]]) -> String {
    let reports = arguments.iter().map(|arguments| {
        let overrides: Result<Vec<_>, _> = arguments.iter().map(|a| Override::parse(a)).collect();
        overrides
            .and_then(|overrides| valid().world(None, &overrides))
            .expect_err(arguments[0])
    });
    joined(reports)
}

fn joined(reports: impl Iterator<Item = SpecError>) -> String {
    reports.fold(String::new(), |mut all, report| {
        writeln!(all, "{report}\n").unwrap();
        all
    })
}

#[test]
fn a_valid_model_becomes_the_world_that_it_describes() {
    let file = valid();
    assert_eq!((&*file.name, &*file.source), ("valid", "a test"));
    let world = file.world(None, &[]).unwrap();
    assert_eq!((world.lock.servers, world.lock.ttl), (3, 10));
    assert_eq!(world.lock.expiry, Expiry::Clock);
    assert_eq!(world.lock.reach, Reach::All);
    assert_eq!(world.fencing, Fencing::Off);
    assert_eq!(world.seeded_fault, Some(SeededFault::QuorumOfOne));
    let [a, b] = &world.clients[..] else {
        panic!("two clients: {:?}", world.clients);
    };
    assert_eq!(a.program[2], Step::CheckDeadline);
    assert_eq!(
        (a.arrives, a.rounds, a.attempts),
        (Arrival::At(0), Some(2), None)
    );
    assert!(!a.pausable);
    assert_eq!(
        (b.arrives, b.rounds, b.attempts),
        (Arrival::Any, None, None)
    );
    assert!(b.pausable);
}

#[test]
fn a_variant_changes_what_it_sets_and_knows_where_its_verdicts_stand() {
    let file = valid();
    let world = file.world(Some("fenced"), &[]).unwrap();
    assert_eq!(world.fencing, Fencing::On);
    let variant = file.variant("fenced").unwrap();
    let line = |text: &str| {
        VALID
            .lines()
            .position(|line| line.starts_with(text))
            .unwrap()
            + 1
    };
    assert_eq!((variant.line, variant.column), (line("[[variant]]"), 1));
    let expected: Vec<_> = variant.expect.values().collect();
    assert_eq!(expected[0].verdict, ExpectedVerdict::ProvedWithinBounds);
    assert_eq!(expected[1].verdict, ExpectedVerdict::Reached);
    assert_eq!((expected[0].line, expected[0].column), (line("expect"), 31));
}

#[test]
fn overrides_come_after_the_variant_and_the_last_one_wins() {
    let overrides = ["resource.fencing=reads", "lock.ttl = 25", "lock.ttl=\t26"]
        .map(|argument| Override::parse(argument).unwrap());
    let world = valid().world(Some("fenced"), &overrides).unwrap();
    assert_eq!((world.fencing, world.lock.ttl), (Fencing::Reads, 26));
    assert_eq!(overrides[1].argument(), "lock.ttl = 25");
}

#[test]
fn an_option_of_its_own_is_an_override_too() {
    let fencing = Override::new("resource.fencing", "writes");
    assert_eq!(fencing.argument(), "resource.fencing=writes");
    let world = valid().world(None, &[fencing]).unwrap();
    assert_eq!(world.fencing, Fencing::On);
}

#[test]
fn overrides_reach_clients_pauses_and_keys_that_the_file_leaves_out() {
    let overrides = [
        "client.*.rounds=3",
        "client.B.arrives=12",
        r#"client.B.program=["acquire", "release"]"#,
        "adversary.pauses={count=1,length=14}",
        "adversary.pauses.length=any",
        "seeded-fault=resource-forgets-bar",
        "summary=three words here",
    ]
    .map(|argument| Override::parse(argument).unwrap());
    let world = valid().world(None, &overrides).unwrap();
    assert!(world.clients.iter().all(|client| client.rounds == Some(3)));
    assert_eq!(world.clients[1].arrives, Arrival::At(12));
    assert_eq!(world.clients[1].program, [Step::Acquire, Step::Release]);
    let pauses = Pauses {
        count: Some(1),
        length: None,
    };
    assert_eq!(world.adversary.pauses, pauses);
    assert_eq!(world.seeded_fault, Some(SeededFault::ForgetsBar));
}

#[test]
fn syntax() {
    snapshot!(reports(&[
        ("name         = \"valid\"", "name = valid"),
        ("[lock]", "[lock"),
        ("ttl     = 10", "ttl = 10\nttl = 11"),
        ("# A model", "# A \u{1b}[31mred\u{1b}[0m model"),
    ]));
}

#[test]
fn unknown_and_missing_keys() {
    snapshot!(reports(&[
        ("summary      =", "sumary ="),
        ("ttl     = 10", "tll = 10"),
        ("[adversary]", "[adversarial]"),
        ("rounds   = 2", "round = 2"),
        ("fencing = \"off\"", "fencing = \"off\"\nbanana = 1"),
        ("pauses = \"any\"", "pauses = { count = 1, size = 2 }"),
        ("summary = \"Only", "sumary = \"Only"),
        ("source       = \"a test\"\n", ""),
        ("ttl     = 10\n", ""),
        ("[resource]\nfencing = \"off\"\n", ""),
        ("name    = \"B\"\n", ""),
        ("pauses = \"any\"", "pauses = { count = 1 }"),
        ("name    = \"fenced\"\n", ""),
    ]));
}

#[test]
fn values_that_are_not_allowed() {
    snapshot!(reports(&[
        ("\"valid\"", "\"Not Valid\""),
        ("\"a test\"", "\" \""),
        ("\"a test\"", "2026-01-01"),
        ("\"quorum-of-one\"", "\"quorum-of-two\""),
        ("servers = 3", "servers = 65"),
        ("servers = 3", "servers = 99999999999999999999"),
        ("ttl     = 10", "ttl = 0"),
        ("ttl     = 10", "ttl = 2.5"),
        ("ttl     = 10", "ttl = \"10\""),
        ("\"counter\"", "\"zxid\""),
        ("\"clock\"", "\"clocks\""),
        ("reach   = \"all\"", "reach = true"),
        ("[[client]]\nname    = \"B\"", "[[client]]\nname    = \"A\""),
        ("name    = \"B\"", "name = \"2nd\""),
        ("name    = \"B\"", "name = \"a-very-long-name\""),
        ("arrives  = 0", "arrives = -1"),
        ("rounds   = 2", "rounds = 0"),
        ("attempts = \"any\"", "attempts = \"many\""),
        ("pausable = false", "pausable = \"no\""),
        ("fencing = \"off\"", "fencing = \"read\""),
        ("pauses = \"any\"", "pauses = 3"),
        ("pauses = \"any\"", "pauses = { count = 0, length = 1 }"),
        ("[resource]", "[[resource]]"),
    ]));
}

#[test]
fn programs_that_make_no_sense() {
    const B: &str = r#"name    = "B"
program = ["acquire", "read", "write", "release"]"#;
    let program = |program: &str| format!("name = \"B\"\nprogram = {program}");
    let long = format!("[\"acquire\"{}]", ", \"read\"".repeat(32));
    let programs = [
        "\"acquire\"",
        "[]",
        "[\"read\", \"write\"]",
        "[\"acquire\", \"raed\"]",
        "[\"acquire\", 1]",
        "[\"acquire\", \"write\", \"read\"]",
        "[\"acquire\", \"read\", \"acquire\"]",
        &long,
    ]
    .map(program);
    let changes: Vec<_> = programs.iter().map(|program| (B, &**program)).collect();
    snapshot!(reports(&changes));
}

#[test]
fn models_without_clients_or_with_too_many() {
    let (before, rest) = VALID.split_once("[[client]]").unwrap();
    let (_, after) = rest.split_once("[resource]").unwrap();
    let with = |clients: &str| {
        let text = format!("{before}{clients}\n[resource]{after}");
        ModelFile::parse("model.toml", &text).expect_err(clients)
    };
    let many: String = (1..=9)
        .map(|n| format!("[[client]]\nname = \"C{n}\"\nprogram = [\"acquire\"]\n"))
        .collect();
    let reports = [
        with(""),
        with("[client]\nname = \"A\"\nprogram = [\"acquire\"]\n"),
        with(&many),
    ];
    snapshot!(joined(reports.into_iter()));
    let inline = format!("client = []\n{before}[resource]{after}");
    let error = ModelFile::parse("model.toml", &inline).unwrap_err();
    snapshot!("a_list_without_clients", error);
}

#[test]
fn variants_and_expectations() {
    snapshot!(reports(&[
        ("name    = \"fenced\"", "name = \"Fenced!\""),
        (
            "[[variant]]",
            "[[variant]]\nname = \"fenced\"\n\n[[variant]]"
        ),
        ("[[variant]]", "[variant]"),
        (
            "\"resource.fencing\" = \"on\"",
            "\"resource.fencing\" = \"onn\""
        ),
        (
            "\"resource.fencing\" = \"on\"",
            "\"resource.fence\" = \"on\""
        ),
        ("\"resource.fencing\" = \"on\"", "resource.fencing = \"on\""),
        ("\"resource.fencing\" = \"on\"", "lock.ttl = 3"),
        ("\"resource.fencing\" = \"on\"", "\"client.C.rounds\" = 1"),
        (
            "\"resource.fencing\" = \"on\"",
            "\"adversary.pauses.length\" = 1"
        ),
        (
            "\"resource.fencing\" = \"on\"",
            "\"lock.expiry\" = \"never\""
        ),
        ("set     = {", "set = ["),
        ("set     = { \"resource.fencing\" = \"on\" }", "set = 1"),
        ("false-rejection =", "false-rejecton ="),
        ("\"reached\"", "\"violated\""),
        ("\"proved within bounds\"", "\"reached\""),
        ("\"proved within bounds\"", "\"prooved\""),
        ("\"proved within bounds\"", "\"proved\""),
        ("set     = {", "set = { \"client.A.rounds\" = \"any\","),
        (
            "\"resource.fencing\" = \"on\"",
            "\"resource.fencing\" = \"off\""
        ),
    ]));
}

#[test]
fn combinations_that_contradict_themselves() {
    let mut all = reports(&[
        ("reach   = \"all\"", "reach = \"any\""),
        ("expiry  = \"clock\"", "expiry = \"never\""),
    ]);
    all += &reports_on_overrides(&[
        &["lock.reach=any"],
        &["lock.reach=any", "client.*.attempts=2"],
        &[
            "client.*.attempts=2",
            "client.*.rounds=2",
            "lock.reach=any",
            "client.B.rounds=any",
        ],
        &[
            "client.*.attempts=2",
            "client.*.rounds=2",
            "lock.reach=any",
            "lock.servers=7",
        ],
        &["lock.servers=7", "lock.reach=any"],
        &["lock.expiry=never"],
        &[
            "lock.expiry=never",
            r#"client.A.program=["acquire", "check-deadline"]"#,
        ],
    ]);
    snapshot!(all);
}

#[test]
fn overrides_that_do_not_fit() {
    snapshot!(reports_on_overrides(&[
        &["lock.ttl"],
        &["=10"],
        &["lock.ttl=ten"],
        &["lock.ttl="],
        &["lock.ttl=0"],
        &["lock.tll=10"],
        &["lok.ttl=10"],
        &["ttl=10"],
        &["rounds=10"],
        &["lock=1"],
        &["client=[]"],
        &["client.A={}"],
        &["client.C.rounds=1"],
        &["client.A.round=1"],
        &["client.B.name=A"],
        &["client.*.program=acquire"],
        &["variant.fenced.name=x"],
        &["adversary.pauses=some"],
        &["adversary.pauses.length=14"],
        &["adversary.pauses={count=1,length=14"],
        &["adversary.pauses={count=1}"],
        &["resource.fencing=true"],
        &["summary=10"],
        &["\u{1b}[2J=\u{9b}"],
    ]));
}

#[test]
fn variants_that_are_not_there() {
    let reports = ["fence", "banana"].map(|name| valid().world(Some(name), &[]).unwrap_err());
    let (model, _) = VALID.split_once("[[variant]]").unwrap();
    let none = ModelFile::parse("model.toml", model).unwrap();
    let none = none.world(Some("fenced"), &[]).unwrap_err();
    snapshot!(joined(reports.into_iter().chain([none])));
}

#[test]
fn a_report_can_have_colours_and_has_none_by_itself() {
    let error = mistake("ttl     = 10", "ttl = 0");
    assert!(error.render(true).contains("\u{1b}["));
    assert!(!error.render(false).contains('\u{1b}'));
    assert_eq!(error.origin(), Some("model.toml"));
    assert_eq!(error.line_and_column(), Some((9, 7)));
}

/// A terminal obeys control characters; some editors obey those that turn text around.
#[test]
fn nothing_of_a_file_can_command_a_terminal() {
    let hostile = "\u{9b}31m\u{202e}\u{200b}";
    let errors = [
        mistake("\"a test\"", &format!("3 # {hostile}")),
        mistake("\"off\"", &format!("\"{hostile}\"")),
        mistake("ttl     =", &format!("\"{hostile}\" = 1\nttl =")),
        mistake("# A model", "# \u{1b}]0;title\u{7}"),
        ModelFile::parse(&format!("{hostile}.toml"), "").unwrap_err(),
        valid().world(Some(hostile), &[]).unwrap_err(),
        resolve(&format!("{hostile}/\u{1b}[2J")).unwrap_err(),
    ];
    for error in errors {
        let report = error.render(false);
        let raw = |c: char| (c.is_control() && c != '\n') || hostile.contains(c) && !c.is_ascii();
        assert!(!report.contains(raw), "{report:?}");
    }
}

#[test]
fn models_on_disk() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::create_dir(path("empty")).unwrap();
    fs::create_dir(path("models")).unwrap();
    fs::create_dir(path("models/nested.toml")).unwrap();
    fs::write(path("models/b.toml"), changed("\"valid\"", "\"b\"")).unwrap();
    fs::write(path("models/a.toml"), changed("\"valid\"", "\"a\"")).unwrap();
    fs::write(path("models/notes.txt"), "not a model").unwrap();
    fs::write(path("latin1.toml"), b"# caf\xe9\nname = \"x\"").unwrap();
    fs::write(path("no-model.toml"), "[package]\nname = \"x\"").unwrap();
    fs::write(path("large.toml"), " ".repeat((1 << 20) + 1)).unwrap();
    let resolved = |name: &str| resolve(path(name).to_str().unwrap());

    let names = |name: &str| -> Vec<String> {
        let files = resolved(name).unwrap().into_iter();
        files.map(|file| file.name).collect()
    };
    assert_eq!(names("models"), ["a", "b"]);
    assert_eq!(names("models/b.toml"), ["b"]);

    let wrong = [
        "empty",
        "latin1.toml",
        "no-model.toml",
        "large.toml",
        "missing.toml",
    ];
    let reports = joined(wrong.into_iter().map(|name| resolved(name).unwrap_err()));
    let reports = reports.replace(directory.path().to_str().unwrap(), "DIR");
    snapshot!(reports);
    assert!(ModelFile::read(&path("empty")).is_err());
}

#[test]
fn models_by_name() {
    let file = &resolve("study-guide").unwrap()[0];
    assert_eq!(file.origin, "models/study-guide.toml (built in)");
    let wrong = ["study-giude", "models/recheck", "banana", ""];
    snapshot!(joined(wrong.iter().map(|name| resolve(name).unwrap_err())));
}

/// Whatever is parsed, there is no panic, and a mistake lies in the text.
fn parse_anything(text: &str) {
    let Err(error) = ModelFile::parse("model.toml", text) else {
        return;
    };
    let span = error.span().unwrap();
    assert!(text.get(span.clone()).is_some(), "{span:?}");
    let (line, column) = error.line_and_column().unwrap();
    assert!(line >= 1 && line <= text.matches('\n').count() + 1 && column >= 1);
    assert!(!error.render(true).is_empty() && !error.render(false).is_empty());
}

/// Words that mean something in a model file, so that mutations reach deep into the reader.
const WORDS: &[&str] = &[
    "\"any\"",
    "\"none\"",
    "\"never\"",
    "[]",
    "{}",
    "0",
    "1",
    "65",
    "-1",
    "1e9",
    "true",
    "\"\"",
    "\"é\"",
    "[[client]]\n",
    "[lock]\n",
    "[[variant]]\n",
    "= ",
    "\"",
    "'''",
    "\r\n",
    "\u{feff}",
    "\u{1b}",
    "\n",
    ".",
    "\"acquire\"",
    "1979-05-27",
    "0x10",
    "{ count = 1, length = 1 }",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_is_parsed_or_refused(text in any::<String>()) {
        parse_anything(&text);
    }

    #[test]
    fn a_model_with_parts_cut_out_is_parsed_or_refused(
        cuts in prop::collection::vec((0..VALID.len(), 0..40usize), 1..4),
    ) {
        let mut text = VALID.to_string();
        for (from, length) in cuts {
            let from = from.min(text.len());
            let to = (from + length).min(text.len());
            text.replace_range(from..to, "");
        }
        parse_anything(&text);
    }

    #[test]
    fn a_model_with_words_put_in_is_parsed_or_refused(
        at in 0..VALID.len(),
        over in 0..12usize,
        word in prop::sample::select(WORDS),
    ) {
        let mut text = VALID.to_string();
        text.replace_range(at..(at + over).min(text.len()), word);
        parse_anything(&text);
    }

    #[test]
    fn any_override_is_taken_or_refused(
        key in "(lock|client|resource|adversary|A|\\*|ttl|pauses|rounds|\\.|[a-z]){0,6}",
        value in "\\PC{0,12}",
    ) {
        let argument = format!("{key}={value}");
        let outcome = Override::parse(&argument)
            .and_then(|change| valid().world(Some("fenced"), &[change]));
        if let Err(error) = outcome {
            prop_assert!(!error.render(false).is_empty());
            if error.origin() == Some("--set") {
                prop_assert!(argument.get(error.span().unwrap()).is_some());
            }
        }
    }
}
