//! The steps from one state of the files to another, and taking them on the live files.

use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use super::{Target, TargetError};

/// One step on the live files.
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

    /// The step on a snapshot.
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

/// What became of an attempt to bring the live files back.
#[derive(Debug)]
pub(super) struct Restored {
    /// The live files afterwards, where they can be read.
    pub(super) live: Option<Snapshot>,
    /// What went wrong on the way.
    pub(super) errors: Vec<String>,
}

/// Brings the live files back to `before`, file by file. `reached` is what they would be at most if all
/// of the change had been applied: it says what to undo where the live files cannot be read. The caller
/// compares the root hash.
pub(super) async fn restore<T: Target>(target: &mut T, before: &Snapshot, reached: &Snapshot) -> Restored {
    const ATTEMPTS: u32 = 2;
    let mut errors = Vec::new();
    let mut live = None;
    for _ in 0..ATTEMPTS {
        live = load(target, &mut errors).await;
        if live.as_ref() == Some(before) {
            break;
        }
        // A failed step does not keep the others from being taken: as much as can be is brought back.
        for step in plan(live.as_ref().unwrap_or(reached), before) {
            if let Err(error) = step.take(target).await {
                errors.push(format!("{}: {error}", step.path()));
            }
        }
        live = load(target, &mut errors).await;
        if live.as_ref() == Some(before) {
            break;
        }
    }
    Restored { live, errors }
}

async fn load<T: Target>(target: &mut T, errors: &mut Vec<String>) -> Option<Snapshot> {
    target.load().await.map_err(|error| errors.push(format!("reading the files: {error}"))).ok()
}
