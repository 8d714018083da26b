//! Change ids.

use verdict_vfs::VfsPath;

use super::ProfileError;
use crate::error::preview;

/// Maximum length of a change id, in bytes.
const MAX_BYTES: usize = 128;

/// The id of a change: letters, digits, `.`, `_` and `-`, starting and ending with a letter or digit. It is a
/// single path segment on every file system.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangeId(String);

impl ChangeId {
    /// Validates a change id.
    ///
    /// # Errors
    /// [`ProfileError::ChangeId`] if it is invalid.
    pub fn parse(text: &str) -> Result<ChangeId, ProfileError> {
        let end = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
        if plain
            && end(text.chars().next())
            && end(text.chars().last())
            && text.len() <= MAX_BYTES
            && !is_device(text)
        {
            return Ok(ChangeId(text.to_owned()));
        }
        Err(ProfileError::ChangeId(format!(
            "A change id is up to {MAX_BYTES} letters, digits, '.', '_' and '-', with a letter or digit at both ends, and no name of a device; not \"{}\"",
            preview(text)
        )))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `/changes/<id>/verify/`, with a trailing slash.
    pub(super) fn folder(&self) -> String {
        format!("/changes/{}/verify/", self.0)
    }

    /// `/changes/<id>/05-status.json`.
    #[must_use]
    pub fn status_path(&self) -> String {
        format!("/changes/{}/05-status.json", self.0)
    }

    /// The path of a result file. `name` is one that this crate generates.
    pub(super) fn artifact(&self, name: &str) -> Result<VfsPath, ProfileError> {
        path(&format!("{}{name}.json", self.folder()))
    }
}

pub(super) fn path(text: &str) -> Result<VfsPath, ProfileError> {
    VfsPath::parse(text).map_err(|error| ProfileError::ChangeId(error.to_string()))
}

impl std::fmt::Display for ChangeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether Windows treats the name as a device, with any extension.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let numbered =
        |prefix: &str| stem.strip_prefix(prefix).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']));
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL") || numbered("COM") || numbered("LPT")
}
