//! The catalogue: every verdict in it is run, and held against what is known from elsewhere.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fencepost::property::{Property, PropertySet};
use fencepost::search::{Checked, Engine, Limits, Reference, Verdict};
use fencepost::spec::{ModelFile, Override, catalogue};
use fencepost::world::{SeededFault, World};

/// What a complete search says of every property that can be asked of this world.
fn verdicts(world: &World) -> BTreeMap<Property, Verdict> {
    let asked: PropertySet = Property::ALL
        .into_iter()
        .filter(|property| property.vacuous_in(world).is_none())
        .collect();
    let outcome = Reference
        .explore(&Checked::new(world.clone(), asked), &Limits::default())
        .unwrap();
    let verdict = |property| (property, outcome.verdict(property, &world.bounds()));
    asked.iter().map(verdict).collect()
}

fn words(verdicts: &BTreeMap<Property, Verdict>) -> BTreeMap<&str, &str> {
    verdicts
        .iter()
        .map(|(property, verdict)| (property.name(), verdict.word()))
        .collect()
}

fn expected(file: &ModelFile, variant: &str) -> BTreeMap<&'static str, &'static str> {
    file.variant(variant)
        .unwrap()
        .expect
        .iter()
        .map(|(property, expected)| (property.name(), expected.verdict.word()))
        .collect()
}

/// Runs every variant; no verdict may differ, and none may be missing.
fn meets_every_expectation(name: &str) {
    let file = catalogue::get(name).unwrap();
    for variant in &file.variants {
        let world = file.world(Some(&variant.name), &[]).unwrap();
        let found = verdicts(&world);
        assert_eq!(
            words(&found),
            expected(&file, &variant.name),
            "{name}, variant {}: found on the left, expected on the right",
            variant.name
        );
    }
}

macro_rules! every_expectation_is_met {
    ($($test:ident: $name:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            meets_every_expectation($name);
        })*

        /// So that no file of the catalogue is forgotten above.
        const RUN: &[&str] = &[$($name),*];
    };
}

every_expectation_is_met! {
    the_study_guide_is_as_expected: "study-guide",
    server_counts_are_as_expected: "server-counts",
    lease_lengths_are_as_expected: "lease-lengths",
    the_pause_against_the_lease_is_as_expected: "pause-against-lease",
    no_expiry_is_as_expected: "no-expiry",
    recheck_is_as_expected: "recheck",
    strict_two_writes_are_as_expected: "strict-two-writes",
    the_idle_competitor_is_as_expected: "idle-competitor",
    sealed_is_as_expected: "sealed",
    independent_counters_are_as_expected: "independent-counters",
    seeded_faults_are_as_expected: "seeded-faults",
}

#[test]
fn the_catalogue_is_the_directory_of_models_and_all_of_it_is_run() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let files: BTreeSet<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| name != "README.md")
        .collect();
    let entries = catalogue::entries().iter();
    let entries: BTreeSet<String> = entries.map(|(name, _)| format!("{name}.toml")).collect();
    assert_eq!(files, entries);
    let run: BTreeSet<String> = RUN.iter().map(|name| format!("{name}.toml")).collect();
    assert_eq!(entries, run);
}

#[test]
fn every_entry_parses_and_is_named_like_its_file() {
    for (name, text) in catalogue::entries() {
        let file = ModelFile::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.name, *name);
        assert!(catalogue::get(name).is_some());
    }
    assert!(catalogue::get("no-such-model").is_none());
}

/// A page about a system: it opens with its title, and says what, from where, under which
/// assumptions, and how to try it.
#[test]
fn every_entry_reads_like_a_page() {
    for (name, text) in catalogue::entries() {
        for part in [
            "# ",
            "\n# System. ",
            "\n# Source. ",
            "\n# Assumptions. ",
            "\n# Try it:",
        ] {
            assert!(text.contains(part), "{name} has no {part:?}");
        }
        let file = catalogue::get(name).unwrap();
        let unexplained = file.variants.iter().find(|v| v.summary.is_none());
        assert!(unexplained.is_none(), "{name}: {unexplained:?}");
    }
}

/// Every `--set` in the commands to try fits the model it is tried on.
#[test]
fn the_commands_to_try_can_be_tried() {
    let mut tried = 0;
    for (name, text) in catalogue::entries() {
        for command in text
            .lines()
            .filter_map(|line| line.strip_prefix("#     fencepost check "))
        {
            let mut arguments = command.split(' ');
            let file = catalogue::get(arguments.next().unwrap());
            let file = file.unwrap_or_else(|| panic!("{name}: {command}"));
            let overrides: Vec<_> = arguments
                .filter(|argument| *argument != "--set")
                .map(|argument| Override::parse(argument.trim_matches('\'')).unwrap())
                .collect();
            for variant in &file.variants {
                let world = file.world(Some(&variant.name), &overrides);
                world.unwrap_or_else(|error| panic!("{name}: {command}\n{error}"));
            }
            tried += 1;
        }
    }
    assert!(tried >= 2 * catalogue::entries().len());
}

