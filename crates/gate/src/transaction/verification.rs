//! Converts a transaction to a verification report.

use verdict_protocol::Command;
use verdict_report::{CheckResult, Level, ReportBuilder, VerificationReport};

use super::{GateReport, Purpose};

impl GateReport {
    /// The report of the transaction's run.
    ///
    /// L0 contains lint and type checks, L1 tests and L2 evaluations of the verify command and the profile.
    /// L3 contains each phase that ran and, last, the transaction as a whole, so that no report of a change
    /// that is not live passes. Checks for comparison have no level, because a phase judges them. A change
    /// that was permitted unverified has a failed check.
    #[must_use]
    pub fn verification_report(&self, run_id: &str, iteration: u32) -> VerificationReport {
        let mut builder = ReportBuilder::new(run_id, iteration, self.started_at);
        for check in self.checks.iter().filter(|check| check.purpose == Purpose::Verify) {
            let level = Command::parse(&check.command).map_or(Level::L3, |command| Level::of(command.verb));
            builder.check(level, check.result.clone());
        }
        if let Some(profile) = &self.profile {
            profile.add_checks(&mut builder);
        }
        for phase in self.phases.iter().filter(|phase| !phase.skipped) {
            let check =
                CheckResult::new(phase.phase.as_str(), phase.passed, &phase.detail, phase.duration_ms);
            builder.check(Level::L3, check);
        }
        builder.check(Level::L3, CheckResult::new("Transaction", self.success, &self.message, 0.0));
        builder.finish(self.completed_at)
    }
}
