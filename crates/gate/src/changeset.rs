//! The operations of a bundle.

use verdict_vfs::{Blob, VfsPath};

use crate::Position;

/// The operations of one bundle, in order. Each path occurs in at most one of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChangeSet {
    /// The operations, in order.
    pub changes: Vec<FileChange>,
    /// The unchanged `timestamp` of a Patch JSON bundle.
    pub timestamp: Option<serde_json::Value>,
    /// The unchanged `metadata` of a Patch JSON bundle: `{ reason, author, confidence }`.
    pub metadata: Option<serde_json::Value>,
}

/// One operation on one file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileChange {
    /// Absolute path; the source of a RENAME.
    pub path: VfsPath,
    /// The operation on this file.
    pub operation: Operation,
    /// The required previous content (`oldContent`), if the bundle states it.
    pub old_content: Option<Blob>,
    /// The reason for the operation, if the bundle states it.
    pub reason: Option<String>,
    /// The position of the operation in the bundle.
    pub position: Position,
}

/// An operation on a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// Write a file that must not exist.
    Create(Blob),
    /// Write a file that must exist.
    Modify(Blob),
    /// Write a file, whether it exists or not.
    Upsert(Blob),
    /// Remove a file that must exist.
    Delete,
    /// Move a file that must exist to a path where none does.
    Rename {
        /// The destination.
        to: VfsPath,
        /// The new content; `None` keeps the old content.
        content: Option<Blob>,
    },
}

impl Operation {
    /// The operation's keyword in bundles.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Operation::Create(_) => "CREATE",
            Operation::Modify(_) => "MODIFY",
            Operation::Upsert(_) => "UPSERT",
            Operation::Delete => "DELETE",
            Operation::Rename { .. } => "RENAME",
        }
    }

    /// The bytes that the operation writes, if any.
    #[must_use]
    pub const fn content(&self) -> Option<&Blob> {
        match self {
            Operation::Create(blob) | Operation::Modify(blob) | Operation::Upsert(blob) => Some(blob),
            Operation::Rename { content, .. } => content.as_ref(),
            Operation::Delete => None,
        }
    }
}

impl FileChange {
    /// Every path that the operation touches: the file's own and, for a RENAME, the new one.
    pub fn paths(&self) -> impl Iterator<Item = &VfsPath> {
        let to = match &self.operation {
            Operation::Rename { to, .. } => Some(to),
            _ => None,
        };
        std::iter::once(&self.path).chain(to)
    }
}
