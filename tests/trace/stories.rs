//! The cheapest violation of every property, drawn and told. The snapshots are read line by line.

use fencepost::property::Property::{self, *};
use fencepost::trace::timeline::{Style, draw};
use fencepost::trace::words::explain;
use fencepost::world::{Fencing, SeededFault, Step, World};

use crate::worlds::*;

/// The timeline, the faults, and the explanation in lines that can be read.
fn told(world: World, property: Property) -> String {
    let trace = violation(world, property);
    let timeline = draw(&trace, property, Style::default());
    let story = textwrap::fill(&explain(&trace, property), 80);
    format!("{timeline}\nFaults: {}\n\n{story}\n", trace.faults())
}

macro_rules! stories {
    ($($name:ident: $property:expr, $world:expr;)*) => {
        $(
            #[test]
            fn $name() {
                insta::assert_snapshot!(told($world, $property));
            }
        )*
    };
}

stories! {
    stale_overwrite: StaleOverwrite, study_guide(Fencing::Off);
    stale_overwrite_with_51_servers: StaleOverwrite, {
        let mut world = study_guide(Fencing::Off);
        world.lock.servers = 51;
        world
    };
    stale_overwrite_with_one_server: StaleOverwrite, {
        let mut world = study_guide(Fencing::Off);
        world.lock.servers = 1;
        world
    };
    stale_overwrite_in_spite_of_a_check: StaleOverwrite, with_program(
        study_guide(Fencing::Off),
        &[Step::Acquire, Step::Read, Step::Check, Step::Write, Step::Release],
    );
    stale_overwrite_past_the_wrong_fence: StaleOverwrite, study_guide(Fencing::Ask);
    stale_overwrite_past_a_forgotten_bar: StaleOverwrite,
        with_fault(study_guide(Fencing::On), SeededFault::ForgetsBar);
    stale_overwrite_by_drifting_counters: StaleOverwrite, counters_that_drift(Fencing::On);
    lost_update_without_fencing: LostUpdate, study_guide(Fencing::Off);
    lost_update_with_fencing: LostUpdate, study_guide(Fencing::On);
    lost_update_with_strict_fencing: LostUpdate, study_guide(Fencing::Strict);
    unlocked_write: UnlockedWrite, study_guide(Fencing::On);
    unlocked_write_by_one_that_ignores_denial: UnlockedWrite,
        with_fault(study_guide(Fencing::On), SeededFault::IgnoresDenial);
    false_rejection: FalseRejection, with_program(
        study_guide(Fencing::Strict),
        &[Step::Acquire, Step::Read, Step::Write, Step::Write, Step::Release],
    );
    false_rejection_by_drifting_counters: FalseRejection, counters_that_drift(Fencing::On);
    grant_overlap: GrantOverlap, with_fault(study_guide(Fencing::Off), SeededFault::IgnoresLease);
    grant_overlap_by_a_foreign_release: GrantOverlap,
        with_fault(study_guide(Fencing::Off), SeededFault::ReleasesAnyones);
    double_grant: DoubleGrant, with_fault(study_guide(Fencing::Off), SeededFault::IgnoresLease);
    double_grant_without_a_majority: DoubleGrant, quorum_of_one();
    token_order: TokenOrder, with_fault(study_guide(Fencing::Off), SeededFault::RepeatsToken);
    token_order_by_drifting_counters: TokenOrder, counters_that_drift(Fencing::On);
    stuck_lock: StuckLock, without_expiry();
    stuck_lock_without_a_release: StuckLock,
        with_program(without_expiry(), &[Step::Acquire, Step::Read, Step::Write]);
    stuck_lock_that_was_to_expire: StuckLock,
        with_fault(study_guide(Fencing::Off), SeededFault::IgnoresExpiry);
}
