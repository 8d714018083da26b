//! Names of changes.

use verdict_vfs::VfsPath;

use super::ProfileError;
use crate::error::preview;

/// Longest name, in bytes.
const MAX_BYTES: usize = 128;

/// The name of a change: letters, digits, `.`, `_` and `-`, the first and the last a letter or digit. It is one
/// segment of a path on every file system.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangeId(String);

impl ChangeId {
    /// Takes a name.
    ///
    /// # Errors
    /// [`ProfileError::ChangeId`].
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

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `/changes/<id>/verify/`, with the slash.
    pub(super) fn folder(&self) -> String {
        format!("/changes/{}/verify/", self.0)
    }

    /// `/changes/<id>/05-status.json`.
    #[must_use]
    pub fn status_path(&self) -> String {
        format!("/changes/{}/05-status.json", self.0)
    }

    /// A file of the folder of artifacts. The name is one of ours.
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

/// Whether Windows takes the name for a device, whatever its extension.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let numbered =
        |prefix: &str| stem.strip_prefix(prefix).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']));
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL") || numbered("COM") || numbered("LPT")
}
