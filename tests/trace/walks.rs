//! Whatever happens, in whatever world: nothing panics, nothing is too wide, every picture is XML.

use fencepost::property::Property;
use fencepost::trace::timeline::{Style, draw};
use fencepost::trace::words::explain;
use fencepost::trace::{Trace, describe_event, describe_node, svg};
use fencepost::world::{Arrival, Expiry, Fencing, Reach, SeededFault, Step, World};
use proptest::prelude::*;
use textwrap::core::display_width;

use crate::worlds::*;

fn programs() -> impl Strategy<Value = Vec<Step>> {
    let steps = prop::sample::select(Step::ALL[1..].to_vec());
    let rest = prop_oneof![
        2 => Just(vec![Step::Read, Step::Write, Step::Release]),
        1 => prop::collection::vec(steps, 0..6),
    ];
    rest.prop_map(|rest| [vec![Step::Acquire], rest].concat())
}

fn names() -> impl Strategy<Value = Option<String>> {
    prop::option::weighted(0.2, "[a-z]{2,9}|\\S{1,12}|漢字漢字|[<&>\"']{3}")
}

prop_compose! {
    fn worlds()(
        fencing in prop::sample::select(Fencing::ALL.to_vec()),
        fault in prop::option::weighted(0.5, prop::sample::select(SeededFault::ALL.to_vec())),
        servers in prop::sample::select(vec![1, 3, 5, 51, 64]),
        ttl in 1..6u16,
        never_ends in prop::bool::weighted(0.2),
        reaches_any: bool,
        clients in prop::collection::vec((programs(), names(), prop::option::of(0..4u16)), 1..=8),
        length in prop::option::of(1..4u16),
    ) -> World {
        let mut world = with_clients(study_guide(fencing), u8::try_from(clients.len()).expect("few"));
        for (client, (program, name, arrival)) in world.clients.iter_mut().zip(clients) {
            client.program = program;
            client.name = name.unwrap_or(client.name.clone());
            client.arrives = arrival.map_or(Arrival::Any, Arrival::At);
        }
        world.seeded_fault = fault;
        world.lock.servers = servers;
        world.lock.ttl = ttl;
        world.lock.expiry = if never_ends { Expiry::Never } else { Expiry::Clock };
        if reaches_any && servers <= 5 {
            world.lock.reach = Reach::Any;
        }
        world.adversary.pauses.length = length;
        world
    }
}

fn narrow_enough(text: &str, width: usize) -> Result<(), TestCaseError> {
    for line in text.lines() {
        prop_assert!(display_width(line) <= width, "{line:?} in\n{text}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_path_can_be_drawn_and_told(
        world in worlds(),
        choices in prop::collection::vec(any::<u8>(), 0..150),
        loop_from in prop::option::of(0..150usize),
    ) {
        let events = walk(&world, &choices);
        let model = checked(world.clone());
        let trace = Trace::replay(&model, &events, loop_from);
        prop_assert_eq!(&trace, &Trace::replay(&model, &events, loop_from));
        for property in Property::ALL {
            let text = draw(&trace, property, Style::default());
            narrow_enough(&text, 80)?;
            narrow_enough(&draw(&trace, property, Style { width: 60, ..Style::default() }), 60)?;
            let story = explain(&trace, property);
            prop_assert!(story.ends_with('.') && !story.contains("  "), "{}", story);
        }
        for (position, event) in events.iter().enumerate() {
            prop_assert!(!describe_event(&world, trace.before(position), *event).is_empty());
            prop_assert!(describe_node(&world, trace.before(position)).contains("resource"));
        }
        let picture = svg::draw(&trace);
        let parsed = roxmltree::Document::parse(&picture);
        prop_assert!(parsed.is_ok(), "{:?} in {}", parsed.err(), picture);
    }
}
