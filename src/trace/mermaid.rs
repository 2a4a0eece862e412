//! A trace as a sequence diagram of Mermaid: who asks whom for what, in the order of time.
//!
//! Ticks in which nothing happens are folded, as in the timeline, and every message says its tick.

use std::fmt::Write;

use super::deed::Deed;
use super::timeline::cell::{Cell, Look, TIE};
use super::timeline::rows::{Line, Row, rows, unmarked};
use super::{Trace, phrase};
use crate::property::Property;
use crate::world::{ClientId, Event};

const LOCK: &str = "lock";
const RESOURCE: &str = "resource";

/// The diagram, with a mark where the trace violates the property.
#[must_use]
pub fn draw(trace: &Trace, property: Property) -> String {
    let mut diagram = Diagram {
        trace,
        text: "sequenceDiagram\n".to_string(),
        inside: 1,
    };
    diagram.title(property);
    diagram.participants();
    let mut in_loop = false;
    for line in rows(trace, [property].into_iter().collect()) {
        match line {
            Line::Row(row) => diagram.row(&row),
            Line::Remark(_) if in_loop => diagram.end(),
            Line::Remark(_) => {
                in_loop = true;
                diagram.begin("loop for ever");
            }
        }
    }
    diagram.text
}

struct Diagram<'a> {
    trace: &'a Trace,
    text: String,
    /// How many blocks are open around the next line.
    inside: usize,
}

impl Diagram<'_> {
    fn title(&mut self, property: Property) {
        let steps = phrase::counted(self.trace.steps.len() as u64, "step");
        let faults = self.trace.faults();
        self.put(&format!("title {}, {faults}, {steps}", property.name()));
    }

    fn participants(&mut self) {
        for client in self.clients() {
            let name = text(&phrase::name(&self.trace.world, client));
            self.put(&format!("participant {} as {name}", id(client)));
        }
        let servers = match self.trace.world.lock.servers {
            1 => "Lock service".to_string(),
            servers => format!("Lock service, {servers} servers"),
        };
        self.put(&format!("participant {LOCK} as {servers}"));
        self.put(&format!("participant {RESOURCE} as Resource"));
    }

    fn clients(&self) -> Vec<ClientId> {
        self.trace.active_clients()
    }

    fn row(&mut self, row: &Row) {
        let is_marked = is_violation(&row.lock) || is_violation(&row.resource);
        if is_marked {
            self.begin("rect rgba(213, 94, 0, 0.2)");
        }
        let tick = match row.folded {
            Some(ticks) => format!("t={} to {}:", row.tick, row.tick + ticks - 1),
            None => format!("t={}:", row.tick),
        };
        match self.addressee(row) {
            Some((client, whom)) => self.exchange(row, client, whom, &tick),
            None => self.happening(row, &tick),
        }
        if is_marked {
            self.end();
        }
    }

    /// A client's message, and the answer to it.
    fn exchange(&mut self, row: &Row, client: ClientId, whom: &str, tick: &str) {
        let client = id(client);
        for (_, does, _) in &row.deeds {
            self.put(&format!("{client}->>{whom}: {tick} {}", text(does)));
        }
        let (answer, aside, other) = if whom == LOCK {
            (&row.lock, &row.resource, RESOURCE)
        } else {
            (&row.resource, &row.lock, LOCK)
        };
        let said = words(answer, |look| !is_mark(look));
        if !said.is_empty() {
            let arrow = if refuses(row) { "--x" } else { "-->>" };
            self.put(&format!("{whom}{arrow}{client}: {}", text(&said)));
        }
        let meanwhile = words(aside, |look| !is_mark(look));
        if !meanwhile.is_empty() {
            self.note(other, &meanwhile);
        }
        self.marks(row);
    }

    /// What happens without a message: notes beside those that it happens to.
    fn happening(&mut self, row: &Row, tick: &str) {
        for (client, does, _) in &row.deeds {
            self.note_at(&id(*client), tick, does);
        }
        let lock = words(&row.lock, |look| !is_mark(look));
        if !lock.is_empty() {
            let over = match (row.folded, self.clients().first()) {
                (Some(_), Some(first)) => format!("{},{RESOURCE}", id(*first)),
                _ => LOCK.to_string(),
            };
            self.note_at(&over, tick, &lock);
        }
        let resource = words(&row.resource, |look| !is_mark(look));
        if !resource.is_empty() {
            self.note_at(RESOURCE, tick, &resource);
        }
        self.marks(row);
    }

    fn marks(&mut self, row: &Row) {
        for (cell, whom) in [(&row.lock, LOCK), (&row.resource, RESOURCE)] {
            for (mark, _) in cell.0.iter().filter(|(_, look)| is_mark(*look)) {
                self.note(whom, &unmarked(mark).to_uppercase());
            }
        }
    }

    /// Whom the client of the row speaks to; `None` if it speaks to nobody.
    fn addressee(&self, row: &Row) -> Option<(ClientId, &'static str)> {
        let step = &self.trace.steps[row.position];
        let Event::Act { client, .. } = step.event else {
            return None;
        };
        if row.folded.is_some() {
            return None;
        }
        let whom = match Deed::of(&step.seen) {
            Deed::Acquired { .. }
            | Deed::Denied { .. }
            | Deed::Checked { .. }
            | Deed::Released { .. } => LOCK,
            Deed::Read { .. } | Deed::Write { .. } | Deed::Seal { .. } | Deed::Vouched => RESOURCE,
            Deed::LookedAtClock { .. } => return None,
        };
        Some((client, whom))
    }

    fn note(&mut self, over: &str, what: &str) {
        self.put(&format!("Note over {over}: {}", text(what)));
    }

    fn note_at(&mut self, over: &str, tick: &str, what: &str) {
        self.put(&format!("Note over {over}: {tick} {}", text(what)));
    }

    fn begin(&mut self, what: &str) {
        self.put(what);
        self.inside += 1;
    }

    fn end(&mut self) {
        self.inside -= 1;
        self.put("end");
    }

    fn put(&mut self, line: &str) {
        let written = writeln!(self.text, "{:1$}{line}", "", 2 * self.inside);
        debug_assert!(written.is_ok(), "a String takes whatever is written to it");
    }
}

