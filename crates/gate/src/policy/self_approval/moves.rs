//! Files that a change moves.

use std::collections::BTreeMap;

use verdict_vfs::{Blob, Snapshot, VfsPath};

use crate::{ChangeSet, Operation};

/// Where files went, by their old path: by RENAME, or by the deletion of a file and a new one of the same bytes.
pub(super) fn moves(set: &ChangeSet, before: &Snapshot, after: &Snapshot) -> BTreeMap<String, String> {
    let mut moves: BTreeMap<String, String> = BTreeMap::new();
    for change in &set.changes {
        if let Operation::Rename { to, .. } = &change.operation {
            moves.insert(change.path.to_string(), to.to_string());
        }
    }
    let gone = |path: &&VfsPath| before.get(path).is_some() && after.get(path).is_none();
    let mut new: Vec<(&VfsPath, &Blob)> =
        after.iter().filter(|(path, blob)| before.get(path).is_none() && !blob.bytes().is_empty()).collect();
    new.retain(|(path, _)| !moves.values().any(|to| to == path.as_str()));
    for path in set.changes.iter().map(|change| &change.path).filter(gone) {
        if moves.contains_key(path.as_str()) {
            continue;
        }
        let Some(at) = new.iter().position(|(_, blob)| before.get(path) == Some(*blob)) else { continue };
        let (to, _) = new.remove(at);
        moves.insert(path.to_string(), to.to_string());
    }
    moves
}