/// A row of the table of what is known already: for `grant-overlap`, `stale-overwrite`,
/// `lost-update` and `false-rejection` the first letter of the verdict; `-` where the table says
/// nothing. The table was measured with other programs than this one.
struct Known(&'static str, &'static [&'static str], [char; 4]);

const KNOWN: &[Known] = &[
    Known("study-guide", &["unfenced"], ['p', 'v', 'v', '-']),
    Known("study-guide", &["fenced"], ['p', 'p', 'v', 'p']),
    Known("study-guide", &["fenced-reads"], ['p', 'p', 'p', 'p']),
    Known("strict-two-writes", &["strict"], ['p', 'p', '-', 'v']),
    Known(
        "server-counts",
        &["servers-1", "servers-3", "servers-5", "servers-51"],
        ['p', 'v', 'v', '-'],
    ),
    Known(
        "lease-lengths",
        &[
            "ttl-1", "ttl-3", "ttl-10", "ttl-13", "ttl-17", "ttl-25", "ttl-100",
        ],
        ['p', 'v', 'v', '-'],
    ),
    Known(
        "recheck",
        &[
            "before-the-write",
            "before-the-read",
            "again-and-again",
            "deadline",
        ],
        ['p', 'v', 'v', '-'],
    ),
    Known("no-expiry", &["unfenced"], ['p', 'p', 'p', '-']),
    Known(
        "independent-counters",
        &["fenced", "fenced-reads"],
        ['p', 'v', 'v', 'v'],
    ),
];

#[test]
fn the_catalogue_expects_what_is_known_already() {
    let columns = [
        "grant-overlap",
        "stale-overwrite",
        "lost-update",
        "false-rejection",
    ];
    for Known(name, variants, cells) in KNOWN {
        let file = catalogue::get(name).unwrap();
        for variant in *variants {
            let expected = expected(&file, variant);
            for (property, cell) in columns.into_iter().zip(cells) {
                let found = expected.get(property).and_then(|word| word.chars().next());
                assert!(
                    *cell == '-' || found == Some(*cell),
                    "{name}, {variant}, {property}: known to be {cell}, found {found:?}"
                );
            }
        }
    }
    let no_expiry = catalogue::get("no-expiry").unwrap();
    assert_eq!(expected(&no_expiry, "unfenced")["stuck-lock"], "violated");
}

fn fails(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Violated(_) | Verdict::Reached(_))
}

/// The properties that fail with the defect, and those that fail in the same world without it.
fn failures(file: &ModelFile, variant: &str) -> (BTreeSet<Property>, BTreeSet<Property>) {
    let world = file.world(Some(variant), &[]).unwrap();
    assert!(world.seeded_fault.is_some(), "{variant}");
    let twin = World {
        seeded_fault: None,
        ..world.clone()
    };
    let failing = |world: &World| {
        let verdicts = verdicts(world).into_iter();
        verdicts
            .filter(|(_, verdict)| fails(verdict))
            .map(|(property, _)| property)
            .collect()
    };
    (failing(&world), failing(&twin))
}

/// Every defect is noticed, every property notices one, and without the defect the same world keeps
/// what it broke.
#[test]
fn every_property_fails_because_of_some_seeded_fault_and_holds_without_it() {
    let file = catalogue::get("seeded-faults").unwrap();
    let mut broken = BTreeSet::new();
    for variant in &file.variants {
        let (with, without) = failures(&file, &variant.name);
        let by_fault: BTreeSet<_> = with.difference(&without).copied().collect();
        assert!(!by_fault.is_empty(), "{} is not noticed", variant.name);
        let pauses_alone = BTreeSet::from([Property::UnlockedWrite]);
        assert!(
            without.is_subset(&pauses_alone),
            "{}: {without:?}",
            variant.name
        );
        broken.extend(by_fault);
    }
    assert_eq!(broken, BTreeSet::from(Property::ALL));
}

#[test]
fn every_seeded_fault_has_its_variant() {
    let file = catalogue::get("seeded-faults").unwrap();
    let faults: BTreeSet<_> = file
        .variants
        .iter()
        .filter_map(|variant| file.world(Some(&variant.name), &[]).unwrap().seeded_fault)
        .collect();
    assert_eq!(faults, BTreeSet::from(SeededFault::ALL));
    for variant in &file.variants {
        let world = file.world(Some(&variant.name), &[]).unwrap();
        assert_eq!(
            world.seeded_fault.map(SeededFault::name),
            Some(&*variant.name)
        );
    }
}

/// The verdicts on stale writes and lost updates of a model with these overrides.
fn corruption(name: &str, overrides: &[&str]) -> [&'static str; 2] {
    let overrides: Vec<_> = overrides
        .iter()
        .map(|argument| Override::parse(argument).unwrap())
        .collect();
    let world = catalogue::get(name)
        .unwrap()
        .world(None, &overrides)
        .unwrap();
    let verdicts = verdicts(&world);
    [Property::StaleOverwrite, Property::LostUpdate].map(|property| verdicts[&property].word())
}

/// A client writes two ticks after its grant, and at most the length of the one pause later. So a
/// lease that is longer than both together is never outlived.
#[test]
fn a_lease_that_outlasts_the_only_pause_is_safe_within_that_bound() {
    let with_ttl = |ttl: &str| {
        let pauses = "adversary.pauses={count=1,length=30}";
        corruption("lease-lengths", &[&format!("lock.ttl={ttl}"), pauses])
    };
    assert_eq!(with_ttl("33"), ["proved within bounds"; 2]);
    assert_eq!(with_ttl("40"), ["proved within bounds"; 2]);
    assert_eq!(with_ttl("10"), ["violated"; 2]);
}

/// A, paused for 14 ticks, writes at tick 16 at the latest. B, which comes after A's lease is over,
/// reads one tick after it has come and writes one tick later. A write lands on B's if it can come
/// after it, and B's write loses that of A if B can read before it; inside a tick either can be first.
#[test]
fn a_competitor_is_hurt_by_the_tick_at_which_it_comes() {
    let when_b_comes_at =
        |tick: u16| corruption("idle-competitor", &[&format!("client.B.arrives={tick}")]);
    assert_eq!(when_b_comes_at(14), ["violated", "violated"]);
    assert_eq!(when_b_comes_at(15), ["proved within bounds", "violated"]);
    assert_eq!(when_b_comes_at(16), ["proved within bounds"; 2]);
}
