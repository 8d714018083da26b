//! A folder as a program's files: read as a snapshot, changed by an apply.

mod attributes;
mod disk_path;
mod emptied;
pub(crate) mod packages;
mod read;
mod read_only;
mod target;

pub(crate) use read::read;
pub(crate) use read_only::ReadOnly;
pub(crate) use target::Folder;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::state_dir;

/// Folders that are not part of a program's own source, wherever they are.
const FOREIGN: [&str; 2] = [".git", "node_modules"];
/// Folders at the root that hold what Verdict itself writes and that judge nothing.
const OURS: [&str; 2] = [state_dir::NAME, "runs"];

/// Whether a folder of this name, `depth` folders below the root, is no part of a snapshot.
fn left_out(depth: usize, name: &OsStr) -> bool {
    FOREIGN.iter().any(|foreign| name == *foreign) || (depth == 0 && OURS.iter().any(|ours| name == *ours))
}

/// The folder itself, however it was named: what is noted of it must hold for whoever comes later.
///
/// # Errors
/// [`io::Error`] with the name.
pub(crate) fn root(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
