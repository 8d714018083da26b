//! What the verifier was asked in a transaction, and what it answered.

use serde::{Deserialize, Serialize};
use verdict_protocol::{Code, Toolchain, VerifyResult};
use verdict_report::CheckResult;

use super::{Check, Verdict, Verifier};

/// What a check is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Purpose {
    /// The verify command on the state after the change.
    Verify,
    /// A step of a profile on the state after the change.
    Profile,
    /// Something on the state before, to compare with. What it finds counts for nothing by itself.
    Baseline,
    /// The tests of the state before on the state after.
    OldTests,
    /// The tests as the change leaves them, where it touches tests that exist.
    NewTests,
    /// The lint of what the change leaves.
    Lint,
    /// What code may use by its capabilities.
    Capabilities,
    /// The type-check of what the change affects.
    BuildCheck,
}

/// One check.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    /// `verb:argument`.
    pub command: String,
    /// What it was for.
    pub purpose: Purpose,
    /// Whether it passed.
    pub passed: bool,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
    /// Why it could not be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// Root hash of what was judged.
    pub root: String,
    /// Real milliseconds.
    pub duration_ms: f64,
    /// What it found, for a report.
    #[serde(skip)]
    pub result: CheckResult,
}

/// A verifier whose checks are recorded.
pub(crate) struct Recorded<'a, V> {
    pub(super) verifier: &'a mut V,
    pub(super) purpose: Purpose,
    pub(super) checks: &'a mut Vec<CheckReport>,
    pub(super) clock: &'a dyn Fn() -> f64,
}

impl<V> Recorded<'_, V> {
    /// The same verifier for another purpose.
    pub(crate) fn for_purpose(&mut self, purpose: Purpose) -> Recorded<'_, V> {
        Recorded { verifier: self.verifier, purpose, checks: self.checks, clock: self.clock }
    }
}

impl<V: Verifier> Verifier for Recorded<'_, V> {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let start = (self.clock)();
        let verdict = of_these_files(self.verifier.verify(check).await, check);
        let duration_ms = (self.clock)() - start;
        self.checks.push(CheckReport {
            command: check.command.to_owned(),
            purpose: self.purpose,
            passed: verdict.passed(),
            error: verdict.error.clone(),
            code: verdict.code,
            root: check.snapshot.root().to_owned(),
            duration_ms,
            result: found(check.command, &verdict, duration_ms),
        });
        verdict
    }

    fn confirms(&self) -> bool {
        self.verifier.confirms()
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        self.verifier.toolchain().await
    }
}

/// The verdict, unless it says that it is one on other files.
fn of_these_files(verdict: Verdict, check: &Check<'_>) -> Verdict {
    let judged = verdict.detail["snapshotRoot"].as_str().unwrap_or_default();
    let asked = check.snapshot.root();
    if !verdict.success || judged.is_empty() || judged == asked {
        return verdict;
    }
    let error = format!("The verifier judged files of the root {judged}, and was asked about {asked}");
    Verdict::failed(Code::Integrity, error)
}

fn found(command: &str, verdict: &Verdict, duration_ms: f64) -> CheckResult {
    let result = match VerifyResult::deserialize(&verdict.detail) {
        Ok(result) => CheckResult::of(&result).named(command),
        // A verifier that has no result, or one in a shape of its own.
        Err(_) => CheckResult::new(command, false, verdict.error.as_deref().unwrap_or_default(), 0.0),
    };
    CheckResult { passed: verdict.passed(), duration: duration_ms, ..result }
}
