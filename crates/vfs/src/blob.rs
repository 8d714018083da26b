//! The bytes of a file, with their hash.

use std::sync::Arc;

use verdict_protocol::sha256_hex;

/// Bytes that never change, shared between snapshots, with their SHA-256.
#[derive(Debug, Clone)]
pub struct Blob {
    bytes: Arc<[u8]>,
    hash: Arc<str>,
}

impl Blob {
    /// Takes bytes and hashes them.
    #[must_use]
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Blob {
        let bytes = bytes.into();
        let hash = sha256_hex(&bytes).into();
        Blob { bytes, hash }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Lowercase hex SHA-256 of the bytes.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The bytes as text. `None` if they are not UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Blob) -> bool {
        self.hash == other.hash
    }
}

impl Eq for Blob {}
