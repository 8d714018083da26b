//! An immutable set of files.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

use rpds::RedBlackTreeMapSync;
use verdict_protocol::{Aliases, FileContent, Files, ImportResolution, PinnedImport, TestConfig};

use crate::path::MAX_BYTES;
use crate::resolve::{AliasError, Compiled, Packages, Pinned};
use crate::root::tree::{Changes, Tree};
use crate::{Blob, PathError, VfsPath};

/// An immutable set of files. Cloning is cheap, and snapshots share unchanged parts. Changing k of n files
/// takes O(k log n) time and memory.
#[derive(Debug, Clone)]
pub struct Snapshot {
    files: RedBlackTreeMapSync<VfsPath, Blob>,
    tree: Tree<Blob>,
    root: Arc<str>,
    /// Aliases of specifiers. Not part of the snapshot's identity.
    aliases: Arc<Compiled>,
    import_resolution: Arc<ImportResolution>,
    /// Whether modules in `data:` URLs are imported.
    imports_data: bool,
    /// Whether Jest compiles the project, to `require` in place of `import`.
    compiled_by_jest: bool,
    /// Pinned imports. Not part of the snapshot's identity.
    pinned: Arc<Pinned>,
    /// The `package.json` files read so far.
    packages: Arc<Packages>,
}

/// Why files are no valid snapshot: every invalid path. Errors of single paths are in the given order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct SnapshotError(pub Vec<PathError>);

/// Whether bytes are equal. Eight are compared at once, which wasm does not do on its own.
fn are_equal(left: &[u8], right: &[u8]) -> bool {
    let (left, left_rest) = left.as_chunks();
    let (right, right_rest) = right.as_chunks();
    let mut pairs = left.iter().zip(right);
    left.len() == right.len()
        && left_rest == right_rest
        && pairs.all(|(left, right)| u64::from_ne_bytes(*left) == u64::from_ne_bytes(*right))
}

impl Snapshot {
    /// Normalises paths, hashes contents, and refuses duplicates and paths that are both file and folder.
    ///
    /// # Errors
    /// [`SnapshotError`] with every invalid path.
    pub fn new(files: Files) -> Result<Snapshot, SnapshotError> {
        Snapshot::default().successor(files)
    }

