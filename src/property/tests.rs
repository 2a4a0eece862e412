//! Each monitor on a short story: what violates it, and the nearest thing that does not.

use super::*;
use crate::world::ClientId;
use crate::world::Observation::*;

const A: ClientId = 0;
const B: ClientId = 1;

fn granted(client: ClientId, lease: u16) -> Observation {
    Granted {
        server: 0,
        client,
        token: 1,
        lease: Some(lease),
    }
}

/// What the story violates, with one server and every property asked.
fn violated(story: &[Observation]) -> Vec<&'static str> {
    let everything = Property::ALL.into_iter().collect();
    let mut monitors = Monitors::new(1);
    let mut found = PropertySet::EMPTY;
    for observation in story {
        monitors
            .observe(everything, *observation)
            .iter()
            .for_each(|p| found.insert(p));
    }
    found.iter().map(Property::name).collect()
}

#[test]
fn leases_that_touch_do_not_overlap_and_those_that_share_a_tick_do() {
    assert_eq!(violated(&[granted(A, 1), Ticked, granted(B, 5)]), [""; 0]);
    assert_eq!(
        violated(&[granted(A, 2), Ticked, granted(B, 5)]),
        ["grant-overlap"]
    );
    assert_eq!(
        violated(&[granted(A, 2), Released(0, A), granted(B, 5)]),
        [""; 0]
    );
}

#[test]
fn two_clients_with_a_live_quorum() {
    let first = [granted(A, 2), Acquired(A, 1), Ticked];
    let second = [granted(B, 2), Acquired(B, 2)];
    assert_eq!(
        violated(&[&first[..], &second].concat()),
        ["grant-overlap", "double-grant"]
    );
    assert_eq!(
        violated(&[&first[..], &[Ticked], &second].concat()),
        [""; 0]
    );
}

#[test]
fn tokens_have_to_rise() {
    assert_eq!(violated(&[Acquired(A, 1), Acquired(B, 2)]), [""; 0]);
    assert_eq!(violated(&[Acquired(A, 2), Acquired(B, 2)]), ["token-order"]);
    assert_eq!(violated(&[Acquired(A, 2), Acquired(B, 1)]), ["token-order"]);
}

// Study guide, 5.6.
#[test]
fn an_older_grants_write_after_a_newer_ones() {
    let both = [Acquired(A, 1), granted(B, 9), Acquired(B, 2)];
    let write = |client| WriteAccepted(client, None);
    let story = |writes: &[Observation]| [&both[..], writes].concat();
    assert_eq!(
        violated(&story(&[write(B), write(A)])),
        ["stale-overwrite", "unlocked-write"]
    );
    assert_eq!(
        violated(&story(&[write(A), write(B)])),
        ["unlocked-write"],
        "in order"
    );
    let refused = [write(B), WriteRefused(A, Some(1))];
    assert_eq!(
        violated(&story(&refused)),
        [""; 0],
        "a refused write lands on nothing"
    );
    let anew = [
        write(B),
        RoundOver(A),
        granted(A, 9),
        Acquired(A, 3),
        write(A),
    ];
    let found = violated(&story(&anew));
    assert!(
        !found.contains(&"stale-overwrite"),
        "a new grant is not the old one: {found:?}"
    );
}

#[test]
fn a_write_computed_from_what_somebody_else_replaced() {
    let held = [granted(A, 9), Acquired(A, 1), granted(B, 9)];
    let lost =
        |story: &[Observation]| violated(&[&held[..], story].concat()).contains(&"lost-update");
    let (reads, writes) = (|c| ReadAccepted(c, None), |c| WriteAccepted(c, None));
    assert!(lost(&[reads(A), reads(B), writes(B), writes(A)]));
    assert!(
        !lost(&[reads(B), writes(B), reads(A), writes(A)]),
        "read after the other's write"
    );
    assert!(
        !lost(&[reads(A), writes(A), writes(A)]),
        "its own write is what it goes on from"
    );
    assert!(
        lost(&[reads(A), reads(B), writes(A), writes(B), writes(A)]),
        "but not over B's"
    );
}

#[test]
fn only_the_newest_live_holders_write_is_falsely_refused() {
    let refused = WriteRefused(A, Some(1));
    assert_eq!(
        violated(&[granted(A, 9), Acquired(A, 1), refused]),
        ["false-rejection"]
    );
    assert_eq!(
        violated(&[granted(A, 1), Acquired(A, 1), Ticked, refused]),
        [""; 0],
        "expired"
    );
    let superseded = [
        granted(A, 1),
        Acquired(A, 1),
        Ticked,
        granted(B, 9),
        Acquired(B, 2),
        refused,
    ];
    assert_eq!(violated(&superseded), [""; 0]);
}
