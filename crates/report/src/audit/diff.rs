//! Compares two audit snapshots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::AuditSnapshot;

/// The differences between two [`AuditSnapshot`]s. Every list is in byte order of paths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SnapshotDiff {
    /// Files only in the second snapshot.
    pub created: Vec<String>,
    /// Files in both snapshots, with different bytes.
    pub modified: Vec<String>,
    /// Files only in the first snapshot.
    pub deleted: Vec<String>,
    /// Files removed at one path and created at another with the same bytes. They are in neither `created`
    /// nor `deleted`.
    pub renamed: Vec<Renamed>,
}

/// A file whose path changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "RenamedFile"))]
pub struct Renamed {
    /// The old path.
    pub from: String,
    /// The new path.
    pub to: String,
}

/// Compares two snapshots by hashes, as [`verdict_vfs::diff`] does.
#[must_use]
pub fn diff_snapshots(before: &AuditSnapshot, after: &AuditSnapshot) -> SnapshotDiff {
    let by_path = |snapshot: &AuditSnapshot| -> BTreeMap<String, String> {
        snapshot.files.iter().map(|file| (file.path.clone(), file.sha256.clone())).collect()
    };
    let (old, new) = (by_path(before), by_path(after));
    let mut diff = SnapshotDiff::default();
    let mut gone: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    // In reverse, so that the first path of a hash is popped first.
    for (path, hash) in old.iter().rev().filter(|(path, _)| !new.contains_key(*path)) {
        gone.entry(hash).or_default().push(path);
    }
    for (path, hash) in &new {
        match old.get(path) {
            Some(same) if same == hash => {}
            Some(_) => diff.modified.push(path.clone()),
            None => match gone.get_mut(hash.as_str()).and_then(Vec::pop) {
                Some(from) => diff.renamed.push(Renamed { from: from.to_owned(), to: path.clone() }),
                None => diff.created.push(path.clone()),
            },
        }
    }
    diff.deleted = gone.into_values().flatten().map(str::to_owned).collect();
    diff.deleted.sort();
    diff.renamed.sort();
    diff
}
