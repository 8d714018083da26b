//! Why reports could not be kept or read.

use verdict_protocol::Code;

use crate::{InvalidRunId, StoreError};

/// Why something about kept reports could not be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// A run id that could leave its place in the store.
    #[error(transparent)]
    RunId(#[from] InvalidRunId),
    /// The store did not do what it was asked.
    #[error("{key}: {source}")]
    Store {
        /// What it was about.
        key: String,
        /// Why.
        source: StoreError,
    },
    /// More text than is kept.
    #[error("{key}: {bytes} bytes are more than the {limit} that are kept")]
    TooLarge {
        /// What it was about.
        key: String,
        /// How much it has.
        bytes: usize,
        /// How much is kept.
        limit: usize,
    },
    /// A report whose verdict its own checks contradict.
    #[error("{key}: {place} claims to have passed, and its checks did not")]
    Contradiction {
        /// What it was about.
        key: String,
        /// `overall`, or the level.
        place: &'static str,
    },
    /// A run of which nothing is kept.
    #[error("There is no run {0}")]
    NoRun(String),
    /// The archive could not be made.
    #[error("The archive could not be made: {0}")]
    Archive(String),
}

impl ReportError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            ReportError::RunId(_) => Code::Path,
            ReportError::Store { source, .. } => source.code(),
            ReportError::TooLarge { .. } | ReportError::Archive(_) => Code::Limit,
            ReportError::Contradiction { .. } => Code::Integrity,
            ReportError::NoRun(_) => Code::NotFound,
        }
    }
}
