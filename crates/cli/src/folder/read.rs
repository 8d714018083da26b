//! A folder as files of a snapshot.

use std::fs;
use std::io;
use std::path::Path;

use verdict_protocol::{FileContent, Files};
use walkdir::{DirEntry, WalkDir};

use super::left_out;

/// Every file below `root` with its path relative to it, but for what is [`left_out`]. Symbolic links are
/// not followed, so that a snapshot never reaches outside its root.
///
/// # Errors
/// [`io::Error`] for a root that is no folder, for a file that cannot be read, and for a name that is not
/// UTF-8: a snapshot with a file silently missing would be another program.
pub(crate) fn read(root: &Path) -> io::Result<Files> {
    if !root.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("{} is not a folder", root.display())));
    }
    let skipped = |entry: &DirEntry| {
        // Where Git keeps a folder elsewhere, `.git` is a file. A file called `runs` is nothing of ours.
        let depth = if entry.file_type().is_dir() { entry.depth() } else { entry.depth() + 1 };
        depth.checked_sub(1).is_some_and(|depth| left_out(depth, entry.file_name()))
    };
    let walk = WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(|entry| !skipped(entry));
    let mut files = Vec::new();
    for entry in walk {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path().strip_prefix(root).map_err(io::Error::other)?;
        let path = path
            .to_str()
            .ok_or_else(|| io::Error::other(format!("{}: the name is not UTF-8", path.display())))?;
        let bytes = fs::read(entry.path())
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", entry.path().display())))?;
        // A separator of the host's, where it is not `/`.
        let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
        files.push((path, FileContent(bytes)));
    }
    Ok(Files(files))
}
