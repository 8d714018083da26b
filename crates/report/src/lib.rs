//! Reports: of a run that was just carried out, and of runs that are kept.
//!
//! A [`RunReport`] holds the results of some commands. A [`VerificationReport`] says what each level of a
//! verification found; a [`ReportBuilder`] makes one, [`Reports`] keeps them in a
//! [`Store`] beside [`AuditSnapshot`]s of the files, within a [`Retention`], and exports a run as one archive.
//! [`render`] and [`render_verification`] show either in every [`Format`], one renderer a file.
//!
//! Names, messages and paths are hostile text: each renderer makes them harmless in its own format, by
//! [`one_line`] and [`lines`]. There is no clock here: times are handed in, in milliseconds since 1970.
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
mod model;
mod notes;
mod preview;
mod printed;
mod remarks;
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
    /// How many of the slowest tests [`Format::Text`] lists, with real time; none by default, so that equal runs are
    /// equal bytes.
    pub slowest: usize,
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
