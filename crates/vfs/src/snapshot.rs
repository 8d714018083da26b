//! A set of files that never changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use verdict_protocol::{Alias, Aliases, Files};

use crate::{Blob, PathError, VfsPath};

/// An immutable set of files. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Snapshot {
    files: Arc<BTreeMap<VfsPath, Blob>>,
    root: Arc<str>,
    /// How specifiers are read before they are resolved. No part of what the snapshot is.
    aliases: Arc<Aliases>,
}

/// Why files are no snapshot: every path that is wrong, in the order given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SnapshotError(pub Vec<PathError>);

impl Snapshot {
    /// Normalises paths, hashes contents, and refuses duplicates and paths that are file and folder.
    ///
    /// # Errors
    /// [`SnapshotError`] with every path that is wrong.
    pub fn new(files: Files) -> Result<Snapshot, SnapshotError> {
        let mut map = BTreeMap::new();
        let mut errors = Vec::new();
        for (path, content) in files.0 {
            match VfsPath::parse(&path) {
                Ok(parsed) => {
                    if map.insert(parsed, Blob::new(content.0)).is_some() {
                        errors.push(PathError::Duplicate(path));
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Snapshot::from_map(map) } else { Err(SnapshotError(errors)) }
    }

    /// A snapshot of these blobs.
    ///
    /// # Errors
    /// [`SnapshotError`] where one path is both a file and a folder.
    pub fn from_map(files: BTreeMap<VfsPath, Blob>) -> Result<Snapshot, SnapshotError> {
        // A folder `/a/` sorts after the file `/a`, but `/a.js` can stand between: each path looks for
        // its own folders, so that neighbours need not be compared.
        let errors: Vec<PathError> = files
            .keys()
            .flat_map(|path| {
                path.as_str().match_indices('/').skip(1).map(move |(end, _)| &path.as_str()[..end])
            })
            .filter(|folder| files.contains_key(*folder))
            .map(|folder| PathError::FileAndFolder(folder.to_owned()))
            .collect();
        if !errors.is_empty() {
            return Err(SnapshotError(errors));
        }
        let entries =
            files.iter().map(|(path, blob)| (path.as_str(), blob.hash(), blob.bytes().len() as u64));
        let root = root_hash(entries).into();
        Ok(Snapshot { files: Arc::new(files), root, aliases: Arc::default() })
    }

    /// Lowercase hex SHA-256 over the sorted `(path, blob hash, length)`.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The blob at a normalised path.
    #[must_use]
    pub fn get(&self, path: &VfsPath) -> Option<&Blob> {
        self.files.get(path)
    }

    /// Whether there is a file at a path in the normalised spelling.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// All files, by path in byte order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&VfsPath, &Blob)> {
        self.files.iter()
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The same files, with specifiers read by these aliases in [`Snapshot::resolve`].
    #[must_use]
    pub fn with_aliases(&self, aliases: Aliases) -> Snapshot {
        Snapshot { aliases: Arc::new(aliases), ..self.clone() }
    }

    pub(crate) fn aliases(&self) -> &[Alias] {
        &self.aliases.0
    }

    pub(crate) fn map(&self) -> &BTreeMap<VfsPath, Blob> {
        &self.files
    }
}

/// The root hash of files given by path, lowercase hex SHA-256 and length, in byte order of paths.
pub fn root_hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a str, u64)>) -> String {
    let mut hasher = Sha256::new();
    for (path, hash, bytes) in files {
        // No path holds a NUL, so that no two snapshots share these bytes.
        hasher.update(path);
        hasher.update([0]);
        hasher.update(hash);
        hasher.update(bytes.to_le_bytes());
    }
    hex::encode(hasher.finalize())
}

impl Default for Snapshot {
    fn default() -> Self {
        Snapshot {
            files: Arc::default(),
            root: hex::encode(Sha256::digest([])).into(),
            aliases: Arc::default(),
        }
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Snapshot) -> bool {
        self.root == other.root
    }
}

impl Eq for Snapshot {}
