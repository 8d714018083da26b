//! What differs between two records.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::AuditSnapshot;

/// What differs between two [`AuditSnapshot`]s. Every list is in byte order of paths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotDiff {
    /// Only in the second.
    pub created: Vec<String>,
    /// In both, with other bytes.
    pub modified: Vec<String>,
    /// Only in the first.
    pub deleted: Vec<String>,
    /// Gone from one path and come at another with the same bytes. Such a pair stands neither in `created`
    /// nor in `deleted`.
    pub renamed: Vec<Renamed>,
}

/// A file at another path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Renamed {
    /// Where it was.
    pub from: String,
    /// Where it is.
    pub to: String,
}

/// Compares two records by hashes, as [`verdict_vfs::diff`] compares snapshots.
#[must_use]
pub fn diff_snapshots(before: &AuditSnapshot, after: &AuditSnapshot) -> SnapshotDiff {
    let by_path = |snapshot: &AuditSnapshot| -> BTreeMap<String, String> {
        snapshot.files.iter().map(|file| (file.path.clone(), file.sha256.clone())).collect()
    };
    let (old, new) = (by_path(before), by_path(after));
    let mut diff = SnapshotDiff::default();
    let mut gone: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    // Backwards, so that the first path of a hash is the first to be taken from the end.
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
