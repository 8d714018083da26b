//! Counts of a result's entries, including those cut from its `output`.

use std::ops::{AddAssign, SubAssign};

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, Output, Scope, Severity, TestEntry, TestState, Verb};

/// The number of entries of a result, counted before `output` is cut to its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum OutputCounts {
    /// The counts of a `test:`.
    Tests(TestCounts),
    /// The counts of a `lint:` or `type-check:`.
    Diagnostics(DiagnosticCounts),
}

/// Number of entries of a `test:`, by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TestCounts {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Files and suites that failed outside any test.
    pub failed_outside: usize,
    /// Tests that were skipped.
    pub skipped: usize,
    /// Tests without a body.
    pub todo: usize,
}

/// Number of findings, by severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticCounts {
    /// Findings that fail the command.
    pub errors: usize,
    /// Findings that are only reported.
    pub warnings: usize,
    /// Errors that have a fix.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub fixable_errors: usize,
    /// Warnings that have a fix.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub fixable_warnings: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl TestCounts {
    /// Counts entries.
    #[must_use]
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a TestEntry>) -> TestCounts {
        let mut counts = TestCounts::default();
        for entry in entries {
            counts.add(entry.scope, entry.state);
        }
        counts
    }

    /// Adds one entry.
    pub fn add(&mut self, scope: Scope, state: TestState) {
        *match state {
            TestState::Passed => &mut self.passed,
            TestState::Failed if scope != Scope::Test => &mut self.failed_outside,
            TestState::Failed => &mut self.failed,
            TestState::Skipped => &mut self.skipped,
            TestState::Todo => &mut self.todo,
        } += 1;
    }

    /// Number of entries in any state.
    #[must_use]
    pub const fn total(self) -> usize {
        self.passed + self.failed + self.failed_outside + self.skipped + self.todo
    }

    /// Number of entries in a state; failures outside tests count as failed.
    #[must_use]
    pub const fn in_state(self, state: TestState) -> usize {
        match state {
            TestState::Passed => self.passed,
            TestState::Failed => self.failed + self.failed_outside,
            TestState::Skipped => self.skipped,
            TestState::Todo => self.todo,
        }
    }
}

impl DiagnosticCounts {
    /// Counts findings.
    #[must_use]
    pub fn of(findings: &[Diagnostic]) -> DiagnosticCounts {
        let mut counts = DiagnosticCounts::default();
        for finding in findings {
            let (all, fixable) = match finding.severity {
                Severity::Error => (&mut counts.errors, &mut counts.fixable_errors),
                Severity::Warning => (&mut counts.warnings, &mut counts.fixable_warnings),
            };
            *all += 1;
            *fixable += usize::from(finding.fix.is_some());
        }
        counts
    }
}

impl DiagnosticCounts {
    /// Why a `lint:` or `type-check:` with these counts fails: it has errors, or more warnings than it may.
    #[must_use]
    pub fn error(self, verb: Verb, max_warnings: Option<usize>) -> Option<String> {
        let DiagnosticCounts { errors, warnings, .. } = self;
        let noun = if verb == Verb::Lint { "linting" } else { "type" };
        if errors > 0 {
            return Some(format!("Found {errors} {noun} issue(s)"));
        }
        let max = max_warnings.filter(|max| warnings > *max)?;
        Some(format!("Found {warnings} warning(s), and at most {max} may be"))
    }
}

impl AddAssign for TestCounts {
    fn add_assign(&mut self, more: TestCounts) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.failed_outside += more.failed_outside;
        self.skipped += more.skipped;
        self.todo += more.todo;
    }
}

impl AddAssign for DiagnosticCounts {
    fn add_assign(&mut self, more: DiagnosticCounts) {
        self.errors += more.errors;
        self.warnings += more.warnings;
        self.fixable_errors += more.fixable_errors;
        self.fixable_warnings += more.fixable_warnings;
    }
}

impl SubAssign for DiagnosticCounts {
    fn sub_assign(&mut self, less: DiagnosticCounts) {
        self.errors -= less.errors;
        self.warnings -= less.warnings;
        self.fixable_errors -= less.fixable_errors;
        self.fixable_warnings -= less.fixable_warnings;
    }
}

impl OutputCounts {
    /// Counts the entries of an output; `None` if the output has no entries.
    #[must_use]
    pub fn of(output: &Output) -> Option<OutputCounts> {
        match output {
            Output::Tests(entries) => Some(OutputCounts::Tests(TestCounts::of(entries))),
            Output::Diagnostics(findings) => Some(OutputCounts::Diagnostics(DiagnosticCounts::of(findings))),
            Output::None | Output::Value(_) => None,
        }
    }
}
