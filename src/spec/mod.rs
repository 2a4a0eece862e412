//! What a person writes: model files and overrides, read, checked, and turned into worlds.
//!
//! A [`ModelFile`] is parsed and checked as a whole, its variants included. Whatever is wrong becomes
//! a [`SpecError`] that points at the mistake, says what is allowed there, and, if it can, names the
//! way out. Unknown keys are mistakes everywhere, and whatever could change a verdict has to be
//! written down.
//!
//! Reading order: `model_file`, `setup` and the files of the tables it reads (`lock`, `client`,
//! `program`, `resource`, `adversary`), `combinations`, `variant`, `expectation`, `setting`. Beneath
//! them lie `document` (from text to a tree whose nodes know their place), `fields` (keyed lookup
//! that knows what is allowed), `kind` (a file that is no model at all) and `error`; the reader of
//! schedules ([`crate::schedule`]) stands on them too.

mod adversary;
pub mod catalogue;
pub(crate) mod client;
mod combinations;
pub(crate) mod document;
mod error;
mod expectation;
pub(crate) mod fields;
pub(crate) mod keys;
pub(crate) mod kind;
mod lock;
mod model_file;
pub(crate) mod node;
mod program;
mod quantity;
pub(crate) mod read;
mod resolve;
mod resource;
pub mod schema;
mod setting;
mod setup;
pub(crate) mod text;
pub(crate) mod variant;
pub(crate) mod words;

pub use error::SpecError;
pub use expectation::{Expected, ExpectedVerdict};
pub use model_file::ModelFile;
pub(crate) use quantity::{NUMERIC_KEYS, Quantity};
pub use resolve::resolve;
pub use setting::Override;
pub(crate) use text::{Place, Text, harmless};
pub use variant::Variant;

/// The model that is meant when none is named.
pub const DEFAULT_MODEL: &str = "study-guide";
