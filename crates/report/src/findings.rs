//! A run as located findings, the structure of annotation formats.

use verdict_protocol::{Code, Location, Output, Severity, TestEntry, TestError, TestState, VerifyResult};

use crate::explain::{details, headline, shown_at};
use crate::groups::OVERALL;
use crate::printed::{Console, Printed};

/// A problem. All text is untrusted.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    /// Location, if known.
    pub(crate) location: Option<&'a Location>,
    pub(crate) severity: Severity,
    /// The source of the finding: a rule id, a code, or `test`.
    pub(crate) rule: String,
    /// The subject: names of suites and test, or the command.
    pub(crate) title: Vec<&'a str>,
    pub(crate) message: String,
    /// The text below the message: diff, source, stack, cause.
    pub(crate) details: Vec<String>,
    /// Console output of the test.
    pub(crate) printed: Option<Printed<'a>>,
}

impl Finding<'_> {
    /// A finding for a negative verdict that nothing else explains.
    pub(crate) fn unexplained(why: String) -> Self {
        Finding {
            location: None,
            severity: Severity::Error,
            rule: OVERALL.to_owned(),
            title: vec![OVERALL],
            message: why,
            details: Vec::new(),
            printed: None,
        }
    }
}

/// The located problems of a result, and the console output that belongs to none of them.
pub(crate) fn findings(result: &VerifyResult) -> (Vec<Finding<'_>>, Vec<Printed<'_>>) {
    let mut console = Console::of(result);
    let mut findings: Vec<Finding<'_>> = match &result.output {
        Output::Tests(entries) => {
            let failed = entries.iter().filter(|entry| entry.state == TestState::Failed);
            let mut findings = Vec::new();
            for entry in failed {
                findings.extend(of_test(entry));
                if let Some(last) = findings.last_mut() {
                    last.printed = console.take(entry);
                }
            }
            findings
        }
        Output::Diagnostics(problems) => problems
            .iter()
            .map(|problem| Finding {
                location: Some(&problem.location),
                severity: problem.severity,
                rule: problem.rule.clone().or(problem.code.clone()).unwrap_or_else(|| "problem".to_owned()),
                title: vec![&result.command],
                message: problem.message.clone(),
                details: Vec::new(),
                printed: None,
            })
            .collect(),
        Output::None | Output::Value(_) => Vec::new(),
    };
    let said = findings.iter().any(|finding| finding.severity == Severity::Error);
    if !result.success && !said && !result.listed {
        findings.push(Finding {
            location: result.location.as_ref(),
            severity: Severity::Error,
            rule: result.code.map_or("failed", Code::as_str).to_owned(),
            title: vec![&result.command],
            message: result.error.clone().unwrap_or_else(|| "failed".to_owned()),
            details: Vec::new(),
            printed: None,
        });
    }
    (findings, console.rest())
}

/// One finding per error; one for an entry without errors.
fn of_test(entry: &TestEntry) -> Vec<Finding<'_>> {
    let finding = |location, code: Option<Code>, message, details| Finding {
        location: Some(location),
        severity: Severity::Error,
        rule: code.map_or("test", Code::as_str).to_owned(),
        title: entry.path.iter().map(String::as_str).collect(),
        message,
        details,
        printed: None,
    };
    let place = entry.failed_at.as_ref().unwrap_or(&entry.location);
    if entry.errors.is_empty() {
        let message = entry.error.clone().unwrap_or_else(|| "failed".to_owned());
        return vec![finding(place, entry.code, message, entry.diff.clone().into_iter().collect())];
    }
    let of = |error: &TestError| {
        let mut message = said(error);
        if let Some(context) = error.context() {
            message = format!("{context}: {message}");
        }
        let mut below = details(error, shown_at(error));
        below.splice(0..0, error.aggregate.as_ref().map(|of| format!("One of the errors of {of}")));
        (message, below)
    };
    entry
        .errors
        .iter()
        .map(|error| {
            let (message, details) = of(error);
            finding(shown_at(error).unwrap_or(&entry.location), error.code, message, details)
        })
        .collect()
}

/// The message of an error, with its name if that is informative.
fn said(error: &TestError) -> String {
    match error.name.as_str() {
        "Error" | "AssertionError" if !error.message.is_empty() => error.message.clone(),
        _ => headline(error),
    }
}
