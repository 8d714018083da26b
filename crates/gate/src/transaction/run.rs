//! Runs the phases in order.

use verdict_protocol::Code;
use verdict_vfs::{Snapshot, VfsPath};

use super::checks::{Purpose, Recorded};
use super::record::JournalRecord;
use super::report::GateState;
use super::{ApplyOptions, GateError, GateReport, Journal, Phase, Target, Verifier};
use crate::ChangeSet;

/// The gate in front of live files.
///
/// Only one gate may work on the files at a time, for example under a lock of the system. A record in the
/// journal counts as left behind by a crash.
pub struct Gate<'a, V, T, J> {
    /// Judges the change.
    pub verifier: &'a mut V,
    /// The live files.
    pub target: &'a mut T,
    /// The journal, which outlives a crash.
    pub journal: &'a mut J,
    /// Monotonic milliseconds since 1970, with a fraction.
    pub clock: &'a dyn Fn() -> f64,
}

impl<V: Verifier, T: Target, J: Journal> Gate<'_, V, T, J> {
    /// Applies a bundle to live files, completely or not at all.
    ///
    /// It never fails: the report contains all problems, and its `state` says whether the files changed.
    /// Parsing and checking, the stale check, the proof by root hash and the verify command run whatever the
    /// phase mask is. Without a verify command or a verifier, the gate refuses unless
    /// [`super::Policy::allow_unverified`] permits it.
    pub async fn apply(&mut self, bundle: &str, options: &ApplyOptions) -> GateReport {
        self.carry_out(bundle, options, false).await
    }

    /// Judges a bundle like [`Gate::apply`], on a copy, and applies nothing: neither the files nor the
    /// journal are written. Success means that every phase of the mask passed.
    ///
    /// Phases outside the mask do not run. The verify command, the profile and the tests in their old form
    /// belong to Snapshot+Rollback; a mask of 1 is `PreFlight` alone. An interrupted transaction is not
    /// recovered: the change is refused.
    pub async fn check(&mut self, bundle: &str, options: &ApplyOptions) -> GateReport {
        self.carry_out(bundle, options, true).await
    }

    async fn carry_out(&mut self, bundle: &str, options: &ApplyOptions, checking: bool) -> GateReport {
        let mut run = self.start(options, checking);
        for phase in Phase::ALL.into_iter().filter(|phase| !options.phase_mask.has(*phase)) {
            run.entry(phase).detail = format!("Skipped by phase mask {}", options.phase_mask);
        }
        let outcome = if checking { run.judge_only(bundle).await } else { run.transact(bundle).await };
        match outcome {
            Ok(changes) if checking => run.report.checked(changes, options.phase_mask),
            outcome => run.settled(outcome),
        }
        run.report.completed_at = (run.clock)();
        run.report
    }

    /// A run before its first phase.
    pub(super) fn start<'r>(&'r mut self, options: &'r ApplyOptions, checking: bool) -> Run<'r, V, T, J> {
        let mut run = Run {
            report: GateReport::refused(Code::Policy, ""),
            options,
            verifier: self.verifier,
            target: self.target,
            journal: self.journal,
            clock: self.clock,
            record: None,
            project_config: serde_json::json!({}),
            configured: serde_json::json!({}),
            test_config: serde_json::json!({}),
            held: std::collections::BTreeSet::new(),
            linted: String::new(),
            tested: std::collections::BTreeSet::new(),
            checking,
        };
        run.report.errors.clear();
        run.report.started_at = (run.clock)();
        run
    }
}

/// Why a transaction stops. The code that touched the files sets the state of the report.
#[derive(Debug)]
pub(crate) struct Stop {
    /// `None` if the change was judged and failed.
    pub(crate) code: Option<Code>,
    pub(crate) message: String,
}

impl Stop {
    pub(crate) fn new(code: impl Into<Option<Code>>, message: impl Into<String>) -> Stop {
        Stop { code: code.into(), message: message.into() }
    }
}

/// A change to apply: parsed, and applicable to the current files.
pub(crate) struct Change {
    pub(crate) set: ChangeSet,
    pub(crate) before: Snapshot,
    pub(crate) after: Snapshot,
    /// `after`, but with the files that decide how it is judged (constitution, profiles, config) as in
    /// `before`. Checks run on this state.
    pub(crate) judged: Snapshot,
}

/// A running transaction. Each phase is an `impl` in its own file.
pub(crate) struct Run<'a, V, T, J> {
    pub(crate) report: GateReport,
    pub(crate) options: &'a ApplyOptions,
    /// Used through [`Run::asking`] only, so that the report contains every check.
    pub(super) verifier: &'a mut V,
    pub(crate) target: &'a mut T,
    pub(super) journal: &'a mut J,
    pub(crate) clock: &'a dyn Fn() -> f64,
    /// The record in the journal.
    pub(super) record: Option<JournalRecord>,
    /// What the project's own tools are configured to.
    pub(crate) project_config: serde_json::Value,
    /// The configuration of the state before: that of its tools and, over it, `/verdict.config.json`.
    pub(crate) configured: serde_json::Value,
    /// Merged over the configuration of every `test:`.
    pub(crate) test_config: serde_json::Value,
    /// Paths that stay test material from earlier changes.
    pub(crate) held: std::collections::BTreeSet<String>,
    /// The changed source files that are no test material, if tests judged the change.
    pub(crate) tested: std::collections::BTreeSet<VfsPath>,
    /// The outcome of the lint of changed files, in a sentence for its phase.
    pub(crate) linted: String,
    /// Whether nothing is applied, whatever the judgement is.
    pub(super) checking: bool,
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    async fn transact(&mut self, bundle: &str) -> Result<usize, Stop> {
        let change = self.pre_flight(bundle).await?;
        self.read_configuration(&change.before).await?;
        self.prepare_build_check(&change);
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

    /// Reports how a transaction ended.
    pub(super) fn settled(&mut self, outcome: Result<usize, Stop>) {
        match outcome {
            Ok(changes) => self.report.applied(changes),
            Err(stop) => {
                self.report.code = stop.code;
                self.report.message = stop.message;
                if self.report.errors.is_empty() {
                    self.report.errors = vec![GateError::new(stop.code, self.report.message.clone())];
                }
            }
        }
    }

    /// The verifier for a purpose; its checks appear in the report.
    pub(crate) fn asking(&mut self, purpose: Purpose) -> Recorded<'_, V> {
        Recorded {
            verifier: self.verifier,
            purpose,
            checks: &mut self.report.checks,
            clock: self.clock,
            project_config: &self.project_config,
            test_config: &self.test_config,
        }
    }

    /// A name of everything else that a run on these files depends on.
    pub(crate) fn depends_on(&mut self, files: &Snapshot) -> String {
        self.verifier.depends_on(files)
    }

    /// Whether a second engine can confirm its results.
    pub(crate) fn asks_two(&self) -> bool {
        self.verifier.confirms()
    }

    pub(super) fn entry(&mut self, phase: Phase) -> &mut super::PhaseReport {
        &mut self.report.phases[phase as usize]
    }

    /// Records a phase. A phase that was not requested stays skipped, unless its mandatory part failed.
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
