//! Content-addressed, immutable snapshots of a virtual file system.
//!
//! A [`Snapshot`] maps normalised absolute paths to blobs; its root hash is a SHA-256 over the sorted
//! `(path, blob hash, length)`. Nothing changes a snapshot: [`Snapshot::apply`] makes another one that
//! shares the blobs that stay.

mod blob;
mod delta;
mod diff;
mod glob;
mod path;
mod resolve;
mod snapshot;
mod store;

pub use blob::Blob;
pub use delta::{Change, DeltaError};
pub use diff::{Diff, diff};
pub use glob::{PatternError, is_glob};
pub use path::{PathError, VfsPath};
pub use resolve::ResolveError;
pub use snapshot::{Snapshot, SnapshotError, root_hash};
pub use store::{Store, StoreError};
