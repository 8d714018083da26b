//! Errors of storing and loading reports.

use verdict_protocol::Code;

use crate::{InvalidRunId, StoreError};

/// Why stored reports could not be written or read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// A run id that could leave its place in the store.
    #[error(transparent)]
    RunId(#[from] InvalidRunId),
    /// The store failed.
    #[error("{key}: {source}")]
    Store {
        /// The key.
        key: String,
        /// The store's error.
        source: StoreError,
    },
    /// The text exceeds the limit.
    #[error("{key}: {bytes} bytes are more than the {limit} that are kept")]
    TooLarge {
        /// The key.
        key: String,
        /// Size of the text in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// A report whose verdict contradicts its own checks.
    #[error("{key}: {place} claims to have passed, and its checks did not")]
    Contradiction {
        /// The key.
        key: String,
        /// `overall`, or the level.
        place: &'static str,
    },
    /// Nothing is stored for this run.
    #[error("There is no run {0}")]
    NoRun(String),
    /// The archive could not be created.
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
