//! Where a trace comes from, for forms of it that travel without the report.

use serde::Serialize;

/// Which world a trace was found in, what it shows, and how to find it again.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The name of the model.
    pub model: String,
    /// The variant, if one was chosen.
    pub variant: Option<String>,
    /// What the command line set, each as `key=value`.
    pub set: Vec<String>,
    /// The world in one line.
    pub world: String,
    /// The property that the trace is about.
    pub property: &'static str,
    /// What is known of the property.
    pub verdict: &'static str,
    /// What goes wrong, in words.
    pub explanation: String,
    /// The faults that it takes, in words.
    pub faults: String,
    /// The command that shows it again.
    pub command: String,
}
