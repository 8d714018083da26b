//! Derives one snapshot from another.

use crate::root::tree::Changes;
use crate::{Blob, PathError, Snapshot, SnapshotError, VfsPath};

/// A change of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Write a file, which may or may not exist.
    Put(VfsPath, Blob),
    /// Remove a file.
    Remove(VfsPath),
}

/// Why changes could not be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// A file to remove does not exist.
    #[error("no file to remove: {0}")]
    Missing(VfsPath),
    /// The changed files are no valid snapshot, for example a path that is a file and a folder.
    #[error(transparent)]
    Invalid(#[from] SnapshotError),
    /// A path is malformed.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl Snapshot {
    /// The snapshot after `changes`, applied in order. This snapshot does not change.
    ///
    /// # Errors
    /// [`DeltaError`] with the reason.
    pub fn apply(&self, changes: impl IntoIterator<Item = Change>) -> Result<Snapshot, DeltaError> {
        let mut after = Changes::new();
        for change in changes {
            match change {
                Change::Put(path, blob) => drop(after.insert(path, Some(blob))),
                Change::Remove(path) => {
                    if !after.get(&path).map_or_else(|| self.get(&path).is_some(), Option::is_some) {
                        return Err(DeltaError::Missing(path));
                    }
                    after.insert(path, None);
                }
            }
        }
        after.retain(|path, blob| self.get(path) != blob.as_ref());
        Ok(self.with(after)?)
    }
}
