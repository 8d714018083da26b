//! What keeping and reading reports answers.

use serde::Serialize;
use verdict_protocol::Code;

use super::Skipped;
use crate::{ReportError, Timestamp, VerificationReport};

/// What came of a save.
#[must_use = "what went wrong is to be logged and shown"]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Saved {
    /// Where it is kept; `None`: it is not.
    pub key: Option<String>,
    /// What went wrong, if something did.
    pub problems: Vec<Problem>,
    /// Keys that were let go, the oldest first.
    pub removed: Vec<String>,
}

impl Saved {
    /// Whether it is kept and nothing went wrong.
    #[must_use]
    pub fn ok(&self) -> bool {
        self.key.is_some() && self.problems.is_empty()
    }

    pub(crate) fn refused(error: &ReportError) -> Saved {
        Saved { problems: vec![error.into()], ..Saved::default() }
    }
}

/// Something that went wrong and that changes no verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Why, for programs.
    pub code: Code,
    /// Why, in a sentence.
    pub message: String,
}

impl From<&ReportError> for Problem {
    fn from(error: &ReportError) -> Self {
        Problem { code: error.code(), message: error.to_string() }
    }
}

/// What is at a place in the store.
#[derive(Debug, Clone, PartialEq)]
pub enum Loaded<T> {
    /// This.
    Found(T),
    /// Nothing.
    Missing,
    /// A file that is passed over.
    Skipped(Skipped),
}

impl<T> Loaded<T> {
    /// What was found, if something was.
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
    /// By iteration.
    pub reports: Vec<Listed>,
    /// What was passed over.
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
    /// Which verification of the run.
    pub iteration: u32,
    /// Its verdict.
    pub passed: bool,
    /// Its summary. Hostile text.
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
    /// Keys that are of no run.
    pub skipped: Vec<Skipped>,
}

/// The snapshots of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Trail {
    /// Names for [`super::Reports::load_snapshot`], in byte order.
    pub names: Vec<String>,
    /// Keys that are no names of snapshots.
    pub skipped: Vec<Skipped>,
}
