//! A mistake in what a person wrote: what is wrong, where, what is allowed there, and the way out.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};

use super::text::{Place, Text, harmless};

/// A mistake in a model file, in an override, or in the name of a model.
///
/// Shown with [`fmt::Display`] it is a report of several lines without colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(Box<Mistake>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    title: String,
    /// Where it is wrong, and what to say beneath the underlined words.
    spot: Option<(Place, String)>,
    /// Another place that takes part in it.
    context: Option<(Place, String)>,
    /// The file that cannot be shown.
    path: Option<String>,
    notes: Vec<String>,
    help: Vec<String>,
}

impl SpecError {
    /// A mistake that has no place in a text.
    pub(crate) fn new(title: impl Into<String>) -> SpecError {
        SpecError(Box::new(Mistake {
            title: title.into(),
            spot: None,
            context: None,
            path: None,
            notes: Vec::new(),
            help: Vec::new(),
        }))
    }

    /// A mistake at this place; the label, unless it is empty, goes beneath the underlined words.
    pub(crate) fn at(
        place: &Place,
        title: impl Into<String>,
        label: impl Into<String>,
    ) -> SpecError {
        let mut error = SpecError::new(title);
        error.0.spot = Some((place.clone(), label.into()));
        error
    }

    /// Shows another place that takes part in the mistake.
    pub(crate) fn beside(mut self, place: &Place, label: impl Into<String>) -> SpecError {
        self.0.context = Some((place.clone(), label.into()));
        self
    }

    /// Names the file or directory that cannot be shown.
    pub(crate) fn in_file(mut self, path: impl Into<String>) -> SpecError {
        self.0.path = Some(path.into());
        self
    }

    /// Adds a reason or a list of what is allowed.
    pub(crate) fn note(mut self, note: impl Into<String>) -> SpecError {
        self.0.notes.push(note.into());
        self
    }

    /// Adds ways out.
    pub(crate) fn help(mut self, help: impl IntoIterator<Item = impl Into<String>>) -> SpecError {
        self.0.help.extend(help.into_iter().map(Into::into));
        self
    }

    /// What is wrong, as one line.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// What the mistake stands in: the path of a model file, or an option of the command line.
    /// `None` if it is not about a place in a text.
    #[must_use]
    pub fn origin(&self) -> Option<&str> {
        let (place, _) = self.0.spot.as_ref()?;
        Some(&place.text().origin)
    }

    /// The bytes of the text that are underlined; the range lies in the text and splits no character.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.spot.as_ref().map(|(place, _)| place.span())
    }

    /// Line and column of the mistake, both from 1; columns count characters.
    #[must_use]
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.0
            .spot
            .as_ref()
            .map(|(place, _)| place.line_and_column())
    }

    /// The whole report, several lines without a newline at the end. Control characters of the text
    /// it quotes are replaced; with `color` there are those that colour the report.
    #[must_use]
    pub fn render(&self, color: bool) -> String {
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&[self.group()])
    }

    fn group(&self) -> Group<'_> {
        let mistake = &self.0;
        let title = Level::ERROR.primary_title(shown(&mistake.title));
        let messages = mistake
            .notes
            .iter()
            .map(|note| Level::NOTE.message(shown(note)))
            .chain(
                mistake
                    .help
                    .iter()
                    .map(|help| Level::HELP.message(shown(help))),
            );
        title
            .elements(self.snippets())
            .elements(mistake.path.iter().map(|path| Origin::path(shown(path))))
            .elements(messages)
    }

    /// One snippet of each text that takes part.
    fn snippets(&self) -> Vec<Element<'_>> {
        let spot = annotation(&self.0.spot, AnnotationKind::Primary);
        let context = annotation(&self.0.context, AnnotationKind::Context);
        match (spot, context) {
            (None, _) => Vec::new(),
            (Some((text, spot)), None) => vec![snippet(text, [spot])],
            (Some((text, spot)), Some((other, context))) if Arc::ptr_eq(text, other) => {
                vec![snippet(text, [spot, context])]
            }
            (Some((text, spot)), Some((other, context))) => {
                vec![snippet(text, [spot]), snippet(other, [context])]
            }
        }
    }
}

fn annotation(
    spot: &Option<(Place, String)>,
    kind: AnnotationKind,
) -> Option<(&Arc<Text>, Annotation<'_>)> {
    let (place, label) = spot.as_ref()?;
    let annotation = kind.span(place.span());
    let label = Some(shown(label)).filter(|label| !label.is_empty());
    Some((place.text(), annotation.label(label)))
}

fn snippet<'a>(text: &Text, annotations: impl IntoIterator<Item = Annotation<'a>>) -> Element<'a> {
    Snippet::source(harmless(&text.content))
        .path(shown(&text.origin))
        .annotations(annotations)
        .into()
}

/// Words of ours may repeat words of a file, and paths may contain anything.
fn shown(words: &str) -> String {
    harmless(words)
}

impl fmt::Display for SpecError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.render(false))
    }
}

impl std::error::Error for SpecError {}
