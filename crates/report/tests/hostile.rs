//! Every case of `tests/hostile/report/`: what each format says to its readers.
#![allow(missing_docs, reason = "a test")]
#![allow(clippy::disallowed_methods, reason = "the cases are a file of this repository")]

#[path = "../../../tests/hostile/outcome.rs"]
mod outcome;
use crate::readers;
use crate::support;

use std::path::Path;

use outcome::{Outcome, tell};
use readers::{Seen, control, logging_command, read};
use serde::Deserialize;
use support::{NOW, at, entry, problem, result};
use verdict_protocol::{Code, Output, Severity, TestEntry, TestState, VerifyResult};
use verdict_report::{
    CheckResult, Format, Level, ReportBuilder, RunReport, VerificationReport, render, render_verification,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    kind: Kind,
    text: Vec<String>,
    #[serde(default = "once")]
    repeat: usize,
    tests: Tests,
    claim: Option<bool>,
    expect: Expect,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Cheat,
    Oracle,
    Nop,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Tests {
    passed: usize,
    failed: usize,
    skipped: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    success: bool,
}

fn once() -> usize {
    1
}

impl Case {
    fn text(&self) -> String {
        self.text.join("\n").repeat(self.repeat)
    }

    /// A run of tests only.
    fn run(&self) -> RunReport {
        let text = self.text();
        let Tests { passed, failed, skipped } = self.tests;
        let states =
            [(TestState::Passed, passed), (TestState::Failed, failed), (TestState::Skipped, skipped)];
        let one = |state| {
            let entry = entry(&text, &[&text, &text], state);
            match state {
                TestState::Failed => TestEntry {
                    error: Some(text.clone()),
                    diff: Some(text.clone()),
                    stack: Some(text.clone()),
                    ..entry
                },
                _ => entry,
            }
        };
        let entries: Vec<TestEntry> =
            states.into_iter().flat_map(|(state, count)| vec![one(state); count]).collect();
        if entries.is_empty() {
            return RunReport { started_at_ms: NOW, ..RunReport::default() };
        }
        let success = self.claim.unwrap_or(failed == 0 && passed > 0);
        let mut result = result("test:/**", success, Output::Tests(entries));
        result.command.clone_from(&text);
        RunReport { started_at_ms: NOW, results: vec![result], slowest: 0 }
    }

    /// The run and, unless it passed, a problem and a refusal.
    fn everything(&self) -> RunReport {
        let text = self.text();
        let mut run = self.run();
        // A large run is rendered once as a run and once as a report.
        if run.results.iter().any(|result| result.count(TestState::Passed) > 1000) {
            run.results[0].output = Output::Tests(Vec::new());
        }
        if !self.expect.success {
            let problems = vec![problem(at(&text, 1, 1), &text, &text, Severity::Error)];
            run.results.push(result("lint:/**", false, Output::Diagnostics(problems)));
            run.results.push(VerifyResult::refused(&text, Code::Crashed, &*text));
        }
        run
    }

    /// A report with one check per test.
    fn kept(&self) -> VerificationReport {
        let mut builder = ReportBuilder::new(self.text(), 1, NOW);
        let text = self.text();
        for (passed, count) in [(true, self.tests.passed), (false, self.tests.failed)] {
            // A check's text need not come from a result, and is then not cut.
            let check = CheckResult {
                name: text.clone(),
                output: Some(text.clone()),
                ..CheckResult::new("", passed, "", 1.0)
            };
            for _ in 0..count {
                builder.check(Level::L1, check.clone());
            }
        }
        let mut report = builder.finish(NOW);
        report.overall.passed = report.overall.passed || self.claim == Some(true);
        report
    }
}

/// `None` if the case holds, otherwise the actual result.
fn judge(case: &Case) -> Option<String> {
    let Tests { passed, failed, skipped } = case.tests;
    let counted = |passed, failed, skipped| (passed + failed > 0).then_some((passed, failed, skipped));
    let (run, everything, kept) = (case.run(), case.everything(), case.kept());
    for format in Format::ALL {
        let shown = [
            (render(&run, format), counted(passed, failed, skipped)),
            (render(&everything, format), None),
            (render_verification(&kept, format), counted(passed, failed, 0)),
        ];
        for (which, (text, expected)) in shown.into_iter().enumerate() {
            // Skipped tests alone are a run of tests, and a report without checks.
            if let Err(found) = holds(format, &text, case.expect.success, expected) {
                let text: String = text.chars().take(2000).collect();
                return Some(format!("{} {which}: {found}\n{text}", format.as_str()));
            }
        }
    }
    None
}

fn holds(
    format: Format,
    text: &str,
    success: bool,
    expected: Option<(usize, usize, usize)>,
) -> Result<(), String> {
    if !text.is_empty() && !text.ends_with('\n') {
        return Err("does not end in a line feed".to_owned());
    }
    if let Some(c) = text.chars().find(|c| control(*c) && format != Format::Json) {
        return Err(format!("has {c:?}"));
    }
    if format != Format::Github
        && let Some(line) = text.lines().find(|line| logging_command(line))
    {
        return Err(format!("has a command: {line}"));
    }
    let Seen { success: seen, passed, failed, skipped } = read(format, text)?;
    if seen != success {
        return Err(format!("reads as {}", if seen { "passed" } else { "failed" }));
    }
    let Some(expected) = expected else { return Ok(()) };
    for (what, seen, expected) in
        [("passed", passed, expected.0), ("failed", failed, expected.1), ("skipped", skipped, expected.2)]
    {
        if seen.is_some_and(|seen| seen != expected) {
            return Err(format!("{what}: {seen:?} in place of {expected}"));
        }
    }
    Ok(())
}

#[test]
fn renderers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile/report/renderers.json");
    let text = std::fs::read_to_string(path).expect("the cases are there");
    let cases: Vec<Case> = serde_json::from_str(&text).expect("the cases are well formed");
    for kind in [Kind::Cheat, Kind::Oracle, Kind::Nop] {
        assert!(cases.iter().any(|case| case.kind == kind));
    }
    assert!(cases.iter().all(|case| case.expect.success == (case.kind == Kind::Oracle)));
    let found = |case: &Case| {
        let wrong = judge(case);
        let outcome = match &wrong {
            // Every format was read with the expected outcome.
            None if case.expect.success => "passed",
            None => "failed",
            Some(_) => "differs",
        };
        tell(&Outcome {
            part: "report",
            group: "renderers",
            name: &case.name,
            outcome,
            holds: wrong.is_none(),
        });
        Some(format!("{}\n{}", case.name, wrong?))
    };
    let failures: Vec<String> = cases.iter().filter_map(found).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
