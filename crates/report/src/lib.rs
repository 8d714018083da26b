//! Reports of a run: one model, one renderer a file.
//!
//! A [`RunReport`] holds the results of some commands. Names, messages and paths in them are hostile
//! text: each renderer makes them harmless in its own format, see [`escape`].

mod archive;
mod audit;
mod counts;
mod error;
mod escape;
mod findings;
mod groups;
mod model;
mod preview;
mod render;
mod reports;
mod store;
mod verification;

pub use audit::{AuditFile, AuditSnapshot, Renamed, SnapshotDiff, diff_snapshots};
pub use counts::Counts;
pub use error::ReportError;
pub use escape::{lines, one_line};
pub use render::{Format, UnknownFormat, render, render_verification};
pub use reports::{
    Listed, Listing, Loaded, Problem, Reports, Retention, Runs, Saved, SkipKind, Skipped, Trail,
};
pub use store::{InvalidRunId, MemoryStore, RunId, Store, StoreError};
pub use verification::{
    CheckFinding, CheckResult, HarnessConfig, Level, LevelResult, Levels, Overall, ReportBuilder, Timestamp,
    VerificationReport,
};

use verdict_protocol::VerifyResult;

/// The results of some commands, in the order in which they were asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunReport {
    /// When the run began, in milliseconds since 1970, as the caller's clock has it.
    pub started_at_ms: f64,
    /// One result a command.
    pub results: Vec<VerifyResult>,
}

impl RunReport {
    /// Whether all that was asked for holds, and something was asked. A run in which nothing ran is no pass.
    #[must_use]
    pub fn success(&self) -> bool {
        RunReport::holds(&self.results, &self.counts())
    }

    pub(crate) fn holds(results: &[VerifyResult], counts: &Counts) -> bool {
        !results.is_empty()
            && results.iter().all(|result| result.success && result.code.is_none())
            && counts.passed > 0
            && counts.failed + counts.failed_outside == 0
    }
}
