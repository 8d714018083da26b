//! What the root hash of files is made of.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::VfsPath;
use crate::tree::Tree;

/// So many files are hashed together.
pub(crate) const FEW: usize = 16;
/// Digits of a place; where these are used up nothing is told apart any more.
pub(crate) const DIGITS: usize = 64;

/// A SHA-256.
pub(crate) type Digest = [u8; 32];

/// What is hashed of a file beside its path.
pub(crate) trait Stamp: Clone + PartialEq {
    /// SHA-256 of the bytes.
    fn digest(&self) -> &Digest;
    /// How many bytes.
    fn length(&self) -> u64;
}

/// The root hash of files that are known by path, lowercase hex SHA-256 and length in bytes, in any order. `None` where
/// a path is no normalised path or comes twice, or where a hash is none.
///
/// Of a file three things are hashed: its path (UTF-8), the SHA-256 of its bytes, and how many bytes it has. Its *place*
/// is SHA-256(path), read as 64 hexadecimal digits from the first byte on, the upper half of a byte first. With `‖` for
/// one after the other, the hash of a set of files whose places agree in their first `d` digits is, if they are
///
/// - **at most 16**: `SHA-256(0x00 ‖ file ‖ … ‖ file)`, by path in byte order, each file as
///   `path ‖ 0x00 ‖ SHA-256 of the bytes (32 bytes) ‖ length (8 bytes, little-endian)`; no path holds a zero byte;
/// - **more**: `SHA-256(0x01 ‖ part ‖ … ‖ part)` of sixteen parts: the hashes of those whose next digit is `0`, `1`, …
///   `f`, in the same way with `d + 1`; where there are none, 32 zero bytes.
///
/// The root is the hash of all files, with `d = 0`, in lowercase hex; of no file at all it is SHA-256 of one zero byte.
/// It depends on the files alone and not on how they came about, and since the first byte keeps both kinds apart (as in
/// RFC 6962), two sets of files with one root are a collision of SHA-256.
///
/// Places spread files evenly whatever the paths: after a change of one of n files about log₁₆ n hashes are made anew, in
/// one flat folder as in many deep ones, and whoever wants more must find collisions of the first digits.
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

/// What is known of a file without its bytes.
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

/// The key of a path in the Merkle tree: the SHA-256 of its text.
pub(crate) fn merkle_key(path: &VfsPath) -> Digest {
    Sha256::digest(path.as_str()).into()
}

/// A hexadecimal digit of a key, the first at 0.
pub(crate) fn digit_of(key: &Digest, at: usize) -> usize {
    let byte = usize::from(key[at / 2]);
    if at.is_multiple_of(2) { byte >> 4 } else { byte & 15 }
}

/// Of at most [`FEW`] files, by path.
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

/// Of sixteen parts, by digit.
pub(crate) fn hash_of_parts<'a>(parts: impl Iterator<Item = Option<&'a Digest>>) -> Digest {
    let mut hasher = Sha256::new_with_prefix([1]);
    for part in parts {
        hasher.update(part.unwrap_or(&[0; 32]));
    }
    hasher.finalize().into()
}
