//! Finds the snapshot files of tests. They are read whatever their size, and also if git ignores them: without its file,
//! every snapshot would seem new.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use verdict_vfs::VfsPath;

use super::sources::{Reader, at, relative};

/// The folder of snapshot files next to tests.
const FOLDER: &str = "__snapshots__";
/// The end of their names, after the name of the test.
const ENDING: &str = ".snap";

/// The snapshot file of a test file.
pub(crate) fn of_test(test: &VfsPath) -> Option<VfsPath> {
    test.sibling(&format!("{FOLDER}/{}{ENDING}", test.name())).ok()
}

/// Adds the snapshot files of tests among `files` that are not there. `folders` are those of the files.
///
/// # Errors
/// [`io::Error`] if one cannot be read.
pub(super) fn bring_in(
    root: &Path,
    files: &mut BTreeMap<String, Vec<u8>>,
    folders: &BTreeSet<PathBuf>,
    reader: &mut dyn Reader,
) -> io::Result<()> {
    for folder in folders {
        let Ok(entries) = fs::read_dir(folder.join(FOLDER)) else { continue };
        let of_folder = relative(root, folder)?;
        let prefix = if of_folder.is_empty() { String::new() } else { format!("{of_folder}/") };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let Some(test) = name.to_str().and_then(|name| name.strip_suffix(ENDING)) else { continue };
            let path = format!("{prefix}{FOLDER}/{test}{ENDING}");
            if !entry.file_type()?.is_file()
                || files.contains_key(&path)
                || !files.contains_key(&format!("{prefix}{test}"))
            {
                continue;
            }
            if let Some(bytes) = at(root, &path, reader)? {
                files.insert(path, bytes);
            }
        }
    }
    Ok(())
}
