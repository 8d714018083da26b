//! Compares two snapshots.

use std::collections::HashMap;

use crate::{Snapshot, VfsPath};

/// The differences between two snapshots. Every list is sorted by path in byte order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    /// Files only in the second snapshot.
    pub created: Vec<VfsPath>,
    /// Files in both snapshots, with different bytes.
    pub modified: Vec<VfsPath>,
    /// Files only in the first snapshot.
    pub deleted: Vec<VfsPath>,
    /// `(from, to)`: removed at one path and created at another with the same bytes. Such files are in
    /// neither `created` nor `deleted`.
    pub renamed: Vec<(VfsPath, VfsPath)>,
}

impl Diff {
    /// Whether the snapshots are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Diff::default()
    }
}

/// Compares two snapshots by blob hashes. Common parts are skipped, so it takes O(d log n) for d differences
/// among n files.
#[must_use]
pub fn diff(before: &Snapshot, after: &Snapshot) -> Diff {
    let mut out = Diff::default();
    let mut gone: HashMap<&str, Vec<&VfsPath>> = HashMap::new();
    let mut come = Vec::new();
    let changes = before.changes_to(after);
    for (path, after) in &changes {
        match (before.get(path), after) {
            (Some(before), None) => gone.entry(before.hash()).or_default().push(path),
            (None, Some(after)) => come.push((path, after)),
            _ => out.modified.push(path.clone()),
        }
    }
    for paths in gone.values_mut() {
        paths.reverse();
    }
    for (path, blob) in come {
        match gone.get_mut(blob.hash()).and_then(Vec::pop) {
            Some(from) => out.renamed.push((from.clone(), path.clone())),
            None => out.created.push(path.clone()),
        }
    }
    out.deleted = gone.into_values().flatten().cloned().collect();
    out.deleted.sort();
    out.renamed.sort();
    out
}
