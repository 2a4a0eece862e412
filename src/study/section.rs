//! The sections that can be told.

use std::fmt;

use super::{
    Defect, arithmetic, corrupted, fenced, lease_lengths, no_expiry, questions, recheck, servers,
    strict, vanishing,
};
use crate::report::human::{Look, ruled};
use crate::report::paint::Paint;

/// A section of the study guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// 5.1: the clause that makes a lock a lease.
    NoExpiry,
    /// 6.1: the corrupted run.
    Corrupted,
    /// 6.2: its arithmetic.
    Arithmetic,
    /// 6.3: the same schedule, fenced.
    Fenced,
    /// 6.4: the number of lock servers.
    Servers,
    /// 6.5: the length of leases and of pauses.
    LeaseLengths,
    /// 6.6: where the effect vanishes.
    Vanishing,
    /// 7.2: the check before the write.
    Recheck,
    /// 7.3: which comparison of tokens.
    Strict,
    /// 9: the questions.
    Questions,
}

impl Section {
    /// Every section, in the order of the guide.
    pub const ALL: [Section; 10] = [
        Section::NoExpiry,
        Section::Corrupted,
        Section::Arithmetic,
        Section::Fenced,
        Section::Servers,
        Section::LeaseLengths,
        Section::Vanishing,
        Section::Recheck,
        Section::Strict,
        Section::Questions,
    ];

    /// Its number in the guide.
    #[must_use]
    pub fn number(self) -> &'static str {
        match self {
            Section::NoExpiry => "5.1",
            Section::Corrupted => "6.1",
            Section::Arithmetic => "6.2",
            Section::Fenced => "6.3",
            Section::Servers => "6.4",
            Section::LeaseLengths => "6.5",
            Section::Vanishing => "6.6",
            Section::Recheck => "7.2",
            Section::Strict => "7.3",
            Section::Questions => "9",
        }
    }

    /// What it is about.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Section::NoExpiry => "What the expiry of a lease buys, and what it costs",
            Section::Corrupted => "The run that corrupts the value",
            Section::Arithmetic => "Its arithmetic",
            Section::Fenced => "The same schedule with fencing",
            Section::Servers => "Do more lock servers help?",
            Section::LeaseLengths => "Does another length of the lease help?",
            Section::Vanishing => "Where the effect vanishes",
            Section::Recheck => "Asking once more before the write",
            Section::Strict => "Refuse what is older, or require what is newer?",
            Section::Questions => "The seven questions",
        }
    }

    /// The section with this number.
    ///
    /// # Errors
    /// If there is none, or none in which there is something to compute.
    pub fn find(number: &str) -> Result<Section, UnknownSection> {
        Section::ALL
            .into_iter()
            .find(|section| section.number() == number.trim())
            .ok_or_else(|| UnknownSection(number.to_string()))
    }
}

/// There is no such section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSection(String);

impl fmt::Display for UnknownSection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = crate::spec::words::quoted(&self.0);
        writeln!(f, "error: there is no section {asked}; the sections are")?;
        for section in Section::ALL {
            writeln!(f, "  {:<3}  {}", section.number(), section.title())?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownSection {}

/// The section as a person reads it: a heading, a table or timeline, and what it shows.
///
/// # Errors
/// If a built-in schedule or model does not work.
pub fn tell(section: Section, look: &Look) -> Result<String, Defect> {
    let paint = Paint { color: look.color };
    let heading = ruled(&format!("{}  {}", section.number(), section.title()));
    let told = match section {
        Section::NoExpiry => no_expiry::tell(),
        Section::Corrupted => corrupted::tell(look),
        Section::Arithmetic => arithmetic::tell(),
        Section::Fenced => fenced::tell(look),
        Section::Servers => servers::tell(),
        Section::LeaseLengths => lease_lengths::tell(),
        Section::Vanishing => vanishing::tell(look),
        Section::Recheck => recheck::tell(),
        Section::Strict => strict::tell(),
        Section::Questions => questions::tell(),
    }?;
    Ok(format!("{}\n\n{told}", paint.strong(&heading)))
}
