//! Content-addressed, immutable snapshots of a virtual file system.
//!
//! A [`Snapshot`] maps normalised absolute paths to blobs. Its root hash is a Merkle tree of SHA-256 over
//! path, blob hash and length of every file ([`root_hash`]). A snapshot never changes: [`Snapshot::apply`]
//! creates another one that shares unchanged parts. Changing k of n files takes O(k log n) in every step.
//! This holds for the next snapshot and its root, the difference ([`diff()`]), the message to a worker
//! ([`Lineage::send`]) and its receipt ([`Store::receive`]).

mod blob;
mod delta;
mod diff;
mod env_files;
mod extended_glob;
mod glob;
mod globs;
mod import_glob;
mod lineage;
mod module;
mod path;
mod resolve;
mod root;
mod snapshot;
mod store;

pub use blob::Blob;
pub use delta::{Change, DeltaError};
pub use diff::{Diff, diff};
pub use env_files::env_files;
pub use extended_glob::{Glob, Parentheses, glob_matches};
pub use glob::{PatternError, is_glob};
pub use globs::{FileGlobs, Globs};
pub use import_glob::{GlobMatches, ImportGlob, is_globbed};
pub use lineage::{DeltaEntry, Lineage, SnapshotDelta};
pub use module::{ModuleError, ModuleKind, ModuleSource};
pub use path::{PathError, SCRIPT_EXTENSIONS, VfsPath, file_url};
pub use resolve::{
    AliasError, Conditions, LEFT_OUT, NODE_MODULES, NodeModule, PackageNames, PackageType, ResolveError,
    TEST_API_MODULES, finds_package_files,
};
pub use root::root_hash;
pub use snapshot::{Snapshot, SnapshotError};
pub use store::{Store, StoreError};
