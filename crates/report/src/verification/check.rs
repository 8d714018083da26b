//! One check of a level.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use verdict_protocol::{Location, Output, Severity, TestState, VerifyResult};

use super::duration;
use crate::escape::{lines, one_line};
use crate::findings::{Finding, findings};
use crate::groups::groups;
use crate::preview::preview;
use crate::remarks::said;
use crate::{Counts, RunReport};

/// Maximum size of a check's output, in UTF-8 bytes.
pub(crate) const OUTPUT_BYTES: usize = 4096;
/// Maximum length of a check's name, in bytes.
const NAME_BYTES: usize = 200;
/// Maximum number of findings stored with a check.
const FINDINGS: usize = 100;
/// Maximum length of a finding's message and title, in bytes.
const MESSAGE_BYTES: usize = 500;

/// The outcome of one check. All text is untrusted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The subject: a command, or a name such as `typecheck`.
    pub name: String,
    /// Whether it was positively found to pass.
    pub passed: bool,
    /// Output or findings for people; at most 4 KiB if derived from a result.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub output: Option<String>,
    /// Real milliseconds.
    #[serde(with = "duration")]
    pub duration: f64,
    /// Located problems, errors before warnings; at most 100 if derived from a result. Used by annotation
    /// formats.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub findings: Vec<CheckFinding>,
}

/// A located problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckFinding {
    /// Location, if known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub location: Option<Location>,
    /// The severity.
    pub severity: Severity,
    /// The source of the finding: a rule id, a code, or `test`.
    pub rule: String,
    /// Names of suites and test, joined by ` > `, or the command.
    pub title: String,
    /// The problem, in one or several lines. Untrusted text.
    pub message: String,
}

impl CheckResult {
    /// A check with its own output, cut to 4 KiB.
    #[must_use]
    pub fn new(name: &str, passed: bool, output: &str, duration_ms: f64) -> CheckResult {
        CheckResult {
            name: preview(name, NAME_BYTES),
            passed,
            output: Some(preview(output, OUTPUT_BYTES)),
            duration: duration::sane(duration_ms),
            findings: Vec::new(),
        }
    }

    /// The check under another name, for example `typecheck`.
    #[must_use]
    pub fn named(self, name: &str) -> CheckResult {
        CheckResult { name: preview(name, NAME_BYTES), ..self }
    }

    /// The check of a command's result: one line per finding, `file(line,column): error CODE: message`, as
    /// `tsc` prints them.
    #[must_use]
    pub fn of(result: &VerifyResult) -> CheckResult {
        let (mut found, _) = findings(result);
        found.sort_by_key(|finding| finding.severity);
        CheckResult {
            name: preview(&result.command, NAME_BYTES),
            passed: passed(result),
            output: Some(output(result, &found)),
            duration: duration::sane(result.timing.total_ms),
            findings: found.iter().take(FINDINGS).map(CheckFinding::of).collect(),
        }
    }
}

fn passed(result: &VerifyResult) -> bool {
    let results = std::slice::from_ref(result);
    RunReport::holds(results, &Counts::of(&groups(results), results))
}

impl CheckFinding {
    fn of(finding: &Finding<'_>) -> CheckFinding {
        CheckFinding {
            location: finding.location.cloned(),
            severity: finding.severity,
            rule: preview(&finding.rule, NAME_BYTES),
            title: preview(&finding.title.join(" > "), MESSAGE_BYTES),
            message: preview(&finding.message, MESSAGE_BYTES),
        }
    }
}

fn output(result: &VerifyResult, found: &[Finding<'_>]) -> String {
    /// Bytes reserved for the number of omitted findings.
    const REST: usize = 40;
    let summary = summary(result).into_iter().chain(said(result)).collect::<Vec<_>>().join("\n");
    let mut out = preview(&summary, OUTPUT_BYTES / 2);
    for (shown, finding) in found.iter().enumerate() {
        let text = line(result, finding);
        let left = (OUTPUT_BYTES - REST).saturating_sub(out.len() + 1);
        // The first finding is always shown, if only in part; others are shown completely or counted.
        if shown > 0 && text.len() > left {
            let _ = write!(out, "\n… {} more", found.len() - shown);
            break;
        }
        let separator = if out.is_empty() { "" } else { "\n" };
        let _ = write!(out, "{separator}{}", preview(&text, left));
    }
    out
}

fn line(result: &VerifyResult, finding: &Finding<'_>) -> String {
    let mut out = String::new();
    if let Some(Location { file, line, column, .. }) = finding.location {
        let _ = write!(out, "{}({line},{column}): ", one_line(file));
    }
    let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
    let _ = write!(out, "{severity} {}: ", one_line(&finding.rule));
    if matches!(result.output, Output::Tests(_)) {
        let _ = write!(out, "{}: ", one_line(&finding.title.join(" > ")));
    }
    let message = lines(&finding.message);
    let more = lines(&finding.details.join("\n"));
    let mut message = message.lines();
    out.push_str(message.next().unwrap_or_default());
    // Further lines of a finding are indented, so that none looks like a finding of its own.
    for line in message.chain(more.lines()) {
        let _ = write!(out, "{}", format!("\n    {line}").trim_end_matches(' '));
    }
    out
}

/// The text before the findings: the counts of tests, or the value of an evaluation.
fn summary(result: &VerifyResult) -> Option<String> {
    match &result.output {
        Output::Tests(_) => {
            let count = |state| result.count(state);
            Some(format!(
                "{} passed, {} failed, {} skipped, {} todo",
                count(TestState::Passed),
                count(TestState::Failed),
                count(TestState::Skipped),
                count(TestState::Todo)
            ))
        }
        Output::Value(value) if result.success => Some(one_line(&value.to_string())),
        _ => None,
    }
}
