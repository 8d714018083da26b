//! Errors of running or recording a profile.

use verdict_protocol::Code;

use super::config::CONFIG_PATH;
use crate::{DocumentError, TargetError};

/// Why a profile could not be run or recorded. A run that failed is not an error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// `err:not_found`: there is no configuration.
    #[error("There is no {CONFIG_PATH}")]
    NoConfig,
    /// `err:syntax`: the configuration has mistakes, each with its location; never empty.
    #[error("{CONFIG_PATH} has {} error(s): {}", .0.len(), .0.first().map(ToString::to_string).unwrap_or_default())]
    Config(Vec<DocumentError>),
    /// `err:not_found`: the configuration has no such profile. The location is that of `profiles`.
    #[error("{0}")]
    UnknownProfile(DocumentError),
    /// `err:path`: the change id is invalid.
    #[error("{0}")]
    ChangeId(String),
    /// `err:integrity`: the status file, named first, is invalid. It stays unchanged.
    #[error("{0}: {1}; nothing was written")]
    Status(String, String),
    /// `err:unavailable`: the files could not be read or written.
    #[error("The files cannot be {0}: {1}")]
    Files(&'static str, TargetError),
}

impl ProfileError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            ProfileError::NoConfig | ProfileError::UnknownProfile(_) => Code::NotFound,
            ProfileError::Config(_) => Code::Syntax,
            ProfileError::ChangeId(_) => Code::Path,
            ProfileError::Status(..) => Code::Integrity,
            ProfileError::Files(..) => Code::Unavailable,
        }
    }

    /// The mistakes with their locations in the configuration, if there are any.
    #[must_use]
    pub fn mistakes(&self) -> &[DocumentError] {
        match self {
            ProfileError::Config(mistakes) => mistakes,
            ProfileError::UnknownProfile(mistake) => std::slice::from_ref(mistake),
            _ => &[],
        }
    }
}
