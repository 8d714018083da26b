//! Resolves the argument of a command to files of the snapshot.

use verdict_protocol::{Code, Command};
use verdict_vfs::{PatternError, Snapshot, VfsPath};

/// Why a request cannot be carried out: its stable code and a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal(pub Code, pub String);

/// The files that a command selects, each once, in the order of its patterns and then of paths.
///
/// `missing` is the message for a path without a file, as in spec W8.
///
/// # Errors
/// [`Code::Command`] for an unclosed quote, [`Code::NotFound`] for a path without a file, [`Code::Path`] for
/// an invalid path or glob.
pub fn select(snapshot: &Snapshot, command: &Command, missing: &str) -> Result<Vec<VfsPath>, Refusal> {
    let patterns = command.patterns().map_err(|error| Refusal(Code::Command, error.to_string()))?;
    snapshot.select_all(&patterns).map_err(|error| match error {
        PatternError::NotFound(path) => Refusal(Code::NotFound, format!("{missing}: {path}")),
        error @ (PatternError::Path(_) | PatternError::Glob(..)) => Refusal(Code::Path, error.to_string()),
    })
}