    /// Creates the snapshot of a complete new set of files, like [`Snapshot::new`], but shares equal parts
    /// with this snapshot and does not hash them again.
    ///
    /// # Errors
    /// [`SnapshotError`] with every invalid path.
    pub fn successor(&self, files: Files) -> Result<Snapshot, SnapshotError> {
        let mut given = Changes::new();
        let mut errors = Vec::new();
        for (path, FileContent(bytes)) in files.0 {
            match VfsPath::parse(&path) {
                Ok(parsed) => {
                    let same = self.get(&parsed).filter(|blob| are_equal(blob.bytes(), &bytes)).cloned();
                    if given.insert(parsed, Some(same.unwrap_or_else(|| Blob::new(bytes)))).is_some() {
                        errors.push(PathError::Duplicate(path));
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { self.successor_of(given) } else { Err(SnapshotError(errors)) }
    }

    /// The snapshot of a complete new set of files.
    pub(crate) fn successor_of(&self, given: Changes<Blob>) -> Result<Snapshot, SnapshotError> {
        if self.len() / 2 > given.len() {
            // Building a new tree is cheaper than removing everything that no longer exists.
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
        let come: Vec<&VfsPath> = come.map(|(path, _)| path).collect();
        // The name of a module that is no file may be longer.
        let lengths = come.iter().map(|path| path.as_str().len());
        let mut invalid: Vec<PathError> =
            lengths.filter(|length| *length > MAX_BYTES).map(PathError::TooLong).collect();
        invalid.extend(clashes(come.into_iter(), &files, self.is_empty()));
        if !invalid.is_empty() {
            return Err(SnapshotError(invalid));
        }
        let tree = self.tree.with(changes);
        let root = hex::encode(tree.root()).into();
        let (aliases, pinned, packages) = <(Arc<_>, Arc<_>, Arc<_>)>::default();
        Ok(Snapshot { files, tree, root, aliases, pinned, packages, ..Snapshot::default() })
    }

    /// The changes that lead from this snapshot to `after`.
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
    /// [`root_hash`](crate::root_hash) defines it. Two snapshots have the same root only if their files are
    /// equal.
    #[must_use]
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The blob at a normalised path.
    #[must_use]
    pub fn get(&self, path: &VfsPath) -> Option<&Blob> {
        self.files.get(path)
    }

    /// Whether a file exists at a normalised path.
    #[must_use]
    pub fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// All files, by path in byte order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&VfsPath, &Blob)> {
        self.files.iter()
    }

    /// The files from a path on, in byte order.
    pub(crate) fn starting_at(&self, start: &str) -> impl Iterator<Item = (&VfsPath, &Blob)> {
        self.files.range::<str, _>((Bound::Included(start), Bound::Unbounded))
    }

    /// The number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.size()
    }

    /// Whether there are no files.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// These files, with aliases that [`Snapshot::resolve`] applies.
    ///
    /// # Errors
    /// [`AliasError`] for the first invalid pattern.
    pub fn with_aliases(&self, aliases: &Aliases) -> Result<Snapshot, AliasError> {
        Ok(Snapshot { aliases: Arc::new(Compiled::new(aliases)?), ..self.clone() })
    }

    /// These files, with how a configuration says that imports find them: its `alias` and its `resolve`.
    ///
    /// # Errors
    /// [`AliasError`] for the first invalid pattern.
    pub fn resolving_as(&self, config: &TestConfig) -> Result<Snapshot, AliasError> {
        // Code that is in no file belongs neither to the subject nor to test material. Without a runner nothing is imported but
        // files.
        let imports_data = config.written_for.is_some() && !config.sealed_api;
        let compiled_by_jest = config.is_for_jest();
        let aliased = self.with_aliases(&config.alias)?.with_import_resolution(&config.resolve);
        Ok(Snapshot { imports_data, compiled_by_jest, ..aliased })
    }

    /// These files, with the extensions, conditions and main fields by which [`Snapshot::resolve`] finds them.
    #[must_use]
    pub fn with_import_resolution(&self, resolution: &ImportResolution) -> Snapshot {
        Snapshot { import_resolution: Arc::new(resolution.clone()), ..self.clone() }
    }

    /// These files, with pinned imports. [`Snapshot::resolve`] prefers them over aliases, packages and
    /// files. A pin whose file does not exist is ignored.
    #[must_use]
    pub fn with_pinned_imports(&self, imports: &[PinnedImport]) -> Snapshot {
        Snapshot { pinned: Arc::new(Pinned::new(imports)), ..self.clone() }
    }

    /// Whether it has the same files as another snapshot, and its imports resolve in the same way, so that
    /// every query has the same result.
    #[must_use]
    pub fn reads_as(&self, other: &Snapshot) -> bool {
        self == other
            && self.aliases == other.aliases
            && self.import_resolution == other.import_resolution
            && self.imports_data == other.imports_data
            && self.compiled_by_jest == other.compiled_by_jest
            && self.pinned == other.pinned
    }

    pub(crate) const fn imports_data(&self) -> bool {
        self.imports_data
    }

    pub(crate) const fn compiled_by_jest(&self) -> bool {
        self.compiled_by_jest
    }

    pub(crate) fn aliases(&self) -> &Compiled {
        &self.aliases
    }

    pub(crate) fn import_resolution(&self) -> &ImportResolution {
        &self.import_resolution
    }

    pub(crate) fn pinned(&self) -> &Pinned {
        &self.pinned
    }

    pub(crate) fn packages(&self) -> &Packages {
        &self.packages
    }

    /// The blob at a normalised path.
    pub(crate) fn by_text(&self, path: &str) -> Option<&Blob> {
        self.files.get(path)
    }
}

/// The paths that new files make both a file and a folder. New files are given by path in byte order. Old
/// files do not clash with each other and are not checked.
fn clashes<'a>(
    come: impl Iterator<Item = &'a VfsPath>,
    files: &RedBlackTreeMapSync<VfsPath, Blob>,
    all_are_new: bool,
) -> Vec<PathError> {
    let mut clashes = BTreeSet::new();
    let mut last_folder = "";
    for path in come {
        // The folders above. Files of one folder are mostly adjacent.
        if path.folder() != last_folder {
            last_folder = path.folder();
            let folders = path.as_str().match_indices('/').skip(1).map(|(end, _)| &path.as_str()[..end]);
            clashes.extend(folders.filter(|folder| files.contains_key(*folder)));
        }
        // Old files below; new files check their own ancestors.
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
            import_resolution: Arc::default(),
            imports_data: false,
            compiled_by_jest: false,
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