fn id(client: ClientId) -> String {
    format!("client{client}")
}

fn is_mark(look: Look) -> bool {
    matches!(look, Look::Violation | Look::Note)
}

fn is_violation(cell: &Cell) -> bool {
    cell.0.iter().any(|(_, look)| *look == Look::Violation)
}

fn refuses(row: &Row) -> bool {
    row.deeds.iter().any(|(_, _, look)| *look == Look::Refused)
}

fn words(cell: &Cell, wanted: impl Fn(Look) -> bool) -> String {
    let wanted = cell.0.iter().filter(|(_, look)| wanted(*look));
    let texts: Vec<_> = wanted.map(|(text, _)| text.replace(TIE, " ")).collect();
    texts.join(", ")
}

/// The text with everything as a numbered entity that Mermaid could take for its own: it ends
/// statements at `;`, reads directives between `%%`, markup between `<` and `>`, and formulas between
/// `$$`.
fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.replace(TIE, " ").chars() {
        if c.is_alphanumeric() || " ,.()[]'+-=/⋮…×".contains(c) {
            escaped.push(c);
        } else {
            let _ = write!(escaped, "#{};", u32::from(c));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn whatever_could_be_syntax_becomes_an_entity() {
        assert_eq!(text("A [0, 10), token 1"), "A [0, 10), token 1");
        assert_eq!(
            text("a;b #x; %%{init}%%"),
            "a#59;b #35;x#59; #37;#37;#123;init#125;#37;#37;"
        );
        assert_eq!(text("<b>\n$$"), "#60;b#62;#10;#36;#36;");
    }
}
