//! Reads the cases of `tests/hostile/`, in file order. Only the name and kind of a case are read; the rest is
//! for its runner.

use serde::Deserialize;
use walkdir::WalkDir;

use crate::error::Error;
use crate::workspace::Workspace;

/// One entry of a case file.
#[derive(Deserialize)]
pub(super) struct Case {
    /// The property that it proves.
    pub(super) name: String,
    /// `cheat`, `oracle` or `nop`.
    pub(super) kind: String,
}

/// Folder and name, without extension, of every case file.
///
/// # Errors
/// An unreadable folder.
pub(super) fn files(workspace: &Workspace) -> Result<Vec<(String, String)>, Error> {
    let root = workspace.path("tests/hostile");
    let mut files = Vec::new();
    for entry in WalkDir::new(&root).min_depth(2).sort_by_file_name() {
        let entry = entry.map_err(|error| Error::manifest(&root, error.to_string()))?;
        let below =
            entry.path().strip_prefix(&root).unwrap_or(entry.path()).to_string_lossy().replace('\\', "/");
        if let Some((part, file)) = below.strip_suffix(".json").and_then(|path| path.rsplit_once('/')) {
            files.push((part.to_owned(), file.to_owned()));
        }
    }
    Ok(files)
}

/// The cases of a file.
///
/// # Errors
/// A file that is no list of cases.
pub(super) fn read(workspace: &Workspace, part: &str, file: &str) -> Result<Vec<Case>, Error> {
    let path = workspace.path(&format!("tests/hostile/{part}/{file}.json"));
    let text = std::fs::read(&path).map_err(Error::file(&path))?;
    serde_json::from_slice(&text).map_err(|error| Error::manifest(&path, error.to_string()))
}
