//! Reads a folder as files of a snapshot.

use std::fs;
use std::io;
use std::path::Path;

use verdict_protocol::{FileContent, Files};
use walkdir::{DirEntry, WalkDir};

use super::left_out;

/// All files below `root` by relative path, except those that [`left_out`] excludes. Symbolic links are not
/// followed, so that a snapshot never reaches outside its root.
///
/// # Errors
/// [`io::Error`] if the root is no folder, a file cannot be read, or a name is not UTF-8, because a snapshot
/// without that file would be a different program.
pub(crate) fn read(root: &Path) -> io::Result<Files> {
    if !root.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("{} is not a folder", root.display())));
    }
    let skipped = |entry: &DirEntry| {
        // `.git` is a file if Git keeps the folder elsewhere. A file named `runs` is not excluded.
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
        // The host's path separator, if it is not `/`.
        let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
        files.push((path, FileContent(bytes)));
    }
    Ok(Files(files))
}
