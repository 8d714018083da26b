//! The bytes of a file with their hash.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::root::{Digest, Stamp};

/// Immutable bytes with their SHA-256, shared between snapshots.
#[derive(Clone)]
pub struct Blob(Arc<Hashed>);

struct Hashed {
    bytes: Box<[u8]>,
    digest: Digest,
    /// The digest in lowercase hex.
    hex: [u8; 64],
}

impl Blob {
    /// Creates a blob and hashes its bytes.
    #[must_use]
    pub fn new(bytes: impl Into<Box<[u8]>>) -> Blob {
        let bytes = bytes.into();
        let digest: Digest = Sha256::digest(&bytes).into();
        let mut hex = [0; 64];
        // Fails only if the lengths differ, and they are equal.
        let _ = hex::encode_to_slice(digest, &mut hex);
        Blob(Arc::new(Hashed { bytes, digest, hex }))
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// Lowercase hex SHA-256 of the bytes.
    #[must_use]
    pub fn hash(&self) -> &str {
        // Hex digits are UTF-8.
        std::str::from_utf8(&self.0.hex).unwrap_or_default()
    }

    /// The bytes as text; `None` if they are not UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.0.bytes).ok()
    }
}

impl Stamp for Blob {
    fn digest(&self) -> &Digest {
        &self.0.digest
    }

    fn length(&self) -> u64 {
        self.0.bytes.len() as u64
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Blob) -> bool {
        self.0.digest == other.0.digest
    }
}

impl Eq for Blob {}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes, {})", self.bytes().len(), self.hash())
    }
}
