//! The phases, in their order.

use verdict_protocol::{Code, Command};
use verdict_vfs::{Snapshot, diff};

use super::build_check::{Built, build_check};
use super::plan::{plan, restore};
use super::report::GateState;
use super::{ApplyOptions, Check, GateError, GateReport, Journal, Phase, Target, Verifier};
use crate::{ChangeSet, Operation, parse_bundle};

/// The gate in front of some live files.
pub struct Gate<'a, V, T, J> {
    /// Judges what is to be applied.
    pub verifier: &'a mut V,
    /// The live files.
    pub target: &'a mut T,
    /// Outlives a crash.
    pub journal: &'a mut J,
    /// Milliseconds since 1970, with a fraction, never going back.
    pub clock: &'a dyn Fn() -> f64,
}

impl<V: Verifier, T: Target, J: Journal> Gate<'_, V, T, J> {
    /// Applies a bundle to live files, whole or not at all.
    ///
    /// It never fails: what went wrong stands in the report, whose `state` says what became of the files.
    /// Reading and checking, the stale check and the proof by root hash are done whatever the phase mask is,
    /// and so is the verify command. Without one, or without a verifier, the gate is closed unless
    /// [`super::Policy::allow_unverified`] opens it.
    pub async fn apply(&mut self, bundle: &str, options: &ApplyOptions) -> GateReport {
        let mut run = Run {
            report: GateReport::refused(Code::Policy, ""),
            options,
            verifier: self.verifier,
            target: self.target,
            clock: self.clock,
        };
        run.report.errors.clear();
        for phase in Phase::ALL.into_iter().filter(|phase| !options.phase_mask.has(*phase)) {
            run.entry(phase).detail = format!("Skipped by phase mask {}", options.phase_mask);
        }
        match run.transact(bundle).await {
            Ok(applied) => run.report.applied(applied),
            Err(stop) => {
                run.report.code = stop.code;
                run.report.message = stop.message;
                if run.report.errors.is_empty() {
                    run.report.errors = vec![GateError::new(stop.code, run.report.message.clone())];
                }
            }
        }
        run.report
    }
}

/// Why a transaction goes no further. The state of the report is set by whoever touched the files.
struct Stop {
    /// None where the change was judged and found wanting.
    code: Option<Code>,
    message: String,
}

impl Stop {
    fn new(code: impl Into<Option<Code>>, message: impl Into<String>) -> Stop {
        Stop { code: code.into(), message: message.into() }
    }
}

struct Run<'a, V, T> {
    report: GateReport,
    options: &'a ApplyOptions,
    verifier: &'a mut V,
    target: &'a mut T,
    clock: &'a dyn Fn() -> f64,
}

