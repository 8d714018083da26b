//! One snapshot from another.

use crate::tree::Changes;
use crate::{Blob, PathError, Snapshot, SnapshotError, VfsPath};

/// One step from a snapshot to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Write a file, new or not.
    Put(VfsPath, Blob),
    /// Remove a file.
    Remove(VfsPath),
}

/// Why changes could not be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// A file to remove is not there.
    #[error("no file to remove: {0}")]
    Missing(VfsPath),
    /// The result is no snapshot.
    #[error(transparent)]
    Invalid(#[from] SnapshotError),
    /// A path is malformed.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl Snapshot {
    /// The snapshot after `changes`, in their order. This one stays as it is.
    ///
    /// # Errors
    /// [`DeltaError`].
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
