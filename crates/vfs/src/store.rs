//! The snapshots and blobs that a worker holds.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use verdict_protocol::{Code, FileContent, SnapshotMessage, WireEntry};

use crate::{Blob, Snapshot, VfsPath};

/// How many snapshots are kept; the oldest goes first.
const KEEP: usize = 8;

/// The snapshots that a worker was sent, by root hash.
#[derive(Debug, Default)]
pub struct Store {
    snapshots: VecDeque<Snapshot>,
    blobs: HashMap<String, Blob>,
}

/// Why a `SNAPSHOT` was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The base or some blobs are not here. Answered by `NEED_SNAPSHOT`, never by a guess.
    #[error("snapshot {root} is not known here")]
    Need {
        /// The root hash that is missing: the base, or the snapshot itself if only blobs are.
        root: String,
        /// Blob hashes that are missing.
        blobs: Vec<String>,
    },
    /// Bytes or the root do not have the hash announced.
    #[error("{0}")]
    Integrity(String),
    /// A path is malformed.
    #[error("{0}")]
    Path(String),
}

impl StoreError {
    /// The stable code; `None` for [`StoreError::Need`], which is a message of its own.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            StoreError::Need { .. } => None,
            StoreError::Integrity(_) => Some(Code::Integrity),
            StoreError::Path(_) => Some(Code::Path),
        }
    }
}

impl Store {
    /// The snapshot with a root hash.
    #[must_use]
    pub fn get(&self, root: &str) -> Option<&Snapshot> {
        self.snapshots.iter().find(|snapshot| snapshot.root() == root)
    }

    /// Takes a `SNAPSHOT`. Either all of it is taken or nothing changes.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn receive(&mut self, message: SnapshotMessage) -> Result<&Snapshot, StoreError> {
        let mut files = match &message.base {
            None => BTreeMap::new(),
            Some(base) => self
                .get(base)
                .ok_or_else(|| StoreError::Need { root: base.clone(), blobs: Vec::new() })?
                .map()
                .clone(),
        };
        let mut missing = Vec::new();
        for path in &message.removed {
            let path = parse(path)?;
            files.remove(&path).ok_or_else(|| StoreError::Integrity(format!("no file to remove: {path}")))?;
        }
        for WireEntry { path, hash, content } in message.entries {
            let blob = match content {
                Some(content) => {
                    let blob = Blob::new(content.0);
                    if blob.hash() != hash {
                        return Err(StoreError::Integrity(format!("{path} does not have the hash {hash}")));
                    }
                    blob
                }
                None => match self.blobs.get(&hash) {
                    Some(blob) => blob.clone(),
                    None => {
                        missing.push(hash);
                        continue;
                    }
                },
            };
            files.insert(parse(&path)?, blob);
        }
        if !missing.is_empty() {
            return Err(StoreError::Need { root: message.root, blobs: missing });
        }
        let snapshot = Snapshot::from_map(files).map_err(|error| StoreError::Path(error.to_string()))?;
        if snapshot.root() != message.root {
            return Err(StoreError::Integrity(format!(
                "the files have the root hash {}, not {}",
                snapshot.root(),
                message.root
            )));
        }
        Ok(self.keep(snapshot))
    }

    fn keep(&mut self, snapshot: Snapshot) -> &Snapshot {
        self.snapshots.retain(|kept| *kept != snapshot);
        for (_, blob) in snapshot.iter() {
            self.blobs.entry(blob.hash().to_owned()).or_insert_with(|| blob.clone());
        }
        self.snapshots.push_back(snapshot);
        if self.snapshots.len() > KEEP {
            self.snapshots.pop_front();
            let used: HashSet<&str> =
                self.snapshots.iter().flat_map(|kept| kept.iter().map(|(_, blob)| blob.hash())).collect();
            self.blobs.retain(|hash, _| used.contains(hash.as_str()));
        }
        &self.snapshots[self.snapshots.len() - 1]
    }
}

impl Snapshot {
    /// The `SNAPSHOT` that brings all of it to a [`Store`] that has nothing.
    #[must_use]
    pub fn to_message(&self) -> SnapshotMessage {
        let root = self.root().to_owned();
        SnapshotMessage { base: None, entries: self.iter().map(entry).collect(), removed: Vec::new(), root }
    }

    /// The `SNAPSHOT` that brings all of it to a [`Store`] that has `base`. Bytes that `base` has, at
    /// whatever path, are named by their hash only.
    #[must_use]
    pub fn to_delta(&self, base: &Snapshot) -> SnapshotMessage {
        let known: HashSet<&str> = base.iter().map(|(_, blob)| blob.hash()).collect();
        let changed = self.iter().filter(|(path, blob)| base.get(path) != Some(*blob));
        let gone = base.iter().filter(|(path, _)| self.get(path).is_none());
        SnapshotMessage {
            base: Some(base.root().to_owned()),
            entries: changed
                .map(|(path, blob)| match known.contains(blob.hash()) {
                    true => WireEntry { content: None, ..entry((path, blob)) },
                    false => entry((path, blob)),
                })
                .collect(),
            removed: gone.map(|(path, _)| path.to_string()).collect(),
            root: self.root().to_owned(),
        }
    }
}

fn entry((path, blob): (&VfsPath, &Blob)) -> WireEntry {
    WireEntry {
        path: path.to_string(),
        hash: blob.hash().to_owned(),
        content: Some(FileContent(blob.bytes().to_vec())),
    }
}

fn parse(path: &str) -> Result<VfsPath, StoreError> {
    VfsPath::parse(path).map_err(|error| StoreError::Path(error.to_string()))
}
