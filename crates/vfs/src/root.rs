//! The definition of the root hash.

pub(crate) mod tree;

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use self::tree::Tree;
use crate::VfsPath;

/// Maximum number of files hashed together.
pub(crate) const FEW: usize = 16;
/// Number of digits of a Merkle key; beyond them, files are not separated.
pub(crate) const DIGITS: usize = 64;

/// A SHA-256.
pub(crate) type Digest = [u8; 32];

/// The hashed attributes of a file, besides its path.
pub(crate) trait Stamp: Clone + PartialEq {
    /// SHA-256 of the bytes.
    fn digest(&self) -> &Digest;
    /// Number of bytes.
    fn length(&self) -> u64;
}

/// The root hash of files given by path, lowercase hex SHA-256 and length in bytes, in any order. `None` if a
/// path is not normalised or occurs twice, or if a hash is invalid.
///
/// Three attributes of a file are hashed: its path (UTF-8), the SHA-256 of its bytes, and their number. The
/// file's *Merkle key* is SHA-256(path), read as 64 hexadecimal digits, the upper half of each byte first.
/// `‖` denotes concatenation. The hash of a set of files whose keys agree in their first `d` digits depends
/// on their number:
///
/// - **at most 16**: `SHA-256(0x00 ‖ file ‖ … ‖ file)`, by path in byte order. Each file is `path ‖ 0x00 ‖
///   SHA-256 of the bytes (32 bytes) ‖ length (8 bytes, little-endian)`. No path contains a zero byte.
/// - **more**: `SHA-256(0x01 ‖ part ‖ … ‖ part)` of sixteen parts, for the next digits `0`, `1`, … `f`. Each
///   part is the hash of the files with that digit, computed with `d + 1`, or 32 zero bytes for an empty part.
///
/// The root is the hash of all files, with `d = 0`, in lowercase hex. Of no files it is SHA-256 of one zero
/// byte. It depends on the files alone, not on their history. The first byte separates both kinds (as in RFC
/// 6962), so different sets of files with the same root are a collision of SHA-256.
///
/// Keys distribute files evenly, whatever their paths. After a change of one of n files, about log₁₆ n hashes
/// are recomputed, in a flat folder as in deep ones. To force more, an attacker must find collisions of
/// leading digits.
pub fn root_hash<'a>(files: impl IntoIterator<Item = (&'a str, &'a str, u64)>) -> Option<String> {
    let mut known = BTreeMap::new();
    for (path, hash, length) in files {
        let parsed = VfsPath::parse(path).ok().filter(|parsed| parsed.as_str() == path)?;
        let mut digest = Digest::default();
        hex::decode_to_slice(hash, &mut digest).ok()?;
        if hash.contains(|c: char| c.is_ascii_uppercase()) {
            return None;
        }
        if known.insert(parsed, Some(Known { digest, length })).is_some() {
            return None;
        }
    }
    Some(hex::encode(Tree::default().with(known).root()))
}

/// A file without its bytes.
#[derive(Clone, PartialEq)]
struct Known {
    digest: Digest,
    length: u64,
}

impl Stamp for Known {
    fn digest(&self) -> &Digest {
        &self.digest
    }

    fn length(&self) -> u64 {
        self.length
    }
}

/// The Merkle key of a path.
pub(crate) fn merkle_key(path: &VfsPath) -> Digest {
    Sha256::digest(path.as_str()).into()
}

/// A digit of a Merkle key.
pub(crate) fn digit_of(key: &Digest, at: usize) -> usize {
    let byte = usize::from(key[at / 2]);
    if at.is_multiple_of(2) { byte >> 4 } else { byte & 15 }
}

/// The hash of at most [`FEW`] files, sorted by path.
pub(crate) fn hash_of_few<V: Stamp>(files: &[(VfsPath, V)]) -> Digest {
    let mut hasher = Sha256::new_with_prefix([0]);
    for (path, value) in files {
        hasher.update(path.as_str());
        hasher.update([0]);
        hasher.update(value.digest());
        hasher.update(value.length().to_le_bytes());
    }
    hasher.finalize().into()
}

/// The hash of sixteen parts, by digit.
pub(crate) fn hash_of_parts<'a>(parts: impl Iterator<Item = Option<&'a Digest>>) -> Digest {
    let mut hasher = Sha256::new_with_prefix([1]);
    for part in parts {
        hasher.update(part.unwrap_or(&[0; 32]));
    }
    hasher.finalize().into()
}
