//! One entry on disk: a line with the format's version and the hash of the rest, then the rest as JSON.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use verdict_protocol::sha256_hex;

use super::depends::{Found, Needs};

/// Version of the format. Entries of another version are not read.
pub(super) const VERSION: &str = "verdict-cache 2";
/// Extension of entries. Incomplete ones have none.
pub(super) const EXTENSION: &str = "json";

/// A result with what it depends on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The hash of all paths and configurations with which it was right last.
    pub(super) surroundings: String,
    pub(super) needs: Needs,
    pub(super) found: Found,
    /// The result as JSON text, so that its bytes stay.
    pub(super) result: String,
}

/// Reads an entry; `None` if it is missing, incomplete, changed or of another version.
pub(super) fn read<T: DeserializeOwned>(folder: &Path, key: &str) -> Option<T> {
    let path = folder.join(key).with_extension(EXTENSION);
    // A link or a pipe could lead elsewhere, or never end.
    fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
    let text = fs::read_to_string(path).ok()?;
    let (head, body) = text.split_once('\n')?;
    if head != self::head(key, body) {
        return None;
    }
    serde_json::from_str(body).ok()
}

/// Writes an entry by a rename, so that two processes never mix their entries.
///
/// # Errors
/// [`io::Error`] if it cannot be written.
pub(super) fn write<T: Serialize>(folder: &Path, key: &str, entry: &T) -> io::Result<()> {
    let body = serde_json::to_string(entry)?;
    let mut file = tempfile::Builder::new().prefix("write-").tempfile_in(folder)?;
    file.write_all(format!("{}\n{body}", head(key, &body)).as_bytes())?;
    file.persist(folder.join(key).with_extension(EXTENSION)).map_err(|error| error.error)?;
    Ok(())
}

fn head(key: &str, body: &str) -> String {
    // The key is part of the hash, so that an entry under another name is not read.
    format!("{VERSION} {}", sha256_hex(format!("{key}\n{body}").as_bytes()))
}
