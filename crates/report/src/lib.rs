//! Reports of a current run and of stored runs.
//!
//! A [`RunReport`] holds the results of several commands. A [`VerificationReport`] holds the findings of each
//! level of a verification. A [`ReportBuilder`] creates it. [`Reports`] keeps reports in a [`Store`],
//! together with [`AuditSnapshot`]s of the files, within a [`Retention`], and exports a run as an archive.
//! [`render()`] and [`render_verification`] write both kinds in every [`Format`].
//!
//! Names, messages and paths are untrusted text: each renderer neutralises them for its own format, with
//! [`one_line`] and [`lines`]. The crate has no clock: callers pass times in milliseconds since 1970.
//!
//! ```
//! use verdict_report::{CheckResult, Level, MemoryStore, ReportBuilder, Reports};
//!
//! let mut builder = ReportBuilder::new("run-1", 1, 1_767_368_100_000.0);
//! builder.check(Level::L0, CheckResult::new("lint", true, "", 12.5));
//! let report = builder.finish(1_767_368_100_012.5);
//!
//! let reports = Reports::new(MemoryStore::default());
//! let saved = pollster::block_on(reports.save(&report));
//! assert!(saved.ok());
//! assert_eq!(saved.key.as_deref(), Some("runs/run-1/verification-1.json"));
//! ```

mod archive;
mod audit;
mod counts;
mod error;
mod escape;
mod explain;
mod findings;
mod groups;
mod html;
mod model;
mod notes;
mod preview;
mod printed;
mod remarks;
mod render;
mod reports;
mod store;
pub mod terminal;
mod verification;

pub use audit::{AuditFile, AuditSnapshot, Renamed, SnapshotDiff, diff_snapshots};
pub use counts::Counts;
pub use error::ReportError;
pub use escape::{lines, one_line};
pub use html::html;
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

/// The results of several commands, in the order of the requests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunReport {
    /// Start of the run by the caller's clock, in milliseconds since 1970.
    pub started_at_ms: f64,
    /// One result per command.
    pub results: Vec<VerifyResult>,
    /// Number of slowest tests that [`Format::Text`] lists with real time; 0 by default, so that equal runs
    /// give equal bytes.
    pub slowest: usize,
}

impl RunReport {
    /// Whether there is a result and all succeeded. A run in which nothing ran does not pass.
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
