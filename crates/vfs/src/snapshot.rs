//! A set of files that never changes.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

use rpds::RedBlackTreeMapSync;
use verdict_protocol::{Aliases, FileContent, Files, PinnedImport};

use crate::resolve::{AliasError, Compiled, Packages, Pinned};
use crate::tree::{Changes, Tree};
use crate::{Blob, PathError, VfsPath};

/// An immutable set of files. Cloning is cheap, and what comes of a change shares what stays: a change of some of n
/// files costs their number times log n, in time and in memory.
#[derive(Debug, Clone)]
pub struct Snapshot {
    files: RedBlackTreeMapSync<VfsPath, Blob>,
    tree: Tree<Blob>,
    root: Arc<str>,
    /// How specifiers are read before they are resolved. No part of what the snapshot is.
    aliases: Arc<Compiled>,
    /// What specifiers mean whatever its files say. No part of what the snapshot is.
    pinned: Arc<Pinned>,
    /// What its `package.json` files say, as far as anybody has asked.
    packages: Arc<Packages>,
}

/// Why files are no snapshot: every path that is wrong; what is wrong with a path by itself in the order given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SnapshotError(pub Vec<PathError>);

impl Snapshot {
    /// Normalises paths, hashes contents, and refuses duplicates and paths that are file and folder.
    ///
    /// # Errors
    /// [`SnapshotError`] with every path that is wrong.
    pub fn new(files: Files) -> Result<Snapshot, SnapshotError> {
        Snapshot::default().successor(files)
    }

