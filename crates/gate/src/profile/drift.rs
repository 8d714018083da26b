//! Drift: changes of tracked files while a step runs.

use serde::{Deserialize, Serialize};
use verdict_vfs::{Change, Snapshot, VfsPath, diff};

use super::ChangeId;
use crate::{Target, TargetError};

/// Maximum number of listed paths.
const MAX_PATHS: usize = 100;

/// Changes of tracked files during a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Drift {
    /// Root hash of the tracked files before, without those that the run writes.
    pub before_root: String,
    /// Root hash of the tracked files after, without those that the run writes.
    pub after_root: String,
    /// The number of changed files.
    pub total: usize,
    /// The changed files, the first 100 by path.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 100)))]
    pub paths: Vec<DriftPath>,
}

/// A changed file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DriftPath {
    /// Absolute path.
    pub path: String,
    /// The kind of change.
    pub change: DriftChange,
}

/// The kind of a file's change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DriftChange {
    /// The file was created.
    Created,
    /// The file has different bytes.
    Modified,
    /// The file was deleted.
    Deleted,
}

/// Whether a run of a change writes the path itself: a file directly in `changes/<id>/verify/`, or
/// `changes/<id>/05-status.json`.
#[must_use]
pub fn is_exempt(path: &VfsPath, change: &ChangeId) -> bool {
    let artifact = path.as_str().strip_prefix(change.folder().as_str());
    artifact.is_some_and(|name| !name.contains('/')) || path.as_str() == change.status_path()
}

/// The files without those that a run of a change writes itself.
pub(super) fn without_exempt(snapshot: &Snapshot, change: Option<&ChangeId>) -> Snapshot {
    let Some(change) = change else { return snapshot.clone() };
    let exempt: Vec<Change> = snapshot
        .iter()
        .map(|(path, _)| path)
        .filter(|path| is_exempt(path, change))
        .map(|path| Change::Remove(path.clone()))
        .collect();
    // Removing existing files cannot fail.
    snapshot.apply(exempt).unwrap_or_else(|_| snapshot.clone())
}

/// Compares tracked files between steps.
pub(super) struct Watch<'a> {
    change: Option<&'a ChangeId>,
    seen: Snapshot,
}

impl<'a> Watch<'a> {
    pub(super) async fn new<T: Target>(
        target: &mut T,
        change: Option<&'a ChangeId>,
    ) -> Result<Self, TargetError> {
        let seen = without_exempt(&target.load().await?, change);
        Ok(Watch { change, seen })
    }

    /// The changes since the last call.
    pub(super) async fn look<T: Target>(&mut self, target: &mut T) -> Result<Option<Drift>, TargetError> {
        let now = without_exempt(&target.load().await?, self.change);
        let before = std::mem::replace(&mut self.seen, now);
        Ok((before.root() != self.seen.root()).then(|| drift(&before, &self.seen)))
    }
}

fn drift(before: &Snapshot, after: &Snapshot) -> Drift {
    let seen = diff(before, after);
    let of = |paths: Vec<VfsPath>, change| {
        paths.into_iter().map(move |path| DriftPath { path: path.to_string(), change })
    };
    let (from, to): (Vec<VfsPath>, Vec<VfsPath>) = seen.renamed.into_iter().unzip();
    let mut paths: Vec<DriftPath> = of(seen.created, DriftChange::Created)
        .chain(of(seen.modified, DriftChange::Modified))
        .chain(of(seen.deleted, DriftChange::Deleted))
        .chain(of(from, DriftChange::Deleted))
        .chain(of(to, DriftChange::Created))
        .collect();
    paths.sort();
    let total = paths.len();
    paths.truncate(MAX_PATHS);
    Drift { before_root: before.root().to_owned(), after_root: after.root().to_owned(), total, paths }
}
