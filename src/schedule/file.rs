//! A schedule as a file: read, checked, and ready to run.

use std::path::Path;

use super::client::{self, Written};
use super::keys;
use super::places::{ClientPlaces, Places};
use super::plan::{Course, Plan};
use super::step::LATEST;
use super::{Ran, model};
use crate::spec::fields::{Field, Fields};
use crate::spec::node::{Entry, Node};
use crate::spec::text::Text;
use crate::spec::words::quoted;
use crate::spec::{ModelFile, Override, SpecError, document, kind, read, variant};
use crate::world::{Arrival, ClientId, World};

/// A schedule that has been read and checked against its model.
#[derive(Clone, Debug)]
pub struct ScheduleFile {
    /// The path it was read from, or what stands for it.
    pub origin: String,
    /// What happens, in one line.
    pub summary: Option<String>,
    /// Where the story comes from.
    pub source: Option<String>,
    /// The model it runs in.
    pub model: ModelFile,
    /// What it changes in the model.
    set: Vec<Entry>,
    document: Node,
}

impl ScheduleFile {
    /// Reads a schedule from disk. A path in it begins at the directory of the file.
    ///
    /// # Errors
    /// If the file or its model cannot be read or has a mistake in it, or if the model does not allow
    /// what the schedule says.
    pub fn read(path: &Path) -> Result<ScheduleFile, SpecError> {
        let text = read::text(path, "the schedule")?;
        let directory = path.parent().unwrap_or(Path::new(""));
        ScheduleFile::parse(&path.display().to_string(), &text, Some(directory))
    }

    /// Reads a schedule from its text; `origin` is what messages call it. Without a directory its model
    /// has to be one of the catalogue.
    ///
    /// # Errors
    /// As [`ScheduleFile::read`].
    pub fn parse(
        origin: &str,
        text: &str,
        directory: Option<&Path>,
    ) -> Result<ScheduleFile, SpecError> {
        let document = document::parse(&Text::file(origin, text))?;
        kind::no_model(&document)?;
        let fields = fields(&document)?;
        let words = |key| {
            fields
                .optional(key)
                .map(|field| field.text().map(String::from))
        };
        let set = fields.optional("set");
        let file = ScheduleFile {
            origin: origin.to_string(),
            summary: words("summary").transpose()?,
            source: words("source").transpose()?,
            model: model::read(&fields.required("model")?, directory)?,
            set: set.map_or(Ok(Vec::new()), |set| variant::settings(&set))?,
            document,
        };
        file.plan(&file.world(&[])?)?;
        Ok(file)
    }

    /// The world it runs in: the model first, then what the schedule sets, then the overrides.
    ///
    /// # Errors
    /// If something that is set does not fit the model.
    pub fn world(&self, overrides: &[Override]) -> Result<World, SpecError> {
        self.model.world_of_schedule(&self.set, overrides)
    }

    /// What it says about this world, which is its own with or without overrides.
    ///
    /// # Errors
    /// The first mistake. Whether the world allows what is written shows when it is executed.
    pub fn plan(&self, world: &World) -> Result<Plan, SpecError> {
        Ok(self.plan_with_places(world)?.0)
    }

    /// Executes it.
    ///
    /// # Errors
    /// If an override does not fit, or if the world does not allow what is written.
    pub fn run(&self, overrides: &[Override]) -> Result<Ran, SpecError> {
        let world = self.world(overrides)?;
        let (plan, places) = self.plan_with_places(&world)?;
        Ran::of(world.clone(), &plan).map_err(|obstacle| places.mistake(&obstacle, &world))
    }

    /// Everything that is changed in the model, as overrides: what the schedule sets, then these.
    ///
    /// # Errors
    /// Never for a file that has been parsed.
    pub fn overrides(&self, overrides: &[Override]) -> Result<Vec<Override>, SpecError> {
        let own = self.set.iter().map(|entry| {
            let place = &entry.node.place;
            let value = &place.text().content[place.span()];
            Override::parse(&format!("{}={value}", entry.key))
        });
        own.chain(overrides.iter().cloned().map(Ok)).collect()
    }

