//! Audit snapshots, which record the state of all files.

mod diff;

pub use diff::{Renamed, SnapshotDiff, diff_snapshots};

use serde::{Deserialize, Serialize};
use verdict_protocol::sha256_hex;
use verdict_vfs::{Snapshot, VfsPath, root_hash};

use crate::Timestamp;
use crate::preview::preview;

/// Maximum length of a snapshot's name, and of its part in a file name, in bytes.
const NAME_BYTES: usize = 200;
const STEM_BYTES: usize = 64;

/// The files of a snapshot by path and hash, without their bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AuditSnapshot {
    /// The occasion, for example `apply_bundle_pre`. Untrusted text.
    pub snapshot_name: String,
    /// When it was taken.
    pub timestamp: Timestamp,
    /// The number of files.
    pub file_count: usize,
    /// Root hash, lowercase hex SHA-256.
    pub root: String,
    /// The files, by path in byte order.
    pub files: Vec<AuditFile>,
}

/// One file of an [`AuditSnapshot`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AuditFile {
    /// Absolute path.
    pub path: String,
    /// Lowercase hex SHA-256 of the bytes.
    pub sha256: String,
    /// The size in bytes.
    pub bytes: u64,
}

impl AuditSnapshot {
    /// Records a snapshot. `at_ms`: milliseconds since 1970.
    #[must_use]
    pub fn new(name: &str, at_ms: f64, snapshot: &Snapshot) -> AuditSnapshot {
        AuditSnapshot {
            snapshot_name: preview(name, NAME_BYTES),
            timestamp: Timestamp::from_ms(at_ms),
            file_count: snapshot.len(),
            root: snapshot.root().to_owned(),
            files: snapshot
                .iter()
                .map(|(path, blob)| AuditFile {
                    path: path.to_string(),
                    sha256: blob.hash().to_owned(),
                    bytes: blob.bytes().len() as u64,
                })
                .collect(),
        }
    }

    /// The name of its file: occasion, time, and the first digits of a hash of its content, so that two
    /// snapshots never share a file. For example `apply_bundle_pre_20260226_143022_0123456789ab`.
    #[must_use]
    pub fn file_name(&self) -> String {
        let stem: String = self
            .snapshot_name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' })
            .take(STEM_BYTES)
            .collect();
        let stem = stem.trim_start_matches(['.', '_', '-']);
        let stem = if stem.is_empty() { "snapshot" } else { stem };
        let hash = sha256_hex(&serde_json::to_vec(self).unwrap_or_default());
        format!("{stem}_{}_{}", self.timestamp.compact(), &hash[..12])
    }

    /// What is invalid, if anything: the order, the count, a path, or a root hash that does not match the
    /// files.
    pub(crate) fn wrong(&self) -> Option<&'static str> {
        if self.file_count != self.files.len() {
            return Some("file_count is not the number of files");
        }
        if !self.files.iter().is_sorted_by(|a, b| a.path < b.path) {
            return Some("the files are not in order");
        }
        if self
            .files
            .iter()
            .any(|file| VfsPath::parse(&file.path).ok().is_none_or(|p| p.as_str() != file.path))
        {
            return Some("a path is not normalised");
        }
        let files = self.files.iter().map(|file| (file.path.as_str(), file.sha256.as_str(), file.bytes));
        (root_hash(files).as_ref() != Some(&self.root)).then_some("root is not the root hash of the files")
    }
}
