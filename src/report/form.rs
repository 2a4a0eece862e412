//! The forms that a counterexample can be given.

use super::{Case, Invocation, finding, human};
use crate::trace::{itf, json, mermaid, svg, timeline};

/// A form of a counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A table in text, time running down, and the explanation.
    Timeline,
    /// A picture, time running to the right.
    Svg,
    /// A page with all counterexamples, to step through.
    Html,
    /// A sequence diagram of Mermaid.
    Mermaid,
    /// The Informal Trace Format of Apalache and Quint.
    Itf,
    /// Every step and the whole state after it, documented and versioned.
    Json,
}

impl Form {
    /// Every form, in the order in which help texts list them.
    pub const ALL: [Form; 6] = [
        Form::Timeline,
        Form::Svg,
        Form::Html,
        Form::Mermaid,
        Form::Itf,
        Form::Json,
    ];

    /// The word for it on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Timeline => "timeline",
            Form::Svg => "svg",
            Form::Html => "html",
            Form::Mermaid => "mermaid",
            Form::Itf => "itf",
            Form::Json => "json",
        }
    }

    /// What the name of a file in this form ends with.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Form::Timeline => ".txt",
            Form::Svg => ".svg",
            Form::Html => ".html",
            Form::Mermaid => ".mmd",
            Form::Itf => ".itf.json",
            Form::Json => ".json",
        }
    }

    /// The form of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The form that the name of a file asks for.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Form> {
        let name = name.to_ascii_lowercase();
        let ends = |form: &Form| name.ends_with(form.extension());
        // `.itf.json` is also `.json`, and the longer one is meant.
        Form::ALL.into_iter().find(ends)
    }
}

/// One counterexample in one form. The page is one of all of them: see [`super::html`].
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub(super) fn draw(
    form: Form,
    case: &Case<'_>,
    invocation: &Invocation,
) -> serde_json::Result<String> {
    let trace = &case.trace;
    Ok(match form {
        Form::Timeline => text(case, invocation),
        Form::Svg => svg::draw(trace),
        Form::Html => String::new(),
        Form::Mermaid => mermaid::draw(trace, case.row.property),
        Form::Itf => itf::draw(trace, &case.about(invocation)),
        Form::Json => json::draw(trace, &case.about(invocation))?,
    })
}

fn text(case: &Case<'_>, invocation: &Invocation) -> String {
    let drawing = timeline::draw(&case.trace, case.row.property, timeline::Style::default());
    format!(
        "{}\n\n{drawing}\n{}\n\nShow it again:  {}\n",
        finding::title(case.run, case.row, &case.trace),
        human::wrapped(&case.explanation(), "", ""),
        invocation.check(&case.run.job, case.row.property)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_file_says_which_form_it_has() {
        for form in Form::ALL {
            assert_eq!(
                Form::of_file(&format!("a.b{}", form.extension())),
                Some(form)
            );
            assert_eq!(Form::from_name(form.name()), Some(form));
        }
        assert_eq!(Form::of_file("A.SVG"), Some(Form::Svg));
        assert_eq!(Form::of_file("svg"), None);
    }
}
