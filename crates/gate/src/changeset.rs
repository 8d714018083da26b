//! What a bundle asks for.

use verdict_vfs::{Blob, VfsPath};

use crate::Position;

/// The operations of one bundle, in its order. Each path stands in at most one of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChangeSet {
    /// The operations.
    pub changes: Vec<FileChange>,
    /// `timestamp` of a Patch JSON bundle, as it came.
    pub timestamp: Option<serde_json::Value>,
    /// `metadata` of a Patch JSON bundle (`{ reason, author, confidence }`), as it came.
    pub metadata: Option<serde_json::Value>,
}

/// One operation on one file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileChange {
    /// The file.
    pub path: VfsPath,
    /// What to do with it.
    pub operation: Operation,
    /// The bytes that the file must have before (`oldContent`), where the bundle says.
    pub old_content: Option<Blob>,
    /// Why, where the bundle says.
    pub reason: Option<String>,
    /// Where the operation stands in the bundle.
    pub position: Position,
}

/// What to do with a file.
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
        /// Where to.
        to: VfsPath,
        /// Its new content; `None` keeps the old.
        content: Option<Blob>,
    },
}

impl Operation {
    /// The keyword that bundles use.
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

    /// The bytes that the operation writes, if it brings any.
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
    /// Every path that the operation touches: its own and, for a RENAME, the new one.
    pub fn paths(&self) -> impl Iterator<Item = &VfsPath> {
        let to = match &self.operation {
            Operation::Rename { to, .. } => Some(to),
            _ => None,
        };
        std::iter::once(&self.path).chain(to)
    }
}
