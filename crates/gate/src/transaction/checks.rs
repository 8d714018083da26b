//! The verifier's checks in a transaction, with their results.

use serde::Serialize;
use serde_json::Value;
use verdict_protocol::{Code, Command, Toolchain, Verb, VerifyResult, overlay};
use verdict_report::CheckResult;

use super::{Check, Verdict, Verifier};

/// The purpose of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "CheckPurpose"))]
#[serde(rename_all = "camelCase")]
pub enum Purpose {
    /// The configuration of the project's own tools, of the state before.
    Configuration,
    /// The verify command, on the state after the change.
    Verify,
    /// A step of a profile, on the state after the change.
    Profile,
    /// A check of the state before, for comparison only.
    Baseline,
    /// The tests of the state before on the state after.
    OldTests,
    /// Tests of the state after the change that no command of the caller runs.
    NewTests,
    /// Tests on a mutant of the tested code.
    Mutant,
    /// Tests under another seed, to tell whether they pass at random.
    Reseed,
    /// The lint of the state after the change.
    Lint,
    /// The uses that capabilities permit code to make.
    Capabilities,
    /// The type check of files that the change affects.
    BuildCheck,
}

/// A check.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CheckReport {
    /// `verb:argument`.
    pub command: String,
    /// The purpose.
    pub purpose: Purpose,
    /// Whether it passed.
    pub passed: bool,
    /// The error, in a sentence.
    pub error: Option<String>,
    /// Why it could not be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub code: Option<Code>,
    /// Root hash of the judged files.
    pub root: String,
    /// Real milliseconds.
    pub duration_ms: f64,
    /// The findings, for a report.
    #[serde(skip)]
    pub result: CheckResult,
    /// The result of a `test:` on the state after the change.
    #[serde(skip)]
    pub(crate) tests: Option<Box<VerifyResult>>,
    /// The variables that its tests received in `process.env`; null if there were none.
    #[serde(skip)]
    pub(crate) variables: Value,
}

/// A verifier whose checks are recorded.
pub(crate) struct Recorded<'a, V> {
    pub(super) verifier: &'a mut V,
    pub(super) purpose: Purpose,
    pub(super) checks: &'a mut Vec<CheckReport>,
    pub(super) clock: &'a dyn Fn() -> f64,
    /// Configuration of all tests.
    pub(super) project_config: &'a Value,
    /// Configuration of all judging tests; the configuration of a `test:` overrides it.
    pub(super) test_config: &'a Value,
}

impl<V> Recorded<'_, V> {
    /// The verifier for another purpose.
    pub(crate) fn for_purpose(&mut self, purpose: Purpose) -> Recorded<'_, V> {
        Recorded {
            verifier: self.verifier,
            purpose,
            checks: self.checks,
            clock: self.clock,
            project_config: self.project_config,
            test_config: self.test_config,
        }
    }

    /// The configuration of a check. That of a `test:` is laid over the configuration of all judging tests.
    fn config(&self, check: &Check<'_>) -> Option<Value> {
        if !is_test(check.command) {
            return check.config.cloned();
        }
        let mut config = self.project_config.clone();
        overlay(&mut config, self.test_config);
        if let Some(own) = check.config {
            overlay(&mut config, own);
        }
        Some(config)
    }
}

pub(crate) fn is_test(command: &str) -> bool {
    Command::parse(command).is_ok_and(|command| command.verb == Verb::Test)
}

/// The variables of `process.env` that a configuration sets; null if it sets none.
pub(crate) fn variables(config: &Value) -> Value {
    let given = config.pointer("/test/env").and_then(Value::as_object).filter(|given| !given.is_empty());
    given.cloned().map_or(Value::Null, Value::Object)
}

impl<V: Verifier> Verifier for Recorded<'_, V> {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let start = (self.clock)();
        let config = self.config(check);
        let check = &Check { config: config.as_ref(), ..*check };
        let mut verdict = of_these_files(self.verifier.verify(check).await, check);
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
            tests: None,
            variables: config.as_ref().map(variables).unwrap_or_default(),
        });
        if matches!(self.purpose, Purpose::Verify | Purpose::Profile)
            && is_test(check.command)
            && let (Some(report), Some(result)) = (self.checks.last_mut(), &mut verdict.result)
        {
            // Evidence is kept once, and reports do not show it.
            let evidence = result.evidence.take();
            report.tests = Some(Box::new(VerifyResult { evidence, ..(**result).clone() }));
        }
        verdict
    }

    fn confirms(&self) -> bool {
        self.verifier.confirms()
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        self.verifier.toolchain().await
    }
}

/// The verdict, unless it concerns other files or another command.
fn of_these_files(verdict: Verdict, check: &Check<'_>) -> Verdict {
    let Some(result) = verdict.result.as_ref().filter(|_| verdict.success) else { return verdict };
    let asked = check.snapshot.root();
    let error = if result.command != check.command {
        format!("The verifier answered {:?}, and was asked {:?}", result.command, check.command)
    } else if !result.snapshot_root.is_empty() && result.snapshot_root != asked {
        format!("The verifier judged files of the root {}, and was asked about {asked}", result.snapshot_root)
    } else {
        return verdict;
    };
    Verdict::failed(Code::Integrity, error)
}

fn found(command: &str, verdict: &Verdict, duration_ms: f64) -> CheckResult {
    let result = match &verdict.result {
        Some(result) => CheckResult::of(result).named(command),
        None => CheckResult::new(command, false, verdict.error.as_deref().unwrap_or_default(), 0.0),
    };
    CheckResult { passed: verdict.passed(), duration: duration_ms, ..result }
}
