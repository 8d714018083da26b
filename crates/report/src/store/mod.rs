//! The port to a key-value store for reports. Hosts implement it with a folder, OPFS or IndexedDB.
#![allow(async_fn_in_trait, reason = "the futures of a page are not Send, and nothing here spawns")]

mod key;
mod memory;

pub use key::{InvalidRunId, RunId};
pub use memory::MemoryStore;

pub(crate) use key::{Kind, RUNS, parse_key};

use verdict_protocol::Code;

/// Stores text by key. Keys are relative paths of ASCII letters, digits, `.`, `_`, `-` and `/`, such as
/// `runs/r1/verification-1.json`; no segment is empty, `.` or `..`.
///
/// Calls may overlap: concurrent saves and several tabs share a store.
pub trait Store {
    /// The text at a key; `None` if the key is missing.
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError>;
    /// Writes or replaces a text atomically.
    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError>;
    /// Removes a key. A missing key is no error.
    async fn remove(&self, key: &str) -> Result<(), StoreError>;
    /// The keys with a prefix, in any order.
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

/// Why a store failed, with its own message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no store: OPFS and IndexedDB are missing or forbidden, or the folder cannot be created.
    #[error("The store is not available: {0}")]
    Unavailable(String),
    /// There is no space left.
    #[error("The store is full: {0}")]
    Quota(String),
    /// Another process or tab holds it.
    #[error("The store is blocked: {0}")]
    Blocked(String),
    /// Any other failure.
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
