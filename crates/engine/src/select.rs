//! From the argument of a command to files of the snapshot.

use std::collections::BTreeSet;

use verdict_protocol::{Code, Command};
use verdict_vfs::{PatternError, Snapshot, VfsPath};

use crate::Found;

/// The files that a command names, each once, in the order of its patterns and then of paths.
///
/// `missing` is the seeds' wording for a path without a file.
pub(crate) fn files(snapshot: &Snapshot, command: &Command, missing: &str) -> Result<Vec<VfsPath>, Found> {
    let patterns = command.patterns().map_err(|error| Found::refused(Code::Command, error.to_string()))?;
    let mut seen = BTreeSet::new();
    let mut files = Vec::new();
    for pattern in patterns {
        let selected = snapshot.select(&pattern).map_err(|error| match error {
            PatternError::NotFound(path) => Found::refused(Code::NotFound, format!("{missing}: {path}")),
            PatternError::Path(error) => Found::refused(Code::Path, error.to_string()),
            error @ PatternError::Glob(..) => Found::refused(Code::Path, error.to_string()),
        })?;
        files.extend(selected.into_iter().filter(|path| seen.insert(path.clone())));
    }
    Ok(files)
}
