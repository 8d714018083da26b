//! Plain text, for people and agents.

use std::fmt::Write as _;

use verdict_protocol::{Location, Severity};

use crate::Counts;
use crate::escape::{lines, no_commands, one_line};
use crate::findings::Finding;
use crate::model::Model;
use crate::printed::Printed;

pub(super) fn render(model: &Model<'_>) -> String {
    let mut out = String::new();
    for printed in &model.printed {
        let _ = writeln!(out, "printed by {}:", joined(&printed.by));
        write_printed(&mut out, printed, "    ");
    }
    let mut findings = model.findings.iter().peekable();
    let mut apart = false;
    while let Some(finding) = findings.next() {
        if std::mem::take(&mut apart) {
            out.push('\n');
        }
        write_head(&mut out, finding);
        // If one hook fails many tests, its error is shown once, below the last of them.
        let again = findings.peek().is_some_and(|next| is_same(finding, next));
        let message = lines(&finding.message);
        let rest = message.lines().skip(1).map(str::to_owned);
        let details = finding
            .details
            .iter()
            .flat_map(|text| lines(text).lines().map(str::to_owned).collect::<Vec<_>>());
        for line in rest.chain(without_doubles(details)).filter(|_| !again) {
            apart = true;
            let _ = writeln!(out, "{}", format!("    {line}").trim_end());
        }
        if let Some(printed) = &finding.printed {
            apart = true;
            out.push_str("    Printed:\n");
            write_printed(&mut out, printed, "        ");
        }
    }
    if apart {
        out.push('\n');
    }
    for remark in &model.remarks {
        let _ = writeln!(out, "warning: {remark}");
    }
    for check in &model.checks {
        let _ = writeln!(out, "{check}");
    }
    for note in &model.notes {
        let _ = writeln!(out, "{}", lines(note));
    }
    let Counts { passed, failed, failed_outside, skipped, todo, errors, warnings, omitted, .. } =
        model.counts;
    let mut counts = vec![format!("{passed} passed"), format!("{failed} failed")];
    let outside = (failed_outside, "failed outside tests");
    for (count, name) in [
        outside,
        (skipped, "skipped"),
        (todo, "todo"),
        (errors, "errors"),
        (warnings, "warnings"),
        (omitted, "not shown"),
    ] {
        counts.extend((count > 0).then(|| format!("{count} {name}")));
    }
    if model.listed {
        let _ = writeln!(out, "LIST {}: {} test(s), none ran", model.subject, model.counts.tests());
    } else {
        let verdict = if model.success { "PASS" } else { "FAIL" };
        let _ = writeln!(out, "{verdict} {}: {}", model.subject, counts.join(", "));
    }
    no_commands(&out, "\\u{3a}")
}

fn write_head(out: &mut String, finding: &Finding<'_>) {
    let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
    let mut place = String::new();
    if let Some(Location { file, line, column, .. }) = finding.location {
        let _ = write!(place, "{}:{line}:{column}: ", one_line(file));
    }
    let message = lines(&finding.message);
    let first = message.lines().next().unwrap_or_default();
    let _ =
        writeln!(out, "{place}{severity}[{}] {}: {first}", one_line(&finding.rule), joined(&finding.title));
}

fn write_printed(out: &mut String, printed: &Printed<'_>, indent: &str) {
    for line in printed
        .lines()
        .iter()
        .map(|line| lines(line))
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
    {
        let _ = writeln!(out, "{}", format!("{indent}{line}").trim_end());
    }
}

fn joined(names: &[&str]) -> String {
    names.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(" > ")
}

/// Whether two findings of different tests are equal.
fn is_same(one: &Finding<'_>, other: &Finding<'_>) -> bool {
    one.printed.is_none()
        && !one.details.is_empty()
        && one.title != other.title
        && (one.location, &one.message, &one.details) == (other.location, &other.message, &other.details)
}

/// Removes empty lines at the start and the end, and repeated ones.
fn without_doubles(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for line in lines {
        if !line.trim().is_empty() || kept.last().is_some_and(|last| !last.trim().is_empty()) {
            kept.push(line);
        }
    }
    if kept.last().is_some_and(|last| last.trim().is_empty()) {
        kept.pop();
    }
    kept
}
