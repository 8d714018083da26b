//! From the argument of a command to files of the snapshot.

use verdict_protocol::{Code, Command};
use verdict_vfs::{PatternError, Snapshot, VfsPath};

/// Why a command names no files, with its stable code.
pub(crate) struct Refusal(pub(crate) Code, pub(crate) String);

/// The files that a command names, each once, in the order of its patterns and then of paths.
///
/// `missing` is the seeds' wording for a path without a file.
pub(crate) fn files(snapshot: &Snapshot, command: &Command, missing: &str) -> Result<Vec<VfsPath>, Refusal> {
    let patterns = command.patterns().map_err(|error| Refusal(Code::Command, error.to_string()))?;
    snapshot.select_all(&patterns).map_err(|error| match error {
        PatternError::NotFound(path) => Refusal(Code::NotFound, format!("{missing}: {path}")),
        error @ (PatternError::Path(_) | PatternError::Glob(..)) => Refusal(Code::Path, error.to_string()),
    })
}
