//! The gate's records about earlier changes, as files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{make, plain_or_missing};
use crate::durable::{self, Attributes};

/// Maximum number of records; the oldest are removed first.
const MOST: usize = 40;

/// `.verdict/records/`, one file per record. An unreadable record counts as missing.
#[derive(Debug)]
pub(crate) struct Records {
    pub(super) folder: PathBuf,
    pub(super) temporary: PathBuf,
}

impl Records {
    /// The records of a folder, which can be read without the lock: a write replaces a record as a whole.
    pub(crate) fn of(root: &Path) -> Records {
        let own = root.join(super::NAME);
        Records { folder: own.join(super::RECORDS), temporary: own.join(super::TEMPORARY) }
    }

    /// Reads a record; `None` if it is missing, is reached through a link or is not text.
    pub(crate) fn read(&self, name: &str) -> Option<String> {
        // Anything behind a link is not a record of ours.
        let is_own = |folder: &Path| fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir());
        if !is_own(&self.folder) || !self.folder.parent().is_some_and(is_own) {
            return None;
        }
        let file = self.file(name);
        plain_or_missing(&file).ok()?;
        fs::read_to_string(file).ok()
    }

    /// Stores a record, replacing one of the same name.
    ///
    /// # Errors
    /// [`io::Error`] if it cannot be written.
    pub(crate) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        make(&self.folder)?;
        let file = self.file(name);
        plain_or_missing(&file)?;
        durable::replace(&self.temporary, &file, text.as_bytes(), &Attributes::PRIVATE)?;
        self.forget_old(&file)
    }

    fn file(&self, name: &str) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        self.folder.join(name.chars().map(plain).collect::<String>() + ".json")
    }

    fn forget_old(&self, kept: &Path) -> io::Result<()> {
        let entries = fs::read_dir(&self.folder)?.filter_map(Result::ok);
        let age = |entry: &fs::DirEntry| {
            entry.metadata().and_then(|found| found.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
        };
        // Unlike results, the record of test material has no successor with the same content.
        let is_result = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("tests-");
        let mut results: Vec<(SystemTime, PathBuf)> =
            entries.filter(is_result).map(|entry| (age(&entry), entry.path())).collect();
        results.sort();
        let many = results.len().saturating_sub(MOST);
        for (_, old) in results.into_iter().take(many).filter(|(_, path)| path != kept) {
            fs::remove_file(old)?;
        }
        Ok(())
    }
}
