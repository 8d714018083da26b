//! GitHub Actions annotations: workflow commands, one per line.

use std::fmt::Write as _;

use verdict_protocol::{Location, Severity};

use crate::escape::{lines, one_line};
use crate::model::Model;

pub(super) fn render(model: &Model<'_>) -> String {
    let mut out = String::new();
    for finding in &model.findings {
        let command = if finding.severity == Severity::Error { "error" } else { "warning" };
        let mut properties = Vec::new();
        if let Some(Location { file, line, column, end_line, end_column }) = finding.location {
            // Paths are relative to the repository.
            properties.push(format!("file={}", property(file.trim_start_matches('/'))));
            properties.push(format!("line={line}"));
            properties.extend(end_line.map(|line| format!("endLine={line}")));
            properties.push(format!("col={column}"));
            properties.extend(end_column.map(|column| format!("endColumn={column}")));
        }
        let title = format!("{}: {}", finding.rule, finding.title.join(" > "));
        properties.push(format!("title={}", property(&title)));
        let mut message = lines(&finding.message);
        for more in &finding.details {
            let _ = write!(message, "\n{}", lines(more));
        }
        let _ = writeln!(out, "::{command} {}::{}", properties.join(","), data(&message));
    }
    for remark in &model.remarks {
        let _ = writeln!(out, "::warning title=verdict::{}", data(remark));
    }
    for check in &model.checks {
        let _ = writeln!(out, "::notice title=verdict::{}", data(check));
    }
    if !model.ran {
        out.push_str("::error title=verdict::Nothing ran\n");
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&one_line(text)).replace(':', "%3A").replace(',', "%2C")
}
