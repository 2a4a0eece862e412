//! The dense grid of the study guide, section 6.5: every pause and every lease.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use fencepost::property::Property;
use fencepost::search::Limits;
use fencepost::spec::{Override, catalogue};
use fencepost::sweep::boundary::{Shape, boundary};
use fencepost::sweep::{Axis, Effort, Formula, Grid, Kind, Plan, Prediction};

fn plan(axes: &[&str], fencing: &str) -> Plan {
    let file = catalogue::get("pause-against-lease").unwrap();
    let overrides = [Override::new("resource.fencing", fencing)];
    let axes = axes.iter().map(|axis| Axis::parse(axis).unwrap()).collect();
    Plan::new(&file, None, &overrides, axes, &[]).unwrap()
}

fn computed(plan: &Plan, threads: Option<usize>) -> Grid {
    let done = AtomicUsize::new(0);
    let effort = Effort {
        limits: Limits::default(),
        threads: threads.and_then(NonZeroUsize::new),
        stop: &AtomicBool::new(false),
        on_cell: &|| {
            done.fetch_add(1, Ordering::Relaxed);
        },
    };
    let grid = plan.compute(&effort).unwrap();
    assert_eq!(done.into_inner(), plan.cells());
    grid
}

/// Every cell of a grid: the values of pause and ttl, and what is shown of it.
fn kinds(grid: &Grid) -> Vec<(u16, u16, Kind)> {
    let cells = grid.valued_cells();
    cells
        .map(|(values, cell)| (values[0], values[1], grid.kind_of(cell)))
        .collect()
}

/// With every order inside a tick explored the boundary itself is corrupt, and one tick before it an
/// update is lost.
#[test]
fn without_fencing_the_dense_grid_is_two_inequalities() {
    let plan = plan(&["pause=1..40", "ttl=1..40"], "off");
    let grid = computed(&plan, None);
    for (pause, ttl, kind) in kinds(&grid) {
        let threshold = ttl.max(12);
        let expected = if pause >= threshold {
            Kind::StaleOverwrite
        } else if pause + 1 == threshold {
            Kind::LostUpdate
        } else {
            Kind::Clean
        };
        assert_eq!(kind, expected, "pause {pause}, ttl {ttl}");
    }
    let shape = |property| boundary(&grid, property).shape;
    let place = |formula: &str| Shape::Where(formula.to_string());
    assert_eq!(
        shape(Property::StaleOverwrite),
        place("pause >= max(12, ttl)")
    );
    assert_eq!(
        shape(Property::LostUpdate),
        place("pause >= max(11, ttl - 1)")
    );

    // The guide's own inequality, in which A goes first within a tick, misses just the boundary.
    let differences = |formula| {
        let formula = Formula::parse(formula, plan.axes()).unwrap();
        let comparison = Prediction::new(&formula, &plan).unwrap().compare(&grid);
        comparison.differences
    };
    assert_eq!(differences("pause >= max(12, ttl)"), []);
    let guide = differences("pause > max(12, ttl)");
    assert_eq!(guide.len(), 40);
    for difference in guide {
        let [pause, ttl] = difference.values[..] else {
            panic!("two axes")
        };
        assert_eq!(pause, ttl.max(12));
        assert!(!difference.predicted);
    }
}

/// Fencing of writes takes the stale writes away, and leaves every lost update.
#[test]
fn fencing_of_writes_leaves_the_lost_updates_and_fencing_of_reads_leaves_nothing() {
    let axes = ["pause=6..20", "ttl=6..20"];
    let fenced = computed(&plan(&axes, "on"), None);
    for (pause, ttl, kind) in kinds(&fenced) {
        let is_lost = pause + 1 >= ttl.max(12);
        let expected = if is_lost {
            Kind::LostUpdate
        } else {
            Kind::Clean
        };
        assert_eq!(kind, expected, "pause {pause}, ttl {ttl}");
    }
    let reads = computed(&plan(&axes, "reads"), None);
    assert!(
        kinds(&reads)
            .iter()
            .all(|(_, _, kind)| *kind == Kind::Clean)
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let plan = plan(&["pause=9..14", "ttl=11..15"], "off");
    let one = computed(&plan, Some(1));
    for threads in [2, 7, 64] {
        assert_eq!(computed(&plan, Some(threads)).cells(), one.cells());
    }
}

#[test]
fn a_sweep_that_is_stopped_knows_what_it_has_done() {
    let plan = plan(&["pause=1..5", "ttl=1..5"], "off");
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let effort = Effort {
        limits: Limits::default(),
        threads: NonZeroUsize::new(1),
        stop: &stop,
        on_cell: &|| stop.store(done.fetch_add(1, Ordering::Relaxed) == 6, Ordering::Relaxed),
    };
    let grid = plan.compute(&effort).unwrap();
    assert!(!grid.is_complete());
    assert_eq!(grid.count(Kind::Unknown), 25 - 7);
    assert_eq!(grid.count(Kind::Clean), 7);
}
