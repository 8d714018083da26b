//! The summary: counts by verb, the time and the seed.

use std::fmt::Write as _;

use verdict_protocol::{DiagnosticCounts, OutputCounts, TestCounts, Verb, VerifyResult};

use super::paint::time;
use super::{Look, Paint};
use crate::RunReport;
use crate::model::Model;

pub(super) fn write(out: &mut String, report: &RunReport, model: &Model<'_>, look: &Look<'_>) {
    let paint = look.paint;
    for verb in [Verb::Test, Verb::Lint, Verb::TypeCheck, Verb::Eval, Verb::Project] {
        let results: Vec<&VerifyResult> =
            report.results.iter().filter(|result| result.kind == Some(verb)).collect();
        if results.is_empty() {
            continue;
        }
        let (name, text) = match verb {
            Verb::Test => ("Tests", tests(&results, paint)),
            Verb::Lint => ("Lint", problems(&results, paint)),
            Verb::TypeCheck => ("Types", problems(&results, paint)),
            Verb::Eval => ("Eval", expressions(&results, paint)),
            Verb::Project => ("Project", configurations(&results, paint)),
        };
        line(out, name, &text, paint);
    }
    let others = report.results.iter().filter(|result| result.kind.is_none()).count();
    if others > 0 {
        line(out, "Other", &paint.bad(&format!("{others} command(s) could not run")), paint);
    }
    line(out, "Time", &time(look.took_ms), paint);
    line(out, "Seed", &look.seed.to_string(), paint);
    let verdict = match (model.listed, report.results.iter().all(|result| result.success)) {
        (true, _) => paint.dim("LIST"),
        (false, true) if !report.results.is_empty() => paint.good("PASS"),
        _ => paint.loud("FAIL"),
    };
    let _ = writeln!(out, "{verdict}");
}

fn line(out: &mut String, name: &str, text: &str, paint: Paint) {
    let _ = writeln!(out, "{} {text}", paint.dim(&format!("{name:>6}")));
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn tests(results: &[&VerifyResult], paint: Paint) -> String {
    let mut counts = TestCounts::default();
    for result in results {
        if let Some(OutputCounts::Tests(of_result)) = result.counts() {
            counts += of_result;
        }
    }
    let mut parts = Vec::new();
    let TestCounts { passed, failed, failed_outside, skipped, todo } = counts;
    if failed > 0 {
        parts.push(paint.bad(&format!("{failed} failed")));
    }
    if failed_outside > 0 {
        parts.push(paint.bad(&format!("{failed_outside} failed outside tests")));
    }
    parts.push(paint.good(&format!("{passed} passed")));
    if skipped > 0 {
        parts.push(paint.warning(&format!("{skipped} skipped")));
    }
    if todo > 0 {
        parts.push(paint.dim(&format!("{todo} todo")));
    }
    format!("{}{}", parts.join(", "), of_files(results, paint))
}

fn problems(results: &[&VerifyResult], paint: Paint) -> String {
    let mut counts = DiagnosticCounts::default();
    for result in results {
        if let Some(OutputCounts::Diagnostics(of_result)) = result.counts() {
            counts += of_result;
        }
    }
    let mut parts = Vec::new();
    if counts.errors > 0 {
        parts.push(paint.bad(&counted(counts.errors, "error", "errors")));
    }
    if counts.warnings > 0 {
        parts.push(paint.warning(&counted(counts.warnings, "warning", "warnings")));
    }
    let failed = results.iter().any(|result| !result.success);
    if counts.errors == 0 {
        parts.insert(0, if failed { paint.bad("failed") } else { paint.good("passed") });
    }
    let fixable = counts.fixable_errors + counts.fixable_warnings;
    if fixable > 0 {
        parts.push(paint.dim(&format!("{fixable} fixable with --fix")));
    }
    format!("{}{}", parts.join(", "), of_files(results, paint))
}

fn of_files(results: &[&VerifyResult], paint: Paint) -> String {
    let files: usize = results.iter().map(|result| result.timing.files.len()).sum();
    if files == 0 { String::new() } else { paint.dim(&format!(" ({})", counted(files, "file", "files"))) }
}

fn configurations(results: &[&VerifyResult], paint: Paint) -> String {
    let failed = results.iter().filter(|result| !result.success).count();
    if failed > 0 {
        paint.bad(&format!("{failed} failed"))
    } else {
        counted(results.len(), "was read", "were read")
    }
}

fn expressions(results: &[&VerifyResult], paint: Paint) -> String {
    let failed = results.iter().filter(|result| !result.success).count();
    if failed > 0 { paint.bad(&format!("{failed} failed")) } else { paint.good("passed") }
}
