//! The snapshots and blobs that a worker holds.

use std::collections::HashMap;

use verdict_protocol::{Code, Files, FromWorker, SnapshotMessage, VerifyPayload, WireEntry, WireError};

use crate::root::tree::Changes;
use crate::root::{Digest, Stamp};
use crate::{Blob, Lineage, Snapshot, SnapshotError, VfsPath};

/// Number of snapshots kept; the oldest is dropped first.
const KEEP: usize = 8;
/// Most bytes of files that came with a request to keep for the next one.
const KEEP_INLINE: u64 = 1 << 26;

/// The snapshots that a worker received, by root hash.
#[derive(Debug)]
pub struct Store {
    held: Lineage,
    /// The last files that came with a request. Files that come again with the same bytes are not hashed again.
    inline: Snapshot,
}

/// Why a `SNAPSHOT` was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The base or some blobs are missing. The answer is `NEED_SNAPSHOT`.
    #[error("snapshot {root} is not known here")]
    Need {
        /// The missing root hash: the base, or the snapshot itself if only blobs are missing.
        root: String,
        /// The missing blob hashes.
        blobs: Vec<String>,
    },
    /// The bytes or the root do not match the announced hash.
    #[error("{0}")]
    Integrity(String),
    /// A path is invalid.
    #[error("{0}")]
    Path(String),
}

impl StoreError {
    /// The stable code; `None` for [`StoreError::Need`], which has its own message.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            StoreError::Need { .. } => None,
            StoreError::Integrity(_) => Some(Code::Integrity),
            StoreError::Path(_) => Some(Code::Path),
        }
    }

    /// The answer to the sender.
    #[must_use]
    pub fn answer(self) -> FromWorker {
        let message = self.to_string();
        match (self.code(), self) {
            (None, StoreError::Need { root, blobs }) => FromWorker::NeedSnapshot { id: None, root, blobs },
            (code, _) => FromWorker::Error {
                id: None,
                error: WireError { code: code.unwrap_or(Code::Integrity), message },
            },
        }
    }
}

impl Default for Store {
    fn default() -> Self {
        Store { held: Lineage::new(KEEP), inline: Snapshot::default() }
    }
}

impl Store {
    /// The snapshot with a root hash.
    #[must_use]
    pub fn get(&self, root: &str) -> Option<&Snapshot> {
        self.held.get(root)
    }

    /// The files of a request, which are taken out of it: its own files, or a snapshot held here.
    ///
    /// # Errors
    /// [`StoreError::Need`] if the snapshot is not held here, [`StoreError::Path`] for invalid paths.
    pub fn files_of(&mut self, payload: &mut VerifyPayload) -> Result<Snapshot, StoreError> {
        match payload.snapshot_ref.take() {
            None => self
                .inline(payload.snapshot.take().unwrap_or_default())
                .map_err(|error| StoreError::Path(error.to_string())),
            Some(root) => match self.get(&root) {
                Some(snapshot) => Ok(snapshot.clone()),
                None => Err(StoreError::Need { root, blobs: Vec::new() }),
            },
        }
    }

    fn inline(&mut self, files: Files) -> Result<Snapshot, SnapshotError> {
        let snapshot = self.inline.successor(files)?;
        let bytes: u64 = snapshot.iter().map(|(_, blob)| blob.length()).sum();
        self.inline = if bytes <= KEEP_INLINE { snapshot.clone() } else { Snapshot::default() };
        Ok(snapshot)
    }

    /// Receives a `SNAPSHOT`, completely or not at all.
    ///
    /// # Errors
    /// [`StoreError`] with the reason.
    pub fn receive(&mut self, message: SnapshotMessage) -> Result<&Snapshot, StoreError> {
        let base = match &message.base {
            None => None,
            Some(root) => {
                let needed = || StoreError::Need { root: root.clone(), blobs: Vec::new() };
                Some(self.get(root).ok_or_else(needed)?)
            }
        };
        let mut changes = Changes::new();
        for path in &message.removed {
            let path = parse(path)?;
            let was_there = base.is_some_and(|base| base.get(&path).is_some());
            if !was_there || changes.contains_key(&path) {
                return Err(StoreError::Integrity(format!("no file to remove: {path}")));
            }
            changes.insert(path, None);
        }
        for (path, blob) in self.blobs(message.entries, &message.root)? {
            changes.insert(path, Some(blob));
        }
        let snapshot = match base {
            Some(base) => {
                changes.retain(|path, blob| base.get(path) != blob.as_ref());
                base.with(changes)
            }
            // Equal parts are shared with the last snapshot.
            None => self.held.last().cloned().unwrap_or_default().successor_of(changes),
        };
        let snapshot = snapshot.map_err(|error| StoreError::Path(error.to_string()))?;
        if snapshot.root() != message.root {
            return Err(StoreError::Integrity(format!(
                "the files have the root hash {}, not {}",
                snapshot.root(),
                message.root
            )));
        }
        Ok(self.held.push(&snapshot))
    }

    /// The files of a message for the snapshot `root`. Content without bytes is already here, or in an
    /// earlier entry.
    fn blobs(&self, entries: Vec<WireEntry>, root: &str) -> Result<Vec<(VfsPath, Blob)>, StoreError> {
        let mut files = Vec::with_capacity(entries.len());
        let mut come: HashMap<Digest, Blob> = HashMap::new();
        let mut missing = Vec::new();
        for WireEntry { path, hash, content } in entries {
            let blob = match content {
                Some(content) => {
                    let blob = Blob::new(content.0);
                    if blob.hash() != hash {
                        return Err(StoreError::Integrity(format!("{path} does not have the hash {hash}")));
                    }
                    let known = self.held.blob(blob.digest()).cloned();
                    come.entry(*blob.digest()).or_insert(known.unwrap_or(blob)).clone()
                }
                None => {
                    let mut digest = Digest::default();
                    let known = hex::decode_to_slice(&hash, &mut digest).ok();
                    let known = known.and_then(|()| self.held.blob(&digest).or_else(|| come.get(&digest)));
                    let Some(blob) = known else {
                        missing.push(hash);
                        continue;
                    };
                    blob.clone()
                }
            };
            files.push((parse(&path)?, blob));
        }
        if missing.is_empty() {
            Ok(files)
        } else {
            Err(StoreError::Need { root: root.to_owned(), blobs: missing })
        }
    }
}

fn parse(path: &str) -> Result<VfsPath, StoreError> {
    VfsPath::parse(path).map_err(|error| StoreError::Path(error.to_string()))
}
