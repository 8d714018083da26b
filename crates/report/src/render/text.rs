//! For people and agents.

use std::fmt::Write as _;

use verdict_protocol::{Location, Severity};

use crate::Counts;
use crate::escape::{lines, no_commands, one_line};
use crate::model::Model;

pub(super) fn render(model: &Model<'_>) -> String {
    let mut out = String::new();
    for finding in &model.findings {
        let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
        let mut place = String::new();
        if let Some(Location { file, line, column, .. }) = finding.location {
            let _ = write!(place, "{}:{line}:{column}: ", one_line(file));
        }
        let title = finding.title.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(" > ");
        let message = lines(&finding.message);
        let mut message = message.lines();
        let first = message.next().unwrap_or_default();
        let _ = writeln!(out, "{place}{severity}[{}] {title}: {first}", one_line(&finding.rule));
        let diff = finding.diff.map(lines).unwrap_or_default();
        for line in message.chain(diff.lines()) {
            let _ = writeln!(out, "{}", format!("    {line}").trim_end());
        }
    }
    let Counts { passed, failed, failed_outside, skipped, todo, errors, warnings, .. } = model.counts;
    let mut counts = vec![format!("{passed} passed"), format!("{failed} failed")];
    let outside = (failed_outside, "failed outside tests");
    for (count, name) in
        [outside, (skipped, "skipped"), (todo, "todo"), (errors, "errors"), (warnings, "warnings")]
    {
        counts.extend((count > 0).then(|| format!("{count} {name}")));
    }
    let verdict = if model.success { "PASS" } else { "FAIL" };
    let _ = writeln!(out, "{verdict} {}: {}", model.subject, counts.join(", "));
    no_commands(&out, "\\u{3a}")
}
