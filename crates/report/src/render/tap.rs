//! TAP 13.

use std::fmt::Write as _;

use verdict_protocol::{Location, TestState};

use crate::escape::{is_dangerous, json, one_line};
use crate::model::Model;

pub(super) fn render(model: &Model<'_>) -> String {
    let count: usize = model.groups.iter().map(|group| group.cases.len()).sum();
    if count == 0 {
        return "TAP version 13\n1..1\nnot ok 1 - nothing ran\n".to_owned();
    }
    let mut out = format!("TAP version 13\n1..{count}\n");
    for remark in model.remarks.iter().chain(&model.checks) {
        let _ = writeln!(out, "# {remark}");
    }
    let mut number = 0;
    for group in &model.groups {
        for case in &group.cases {
            number += 1;
            let ok = if case.state == TestState::Failed { "not ok" } else { "ok" };
            let title = case.title();
            let file = one_line(group.name);
            let name = if case.path == [group.name] { title } else { format!("{file} > {title}") };
            let directive = match case.state {
                TestState::Skipped => " # SKIP",
                TestState::Todo => " # TODO",
                TestState::Passed | TestState::Failed => "",
            };
            let _ = writeln!(out, "{ok} {number} - {}{directive}", description(&name));
            if let Some(message) = &case.message() {
                let _ = writeln!(out, "  ---\n  message: {}\n  severity: fail", quoted(message));
                if let Some(Location { file, line, column, .. }) = case.location {
                    let _ = writeln!(out, "  at: {}", quoted(&format!("{file}:{line}:{column}")));
                }
                let _ = writeln!(out, "  duration_ms: {}\n  ...", case.duration_ms);
            }
        }
    }
    out
}

/// Escapes a description, in which a `#` would start a directive.
fn description(name: &str) -> String {
    name.replace('\\', "\\\\").replace('#', "\\#")
}

/// Quotes a text as a JSON string, which is a YAML scalar on one line, and also escapes for terminals.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in json(&serde_json::Value::from(text).to_string()).chars() {
        if is_dangerous(c) {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}