    fn plan_with_places(&self, world: &World) -> Result<(Plan, Places), SpecError> {
        let fields = fields(&self.document)?;
        let until = match fields.optional("until") {
            Some(field) => Some(u64::from(field.whole(1..=LATEST)?)),
            None => None,
        };
        let mut plan = Plan {
            order: order(fields.optional("first").as_ref(), world)?,
            courses: world.clients.iter().map(|_| Course::Away).collect(),
            until,
        };
        // A client that never comes has no place of its own, and needs none.
        let nowhere = ClientPlaces::new(&self.document.place);
        let mut places = Places {
            clients: vec![nowhere; world.clients.len()],
        };
        for written in clients(&fields.required("client")?, world)? {
            let client = usize::from(written.client);
            plan.courses[client] = written.course;
            places.clients[client] = written.places;
        }
        nothing_after_the_end(&plan, &places)?;
        Ok((plan, places))
    }
}

fn fields(document: &Node) -> Result<Fields<'_>, SpecError> {
    Fields::of_file("the schedule", document, keys::SCHEDULE.to_vec())
}

fn clients(field: &Field<'_>, world: &World) -> Result<Vec<Written>, SpecError> {
    let nodes = crate::spec::client::tables(field, "client")?;
    if nodes.is_empty() {
        return Err(field.must_be("a list of at least one client"));
    }
    let mut all: Vec<Written> = Vec::new();
    for node in nodes {
        let written = client::read(node, world)?;
        if let Some(other) = all.iter().find(|other| other.client == written.client) {
            let name = quoted(&world.client(written.client).name);
            let title = format!("the schedule has client {name} twice");
            return Err(SpecError::at(&written.name, title, "written once more")
                .beside(&other.name, "written here"));
        }
        all.push(written);
    }
    all_that_must_come(&all, field, world)?;
    Ok(all)
}

/// A client that has a time of arrival in the model comes, whether the schedule has it or not.
fn all_that_must_come(all: &[Written], field: &Field<'_>, world: &World) -> Result<(), SpecError> {
    let is_missing = |client: &ClientId| {
        matches!(world.client(*client).arrives, Arrival::At(_))
            && all.iter().all(|written| written.client != *client)
    };
    let Some(client) = world.client_ids().find(is_missing) else {
        return Ok(());
    };
    let name = &world.client(client).name;
    let title = format!("the schedule says nothing about client {}", quoted(name));
    Err(
        SpecError::at(&field.node.place, title, "one more is needed")
            .note("in this model it has a time at which it comes")
            .help([format!(
                "add a `[[client]]` of this name, or set `\"client.{name}.arrives\" = \"any\"`"
            )]),
    )
}

/// The clients that go first, then the others in the order of the model.
fn order(field: Option<&Field<'_>>, world: &World) -> Result<Vec<ClientId>, SpecError> {
    let mut order: Vec<ClientId> = Vec::new();
    if let Some(field) = field {
        for node in field.list("names of clients")? {
            let path = field.path.clone();
            let client = client::named(&Field { path, node }, world)?;
            if order.contains(&client) {
                let title = format!("{} goes first twice", world.client(client).name);
                return Err(SpecError::at(&node.place, title, "named before"));
            }
            order.push(client);
        }
    }
    for client in world.client_ids() {
        if !order.contains(&client) {
            order.push(client);
        }
    }
    Ok(order)
}

/// What is written for ticks at or after the end would silently be left out.
fn nothing_after_the_end(plan: &Plan, places: &Places) -> Result<(), SpecError> {
    let Some(until) = plan.until else {
        return Ok(());
    };
    for (course, places) in plan.courses.iter().zip(&places.clients) {
        let late = match course {
            Course::Away => None,
            Course::Free(free) => {
                let pauses = free.pauses.iter().zip(&places.pauses);
                let late = pauses.filter(|(stop, _)| stop.from >= until);
                late.map(|(stop, place)| (stop.from, place)).next()
            }
            Course::Steps(steps) => {
                let steps = steps.iter().zip(&places.steps);
                let late = steps.filter(|(step, _)| step.tick >= until);
                late.map(|(step, place)| (step.tick, place)).next()
            }
        };
        if let Some((tick, place)) = late {
            let title = format!("tick {tick} is not before the end of the run, `until = {until}`");
            return Err(SpecError::at(place, title, "never reached"));
        }
    }
    Ok(())
}
