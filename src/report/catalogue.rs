//! The catalogue as a table: its models, their variants, and the verdicts expected of each.

use std::fmt::Write as _;

use serde::Serialize;

use super::human::wrapped;
use super::json::FORMAT;
use crate::property::Property;
use crate::spec::catalogue::path_of;
use crate::spec::{ExpectedVerdict, ModelFile, Variant};

/// Columns that the names of variants take, with what stands before and after them.
const NAMES: usize = 26;

/// The models for a person.
#[must_use]
pub fn human(models: &[ModelFile]) -> String {
    let mut text = String::new();
    for model in models {
        let heading = format!("{}: {}", model.name, model.summary);
        let _ = writeln!(text, "{}", wrapped(&heading, "", "  "));
        for variant in &model.variants {
            text.push_str(&variant_line(variant));
        }
        text.push('\n');
    }
    text + "Show a model file:  fencepost models NAME\n\
            Check it:           fencepost check NAME\n"
}

/// The name of a variant, and what is expected of it.
fn variant_line(variant: &Variant) -> String {
    let name = format!("  {:<width$}", variant.name, width = NAMES - 4);
    let indent = " ".repeat(NAMES);
    let expected = wrapped(&expected(variant), &indent, &indent);
    if name.trim_end().len() + 2 > NAMES {
        return format!("{}\n{expected}\n", name.trim_end());
    }
    format!("{name}  {}\n", expected.trim_start())
}

/// "violated: lost-update; reached: unlocked-write; all else proved"
fn expected(variant: &Variant) -> String {
    use ExpectedVerdict::{Proved, ProvedWithinBounds, Reached, Violated};
    let named = [Violated, Reached].into_iter().filter_map(|verdict| {
        let names: Vec<_> = properties(variant, verdict).collect();
        (!names.is_empty()).then(|| format!("{}: {}", verdict.word(), names.join(", ")))
    });
    let mut parts: Vec<_> = named.collect();
    let rest = if parts.is_empty() { "all" } else { "all else" };
    for verdict in [Proved, ProvedWithinBounds] {
        if properties(variant, verdict).next().is_some() {
            parts.push(format!("{rest} {}", verdict.word()));
        }
    }
    parts.join("; ")
}

fn properties(variant: &Variant, verdict: ExpectedVerdict) -> impl Iterator<Item = &'static str> {
    let of_it = move |(property, expected): (&Property, &crate::spec::Expected)| {
        (expected.verdict == verdict).then(|| property.name())
    };
    variant.expect.iter().filter_map(of_it)
}

/// The models as a page in Markdown: `models/README.md`.
#[must_use]
pub fn markdown(models: &[ModelFile]) -> String {
    let mut text = String::from(
        "<!-- Generated: cargo run -- models --format markdown > models/README.md -->\n\n\
         # The catalogue\n\n\
         Each file is a page about a system, with the variants of it and the verdicts that they deserve. \
         `check models/` holds all of them against what a search finds.\n\n\
         | model | what it is | variants |\n|---|---|---|\n",
    );
    for model in models {
        let _ = writeln!(
            text,
            "| [`{0}`](#{0}) | {1} | {2} |",
            model.name,
            cell(&model.summary),
            model.variants.len()
        );
    }
    for model in models {
        text.push_str(&section(model));
    }
    text
}

fn section(model: &ModelFile) -> String {
    let mut text = format!(
        "\n## {0}\n\n{1}. Source: {2}. The file: [`{0}.toml`]({0}.toml).\n\n",
        model.name,
        line(&model.summary),
        line(&model.source)
    );
    let properties: Vec<_> = Property::ALL
        .into_iter()
        .filter(|property| {
            model
                .variants
                .iter()
                .any(|v| v.expect.contains_key(property))
        })
        .collect();
    let names: Vec<_> = properties.iter().map(|property| property.name()).collect();
    let _ = writeln!(text, "| variant | {} | |", names.join(" | "));
    let _ = writeln!(text, "|---|{}---|", "---|".repeat(names.len()));
    for variant in &model.variants {
        let verdicts: Vec<_> = properties.iter().map(|p| verdict(variant, *p)).collect();
        let summary = variant.summary.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            variant.name,
            verdicts.join(" | "),
            cell(summary)
        );
    }
    text
}

/// What is violated stands out.
fn verdict(variant: &Variant, property: Property) -> String {
    match variant
        .expect
        .get(&property)
        .map(|expected| expected.verdict)
    {
        None => "–".to_string(),
        Some(ExpectedVerdict::Violated) => "**violated**".to_string(),
        Some(verdict) => verdict.word().to_string(),
    }
}

/// Text that stays in its cell.
fn cell(text: &str) -> String {
    line(text).replace('|', "\\|")
}

fn line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The models for a program. The shape is described in `docs/json.md`.
///
/// # Errors
/// If the JSON library refuses a value, which none of ours gives it reason to.
pub fn json(models: &[ModelFile]) -> Result<String, serde_json::Error> {
    let catalogue = Catalogue {
        format: FORMAT,
        fencepost: env!("CARGO_PKG_VERSION"),
        models: models.iter().map(model_view).collect(),
    };
    serde_json::to_string_pretty(&catalogue).map(|text| text + "\n")
}

#[derive(Serialize)]
struct Catalogue<'a> {
    format: u32,
    fencepost: &'static str,
    models: Vec<ModelView<'a>>,
}

#[derive(Serialize)]
struct ModelView<'a> {
    name: &'a str,
    summary: &'a str,
    source: &'a str,
    path: &'a str,
    variants: Vec<VariantView<'a>>,
}

#[derive(Serialize)]
struct VariantView<'a> {
    name: &'a str,
    summary: Option<&'a str>,
    line: usize,
    expect: serde_json::Map<String, serde_json::Value>,
}

fn model_view(model: &ModelFile) -> ModelView<'_> {
    ModelView {
        name: &model.name,
        summary: &model.summary,
        source: &model.source,
        path: path_of(&model.origin),
        variants: model.variants.iter().map(variant_view).collect(),
    }
}

fn variant_view(variant: &Variant) -> VariantView<'_> {
    let expected = |(property, expected): (&Property, &crate::spec::Expected)| {
        (property.name().to_string(), expected.verdict.word().into())
    };
    VariantView {
        name: &variant.name,
        summary: variant.summary.as_deref(),
        line: variant.line,
        expect: variant.expect.iter().map(expected).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::human::WIDTH;
    use super::*;

    #[test]
    fn the_table_for_a_person_keeps_to_its_width() {
        for line in human(&crate::spec::catalogue::models()).lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }
}
