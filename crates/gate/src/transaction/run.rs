//! The phases, in their order.

use verdict_protocol::Code;
use verdict_vfs::Snapshot;

use super::checks::{Purpose, Recorded};
use super::record::JournalRecord;
use super::report::GateState;
use super::{ApplyOptions, GateError, GateReport, Journal, Phase, Target, Verifier};
use crate::ChangeSet;

/// The gate in front of some live files.
///
/// Whoever keeps the files lets one gate work on them at a time, for example by a lock of the system: a
/// record in the journal is taken for what a crash left behind.
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
        self.carry_out(bundle, options, false).await
    }

    /// Judges a bundle as [`Gate::apply`] does, on a copy, and applies nothing: neither the files nor the journal are
    /// written. Success means that every phase of the mask passed.
    ///
    /// Phases that the mask leaves out do not run. The verify command, the profile and the tests in their old form belong
    /// to Snapshot+Rollback: a mask of 1 is `PreFlight` alone. What an interrupted transaction left is not recovered: the
    /// change is refused.
    pub async fn check(&mut self, bundle: &str, options: &ApplyOptions) -> GateReport {
        self.carry_out(bundle, options, true).await
    }

    async fn carry_out(&mut self, bundle: &str, options: &ApplyOptions, checking: bool) -> GateReport {
        let mut run = Run {
            report: GateReport::refused(Code::Policy, ""),
            options,
            verifier: self.verifier,
            target: self.target,
            journal: self.journal,
            clock: self.clock,
            record: None,
            test_config: serde_json::json!({}),
            held: std::collections::BTreeSet::new(),
            linted: String::new(),
            checking,
        };
        run.report.errors.clear();
        run.report.started_at = (run.clock)();
        for phase in Phase::ALL.into_iter().filter(|phase| !options.phase_mask.has(*phase)) {
            run.entry(phase).detail = format!("Skipped by phase mask {}", options.phase_mask);
        }
        let outcome = if checking { run.judge_only(bundle).await } else { run.transact(bundle).await };
        match outcome {
            Ok(changes) if checking => run.report.checked(changes, options.phase_mask),
            Ok(changes) => run.report.applied(changes),
            Err(stop) => {
                run.report.code = stop.code;
                run.report.message = stop.message;
                if run.report.errors.is_empty() {
                    run.report.errors = vec![GateError::new(stop.code, run.report.message.clone())];
                }
            }
        }
        run.report.completed_at = (run.clock)();
        run.report
    }
}

/// Why a transaction goes no further. The state of the report is set by whoever touched the files.
#[derive(Debug)]
pub(crate) struct Stop {
    /// None where the change was judged and found wanting.
    pub(crate) code: Option<Code>,
    pub(crate) message: String,
}

impl Stop {
    pub(crate) fn new(code: impl Into<Option<Code>>, message: impl Into<String>) -> Stop {
        Stop { code: code.into(), message: message.into() }
    }
}

/// What is to be applied: read, and fit for the files as they are.
pub(crate) struct Change {
    pub(crate) set: ChangeSet,
    pub(crate) before: Snapshot,
    pub(crate) after: Snapshot,
    /// `after`, but with what says how it is judged (constitution, profiles, config) as in `before`. Checks are
    /// made on this one.
    pub(crate) judged: Snapshot,
}

/// One transaction under way. Each phase is an `impl` in a file of its own.
pub(crate) struct Run<'a, V, T, J> {
    pub(crate) report: GateReport,
    pub(crate) options: &'a ApplyOptions,
    /// Asked by [`Run::asking`] only, so that the report tells of every check.
    pub(super) verifier: &'a mut V,
    pub(crate) target: &'a mut T,
    pub(super) journal: &'a mut J,
    pub(crate) clock: &'a dyn Fn() -> f64,
    /// What the journal holds.
    pub(super) record: Option<JournalRecord>,
    /// Laid over the configuration of every `test:`.
    pub(crate) test_config: serde_json::Value,
    /// Paths that stay test material from earlier changes.
    pub(crate) held: std::collections::BTreeSet<String>,
    /// What the lint of changed files found, in a sentence, for the phase that it is told with.
    pub(crate) linted: String,
    /// Whether nothing is applied whatever the judgement is.
    pub(super) checking: bool,
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    async fn transact(&mut self, bundle: &str) -> Result<usize, Stop> {
        let change = self.pre_flight(bundle).await?;
        let before = self.rehearse(&change).await?;
        self.keep_lint(&change).await?;
        if self.verifier.is_cancelled() {
            return Err(Stop::new(Code::Cancelled, "Cancelled before anything was written"));
        }
        self.go_live(&change).await?;
        self.post_verify(&change);
        self.build_check(&change).await?;
        self.commit(&change).await?;
        self.remember(&change, &before).await;
        Ok(change.set.changes.len())
    }

    /// The verifier, for a purpose: what is asked of it stands in the report's `checks`.
    pub(crate) fn asking(&mut self, purpose: Purpose) -> Recorded<'_, V> {
        Recorded {
            verifier: self.verifier,
            purpose,
            checks: &mut self.report.checks,
            clock: self.clock,
            test_config: &self.test_config,
        }
    }

    /// What a run on these files depends on beside them.
    pub(crate) fn depends_on(&mut self, files: &Snapshot) -> String {
        self.verifier.depends_on(files)
    }

    /// Whether what it says can be confirmed by a second engine.
    pub(crate) fn asks_two(&self) -> bool {
        self.verifier.confirms()
    }

    pub(super) fn entry(&mut self, phase: Phase) -> &mut super::PhaseReport {
        &mut self.report.phases[phase as usize]
    }

    /// Records a phase. One that is not asked for stays skipped, unless what is done in any case failed.
    pub(crate) fn record(&mut self, phase: Phase, passed: bool, detail: String, start: f64) {
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

impl GateReport {
    fn applied(&mut self, changes: usize) {
        self.success = true;
        self.state = GateState::Applied;
        self.code = None;
        self.changes_applied = count(changes);
        self.message = format!("{changes} change(s) applied");
    }
}

pub(super) fn count(changes: usize) -> u32 {
    u32::try_from(changes).unwrap_or(u32::MAX)
}
