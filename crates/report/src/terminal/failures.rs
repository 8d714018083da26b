//! Failures and findings, with all that explains them.

use std::fmt::Write as _;

use verdict_protocol::{Location, Severity};

use super::Paint;
use crate::escape::{lines, one_line};
use crate::findings::Finding;
use crate::model::Model;
use crate::printed::Printed;

pub(super) fn write(out: &mut String, model: &Model<'_>, paint: Paint) {
    for printed in &model.printed {
        let by: Vec<String> = printed.by.iter().map(|name| one_line(name)).collect();
        let _ = writeln!(out, "\n{}", paint.dim(&format!("printed by {}", by.join(" > "))));
        write_printed(out, printed);
    }
    let (problems, failures): (Vec<_>, Vec<_>) =
        model.findings.iter().partition(|finding| is_problem(finding));
    let mut file = None;
    for problem in problems {
        let at = problem.location.map(|location| location.file.as_str());
        if file != Some(at) {
            let name = at.map_or_else(String::new, |at| one_line(at.trim_start_matches('/')));
            let _ = writeln!(out, "\n{}", paint.name(&name));
            file = Some(at);
        }
        write_problem(out, problem, paint);
    }
    for failure in failures {
        write_failure(out, failure, paint);
    }
    if !model.findings.is_empty() || !model.printed.is_empty() {
        out.push('\n');
    }
}

/// Whether a finding is of a linter or of a type check, which fits on one line.
fn is_problem(finding: &Finding<'_>) -> bool {
    finding.location.is_some()
        && matches!(finding.title.as_slice(), [command] if command.starts_with("lint:") || command.starts_with("type-check:") || command.starts_with("typecheck:"))
}

fn write_problem(out: &mut String, problem: &Finding<'_>, paint: Paint) {
    let (line, column) = problem.location.map_or((0, 0), |location| (location.line, location.column));
    let place = paint.dim(&format!("{:>8}", format!("{line}:{column}")));
    let severity = match problem.severity {
        Severity::Error => paint.bad("error  "),
        Severity::Warning => paint.warning("warning"),
    };
    let message = lines(&problem.message);
    let mut message = message.lines();
    let first = message.next().unwrap_or_default();
    let _ = writeln!(out, "{place}  {severity}  {first}  {}", paint.dim(&one_line(&problem.rule)));
    for line in message {
        let _ = writeln!(out, "                     {}", line.trim_end());
    }
}

fn write_failure(out: &mut String, failure: &Finding<'_>, paint: Paint) {
    let title: Vec<String> = failure.title.iter().map(|name| one_line(name)).collect();
    let title = title.join(" > ");
    let mut place = String::new();
    if let Some(Location { file, line, column, .. }) = failure.location {
        let _ = write!(place, "{}:{line}:{column}", one_line(file.trim_start_matches('/')));
    }
    let head = match failure.severity {
        Severity::Error => paint.loud("FAIL"),
        Severity::Warning => paint.warning("WARN"),
    };
    let _ = writeln!(out, "\n{head} {} {}", paint.name(&title), paint.dim(&place));
    let message = lines(&failure.message);
    let code = if failure.rule == "test" { String::new() } else { format!(" [{}]", one_line(&failure.rule)) };
    for (number, line) in message.lines().enumerate() {
        let code = if number == 0 { code.as_str() } else { "" };
        let _ = writeln!(out, "  {}", paint.bad(&format!("{line}{code}")));
    }
    for detail in &failure.details {
        for line in lines(detail).lines() {
            let _ = writeln!(out, "{}", painted(line, paint));
        }
    }
    if let Some(printed) = &failure.printed {
        let _ = writeln!(out, "  {}", paint.dim("printed:"));
        write_printed(out, printed);
    }
}

/// A line of a diff in its colour: expected is what passes, received is what fails.
fn painted(line: &str, paint: Paint) -> String {
    let indented = format!("    {line}");
    let indented = indented.trim_end();
    match line.as_bytes().first() {
        Some(b'-') => paint.good(indented),
        Some(b'+') => paint.bad(indented),
        _ => indented.to_owned(),
    }
}

fn write_printed(out: &mut String, printed: &Printed<'_>) {
    for line in printed.lines() {
        for line in lines(&line).lines() {
            let _ = writeln!(out, "{}", format!("    {line}").trim_end());
        }
    }
}
