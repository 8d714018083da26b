//! Versioned files: parses them, or explains why they are skipped.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ReportError;
use crate::escape::one_line;
use crate::preview::preview;

/// Version of the files written by this release.
pub(crate) const VERSION: u64 = 1;
/// Maximum size of a file, in bytes.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Why a file of the store is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SkipKind {
    /// The content is not a report or snapshot.
    Corrupt,
    /// An older release wrote it in a different format.
    Older,
    /// A newer release wrote it.
    Newer,
    /// Its content belongs to another run or iteration than its name.
    Foreign,
    /// Its name is not one that a store writes.
    Name,
    /// The store could not read it.
    Unreadable,
}

/// A skipped file of the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Key of the file in the store. Untrusted text.
    pub key: String,
    /// Why it is skipped, for programs.
    pub kind: SkipKind,
    /// Why it is skipped, in a sentence.
    pub reason: String,
}

impl Skipped {
    pub(crate) fn new(key: &str, kind: SkipKind, reason: impl Into<String>) -> Skipped {
        Skipped { key: preview(key, 512), kind, reason: reason.into() }
    }

    pub(crate) fn unreadable(key: &str, error: &ReportError) -> Skipped {
        Skipped::new(key, SkipKind::Unreadable, preview(&one_line(&error.to_string()), 300))
    }

    pub(crate) fn corrupt(key: &str, reason: &str) -> Skipped {
        Skipped::new(key, SkipKind::Corrupt, preview(&one_line(reason), 300))
    }
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u64,
    #[serde(flatten)]
    content: &'a T,
}

/// The parts of a file that are readable in any version.
#[derive(Deserialize)]
struct FileVersion {
    /// The version; absent in files of the unversioned format.
    version: Option<serde_json::Number>,
}

/// Serializes the content of a file.
pub(crate) fn write<T: Serialize>(content: &T) -> String {
    let mut text = serde_json::to_string_pretty(&Versioned { version: VERSION, content }).unwrap_or_default();
    text.push('\n');
    text
}

/// Parses a file. Without a version, it counts as the current one.
pub(crate) fn read<T: DeserializeOwned>(key: &str, text: &str) -> Result<T, Skipped> {
    if text.len() > MAX_BYTES {
        return Err(Skipped::corrupt(key, &format!("{} bytes are more than are read", text.len())));
    }
    let corrupt = |error: serde_json::Error| Skipped::corrupt(key, &error.to_string());
    let head: FileVersion = serde_json::from_str(text).map_err(corrupt)?;
    match head.version.as_ref().map(|version| (version.as_u64(), version)) {
        None | Some((Some(VERSION), _)) => serde_json::from_str(text).map_err(corrupt),
        Some((Some(version), _)) if version > VERSION => Err(Skipped::new(
            key,
            SkipKind::Newer,
            format!("It has version {version}; this release reads version {VERSION}"),
        )),
        Some((Some(version), _)) => Err(Skipped::new(
            key,
            SkipKind::Older,
            format!("It has version {version}; this release reads version {VERSION}"),
        )),
        Some((None, version)) => Err(Skipped::corrupt(key, &format!("{version} is no version"))),
    }
}
