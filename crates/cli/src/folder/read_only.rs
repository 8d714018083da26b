//! Read-only access to a folder: nothing is written, not even below `.verdict/`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use verdict_gate::{Journal, Target, TargetError};
use verdict_vfs::{Snapshot, VfsPath};

use super::disk_path::locate;
use super::read;
use super::target::changeable;
use crate::state_dir::{self, Records, plain_or_missing};

/// The files below a root, and its journal.
#[derive(Debug)]
pub(crate) struct ReadOnly {
    root: PathBuf,
    folds_case: bool,
}

impl ReadOnly {
    pub(crate) fn new(root: &Path) -> ReadOnly {
        ReadOnly { root: root.to_owned(), folds_case: folds_case(root) }
    }

    /// Checks whether an apply could change a path, as far as possible without trying.
    ///
    /// # Errors
    /// The reason, in a sentence.
    pub(crate) fn may_change(&self, path: &VfsPath) -> Result<(), String> {
        locate(&self.root, path, self.folds_case).and_then(|place| changeable(&place))
    }

    /// The journal of applies in this folder.
    pub(crate) fn journal(&self) -> ReadOnlyJournal {
        ReadOnlyJournal(self.root.join(state_dir::NAME).join(state_dir::JOURNAL))
    }
}

/// Whether a name in the folder can also be opened under another spelling that the folder does not list.
fn folds_case(root: &Path) -> bool {
    let names: Vec<_> =
        fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect();
    let other =
        |name: &str| if name == name.to_lowercase() { name.to_uppercase() } else { name.to_lowercase() };
    names.iter().filter_map(|name| name.to_str()).any(|name| {
        let other = other(name);
        other != name
            && !names.iter().any(|listed| *listed == *other)
            && fs::symlink_metadata(root.join(&other)).is_ok()
    })
}

fn refused<T>() -> Result<T, TargetError> {
    Err(TargetError("a check writes nothing".to_owned()))
}

impl Target for ReadOnly {
    async fn load(&mut self) -> Result<Snapshot, TargetError> {
        let files = read(&self.root).map_err(|error| TargetError(error.to_string()))?;
        Snapshot::new(files).map_err(|error| TargetError(error.to_string()))
    }

    async fn write(&mut self, _: &VfsPath, _: &[u8]) -> Result<(), TargetError> {
        refused()
    }

    async fn read_record(&mut self, name: &str) -> Option<String> {
        Records::of(&self.root).read(name)
    }

    async fn remove(&mut self, _: &VfsPath) -> Result<(), TargetError> {
        refused()
    }
}

#[derive(Debug)]
pub(crate) struct ReadOnlyJournal(PathBuf);

impl Journal for ReadOnlyJournal {
    async fn read(&mut self) -> Result<Option<String>, TargetError> {
        let failed = |error: io::Error| TargetError(format!("{}: {error}", self.0.display()));
        plain_or_missing(&self.0).map_err(failed)?;
        match fs::read(&self.0) {
            Ok(record) => Ok(Some(String::from_utf8_lossy(&record).into_owned())),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(None)
            }
            Err(error) => Err(failed(error)),
        }
    }

    async fn write(&mut self, _: &str) -> Result<(), TargetError> {
        refused()
    }

    async fn clear(&mut self) -> Result<(), TargetError> {
        refused()
    }
}
