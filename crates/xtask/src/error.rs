//! Errors, each with a stable code.

use std::path::{Path, PathBuf};

/// Why a task stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A tool is missing and could not be installed.
    #[error("{tool} is missing and could not be installed here ({reason}). Install it with:\n    {command}")]
    MissingTool {
        /// Name of the program.
        tool: String,
        /// Why it could not be installed.
        reason: String,
        /// The command that installs it.
        command: String,
    },
    /// A program could not be started.
    #[error("cannot start `{command}`: {source}")]
    Start {
        /// The command line.
        command: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A program failed.
    #[error("`{command}` failed ({status}){tail}")]
    Failed {
        /// The command line.
        command: String,
        /// The exit status.
        status: String,
        /// The end of its output, if it was not shown.
        tail: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file of this repository has invalid content.
    #[error("{}: {message}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// The server could not be started.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// Address and port.
        address: String,
        /// The system's reason.
        reason: String,
    },
    /// A wasm package is larger than its budget.
    #[error("over budget: {0}")]
    Budget(String),
    /// `test` or `hostile` failed and has printed the reason.
    #[error("the tests failed")]
    TestsFailed,
    /// A step of `test` failed.
    #[error("step `{step}` failed: {reason}")]
    Step {
        /// Name of the step.
        step: String,
        reason: String,
    },
}

impl Error {
    /// The stable code.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Error::MissingTool { .. } => "missing-tool",
            Error::Start { .. } => "start",
            Error::Failed { .. } => "failed",
            Error::File { .. } => "file",
            Error::Manifest { .. } => "manifest",
            Error::Listen { .. } => "listen",
            Error::Budget(_) => "budget",
            Error::TestsFailed | Error::Step { .. } => "step",
        }
    }

    /// A closure for `map_err` that names the file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Error + use<> {
        let path = path.to_owned();
        move |source| Error::File { path, source }
    }

    /// An error about a file of this repository.
    pub(crate) fn manifest(path: &Path, message: impl Into<String>) -> Error {
        Error::Manifest { path: path.to_owned(), message: message.into() }
    }
}