    /// The snapshot of other files, all of them, as [`Snapshot::new`] makes it; but what is the same as here is shared,
    /// and not hashed again.
    ///
    /// # Errors
    /// [`SnapshotError`] with every path that is wrong.
    pub fn successor(&self, files: Files) -> Result<Snapshot, SnapshotError> {
        let mut given = Changes::new();
        let mut errors = Vec::new();
        for (path, FileContent(bytes)) in files.0 {
            match VfsPath::parse(&path) {
                Ok(parsed) => {
                    let same = self.get(&parsed).filter(|blob| blob.bytes() == bytes).cloned();
                    if given.insert(parsed, Some(same.unwrap_or_else(|| Blob::new(bytes)))).is_some() {
                        errors.push(PathError::Duplicate(path));
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { self.successor_of(given) } else { Err(SnapshotError(errors)) }
    }

    /// The snapshot of other files, all of them.
    pub(crate) fn successor_of(&self, given: Changes<Blob>) -> Result<Snapshot, SnapshotError> {
        if self.len() / 2 > given.len() {
            // Built anew rather than by the removal of what is not there any more.
            return Snapshot::default().with(given);
        }
        let mut changes = Changes::new();
        let mut old = self.iter().peekable();
        for (path, blob) in given {
            while let Some((gone, _)) = old.next_if(|(old, _)| **old < path) {
                changes.insert(gone.clone(), None);
            }
            let same =
                old.next_if(|(old, _)| **old == path).is_some_and(|(_, old)| Some(old) == blob.as_ref());
            if !same {
                changes.insert(path, blob);
            }
        }
        changes.extend(old.map(|(gone, _)| (gone.clone(), None)));
        self.with(changes)
    }

    /// The snapshot after changes.
    pub(crate) fn with(&self, changes: Changes<Blob>) -> Result<Snapshot, SnapshotError> {
        let mut files = self.files.clone();
        for (path, blob) in &changes {
            match blob {
                Some(blob) => files.insert_mut(path.clone(), blob.clone()),
                None => drop(files.remove_mut(path)),
            }
        }
        let come = changes.iter().filter(|(path, blob)| blob.is_some() && !self.files.contains_key(*path));
        let clashes = clashes(come.map(|(path, _)| path), &files, self.is_empty());
        if !clashes.is_empty() {
            return Err(SnapshotError(clashes));
        }
        let tree = self.tree.with(changes);
        let root = hex::encode(tree.root()).into();
        let (aliases, pinned, packages) = <(Arc<_>, Arc<_>, Arc<_>)>::default();
        Ok(Snapshot { files, tree, root, aliases, pinned, packages })
    }

    /// The changes that make `after` of this.
    pub(crate) fn changes_to(&self, after: &Snapshot) -> Changes<Blob> {
        let mut changes = Changes::new();
        if self.is_empty() {
            changes.extend(after.iter().map(|(path, blob)| (path.clone(), Some(blob.clone()))));
        } else {
            self.tree.changes_to(&after.tree, &mut changes);
            changes.retain(|path, blob| self.get(path) != blob.as_ref());
        }
        changes
    }

    /// The root hash, lowercase hex: a Merkle tree of SHA-256 over path, hash and length of every file, as
    /// [`root_hash`](crate::root_hash) describes it. Two snapshots have the same root only if they are the same files.
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

    /// The files from a text on, by path in byte order.
    pub(crate) fn starting_at(&self, start: &str) -> impl Iterator<Item = (&VfsPath, &Blob)> {
        self.files.range::<str, _>((Bound::Included(start), Bound::Unbounded))
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.size()
    }

    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The same files, with specifiers read by these aliases in [`Snapshot::resolve`].
    ///
    /// # Errors
    /// [`AliasError`] for the first pattern that is none.
    pub fn with_aliases(&self, aliases: &Aliases) -> Result<Snapshot, AliasError> {
        Ok(Snapshot { aliases: Arc::new(Compiled::new(aliases)?), ..self.clone() })
    }

    /// The same files, in which each of these imports means its file in [`Snapshot::resolve`]: no alias, package or file that
    /// comes before it counts. A pin whose file is not there means nothing.
    #[must_use]
    pub fn with_pinned_imports(&self, imports: &[PinnedImport]) -> Snapshot {
        Snapshot { pinned: Arc::new(Pinned::new(imports)), ..self.clone() }
    }

    /// Whether it has the same files as another and reads specifiers by the same aliases and pins: then all that is found in
    /// the one is found in the other.
    #[must_use]
    pub fn reads_as(&self, other: &Snapshot) -> bool {
        self == other && self.aliases == other.aliases && self.pinned == other.pinned
    }

    pub(crate) fn aliases(&self) -> &Compiled {
        &self.aliases
    }

    pub(crate) fn pinned(&self) -> &Pinned {
        &self.pinned
    }

    pub(crate) fn packages(&self) -> &Packages {
        &self.packages
    }

    /// The blob at a path in the normalised spelling.
    pub(crate) fn by_text(&self, path: &str) -> Option<&Blob> {
        self.files.get(path)
    }
}

/// The paths that are both a file and a folder, by some new files, which are given by path in byte order. Old files are
/// not looked at: they do not clash with each other.
fn clashes<'a>(
    come: impl Iterator<Item = &'a VfsPath>,
    files: &RedBlackTreeMapSync<VfsPath, Blob>,
    all_are_new: bool,
) -> Vec<PathError> {
    let mut clashes = BTreeSet::new();
    let mut last_folder = "";
    for path in come {
        // The folders above. Files of one folder mostly follow each other.
        if path.folder() != last_folder {
            last_folder = path.folder();
            let folders = path.as_str().match_indices('/').skip(1).map(|(end, _)| &path.as_str()[..end]);
            clashes.extend(folders.filter(|folder| files.contains_key(*folder)));
        }
        // Old files below; new ones look above themselves.
        if !all_are_new {
            let below = format!("{path}/");
            let mut next = files.range::<str, _>((Bound::Included(below.as_str()), Bound::Unbounded));
            if next.next().is_some_and(|(next, _)| next.as_str().starts_with(&below)) {
                clashes.insert(path.as_str());
            }
        }
    }
    clashes.into_iter().map(|path| PathError::FileAndFolder(path.to_owned())).collect()
}

impl Default for Snapshot {
    fn default() -> Self {
        let tree = Tree::default();
        let root = hex::encode(tree.root()).into();
        Snapshot {
            files: RedBlackTreeMapSync::new_sync(),
            tree,
            root,
            aliases: Arc::default(),
            pinned: Arc::default(),
            packages: Arc::default(),
        }
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Snapshot) -> bool {
        self.root == other.root
    }
}

impl Eq for Snapshot {}
