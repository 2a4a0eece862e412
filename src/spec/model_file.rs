//! A model file: read, checked, and ready to give worlds.

use std::path::Path;

use super::node::{Entry, Node};
use super::text::Text;
use super::variant::{self, Variant};
use super::words::{did_you_mean, listed, quoted};
use super::{Override, SpecError, catalogue, document, kind, read, setting, setup};
use crate::world::World;

/// How late the changes of a schedule are: after the model, before the command line.
const SCHEDULE: usize = 1;

/// How late the first override is: after the model, and the variant or the schedule.
const FIRST_OVERRIDE: usize = 2;

/// A model file that has been read and checked, its variants included.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// The path it was read from, or what stands for it.
    pub origin: String,
    /// The name of the model.
    pub name: String,
    /// What it models, in one line.
    pub summary: String,
    /// Where the system is described.
    pub source: String,
    /// The variants, in the order of the file.
    pub variants: Vec<Variant>,
    document: Node,
}

impl ModelFile {
    /// Reads a model file from its text; `origin` is what messages call it.
    ///
    /// # Errors
    /// The first mistake in the model or in one of its variants.
    pub fn parse(origin: &str, text: &str) -> Result<ModelFile, SpecError> {
        let document = document::parse(&Text::file(origin, text))?;
        kind::no_schedule(&document)?;
        setup::world(&document)?;
        let variants = variant::read_all(&document)?;
        let fields = setup::fields(&document)?;
        let words = |key| Ok(fields.required(key)?.text()?.to_string());
        Ok(ModelFile {
            origin: origin.to_string(),
            name: words("name")?,
            summary: words("summary")?,
            source: words("source")?,
            variants,
            document,
        })
    }

    /// The word that names this model on the command line.
    #[must_use]
    pub fn argument(&self) -> &str {
        if catalogue::is_built_in(&self.origin) {
            &self.name
        } else {
            &self.origin
        }
    }

    /// Reads a model file from disk.
    ///
    /// # Errors
    /// If the file cannot be read, is longer than 1 MiB or not UTF-8, or has a mistake in it.
    pub fn read(path: &Path) -> Result<ModelFile, SpecError> {
        let text = read::text(path, "the model file")?;
        ModelFile::parse(&path.display().to_string(), &text)
    }

    /// The world of a variant, or of the model itself: the model first, then what the variant sets,
    /// then the overrides in their order.
    ///
    /// # Errors
    /// If there is no such variant, or if an override does not fit.
    pub fn world(&self, variant: Option<&str>, overrides: &[Override]) -> Result<World, SpecError> {
        let mut document = self.document.clone();
        if let Some(name) = variant {
            self.variant(name)?.apply(&mut document)?;
        }
        overridden(document, overrides)
    }

    /// The world of a schedule: the model first, then what the schedule sets, then the overrides in
    /// their order.
    ///
    /// # Errors
    /// If something that is set does not fit.
    pub(crate) fn world_of_schedule(
        &self,
        set: &[Entry],
        overrides: &[Override],
    ) -> Result<World, SpecError> {
        let mut document = self.document.clone();
        for entry in set {
            setting::apply(&mut document, entry, SCHEDULE)?;
        }
        overridden(document, overrides)
    }

    /// The variant of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn variant(&self, name: &str) -> Result<&Variant, SpecError> {
        let found = self.variants.iter().find(|variant| variant.name == name);
        found.ok_or_else(|| self.no_variant(name))
    }

    fn no_variant(&self, name: &str) -> SpecError {
        let names = || self.variants.iter().map(|variant| variant.name.as_str());
        let error = SpecError::new(format!(
            "{} has no variant {}",
            quoted(&self.name),
            quoted(name)
        ))
        .in_file(&self.origin);
        if self.variants.is_empty() {
            error.note("it has no variants at all")
        } else {
            error
                .note(format!("its variants are {}", listed(names(), "and")))
                .help(did_you_mean(name, names()))
        }
    }
}

fn overridden(mut document: Node, overrides: &[Override]) -> Result<World, SpecError> {
    for (layer, change) in (FIRST_OVERRIDE..).zip(overrides) {
        setting::apply(&mut document, change.entry(), layer)?;
    }
    setup::world(&document)
}
