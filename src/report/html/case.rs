//! One counterexample: what went wrong, the drawing, the steps, the writes, the leases, and how to see
//! it again.

use super::moves::mark;
use super::{cell, markup, table, world_name};
use crate::check::Standing;
use crate::report::advice;
use crate::report::{Case, Invocation, finding, human};
use crate::trace::svg::{self, Picture};
use crate::trace::timeline::audit;
use crate::trace::{capital, timeline, view};

/// A drawing that is wider does not fit on a sheet of paper; the timeline in text stands in for it.
const WIDEST_ON_PAPER: f64 = 1500.0;

/// The drawing of this counterexample.
pub(super) fn picture(case: &Case<'_>, id: &str) -> Picture {
    svg::picture(&case.trace, &format!("-{id}"))
}

/// The section about this counterexample.
pub(super) fn section(
    case: &Case<'_>,
    id: &str,
    picture: &Picture,
    invocation: &Invocation,
) -> String {
    [
        format!("<section class=\"case\" id=\"{id}\">\n"),
        heading(case),
        story(case, invocation),
        drawing(case, picture),
        steps(case),
        writes(case),
        leases(case),
        "</section>\n".to_string(),
    ]
    .concat()
}

fn heading(case: &Case<'_>) -> String {
    format!(
        "<h2>{}</h2>\n<p class=\"hint\">{}</p>\n",
        markup(&capital(&finding::title(case.run, case.row, &case.trace))),
        markup(&world_name(case.run)),
    )
}

fn story(case: &Case<'_>, invocation: &Invocation) -> String {
    let meaning = human::meaning(case.row);
    let advice = advice::of_finding(case.run, case.row);
    let advice = advice.map(|advice| format!("<p>{}</p>\n", markup(advice)));
    let beyond = matches!(case.row.standing, Standing::Finding | Standing::Note);
    let beyond = if beyond { " beyond" } else { "" };
    format!(
        "<div class=\"story{beyond}\"><p><strong>{}.</strong></p>\n<p>{}</p>\n{}\
         <p>Show it again: <code>{}</code></p></div>\n",
        markup(&capital(&meaning)),
        markup(&case.explanation()),
        advice.unwrap_or_default(),
        markup(&invocation.check(&case.run.job, case.row.property)),
    )
}

fn drawing(case: &Case<'_>, picture: &Picture) -> String {
    let wide = if picture.width > WIDEST_ON_PAPER {
        " wide"
    } else {
        ""
    };
    let text = timeline::draw(&case.trace, case.row.property, timeline::Style::default());
    format!(
        "<div class=\"drawing{wide}\" tabindex=\"0\" role=\"region\" aria-label=\"Timeline\">{}</div>\n\
         <pre class=\"on-paper{wide}\">{}</pre>\n",
        picture.svg,
        markup_lines(&text)
    )
}

/// Text of several lines: line breaks are kept.
fn markup_lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(markup).collect();
    lines.join("\n")
}

/// The steps as a list. The script makes each a button that leads to the state after it.
fn steps(case: &Case<'_>) -> String {
    let step = |(position, told): (usize, view::StepView)| {
        let step = &case.trace.steps[position];
        let marks: String = step.violated.iter().map(mark).collect();
        let begins = case.trace.loop_from == Some(position);
        let begins = if begins {
            "<em class=\"mark\">repeats for ever from here</em>"
        } else {
            ""
        };
        format!(
            "<li><span class=\"time\">t={}</span> <span class=\"what\">{}</span> {marks}{begins}</li>\n",
            step.seen_at(),
            markup(&told.event)
        )
    };
    let steps = view::steps(&case.trace).into_iter().enumerate();
    let list: String = steps.map(step).collect();
    format!(
        "<div class=\"walk\">\n<div class=\"here\">\n\
         <div class=\"bar\"><h3 class=\"now\" aria-live=\"polite\">Step by step</h3><nav aria-label=\"Steps\"></nav></div>\n\
         <div class=\"state\"></div>\n</div>\n\
         <ol class=\"steps\" aria-label=\"Steps\">\n<li class=\"start\"><span class=\"what\">the beginning</span></li>\n\
         {list}</ol>\n</div>\n"
    )
}

fn writes(case: &Case<'_>) -> String {
    let writes = case.trace.writes();
    if writes.is_empty() {
        return "<h3>Writes</h3>\n<p>Nothing was written.</p>\n".to_string();
    }
    let rows: Vec<_> = writes
        .into_iter()
        .map(|write| {
            let token = write
                .token
                .map_or("none".to_string(), |token| token.to_string());
            let marks: String = write.violated.iter().map(mark).collect();
            let answer = match write.refused {
                Some(why) => format!("refused: {why}"),
                None => "accepted".to_string(),
            };
            format!(
                "<tr>{}<th scope=\"row\">{}</th>{}{}{}{}{}<td>{} {marks}</td></tr>",
                cell(&write.tick.to_string(), "number"),
                markup(&write.client),
                cell(&token, "number"),
                cell(&write.lease, ""),
                cell(&write.read, ""),
                cell(&write.wrote, ""),
                cell(&write.before, ""),
                markup(&answer)
            )
        })
        .collect();
    let titles = [
        "Tick",
        "Client",
        "Token",
        "Its lease at that instant",
        "What it had read",
        "What it wrote",
        "What was there",
        "Answer",
    ];
    format!(
        "<h3>Writes: who, when, under which token</h3>\n{}",
        table("", &titles, &rows)
    )
}

/// The audit of grants.
fn leases(case: &Case<'_>) -> String {
    let rows: Vec<_> = audit::rows(&case.trace)
        .into_iter()
        .map(|[client, interval, token, end, servers]| {
            let token = token.trim_start_matches("token ");
            format!(
                "<tr><th scope=\"row\">{}</th>{}{}{}{}</tr>",
                markup(&client),
                cell(&interval, "number"),
                cell(token, "number"),
                cell(&end, ""),
                cell(&servers, "")
            )
        })
        .collect();
    let titles = ["Client", "Interval", "Token", "How it ended", "Granted by"];
    let list = if rows.is_empty() {
        String::new()
    } else {
        table("", &titles, &rows)
    };
    format!(
        "<h3>Leases granted, as half-open intervals</h3>\n{list}<p><strong>{}</strong></p>\n",
        markup(audit::verdict(&case.trace))
    )
}
