//! A store in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::{Store, StoreError};

/// Stores texts in memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryStore(RefCell<BTreeMap<String, String>>);

impl MemoryStore {
    /// Creates a store with these texts, by key.
    #[must_use]
    pub fn new(texts: BTreeMap<String, String>) -> MemoryStore {
        MemoryStore(RefCell::new(texts))
    }

    /// All texts, by key.
    #[must_use]
    pub fn into_inner(self) -> BTreeMap<String, String> {
        self.0.into_inner()
    }
}

impl Store for MemoryStore {
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError> {
        Ok(self.0.borrow().get(key).cloned())
    }

    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError> {
        self.0.borrow_mut().insert(key.to_owned(), text.to_owned());
        Ok(())
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.0.borrow_mut().remove(key);
        Ok(())
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let texts = self.0.borrow();
        Ok(texts.keys().filter(|key| key.starts_with(prefix)).cloned().collect())
    }
}
