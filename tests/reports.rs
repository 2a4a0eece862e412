//! The reports for CI systems: JUnit and annotations of GitHub Actions, several at once, into files.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A model whose expectations are wrong in every way: one that is not met, one that is missing. Its
/// texts do what they can to break out of where they are shown.
const HOSTILE: &str = r#"# A model
name    = "hostile"
summary = "]]></failure><script>alert(1)</script> & \"quoted\" %0A::error::x \u001b[2J \u202e \uffff"
source  = "a test"

[lock]
servers = 1
ttl     = 2
token   = "counter"

[[client]]
name    = "A"
program = ["acquire", "read", "write", "release"]
rounds  = 1

[[client]]
name    = "B"
program = ["acquire", "read", "write", "release"]
rounds  = 1

[resource]
fencing = "off"

[adversary]
pauses = { count = 1, length = 5 }

[[variant]]
name    = "unfenced"
summary = "]]> %0A \u001b[2J"
[variant.expect]
grant-overlap   = "proved within bounds"
double-grant    = "proved within bounds"
token-order     = "proved within bounds"
stale-overwrite = "proved within bounds"
lost-update     = "violated"
stuck-lock      = "proved within bounds"
"#;

/// A directory with the model in it, from which commands are run.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("hostile.toml"), HOSTILE).unwrap();
        Home(home)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_fencepost"))
            .args(arguments)
            .current_dir(self.path())
            .env_remove("CARGO_MANIFEST_DIR")
            .env("NO_COLOR", "1")
            .output()
            .unwrap()
    }

    fn stdout(&self, arguments: &[&str]) -> String {
        String::from_utf8(self.run(arguments).stdout).unwrap()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap()
    }

    fn files(&self) -> Vec<String> {
        let names = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> = names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// The text with every time replaced.
fn without_times(xml: &str) -> String {
    let mut parts = xml.split(" time=\"");
    let mut text = parts.next().unwrap().to_string();
    for part in parts {
        let (_, rest) = part.split_once('"').unwrap();
        text.push_str(" time=\"TIME\"");
        text.push_str(rest);
    }
    text
}

macro_rules! snapshot {
    ($($argument:expr),* $(,)?) => {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!($($argument),*);
        })
    };
}

#[test]
fn junit_has_a_suite_a_model_and_a_case_a_property() {
    let home = Home::new();
    let xml = home.stdout(&["check", "hostile.toml", "no-expiry", "--format", "junit"]);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let with_tag = |tag: &str| {
        let nodes = document.descendants();
        let named = nodes.filter(|node| node.has_tag_name(tag));
        named.collect::<Vec<_>>()
    };
    let suites: Vec<_> = with_tag("testsuite")
        .iter()
        .map(|suite| suite.attribute("name").unwrap().to_string())
        .collect();
    assert_eq!(suites, ["hostile", "no-expiry"]);
    let failed: Vec<_> = with_tag("failure")
        .iter()
        .map(|failure| {
            let case = failure.parent().unwrap();
            let text = failure.text().unwrap();
            assert!(text.contains("hostile.toml"), "{text}");
            (
                case.attribute("classname").unwrap().to_string(),
                case.attribute("name").unwrap().to_string(),
            )
        })
        .collect();
    let of_hostile = |name: &str| ("hostile.unfenced".to_string(), name.to_string());
    assert_eq!(
        failed,
        [of_hostile("stale-overwrite"), of_hostile("unlocked-write")]
    );
    assert!(xml.contains("time=\""));
}

#[test]
fn junit_as_it_is_written() {
    let home = Home::new();
    let xml = home.stdout(&["check", "hostile.toml", "--format", "junit"]);
    snapshot!(without_times(&xml));
}

#[test]
fn what_is_unknown_is_an_error_in_junit_and_a_warning_at_github() {
    let home = Home::new();
    let check = ["check", "hostile.toml", "--max-states", "10"];
    let xml = home.stdout(&[&check[..], &["--format", "junit"]].concat());
    assert!(
        xml.contains("the limit of 10 states stopped the search"),
        "{xml}"
    );
    assert!(xml.contains("<error "), "{xml}");
    let lines = home.stdout(&[&check[..], &["--format", "github"]].concat());
    assert!(
        lines.lines().any(|line| line.starts_with("::warning ")),
        "{lines}"
    );
}

