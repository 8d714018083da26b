//! A folder as a program's files: read as a snapshot, changed by an apply.

mod attributes;
mod disk_path;
mod emptied;
mod imports;
mod mentioned;
pub(crate) mod packages;
mod read;
mod read_only;
pub(crate) mod snapshots;
mod sources;
mod target;

pub(crate) use read::read;
pub(crate) use read_only::ReadOnly;
pub(crate) use sources::{Reader, Sources, content, leads_to_the_same, read as read_sources, read_by};
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

/// What a path below a root is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A file or a folder of the program.
    Own,
    /// An entry of a folder of packages, such as a package itself.
    Installed,
    /// A part of a folder that no snapshot has.
    Foreign,
}

/// What a path is, by its names from the root.
pub(crate) fn place(relative: &Path) -> Place {
    let names: Vec<&OsStr> = relative.iter().collect();
    match names.iter().enumerate().position(|(depth, name)| left_out(depth, name)) {
        None => Place::Own,
        Some(at) if names[at] == "node_modules" && names.len() <= at + 2 => Place::Installed,
        // It may be a file with the name of such a folder.
        Some(at) if names.len() == at + 1 => Place::Own,
        Some(_) => Place::Foreign,
    }
}

/// The canonical folder, because records about it must stay valid for later processes.
///
/// # Errors
/// [`io::Error`] with the name.
pub(crate) fn root(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
