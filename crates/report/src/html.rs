//! A page that needs nothing else: counts, failures and every test.

use std::fmt::Write as _;

use verdict_protocol::TestState;

use crate::escape::{lines, one_line};
use crate::model::Model;
use crate::{Counts, RunReport};

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;\
color-scheme:light dark}pre{overflow:auto;padding:1rem;border:1px solid;border-radius:.5rem}\
table{border-collapse:collapse;width:100%}td,th{padding:.25rem .75rem;text-align:left;border-bottom:1px solid #8884}\
.failed{color:light-dark(#b00020,#ff8a80)}.passed{color:light-dark(#1b6e20,#81c784)}";

/// Renders a report as one HTML page. It has no script and loads nothing. Equal reports give equal bytes.
#[must_use]
pub fn html(report: &RunReport) -> String {
    let model = Model::from(report);
    let mut out = String::new();
    let (verdict, class) = if model.success { ("passed", "passed") } else { ("failed", "failed") };
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Verdict: {verdict}</title>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <style>{STYLE}</style>\n<h1>Verdict: <span class=\"{class}\">{verdict}</span></h1>\n"
    );
    let Counts { passed, failed, failed_outside, skipped, todo, errors, warnings, .. } = model.counts;
    let _ = writeln!(
        out,
        "<p>{passed} passed, {failed} failed, {failed_outside} failed outside tests, {skipped} skipped, {todo} todo, {errors} errors, {warnings} warnings, {:.0} ms</p>",
        model.total_ms
    );
    for remark in model.remarks.iter().chain(&model.notes) {
        let _ = writeln!(out, "<p>{}</p>", escaped(&lines(remark)));
    }
    if !model.findings.is_empty() {
        out.push_str("<h2>Findings</h2>\n");
    }
    for finding in &model.findings {
        let title: Vec<String> = finding.title.iter().map(|name| one_line(name)).collect();
        let place = finding
            .location
            .map_or_else(String::new, |at| format!("{}:{}:{}", one_line(&at.file), at.line, at.column));
        let mut text = lines(&finding.message);
        for detail in &finding.details {
            let _ = write!(text, "\n{}", lines(detail));
        }
        let _ = writeln!(
            out,
            "<h3>{}</h3>\n<p>{} [{}]</p>\n<pre>{}</pre>",
            escaped(&title.join(" > ")),
            escaped(&place),
            escaped(&one_line(&finding.rule)),
            escaped(&text)
        );
    }
    for group in &model.groups {
        let _ = writeln!(
            out,
            "<h2>{}</h2>\n<table>\n<tr><th>State<th>Test<th>Milliseconds",
            escaped(&one_line(group.name))
        );
        for case in &group.cases {
            let (state, class) = match case.state {
                TestState::Passed => ("passed", "passed"),
                TestState::Failed => ("failed", "failed"),
                TestState::Skipped => ("skipped", ""),
                TestState::Todo => ("todo", ""),
            };
            let _ = writeln!(
                out,
                "<tr><td class=\"{class}\">{state}<td>{}<td>{:.0}",
                escaped(&case.title()),
                case.duration_ms
            );
        }
        out.push_str("</table>\n");
    }
    out.push_str("</html>\n");
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