impl<V: Verifier, T: Target> Run<'_, V, T> {
    async fn transact(&mut self, bundle: &str) -> Result<usize, Stop> {
        let (set, before, after) = self.pre_flight(bundle).await?;
        self.rehearse(&set, &before, &after).await?;
        let changes = set.changes.len();
        self.apply(&before, &after, changes).await?;
        self.post_verify(&set, &before, &after);
        self.build_check(&before, &after, changes).await?;
        Ok(changes)
    }

    /// Everything that can be told without running anything.
    async fn pre_flight(&mut self, bundle: &str) -> Result<(ChangeSet, Snapshot, Snapshot), Stop> {
        let start = (self.clock)();
        let outcome = self.read(bundle).await;
        let detail = match &outcome {
            Ok((set, before, _)) => format!(
                "Pre-state captured: {} files, root {}. Operations checked: {}.",
                before.len(),
                before.root(),
                set.changes.len()
            ),
            Err(stop) => stop.message.clone(),
        };
        self.record(Phase::PreFlight, outcome.is_ok(), detail, start);
        outcome
    }

    async fn read(&mut self, bundle: &str) -> Result<(ChangeSet, Snapshot, Snapshot), Stop> {
        match &self.options.verify_command {
            Some(command) => {
                Command::parse(command).map_err(|error| Stop::new(Code::Command, error.to_string()))?;
            }
            None if self.options.policy.allow_unverified => {
                self.report
                    .warnings
                    .push("Not verified: no verify command, and the policy allows it".to_owned());
            }
            None => {
                let message =
                    "Nothing verifies this change: give a verify command, or a policy that allows it";
                return Err(Stop::new(Code::Policy, message));
            }
        }
        let set = parse_bundle(bundle).map_err(|errors| self.mistakes(errors))?;
        let before =
            self.target.load().await.map_err(|error| {
                Stop::new(Code::Unavailable, format!("The files cannot be read: {error}"))
            })?;
        self.report.pre_root = Some(before.root().to_owned());
        let after = set.apply_to(&before).map_err(|errors| self.mistakes(errors))?;
        Ok((set, before, after))
    }

    fn mistakes(&mut self, errors: Vec<crate::BundleError>) -> Stop {
        let first = errors.first().map_or_else(String::new, ToString::to_string);
        let code = errors.first().map_or(Code::Syntax, |error| error.kind.code());
        self.report.errors = errors.into_iter().map(GateError::from).collect();
        Stop::new(code, format!("The bundle has {} error(s): {first}", self.report.errors.len()))
    }

    /// The change on a copy: verified, cancelled, and the live files still what they were.
    async fn rehearse(&mut self, set: &ChangeSet, before: &Snapshot, after: &Snapshot) -> Result<(), Stop> {
        let start = (self.clock)();
        let mut outcome = self.verify(after).await;
        if outcome.is_ok() && self.options.phase_mask.has(Phase::SnapshotRollback) {
            outcome = cancel(before, after);
        }
        if outcome.is_ok() {
            outcome = self.still(before).await;
        }
        let detail = match &outcome {
            Ok(()) => format!(
                "Rollback verified OK ({} files restored, root {}). Rehearsed root {}.",
                before.len(),
                before.root(),
                after.root()
            ),
            Err(stop) => {
                self.report.changes_rolled_back = count(set.changes.len());
                stop.message.clone()
            }
        };
        self.record(Phase::SnapshotRollback, outcome.is_ok(), detail, start);
        outcome
    }

    async fn verify(&mut self, after: &Snapshot) -> Result<(), Stop> {
        let Some(command) = &self.options.verify_command else { return Ok(()) };
        let verdict = self.verifier.verify(&Check::new(command, after)).await;
        self.report.result = verdict.detail.clone();
        if verdict.passed() {
            return Ok(());
        }
        let error = verdict.error.unwrap_or_else(|| "no reason given".to_owned());
        if verdict.code == Some(Code::Unavailable) && self.options.policy.allow_unverified {
            self.report.warnings.push(format!("Not verified: {error}, and the policy allows it"));
            return Ok(());
        }
        Err(Stop::new(verdict.code, format!("Verification failed: {error}")))
    }

    async fn still(&mut self, before: &Snapshot) -> Result<(), Stop> {
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

    /// The change on the live files. From the first step on, whatever goes wrong ends in a restore.
    async fn apply(&mut self, before: &Snapshot, after: &Snapshot, changes: usize) -> Result<(), Stop> {
        let mut failure = None;
        for step in plan(before, after) {
            if let Err(error) = step.take(self.target).await {
                failure = Some(format!("Writing {} failed: {error}", step.path()));
                break;
            }
        }
        if failure.is_none() {
            failure = match self.target.load().await {
                Ok(live) if live == *after => None,
                Ok(live) => {
                    Some(format!("The files have root {}, not the rehearsed {}", live.root(), after.root()))
                }
                Err(error) => Some(format!("The files cannot be read back: {error}")),
            };
        }
        match failure {
            None => {
                self.report.post_root = Some(after.root().to_owned());
                Ok(())
            }
            Some(failure) => Err(self.take_back(before, after, changes, Code::Integrity, &failure).await),
        }
    }

    /// Brings the live files back and says what became of that.
    async fn take_back(
        &mut self,
        before: &Snapshot,
        after: &Snapshot,
        changes: usize,
        code: Code,
        why: &str,
    ) -> Stop {
        let restored = restore(self.target, before, after).await;
        self.report.post_root = restored.live.as_ref().map(|live| live.root().to_owned());
        if restored.live.as_ref() == Some(before) {
            self.report.state = GateState::Restored;
            self.report.changes_rolled_back = count(changes);
            self.report
                .warnings
                .extend(restored.errors.iter().map(|error| format!("While restoring: {error}")));
            return Stop::new(code, format!("{why}; the files are as before, root {}", before.root()));
        }
        self.report.state = GateState::Terminal;
        let left: Vec<String> = restored
            .live
            .iter()
            .flat_map(|live| plan(live, before))
            .map(|step| format!("{} is not as before", step.path()))
            .collect();
        self.report.errors.extend(
            std::iter::once(why.to_owned())
                .chain(restored.errors)
                .chain(left)
                .map(|message| GateError::new(Code::Integrity, message)),
        );
        Stop::new(
            Code::Integrity,
            format!("{why}; RESTORING FAILED: the files are neither before nor after the change"),
        )
    }

    fn post_verify(&mut self, set: &ChangeSet, before: &Snapshot, after: &Snapshot) {
        if !self.options.phase_mask.has(Phase::PostVerify) {
            return;
        }
        let start = (self.clock)();
        let seen = diff(before, after);
        let (created, modified) = (seen.created.len(), seen.modified.len());
        let (deleted, renamed) = (seen.deleted.len(), seen.renamed.len());
        for change in &set.changes {
            let path = &change.path;
            if !matches!(change.operation, Operation::Delete | Operation::Rename { .. })
                && before.get(path) == after.get(path)
            {
                let operation = change.operation.as_str();
                self.report
                    .warnings
                    .push(format!("{operation} {path} changed nothing: the content is the same"));
            }
        }
        let detail = format!(
            "{} operations: {created} created, {modified} modified, {deleted} deleted, {renamed} renamed. Post-count: {}.",
            set.changes.len(),
            after.len()
        );
        self.record(Phase::PostVerify, true, detail, start);
    }

    async fn build_check(&mut self, before: &Snapshot, after: &Snapshot, changes: usize) -> Result<(), Stop> {
        if !self.options.phase_mask.has(Phase::BuildCheck) {
            return Ok(());
        }
        let start = (self.clock)();
        let (code, detail) = match build_check(self.verifier, before, after).await {
            Built::Clean(detail) => {
                self.record(Phase::BuildCheck, true, detail, start);
                return Ok(());
            }
            Built::Unavailable(error) if self.options.policy.allow_unverified => {
                self.report
                    .warnings
                    .push(format!("BuildCheck did not run: {error}, and the policy allows it"));
                self.entry(Phase::BuildCheck).detail = format!("Skipped: {error}");
                return Ok(());
            }
            Built::Unavailable(error) => (Code::Unavailable, format!("BuildCheck could not run: {error}")),
            Built::Broken { code, detail, errors } => {
                self.report.errors = errors;
                (code, detail)
            }
        };
        self.record(Phase::BuildCheck, false, detail.clone(), start);
        Err(self.take_back(before, after, changes, code, detail.trim_end_matches('.')).await)
    }

    fn entry(&mut self, phase: Phase) -> &mut super::PhaseReport {
        &mut self.report.phases[phase as usize]
    }

    /// Records a phase. One that is not asked for stays skipped, unless what is done in any case failed.
    fn record(&mut self, phase: Phase, passed: bool, detail: String, start: f64) {
        let asked = self.options.phase_mask.has(phase);
        if !asked && passed {
            return;
        }
        let duration_ms = (self.clock)() - start;
        let entry = self.entry(phase);
        entry.passed = passed;
        entry.skipped = false;
        entry.detail = detail;
        entry.duration_ms = duration_ms;
    }
}

/// Takes the rehearsed change back on the copy, by the steps that a restore of live files takes.
fn cancel(before: &Snapshot, after: &Snapshot) -> Result<(), Stop> {
    let steps = plan(after, before).into_iter().map(super::plan::Step::into_change);
    match after.apply(steps) {
        Ok(cancelled) if cancelled == *before => Ok(()),
        Ok(cancelled) => Err(Stop::new(
            Code::Integrity,
            format!("Rollback leaves root {}, not {}", cancelled.root(), before.root()),
        )),
        Err(error) => Err(Stop::new(Code::Integrity, format!("Rollback failed on the copy: {error}"))),
    }
}

fn count(changes: usize) -> u32 {
    u32::try_from(changes).unwrap_or(u32::MAX)
}

impl GateReport {
    fn applied(&mut self, changes: usize) {
        self.success = true;
        self.state = GateState::Applied;
        self.code = None;
        self.changes_applied = count(changes);
        self.message = format!("{changes} change(s) applied");
    }
}
