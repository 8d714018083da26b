//! Where reports are kept: text by key. A host brings its own (a folder, OPFS, IndexedDB).
#![allow(async_fn_in_trait, reason = "the futures of a page are not Send, and nothing here spawns")]

mod key;
mod memory;

pub use key::{InvalidRunId, RunId};
pub use memory::MemoryStore;

pub(crate) use key::{Kind, RUNS, parse_key};

use verdict_protocol::Code;

/// Text by key. Keys are relative paths of ASCII letters, digits, `.`, `_`, `-` and `/`, such as
/// `runs/r1/verification-1.json`; no segment is empty, `.` or `..`.
///
/// Calls may overlap: a store is shared between saves that are under way, and between tabs.
pub trait Store {
    /// The text at a key; `None` where there is none.
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError>;
    /// Puts a text in the place of any other. It is written whole or not at all.
    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError>;
    /// Removes a key. One that is not there is no error.
    async fn remove(&self, key: &str) -> Result<(), StoreError>;
    /// The keys that begin with `prefix`, in any order.
    async fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError>;
}

impl<S: Store> Store for &S {
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError> {
        (**self).read(key).await
    }

    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError> {
        (**self).write(key, text).await
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        (**self).remove(key).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        (**self).list(prefix).await
    }
}

/// Why a store did not do what it was asked, in the words of whoever keeps it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no store here: OPFS and IndexedDB are missing or forbidden, the folder cannot be made.
    #[error("The store is not available: {0}")]
    Unavailable(String),
    /// There is no room left.
    #[error("The store is full: {0}")]
    Quota(String),
    /// Somebody else holds it, such as another tab.
    #[error("The store is blocked: {0}")]
    Blocked(String),
    /// It failed in another way.
    #[error("The store failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            StoreError::Unavailable(_) | StoreError::Failed(_) => Code::Unavailable,
            StoreError::Quota(_) => Code::Limit,
            StoreError::Blocked(_) => Code::Busy,
        }
    }
}
