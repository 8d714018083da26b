//! Prints the gate's answer for people. Names and messages are untrusted text.

use std::io;
use std::path::Path;

use verdict_gate::policy::{Reason, TestsReport};
use verdict_gate::{GateError, GateReport, GateState, PhaseReport, Recovery, Reset};
use verdict_report::{lines, one_line};

use crate::out::say_line;
use crate::record::Record;

pub(super) fn report(report: &GateReport, bundle: Option<&Path>, record: Option<&Record>) {
    for phase in &report.phases {
        say_line!("{} {}: {}", state(phase), name(phase), one_line(&phase.detail));
    }
    if let Some(tests) = &report.tests {
        say_line!("tests: {}", counts(tests));
    }
    for warning in &report.warnings {
        say_line!("warning: {}", one_line(warning));
    }
    for approval in &report.approvals {
        say_line!("approved: {} by {}", one_line(&approval.rule), one_line(&approval.by));
    }
    for error in &report.errors {
        say_line!("{}", located(error, bundle));
    }
    outcome(report, record);
}

/// Prints the outcome in one line.
pub(super) fn outcome(report: &GateReport, record: Option<&Record>) {
    let word = match report.state {
        GateState::Applied => "APPLIED",
        GateState::Refused => "REFUSED",
        GateState::Restored => "RESTORED",
        GateState::Terminal => "TERMINAL",
        GateState::Checked => "CHECKED",
    };
    let run =
        record.map(|record| format!(" (run {} {})", record.run_id, record.iteration)).unwrap_or_default();
    say_line!("{word} {}{run}", one_line(&report.message));
    if report.state == GateState::Terminal {
        say_line!(
            "Nothing more is applied until a person has looked at the files and called verdict apply --reset REASON"
        );
    }
}

/// Prints reasons as a tree.
pub(super) fn tree(reason: &Reason) {
    say_line!("{}", one_line(&reason.text));
    branches(&reason.because, "");
}

fn branches(reasons: &[Reason], indent: &str) {
    for (at, reason) in reasons.iter().enumerate() {
        let last = at + 1 == reasons.len();
        let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        say_line!("{indent}{branch}{}", one_line(&reason.text));
        branches(&reason.because, &format!("{indent}{below}"));
    }
}

pub(super) fn recovery(recovery: &Recovery, json: bool) -> io::Result<()> {
    if json {
        say_line!("{}", serde_json::to_string(recovery)?);
        return Ok(());
    }
    say_line!("{}", one_line(&recovery.message));
    for path in &recovery.restored {
        say_line!("  as before: {}", one_line(path));
    }
    for warning in &recovery.warnings {
        say_line!("warning: {}", one_line(warning));
    }
    Ok(())
}

pub(super) fn reset(reset: &Reset, json: bool) -> io::Result<()> {
    if json {
        say_line!("{}", serde_json::to_string(reset)?);
        return Ok(());
    }
    say_line!("{}", one_line(&reset.message));
    for file in reset.held.iter().flat_map(|held| &held.files) {
        say_line!("  {}", one_line(&file.path));
    }
    Ok(())
}

/// Prints what happens to existing tests; errors and warnings name them.
fn counts(tests: &TestsReport) -> String {
    let mut counts = vec![format!("{} touched file(s)", tests.touched.len())];
    for (count, name) in [
        (tests.added.len(), "added"),
        (tests.changed.len(), "changed"),
        (tests.renamed.len(), "renamed"),
        (tests.weakened.len(), "weakened"),
        (tests.failed_in_old_form.len(), "failed in their old form"),
    ] {
        counts.extend((count > 0).then(|| format!("{count} {name}")));
    }
    counts.join(", ")
}

const fn state(phase: &PhaseReport) -> &'static str {
    match (phase.skipped, phase.passed) {
        (true, _) => "skipped",
        (false, true) => "passed ",
        (false, false) => "FAILED ",
    }
}

fn name(phase: &PhaseReport) -> String {
    serde_json::to_value(phase.phase)
        .ok()
        .and_then(|name| Some(name.as_str()?.to_owned()))
        .unwrap_or_default()
}

/// `place: error[code]: message`. A location without a file is in the bundle.
fn located(error: &GateError, bundle: Option<&Path>) -> String {
    let bundle = || bundle.map_or_else(|| "bundle".to_owned(), |path| path.display().to_string());
    let mut place = String::new();
    if let Some(line) = error.line {
        let file = error.file.clone().unwrap_or_else(bundle);
        place = format!("{}:{line}:{}: ", one_line(&file), error.column.unwrap_or(1));
    } else if let Some(file) = &error.file {
        place = format!("{}: ", one_line(file));
    }
    let code = error.code.as_deref().map(|code| format!("[{}]", one_line(code))).unwrap_or_default();
    // Further lines are indented, so that none looks like an error of its own.
    format!("{place}error{code}: {}", lines(&error.message).replace('\n', "\n    "))
}
