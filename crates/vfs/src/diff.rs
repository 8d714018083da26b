//! What differs between two snapshots.

use std::collections::HashMap;

use crate::{Snapshot, VfsPath};

/// What differs between two snapshots. Every list is in byte order of paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diff {
    /// Only in the second.
    pub created: Vec<VfsPath>,
    /// In both, with other bytes.
    pub modified: Vec<VfsPath>,
    /// Only in the first.
    pub deleted: Vec<VfsPath>,
    /// `(from, to)`: gone from one path and come at another with the same bytes. Such a pair stands
    /// neither in `created` nor in `deleted`.
    pub renamed: Vec<(VfsPath, VfsPath)>,
}

impl Diff {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Diff::default()
    }
}

/// Compares two snapshots by blob hashes. What they have in common is not looked at: it costs what differs times log n.
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
