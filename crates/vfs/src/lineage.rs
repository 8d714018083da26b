//! Tracks what the other side holds, to send only what it lacks.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use verdict_protocol::{FileContent, SnapshotMessage, WireEntry};

use crate::root::tree::Changes;
use crate::root::{Digest, Stamp};
use crate::{Blob, Snapshot, VfsPath};

/// The last snapshots that a host sent to a worker, and all of their blobs. Both sides keep one.
#[derive(Debug)]
pub struct Lineage {
    most: usize,
    kept: VecDeque<Kept>,
    /// Each blob with its number of references. A reference is a file that arrived with it, in any kept
    /// snapshot, and was not dropped.
    blobs: HashMap<Digest, (Blob, usize)>,
}

#[derive(Debug)]
struct Kept {
    snapshot: Snapshot,
    /// Blobs that the next snapshot no longer references, once for each removed or replaced file.
    last: Vec<Blob>,
}

/// The content of a `SNAPSHOT` message, independent of its encoding.
#[derive(Debug, Clone)]
pub struct SnapshotDelta {
    /// The root of the snapshot that this one changes; `None` for a whole snapshot.
    pub base: Option<Arc<str>>,
    /// New and changed files, by path in byte order.
    pub entries: Vec<DeltaEntry>,
    /// Removed paths, in byte order.
    pub removed: Vec<VfsPath>,
    /// The root of the result.
    pub root: Arc<str>,
}

/// A new or changed file.
#[derive(Debug, Clone)]
pub struct DeltaEntry {
    /// Path of the file.
    pub path: VfsPath,
    /// The new content.
    pub blob: Blob,
    /// Whether the bytes are sent: the other side lacks them, and no earlier entry contains them.
    pub is_sent: bool,
}

impl Lineage {
    /// Creates a lineage that keeps `most` snapshots, at least one; the oldest is dropped first.
    #[must_use]
    pub fn new(most: usize) -> Lineage {
        Lineage { most: most.max(1), kept: VecDeque::new(), blobs: HashMap::new() }
    }

    /// The snapshot with a root hash.
    #[must_use]
    pub fn get(&self, root: &str) -> Option<&Snapshot> {
        self.kept.iter().map(|kept| &kept.snapshot).find(|snapshot| snapshot.root() == root)
    }

    /// The latest snapshot.
    #[must_use]
    pub fn last(&self) -> Option<&Snapshot> {
        self.kept.back().map(|kept| &kept.snapshot)
    }

    /// The number of kept snapshots.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether no snapshot is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Drops all snapshots.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.blobs.clear();
    }

    /// A blob of any kept snapshot.
    pub(crate) fn blob(&self, digest: &Digest) -> Option<&Blob> {
        self.blobs.get(digest).map(|(blob, _)| blob)
    }

    /// Records that the other side will have `wanted` next, and returns what to send; `None` if it already
    /// has it. Sends the files that differ from the last snapshot, or all files if those are fewer. Bytes
    /// that the other side has, in any snapshot and at any path, are referred to by hash.
    pub fn send(&mut self, wanted: &Snapshot) -> Option<SnapshotDelta> {
        if self.get(wanted.root()).is_some() {
            return None;
        }
        let last = self.last().cloned();
        let base = last.as_ref().map(|last| last.root().into());
        let last = last.unwrap_or_default();
        let changes = last.changes_to(wanted);
        let entry = |path: &VfsPath, blob: &Blob, is_sent| DeltaEntry {
            path: path.clone(),
            blob: blob.clone(),
            is_sent,
        };
        let mut parcel =
            SnapshotDelta { base, entries: Vec::new(), removed: Vec::new(), root: wanted.root().into() };
        if changes.len() > wanted.len() {
            parcel.base = None;
            for (path, blob) in wanted.iter() {
                parcel.entries.push(entry(path, blob, changes.contains_key(path) && self.add(blob)));
            }
        } else {
            for (path, blob) in &changes {
                match blob {
                    Some(blob) => parcel.entries.push(entry(path, blob, self.add(blob))),
                    None => parcel.removed.push(path.clone()),
                }
            }
        }
        self.keep(wanted, &last, &changes);
        Some(parcel)
    }

    /// Adds a snapshot as the latest one.
    pub(crate) fn push(&mut self, next: &Snapshot) -> &Snapshot {
        let last = self.last().cloned().unwrap_or_default();
        let changes = last.changes_to(next);
        for blob in changes.values().flatten() {
            self.add(blob);
        }
        self.keep(next, &last, &changes);
        &self.kept[self.kept.len() - 1].snapshot
    }

    /// Counts a reference to a file's blob; returns whether it is the first.
    fn add(&mut self, blob: &Blob) -> bool {
        let (_, files) = self.blobs.entry(*blob.digest()).or_insert_with(|| (blob.clone(), 0));
        *files += 1;
        *files == 1
    }

    /// Adds the snapshot. `changes` lead from `last` to it; their new files are counted already.
    fn keep(&mut self, next: &Snapshot, last: &Snapshot, changes: &Changes<Blob>) {
        // A removed file belongs to the snapshots kept so far: its blob is dropped with the last one that has
        // it.
        if let Some(kept) = self.kept.back_mut() {
            kept.last = changes.keys().filter_map(|path| last.get(path).cloned()).collect();
        }
        self.kept.push_back(Kept { snapshot: next.clone(), last: Vec::new() });
        if self.kept.len() > self.most
            && let Some(oldest) = self.kept.pop_front()
        {
            for blob in oldest.last {
                if let Some((_, files)) = self.blobs.get_mut(blob.digest()) {
                    *files -= 1;
                    if *files == 0 {
                        self.blobs.remove(blob.digest());
                    }
                }
            }
        }
    }
}

impl SnapshotDelta {
    /// Converts it to the message that travels between processes.
    #[must_use]
    pub fn into_message(self) -> SnapshotMessage {
        let entry = |DeltaEntry { path, blob, is_sent }| WireEntry {
            path: path.to_string(),
            hash: blob.hash().to_owned(),
            content: is_sent.then(|| FileContent(blob.bytes().to_vec())),
        };
        SnapshotMessage {
            base: self.base.map(|base| base.to_string()),
            entries: self.entries.into_iter().map(entry).collect(),
            removed: self.removed.into_iter().map(|path| path.to_string()).collect(),
            root: self.root.to_string(),
        }
    }
}

impl Snapshot {
    /// The `SNAPSHOT` that sends the whole snapshot to an empty [`crate::Store`].
    #[must_use]
    pub fn to_message(&self) -> SnapshotMessage {
        sent(&mut Lineage::new(1), self)
    }

    /// The `SNAPSHOT` for a [`crate::Store`] that has only `base`. It walks all of `base`; to send several
    /// snapshots, keep a [`Lineage`].
    #[must_use]
    pub fn to_delta(&self, base: &Snapshot) -> SnapshotMessage {
        let mut held = Lineage::new(2);
        held.push(base);
        sent(&mut held, self)
    }
}

fn sent(held: &mut Lineage, wanted: &Snapshot) -> SnapshotMessage {
    let nothing = SnapshotDelta {
        base: Some(wanted.root().into()),
        entries: Vec::new(),
        removed: Vec::new(),
        root: wanted.root().into(),
    };
    held.send(wanted).unwrap_or(nothing).into_message()
}
