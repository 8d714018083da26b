//! Results of storing and loading reports.

use serde::Serialize;
use verdict_protocol::Code;

use super::Skipped;
use crate::{ReportError, Timestamp, VerificationReport};

/// The outcome of a save.
#[must_use = "what went wrong is to be logged and shown"]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Saved {
    /// The key under which it is stored; `None` if it is not.
    pub key: Option<String>,
    /// Problems that occurred.
    pub problems: Vec<Problem>,
    /// Removed keys, the oldest first.
    pub removed: Vec<String>,
}

impl Saved {
    /// Whether it is stored without problems.
    #[must_use]
    pub fn ok(&self) -> bool {
        self.key.is_some() && self.problems.is_empty()
    }

    pub(crate) fn refused(error: &ReportError) -> Saved {
        Saved { problems: vec![error.into()], ..Saved::default() }
    }
}

/// A problem that changes no verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The stable code.
    pub code: Code,
    /// The problem, in a sentence.
    pub message: String,
}

impl From<&ReportError> for Problem {
    fn from(error: &ReportError) -> Self {
        Problem { code: error.code(), message: error.to_string() }
    }
}

/// The content at a key.
#[derive(Debug, Clone, PartialEq)]
pub enum Loaded<T> {
    /// The parsed content.
    Found(T),
    /// There is no file.
    Missing,
    /// The file is skipped.
    Skipped(Skipped),
}

impl<T> Loaded<T> {
    /// The parsed content, if there is any.
    pub fn found(self) -> Option<T> {
        match self {
            Loaded::Found(found) => Some(found),
            Loaded::Missing | Loaded::Skipped(_) => None,
        }
    }
}

/// The reports of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The reports, by iteration.
    pub reports: Vec<Listed>,
    /// Skipped files.
    pub skipped: Vec<Skipped>,
}

impl Listing {
    /// The iterations, ascending.
    #[must_use]
    pub fn iterations(&self) -> Vec<u32> {
        self.reports.iter().map(|listed| listed.iteration).collect()
    }
}

/// One report of a [`Listing`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// The iteration of the run.
    pub iteration: u32,
    /// Verdict of the report.
    pub passed: bool,
    /// Summary of the report. Untrusted text.
    pub summary: String,
    /// When its last check ended.
    pub completed_at: Timestamp,
}

impl Listed {
    pub(super) fn of(report: &VerificationReport) -> Listed {
        Listed {
            iteration: report.iteration,
            passed: report.passed(),
            summary: report.overall.summary.clone(),
            completed_at: report.completed_at,
        }
    }
}

/// The runs of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Runs {
    /// Ids, in byte order.
    pub runs: Vec<String>,
    /// Keys that belong to no run.
    pub skipped: Vec<Skipped>,
}

/// The snapshots of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Trail {
    /// Names for [`super::Reports::load_snapshot`], in byte order.
    pub names: Vec<String>,
    /// Keys that are not names of snapshots.
    pub skipped: Vec<Skipped>,
}
