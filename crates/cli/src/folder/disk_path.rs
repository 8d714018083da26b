//! Maps snapshot paths to the disk, and checks whether they may be written.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

use verdict_gate::policy::folded;
use verdict_vfs::VfsPath;

use super::left_out;

/// A snapshot path on disk.
#[derive(Debug)]
pub(super) struct DiskPath {
    pub(super) file: PathBuf,
    /// Its folders, outermost first, without the root.
    pub(super) folders: Vec<PathBuf>,
    /// The current file, never a link.
    pub(super) now: Option<Metadata>,
}

/// Locates a path without following links.
///
/// # Errors
/// A sentence, if a segment of the path is a link, or has another spelling on disk. The same if snapshots exclude
/// it, or if it is a file instead of a folder.
pub(super) fn locate(root: &Path, path: &VfsPath, folds_case: bool) -> Result<DiskPath, String> {
    let names: Vec<&str> = path.as_str().split('/').skip(1).collect();
    let mut file = root.to_owned();
    let mut folders = Vec::new();
    let mut now = None;
    for (depth, name) in names.iter().enumerate() {
        if !is_name(name) {
            return Err(format!("{name:?} is no file name on this system"));
        }
        let is_left_out = |name: &str| left_out(depth, OsStr::new(name));
        if is_left_out(name) || (folds_case && is_left_out(&folded(name))) {
            return Err(format!("{name} is not Verdict's to change"));
        }
        let last = depth + 1 == names.len();
        let parent = std::mem::replace(&mut file, PathBuf::new());
        file = parent.join(name);
        match fs::symlink_metadata(&file) {
            Ok(found) => {
                let shown = names[..=depth].join("/");
                if found.file_type().is_symlink() {
                    return Err(format!("/{shown} is a symbolic link, which Verdict does not follow"));
                }
                if !last && !found.is_dir() {
                    return Err(format!("/{shown} is not a folder"));
                }
                if folds_case && !is_listed(&parent, name).map_err(|error| error.to_string())? {
                    return Err(format!("/{shown} is there under another spelling of its name"));
                }
                now = last.then_some(found);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.to_string()),
        }
        if !last {
            folders.push(file.clone());
        }
    }
    Ok(DiskPath { file, folders, now })
}

/// Whether a segment is a single name on this system; on Windows `C:` and `con` are not.
fn is_name(segment: &str) -> bool {
    let mut components = Path::new(segment).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(name)), None) if name == segment)
        && !(cfg!(windows) && segment.contains([':', '<', '>', '"', '|', '?', '*']))
}

/// Whether a folder has an entry with exactly this name. On file systems that ignore case, opening the entry
/// does not tell.
fn is_listed(folder: &Path, name: &str) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        if entry?.file_name() == OsStr::new(name) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
#[path = "disk_path_tests.rs"]
mod tests;
