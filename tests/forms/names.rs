//! No name can become markup, syntax or a command of a terminal.

use fencepost::report::{Form, files, human};

use crate::runs::{HOSTILE, hostile, invocation};

fn drawn(form: Form) -> Vec<files::File> {
    files::in_form(form, &[hostile()], &invocation()).expect("a form")
}

/// What no text may contain: commands of a terminal, and marks that turn the direction of a line.
fn assert_printable(text: &str) {
    let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    let at = text
        .find(bad)
        .map(|at| text[..at].chars().rev().take(40).collect::<String>());
    assert_eq!(at, None, "what stands before it, from behind");
}

#[test]
fn text_moves_no_cursor() {
    for form in [Form::Timeline, Form::Svg, Form::Html, Form::Mermaid] {
        for file in drawn(form) {
            assert_printable(&file.content);
        }
    }
    let look = human::Look::plain(invocation());
    assert_printable(&human::model_heading(&hostile(), &look));
    assert_printable(&human::run(&hostile(), &look));
}

#[test]
fn names_are_text_of_a_picture() {
    for file in drawn(Form::Svg) {
        let document = roxmltree::Document::parse(&file.content).expect("XML");
        let elements = document.descendants().filter(roxmltree::Node::is_element);
        for element in elements {
            let name = element.tag_name().name();
            assert!(
                !["script", "img", "foreignObject"].contains(&name),
                "{name}"
            );
            assert!(
                element
                    .attributes()
                    .all(|attribute| !attribute.name().starts_with("on"))
            );
        }
    }
}

#[test]
fn names_are_text_of_the_page() {
    let page = &drawn(Form::Html)[0].content;
    assert!(!page.contains("<img") && !page.contains("<script>hacked"));
    assert_eq!(page.matches("<script").count(), 2, "the data and the code");
    assert_eq!(page.matches("</script").count(), 2);
    let markup = page.split("<script").next().unwrap_or_default();
    assert!(
        !markup.contains("' onmouseover=hacked=1 x=' "),
        "no attribute is left early"
    );
}

#[test]
fn names_are_text_of_a_diagram() {
    for file in drawn(Form::Mermaid) {
        assert!(!file.content.contains("%%") && !file.content.contains("$$"));
        for line in file.content.lines() {
            // Every `;` ends an entity.
            let entities = line.split(';').rev().skip(1);
            for entity in entities {
                let digits = entity.rsplit('#').next().unwrap_or_default();
                assert!(digits.parse::<u32>().is_ok(), "{line}");
            }
        }
    }
}

#[test]
fn names_of_files_lead_nowhere() {
    let runs = [hostile(), hostile()];
    for file in files::in_form(Form::Svg, &runs, &invocation()).expect("files") {
        let harmless = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        assert!(file.name.chars().all(harmless), "{}", file.name);
        assert!(!file.name.contains(".."));
    }
}

#[test]
fn programs_get_names_as_they_are() {
    for file in drawn(Form::Json) {
        let json: serde_json::Value = serde_json::from_str(&file.content).expect("JSON");
        assert_eq!(json["model"], HOSTILE);
        assert_eq!(
            json["initial"]["clients"][0]["client"],
            format!("A{HOSTILE}")
        );
    }
}
