//! Folders that a transaction created or may have emptied. Snapshots have no folders, so they are recorded
//! here beforehand. After the transaction, those that are empty are removed. A folder that was empty before
//! is never recorded.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::durable::own_file;
use crate::state_dir::plain_or_missing;

/// The recorded folders, in memory and on disk, so that a crash loses none.
#[derive(Debug)]
pub(super) struct Emptied {
    root: PathBuf,
    file: PathBuf,
    /// Paths relative to the root.
    noted: BTreeSet<PathBuf>,
}

impl Emptied {
    /// Loads what an earlier process recorded.
    pub(super) fn open(root: &Path, file: PathBuf) -> io::Result<Emptied> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        plain_or_missing(&file).map_err(named)?;
        let text = match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(named)?,
        };
        let text = String::from_utf8_lossy(&text);
        // The last line may be incomplete: its folder was not touched yet.
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let below = |path: &PathBuf| path.components().all(|part| matches!(part, Component::Normal(_)));
        Ok(Emptied { root: root.to_owned(), file, noted: lines.filter(below).collect() })
    }

    /// Records folders; durable on return.
    pub(super) fn note<'a>(&mut self, folders: impl IntoIterator<Item = &'a Path>) -> io::Result<()> {
        let folders = folders.into_iter().filter_map(|folder| folder.strip_prefix(&self.root).ok());
        let new: Vec<&Path> = folders.filter(|folder| self.noted.insert((*folder).to_owned())).collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut lines = String::new();
        for folder in new {
            lines.push_str(&serde_json::to_string(folder)?);
            lines.push('\n');
        }
        let mut file = own_file(OpenOptions::new().create(true).append(true)).open(&self.file)?;
        file.write_all(lines.as_bytes())?;
        file.sync_all()
    }

    /// Removes a recorded folder and recorded folders in it, if it contains nothing else.
    pub(super) fn make_way(&self, folder: &Path) -> bool {
        let Ok(within) = folder.strip_prefix(&self.root) else { return false };
        self.noted.contains(within) && {
            for inner in self.noted.iter().rev().filter(|noted| noted.starts_with(within)) {
                let _ = fs::remove_dir(self.root.join(inner));
            }
            fs::symlink_metadata(folder).is_err()
        }
    }

    /// Removes recorded folders that are empty, innermost first, except those in `kept`, and drops all
    /// records.
    pub(super) fn sweep(&mut self, kept: &BTreeSet<PathBuf>) -> io::Result<()> {
        // In byte order, a folder precedes its subfolders.
        for folder in std::mem::take(&mut self.noted).iter().rev().filter(|folder| !kept.contains(*folder)) {
            // Not empty, or gone: both are fine.
            let _ = fs::remove_dir(self.root.join(folder));
        }
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
