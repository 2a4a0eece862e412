//! Finished checks for tests: of the catalogue, with texts that attack whoever shows them, and with
//! counterexamples of any length.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses its own part of this"
)]

use fencepost::check::{Row, Run, Standing, plan};
use fencepost::property::Property;
use fencepost::report::Invocation;
use fencepost::search::{Checked, Counterexample, Limits, Outcome, Reference, Verdict};
use fencepost::spec::{Override, catalogue};

/// How the program is called in these tests.
pub fn invocation() -> Invocation {
    Invocation {
        program: "fencepost".to_string(),
        explorer: ([127, 0, 0, 1], 3000).into(),
    }
}

/// The check of one world of the catalogue, with these settings.
pub fn checked(model: &str, settings: &[&str]) -> Run {
    let file = catalogue::get(model).expect("a model of the catalogue");
    let overrides = settings.iter().map(|set| Override::parse(set));
    let overrides: Vec<_> = overrides.collect::<Result<_, _>>().expect("settings");
    let jobs = plan(&file, None, &overrides, &[]).expect("a plan");
    let job = jobs.into_iter().next().expect("a job");
    Run::of(job, &Reference, &Limits::default()).expect("the world does not panic")
}

/// A text that is markup, a script's end, a terminal command, and the end of whatever it stands in.
pub const HOSTILE: &str = "</script><script>hacked=1</script><img src=x onerror=hacked=1>\
                           \"' onmouseover=hacked=1 x=' ]]> --> \u{1b}[2J\u{7}\r\n\u{202e}; end\n%%{init: {}}%% $$x$$ #lt; {{script}}";

/// The study guide's world in which everything that has a name is called [`HOSTILE`].
pub fn hostile() -> Run {
    let mut run = checked("study-guide", &["resource.fencing=on"]);
    run.job.model = HOSTILE.to_string();
    run.job.summary = HOSTILE.to_string();
    run.job.origin = HOSTILE.to_string();
    run.job.argument = HOSTILE.to_string();
    run.job.variant = Some(HOSTILE.to_string());
    for client in &mut run.model.world.clients {
        client.name = format!("{}{HOSTILE}", client.name);
    }
    run
}

/// A check whose only finding is a walk of so many steps that violates the property at its end, or soon
/// before.
pub fn wandering(settings: &[&str], steps: usize) -> Run {
    let mut run = checked("study-guide", settings);
    let found = walk(&run.model, steps);
    let row = Row {
        property: Property::UnlockedWrite,
        verdict: Verdict::Reached(found),
        standing: Standing::Note,
    };
    run.outcome = Outcome {
        violations: Default::default(),
        ..run.outcome
    };
    run.rows = vec![row];
    run
}

/// A path on which clients do all that they can.
fn walk(model: &Checked, steps: usize) -> Counterexample {
    let mut node = model.initial();
    let mut found = Counterexample {
        events: Vec::new(),
        choices: Vec::new(),
        loop_from: None,
    };
    for step in 0..steps {
        let possible = model.world.events(&node.state);
        let choice = step * 7 % 11 % possible.len();
        found.events.push(possible[choice]);
        found.choices.push(choice);
        node = model.step(&node, possible[choice], &mut Vec::new());
    }
    found
}