/// The line of the expectation that was not met, and the line of the variant that expects nothing.
#[test]
fn annotations_point_at_the_line() {
    let home = Home::new();
    let lines = home.stdout(&["check", "hostile.toml", "--format", "github"]);
    let line_of = |text: &str| {
        HOSTILE
            .lines()
            .position(|line| line.starts_with(text))
            .unwrap()
            + 1
    };
    let unmet = format!("file=hostile.toml,line={},", line_of("stale-overwrite"));
    let missing = format!("file=hostile.toml,line={},", line_of("[[variant]]"));
    let found: Vec<_> = lines.lines().collect();
    assert_eq!(found.len(), 2, "{lines}");
    assert!(
        found[0].starts_with("::error ") && found[0].contains(&unmet),
        "{lines}"
    );
    assert!(
        found[1].starts_with("::error ") && found[1].contains(&missing),
        "{lines}"
    );
    snapshot!(lines);
}

#[test]
fn annotations_on_good_models_are_none() {
    let home = Home::new();
    let output = home.run(&["check", "no-expiry", "--format", "github"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
}

#[test]
fn built_in_models_are_annotated_where_they_lie_in_the_repository() {
    let lines = Home::new().stdout(&["check", "--fencing", "off", "--format", "github"]);
    assert!(
        lines.starts_with("::error file=models/study-guide.toml,line=1,col=1,"),
        "{lines}"
    );
}

#[test]
fn the_name_of_a_file_does_not_end_an_annotation() {
    let home = Home::new();
    let file = home.path().join("a,b:100%.toml");
    fs::write(&file, HOSTILE).unwrap();
    let lines = home.stdout(&["check", file.to_str().unwrap(), "--format", "github"]);
    // The path is absolute and is shown as seen from the working directory.
    assert!(lines.contains("file=a%2Cb%3A100%25.toml,line="), "{lines}");
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_is_no_markup_in_junit() {
    let home = Home::new();
    let name = "]]><failure>&amp;\"\u{1b}[2J.toml";
    fs::write(home.path().join(name), HOSTILE).unwrap();
    let xml = home.stdout(&["check", name, "--format", "junit"]);
    let document = roxmltree::Document::parse(&xml).unwrap();
    let nodes = document.descendants();
    let failures = nodes.filter(|node| node.has_tag_name("failure"));
    let texts: Vec<_> = failures.map(|node| node.text().unwrap()).collect();
    assert_eq!(texts.len(), 2, "{xml}");
    let shown = "]]><failure>&amp;\"\u{fffd}[2J.toml:34: ";
    assert!(texts[0].starts_with(shown), "{}", texts[0]);
}

/// Neither a report nor the terminal gets a control character from a model file, and no markup.
#[test]
fn hostile_text_stays_text() {
    let home = Home::new();
    for format in ["human", "junit", "github", "json"] {
        let text = home.stdout(&["check", "hostile.toml", "--format", format]);
        let harmful = |c: &char| *c != '\n' && (c.is_control() || matches!(c, '\u{202e}'));
        if format != "json" {
            assert_eq!(text.chars().find(harmful), None, "{format}: {text}");
        }
        assert!(!text.contains("\u{1b}"), "{format}: {text}");
        if format == "github" {
            assert!(
                text.lines().all(|line| line.starts_with("::error file=")),
                "{text}"
            );
        }
    }
}

#[test]
fn several_reports_at_once() {
    let home = Home::new();
    let output = home.run(&[
        "check",
        "hostile.toml",
        "--format",
        "human",
        "--format",
        "github",
        "--format",
        "junit",
        "--out",
        "junit.xml",
        "--format",
        "json",
        "--out",
        "report.json",
        "--format",
        "human",
        "--out",
        "report.txt",
    ]);
    let screen = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        screen.contains("NOT AS EXPECTED") && screen.contains("\n::error "),
        "{screen}"
    );
    let (human, _) = screen.split_once("::error ").unwrap();
    let size = |text: &str| text.lines().count();
    assert_eq!(size(&home.read("report.txt")), size(human));
    assert!(home.read("junit.xml").starts_with("<?xml"));
    let json: serde_json::Value = serde_json::from_str(&home.read("report.json")).unwrap();
    assert_eq!(json["exit_code"], 1);
    assert_eq!(
        home.files(),
        ["hostile.toml", "junit.xml", "report.json", "report.txt"],
        "nothing else is left"
    );
}

#[test]
fn a_file_is_replaced_as_a_whole_and_an_ordinary_one() {
    let home = Home::new();
    fs::write(home.path().join("junit.xml"), "x".repeat(1_000_000)).unwrap();
    home.run(&[
        "check",
        "no-expiry",
        "--format",
        "junit",
        "--out",
        "junit.xml",
    ]);
    assert!(home.read("junit.xml").ends_with("</testsuites>\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let of = |file| {
            fs::metadata(home.path().join(file))
                .unwrap()
                .permissions()
                .mode()
        };
        assert_eq!(
            of("junit.xml"),
            of("hostile.toml"),
            "readable like any other"
        );
    }
}

/// Found out before the search: nothing is said about any model, and nothing is written.
#[test]
fn what_cannot_be_written_is_found_out_first() {
    let home = Home::new();
    fs::create_dir(home.path().join("taken")).unwrap();
    for file in ["no/such/directory.xml", "taken", "hostile.toml/x.xml"] {
        let output = home.run(&[
            "check",
            "hostile.toml",
            "--format",
            "human",
            "--format",
            "json",
            "--out",
            "first.json",
            "--format",
            "junit",
            "--out",
            file,
        ]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(
            message.starts_with(&format!("error: cannot write {file}")),
            "{message}"
        );
        assert!(output.stdout.is_empty());
        assert_eq!(home.files(), ["hostile.toml", "taken"]);
    }
}

#[test]
fn formats_that_do_not_fit_together_are_mistakes() {
    let mistakes: [(&[&str], &str); 6] = [
        (
            &["--format", "json", "--format", "human"],
            "cannot share standard output",
        ),
        (
            &["--format", "junit", "--format", "github"],
            "cannot share standard output",
        ),
        (
            &["--out", "x.xml", "--format", "junit"],
            "no --format before it",
        ),
        (
            &["--format", "junit", "--out", "a", "--out", "b"],
            "has two files, a and b",
        ),
        (
            &[
                "--format", "junit", "--out", "a", "--format", "json", "--out", "a",
            ],
            "would go to a",
        ),
        (&["--format", "human", "--format", "human"], "said twice"),
    ];
    let home = Home::new();
    for (arguments, fragment) in mistakes {
        let output = home.run(&[&["check"], arguments].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(fragment), "no {fragment:?} in: {message}");
        assert_eq!(message.matches("error").count(), 1, "{message}");
        assert_eq!(home.files(), ["hostile.toml"]);
    }
}

/// The schema that the JUnit readers of Jenkins go by.
#[test]
#[ignore = "needs xmllint, and the path of junit-10.xsd in JUNIT_XSD"]
fn junit_is_valid_by_the_schema_of_its_readers() {
    let schema = std::env::var("JUNIT_XSD").expect("the path of junit-10.xsd in JUNIT_XSD");
    let home = Home::new();
    for (position, arguments) in [
        &["check", "hostile.toml", "no-expiry"][..],
        &["check", "hostile.toml", "--max-states", "10"],
        &["check", "--fencing", "ask", "--set", "lock.ttl=3"],
    ]
    .into_iter()
    .enumerate()
    {
        let file = format!("{position}.xml");
        home.run(&[arguments, &["--format", "junit", "--out", &file]].concat());
        let output = Command::new("xmllint")
            .args(["--noout", "--nonet", "--schema", &schema])
            .arg(home.path().join(&file))
            .output()
            .expect("xmllint is installed");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
    }
}
