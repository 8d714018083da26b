//! A folder as a program's files: read as a snapshot, changed by an apply.

mod attributes;
mod disk_path;
mod emptied;
mod imports;
mod mentioned;
pub(crate) mod packages;
mod read;
mod read_only;
mod sources;
mod target;

pub(crate) use read::read;
pub(crate) use read_only::ReadOnly;
pub(crate) use sources::read as read_sources;
pub(crate) use target::Folder;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::state_dir;

/// Folders that are never part of a program's own source.
const FOREIGN: [&str; 2] = [".git", "node_modules"];
/// Folders in the root that contain Verdict's own files, which judge nothing.
const OURS: [&str; 2] = [state_dir::NAME, "runs"];

/// Whether a folder of this name, `depth` levels below the root, is excluded from snapshots.
fn left_out(depth: usize, name: &OsStr) -> bool {
    FOREIGN.iter().any(|foreign| name == *foreign) || (depth == 0 && OURS.iter().any(|ours| name == *ours))
}

/// The canonical folder, because records about it must stay valid for later processes.
///
/// # Errors
/// [`io::Error`] with the name.
pub(crate) fn root(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
