//! The steps from one state of the files to another, and their execution on live files.

use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use super::{Target, TargetError};

/// A step on the live files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Remove(VfsPath),
    Write(VfsPath, Blob),
}

impl Step {
    pub(super) const fn path(&self) -> &VfsPath {
        match self {
            Step::Remove(path) | Step::Write(path, _) => path,
        }
    }

    /// The step as a change of a snapshot.
    pub(super) fn into_change(self) -> Change {
        match self {
            Step::Remove(path) => Change::Remove(path),
            Step::Write(path, blob) => Change::Put(path, blob),
        }
    }

    pub(super) async fn take<T: Target>(&self, target: &mut T) -> Result<(), TargetError> {
        match self {
            Step::Remove(path) => target.remove(path).await,
            Step::Write(path, blob) => target.write(path, blob.bytes()).await,
        }
    }
}

/// The steps from one state to another: removals first, so that a file can become a folder.
pub(super) fn plan(from: &Snapshot, to: &Snapshot) -> Vec<Step> {
    let gone = from.iter().filter(|(path, _)| to.get(path).is_none());
    let new = to.iter().filter(|(path, blob)| from.get(path) != Some(*blob));
    gone.map(|(path, _)| Step::Remove(path.clone()))
        .chain(new.map(|(path, blob)| Step::Write(path.clone(), blob.clone())))
        .collect()
}
