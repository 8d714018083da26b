//! What the other side holds, and what it must be sent.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use verdict_protocol::{FileContent, SnapshotMessage, WireEntry};

use crate::root::{Digest, Stamp};
use crate::tree::Changes;
use crate::{Blob, Snapshot, VfsPath};

/// The last snapshots that went from a host to a worker, and the blobs that stand in any of them. Both sides keep one.
#[derive(Debug)]
pub struct Lineage {
    most: usize,
    kept: VecDeque<Kept>,
    /// Each blob with the number of files, over all that is kept, that came with it and are not forgotten.
    blobs: HashMap<Digest, (Blob, usize)>,
}

#[derive(Debug)]
struct Kept {
    snapshot: Snapshot,
    /// Blobs of files that the next snapshot does not have any more, or has with another blob, each as often as that.
    last: Vec<Blob>,
}

/// What is sent: a `SNAPSHOT`, whatever it travels as.
#[derive(Debug, Clone)]
pub struct SnapshotDelta {
    /// The root of the snapshot that it is a change of; `None` for all files of one.
    pub base: Option<Arc<str>>,
    /// Files that are new or changed, by path in byte order.
    pub entries: Vec<DeltaEntry>,
    /// Paths that are gone, in byte order.
    pub removed: Vec<VfsPath>,
    /// The root of the result.
    pub root: Arc<str>,
}

/// A file that is new or changed.
#[derive(Debug, Clone)]
pub struct DeltaEntry {
    /// Where.
    pub path: VfsPath,
    /// What.
    pub blob: Blob,
    /// Whether its bytes are sent along: the other side lacks them, and no earlier entry brings them.
    pub is_sent: bool,
}

impl Lineage {
    /// Keeps so many snapshots, at least one; the oldest goes first.
    #[must_use]
    pub fn new(most: usize) -> Lineage {
        Lineage { most: most.max(1), kept: VecDeque::new(), blobs: HashMap::new() }
    }

    /// The snapshot with a root hash.
    #[must_use]
    pub fn get(&self, root: &str) -> Option<&Snapshot> {
        self.kept.iter().map(|kept| &kept.snapshot).find(|snapshot| snapshot.root() == root)
    }

    /// The last one.
    #[must_use]
    pub fn last(&self) -> Option<&Snapshot> {
        self.kept.back().map(|kept| &kept.snapshot)
    }

    /// How many snapshots are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.blobs.clear();
    }

    /// A blob of any of the snapshots.
    pub(crate) fn blob(&self, digest: &Digest) -> Option<&Blob> {
        self.blobs.get(digest).map(|(blob, _)| blob)
    }

    /// Notes that the other side is to have `wanted` next, and gives what it must be sent for that: `None` if it has it
    /// already. Sent are the files that differ from the last snapshot, or all of them where that is less; bytes that it
    /// has, in whatever snapshot and at whatever path, are named by their hash only.
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

    /// Keeps a snapshot as the last one.
    pub(crate) fn push(&mut self, next: &Snapshot) -> &Snapshot {
        let last = self.last().cloned().unwrap_or_default();
        let changes = last.changes_to(next);
        for blob in changes.values().flatten() {
            self.add(blob);
        }
        self.keep(next, &last, &changes);
        &self.kept[self.kept.len() - 1].snapshot
    }

    /// Counts a file that comes; gives whether nothing else has its blob.
    fn add(&mut self, blob: &Blob) -> bool {
        let (_, files) = self.blobs.entry(*blob.digest()).or_insert_with(|| (blob.clone(), 0));
        *files += 1;
        *files == 1
    }

    /// `changes`: from the last snapshot to this one, with those files counted that come.
    fn keep(&mut self, next: &Snapshot, last: &Snapshot, changes: &Changes<Blob>) {
        // A file that is no more is in what was kept until now: its blob goes with the last snapshot that has it.
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
    /// The message as it travels between processes.
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
    /// The `SNAPSHOT` that brings all of it to a [`crate::Store`] that has nothing.
    #[must_use]
    pub fn to_message(&self) -> SnapshotMessage {
        sent(&mut Lineage::new(1), self)
    }

    /// The `SNAPSHOT` that brings all of it to a [`crate::Store`] that has `base` and nothing else. Who sends one after
    /// another keeps a [`Lineage`]: what `base` has is gone through here.
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
