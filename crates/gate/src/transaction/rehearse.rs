//! Phase 2, Snapshot+Rollback: judges the change on a copy, cancels it, and checks that the live files are
//! unchanged.

use serde_json::json;
use verdict_protocol::{Code, Confirm, TestState};
use verdict_report::AuditSnapshot;
use verdict_vfs::Snapshot;

use super::checks::Purpose;
use super::plan::plan;
use super::rollback::cancel;
use super::run::{Change, Run, Stop, count};
use super::{Check, Journal, Phase, Target, Verdict, Verifier};
use crate::policy::{Assertions, Before, Reaction, fails_for_want_of_assertions};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    pub(super) async fn rehearse(&mut self, change: &Change) -> Result<Before, Stop> {
        let start = (self.clock)();
        let mut notes = Vec::new();
        let outcome = self.rehearsal(change, &mut notes).await;
        let detail = match &outcome {
            Ok(_) => notes.join(" "),
            Err(stop) => {
                self.report.changes_rolled_back = count(change.set.changes.len());
                stop.message.clone()
            }
        };
        self.record(Phase::SnapshotRollback, outcome.is_ok(), detail, start);
        outcome
    }

    /// Runs the rehearsal. Each step may add a sentence to the phase's detail.
    async fn rehearsal(&mut self, change: &Change, notes: &mut Vec<String>) -> Result<Before, Stop> {
        self.take_snapshot(&change.before);
        let before = self.judge(change, notes).await?;
        if self.options.phase_mask.has(Phase::SnapshotRollback) {
            cancel(&change.before, &change.after, notes)?;
            notes.extend(self.report.snapshot.iter().map(|name| format!("Snapshot: {name}.json")));
        }
        self.still(&change.before).await?;
        Ok(before)
    }

    /// Records the state before, for the audit trail.
    fn take_snapshot(&mut self, before: &Snapshot) {
        if !self.options.phase_mask.has(Phase::SnapshotRollback) {
            return;
        }
        let audit = AuditSnapshot::new(&format!("{}_pre", self.options.name()), (self.clock)(), before);
        self.report.snapshot = Some(audit.file_name());
        self.report.audit = Some(audit);
    }

    /// Judges the state after the change.
    async fn judge(&mut self, change: &Change, notes: &mut Vec<String>) -> Result<Before, Stop> {
        self.record_tests(change).await;
        // Where two engines are asked, what tests used before says what must be confirmed.
        let mut observed = if self.asks_two() { Some(self.observe_before(change).await) } else { None };
        let confirm = self.confirm(observed.as_ref(), &change.before, &change.judged);
        let assertions = self.options.policy.assertions();
        if let Err(stop) = self.verify(&change.judged, Some(&confirm), assertions).await {
            observed = Some(match self.verify_idle(change, (&confirm, assertions), stop).await {
                Ok(before) => before,
                Err(stop) => self.verify_flaky(change, observed, stop).await?,
            });
        }
        self.profile(change, &confirm, &mut observed, notes).await?;
        let mut before = match observed {
            Some(before) => before,
            None => self.observe_before(change).await,
        };
        self.judge_tests(change, &mut before, notes).await?;
        Ok(before)
    }

    /// Excuses a verification that fails only because of tests that pass at random. Returns the test results
    /// of the state before the change.
    async fn verify_flaky(
        &mut self,
        change: &Change,
        mut observed: Option<Before>,
        stop: Stop,
    ) -> Result<Before, Stop> {
        let Some(command) = &self.options.verify_command else { return Err(stop) };
        let config = self.options.policy.assertions().config(command);
        let check = Check { config: config.as_ref(), ..Check::new(command, &change.judged) };
        let is_excused = self.excuses_flaky(change, &mut observed, &check).await;
        observed.filter(|_| is_excused).ok_or(stop)
    }

    /// Excuses a verification that fails only because of tests without assertions that had none before the
    /// change either: whether they throw decides. Returns the test results of the state before the change.
    async fn verify_idle(
        &mut self,
        change: &Change,
        (confirm, assertions): (&Confirm, Assertions),
        stop: Stop,
    ) -> Result<Before, Stop> {
        let failed = self.report.checks.pop_if(|check| {
            check.purpose == Purpose::Verify
                && check.tests.as_deref().is_some_and(fails_for_want_of_assertions)
        });
        let Some(failed) = failed else { return Err(stop) };
        let before = self.observe_before(change).await;
        let lenient = Assertions { require: Reaction::Warn, ..assertions };
        let (warnings, result) = (self.report.warnings.clone(), self.report.result.take());
        // With two engines, the one that cannot be forged judges everything.
        let confirm = Some(confirm).filter(|_| !self.asks_two());
        let verified = self.verify(&change.judged, confirm, lenient).await;
        self.report.warnings = warnings;
        let again = self.report.checks.last().and_then(|check| check.tests.as_deref());
        let idle = again.filter(|_| verified.is_ok()).and_then(|result| before.idle_as_before(result));
        let Some(idle) = idle else {
            self.report.checks.pop();
            self.report.checks.push(failed);
            self.report.result = result;
            return Err(stop);
        };
        let told = idle.iter().map(|test| {
            format!("{} {} asserts nothing, and did not before the change", test.file, test.test)
        });
        self.report.warnings.extend(told);
        Ok(before)
    }

    async fn verify(
        &mut self,
        after: &Snapshot,
        confirm: Option<&Confirm>,
        assertions: Assertions,
    ) -> Result<(), Stop> {
        let Some(command) = &self.options.verify_command else { return Ok(()) };
        let config = assertions.config(command);
        let check = Check { config: config.as_ref(), confirm, ..Check::new(command, after) };
        let verdict = self.asking(Purpose::Verify).verify(&check).await;
        self.report.warnings.extend(assertions.warnings(&verdict));
        self.report.result =
            verdict.result.as_ref().and_then(|result| serde_json::to_value(result).ok()).unwrap_or_else(
                || json!({ "success": false, "output": null, "error": verdict.error, "code": verdict.code }),
            );
        if verdict.passed() {
            return Ok(());
        }
        let first = first_failure(&verdict).map(|first| format!(" ({first})")).unwrap_or_default();
        if let Some(error) = verdict.why_provisional() {
            return Err(Stop::new(Some(Code::Policy), error));
        }
        let error = verdict.error.unwrap_or_else(|| "no reason given".to_owned());
        if verdict.code == Some(Code::Unavailable) && self.options.policy.allow_unverified {
            self.report.warnings.push(format!("Not verified: {error}, and the policy allows it"));
            return Ok(());
        }
        Err(Stop::new(verdict.code, format!("Verification failed: {error}{first}")))
    }

    /// Checks that the live files have not changed since parsing.
    pub(super) async fn still(&mut self, before: &Snapshot) -> Result<(), Stop> {
        let live =
            self.target.load().await.map_err(|error| {
                Stop::new(Code::Unavailable, format!("The files cannot be read: {error}"))
            })?;
        if live == *before {
            return Ok(());
        }
        let paths: Vec<String> =
            plan(before, &live).iter().take(5).map(|step| step.path().to_string()).collect();
        let message =
            format!("Stale: the files changed while the change was verified ({})", paths.join(", "));
        Err(Stop::new(Code::Integrity, message))
    }
}

/// The first failed test, and the first line of its error.
fn first_failure(verdict: &Verdict) -> Option<String> {
    let entry = verdict.tests()?.iter().find(|entry| entry.state == TestState::Failed)?;
    let error = entry.error.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
    Some(format!("{} {}: {error}", entry.test_file(), entry.path.join(" > ")))
}
