//! Judges a change without applying it: runs the phases of the mask on copies.

use verdict_protocol::Code;

use super::report::GateState;
use super::run::{Run, Stop, count};
use super::{GateReport, Journal, Phase, PhaseMask, Target, Verifier};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Runs the phases that judge, but none that writes. Returns the number of operations.
    pub(super) async fn judge_only(&mut self, bundle: &str) -> Result<usize, Stop> {
        let change = self.pre_flight(bundle).await?;
        self.read_configuration(&change.before).await?;
        self.prepare_build_check(&change);
        if self.options.phase_mask.has(Phase::SnapshotRollback) {
            let rehearsed = self.rehearse(&change).await;
            self.forget_snapshot();
            rehearsed?;
        }
        if u8::from(self.options.phase_mask) != Phase::PreFlight.bit() {
            self.keep_lint(&change).await?;
        }
        self.post_verify(&change);
        let built = self.build_check(&change).await;
        if built.is_err() {
            self.report.changes_rolled_back = count(change.set.changes.len());
        }
        built?;
        if self.verifier.is_cancelled() {
            return Err(Stop::new(Code::Cancelled, "Cancelled; nothing was applied"));
        }
        self.still(&change.before).await?;
        Ok(change.set.changes.len())
    }

    /// Drops the snapshot of the state before, which only an applicable change needs.
    fn forget_snapshot(&mut self) {
        self.report.audit = None;
        if let Some(name) = self.report.snapshot.take() {
            let entry = self.entry(Phase::SnapshotRollback);
            entry.detail = entry.detail.replace(&format!(" Snapshot: {name}.json"), "");
        }
    }

    /// Checks that no recovery is pending: files between two states are not judged, and a check does not
    /// recover them.
    pub(super) async fn nothing_to_recover(&mut self) -> Result<(), Stop> {
        match self.journal.read().await {
            Ok(None) => Ok(()),
            Ok(Some(_)) => {
                let message =
                    "An interrupted change is to be recovered first; a check does not touch the files";
                Err(Stop::new(Code::Unavailable, message))
            }
            Err(error) => Err(Stop::new(Code::Unavailable, format!("The journal cannot be read: {error}"))),
        }
    }
}

impl GateReport {
    pub(super) fn checked(&mut self, changes: usize, mask: PhaseMask) {
        let phases = Phase::ALL.into_iter().filter(|phase| *phase == Phase::PreFlight || mask.has(*phase));
        let phases: Vec<&str> = phases.map(Phase::as_str).collect();
        self.success = true;
        self.state = GateState::Checked;
        self.code = None;
        self.message = format!("{changes} change(s) checked by {}; nothing was applied", phases.join(", "));
    }
}
