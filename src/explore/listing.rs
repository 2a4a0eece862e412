//! What the page says before anybody has walked a step: the verdicts of the search.

use serde::Serialize;

use super::address::fragment;
use crate::property::Property;
use crate::search::{Counterexample, Outcome, Verdict};
use crate::trace::harmless::json_in_html;
use crate::world::World;

/// What is known of the world before a person walks through it.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The world in one line.
    pub world: String,
    /// What the search found out about each property that was asked.
    pub findings: Vec<Finding>,
}

/// The verdict on one property.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The property.
    pub property: Property,
    /// What the search found out about it.
    pub verdict: Verdict,
    /// The counterexample in words, if there is one. Line breaks are kept.
    pub explanation: Option<String>,
}

impl Listing {
    /// The verdicts of a search, each counterexample explained by `explain`.
    #[must_use]
    pub fn new(
        line: String,
        world: &World,
        outcome: &Outcome,
        explain: impl Fn(Property, &Counterexample) -> String,
    ) -> Listing {
        let bounds = world.bounds();
        let finding = |property| {
            let verdict = outcome.verdict(property, &bounds);
            let explanation = verdict
                .counterexample()
                .map(|found| explain(property, found));
            Finding {
                property,
                verdict,
                explanation,
            }
        };
        Listing {
            world: line,
            findings: outcome.asked.iter().map(finding).collect(),
        }
    }

    /// The counterexamples with a loop.
    pub(super) fn loops(&self) -> impl Iterator<Item = &Counterexample> {
        self.findings
            .iter()
            .filter_map(|finding| finding.verdict.counterexample())
            .filter(|found| found.loop_from.is_some())
    }

    /// The listing as the page reads it. `<` and its like are written as escapes, so that no name in
    /// it can end the element it stands in.
    pub(super) fn json(&self) -> serde_json::Result<String> {
        let findings = self.findings.iter().map(Line::of).collect();
        let json = serde_json::to_string(&Told {
            world: &self.world,
            findings,
        })?;
        Ok(json_in_html(&json))
    }
}

/// The listing in the page's own terms.
#[derive(Serialize)]
struct Told<'a> {
    world: &'a str,
    findings: Vec<Line<'a>>,
}

/// One line of the page's table.
#[derive(Serialize)]
struct Line<'a> {
    property: &'static str,
    verdict: &'static str,
    /// What the verdict says, in words.
    meaning: String,
    /// What is true of an execution that violates it.
    violation: &'static str,
    /// Where the counterexample opens.
    address: Option<String>,
    /// How many steps the counterexample has.
    steps: usize,
    explanation: Option<&'a str>,
}

impl Line<'_> {
    fn of(finding: &Finding) -> Line<'_> {
        let found = finding.verdict.counterexample();
        Line {
            property: finding.property.name(),
            verdict: finding.verdict.word(),
            meaning: meaning(finding),
            violation: finding.property.violation(),
            address: found.map(fragment),
            steps: found.map_or(0, |found| found.events.len()),
            explanation: finding.explanation.as_deref(),
        }
    }
}

/// What the verdict says about this world, as a sentence without its full stop.
fn meaning(finding: &Finding) -> String {
    let property = finding.property;
    match &finding.verdict {
        Verdict::Proved => property.promise().to_string(),
        Verdict::ProvedWithin(bounds) => {
            format!(
                "{}, within bounds: {}",
                property.promise(),
                bounds.join("; ")
            )
        }
        Verdict::Violated(_) | Verdict::Reached(_) => property.violation().to_string(),
        Verdict::Unknown(limit) => format!("{limit} stopped the search before it knew"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_end_the_element_it_stands_in() {
        let listing = Listing {
            world: "</script><script>alert('&')</script>".to_string(),
            findings: Vec::new(),
        };
        let json = listing.json().unwrap();
        assert!(!json.contains(['<', '>', '&']), "{json}");
        let told: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(told["world"], listing.world);
    }
}
