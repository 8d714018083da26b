//! Files with a version: what they say, or why they are passed over.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ReportError;
use crate::escape::one_line;
use crate::preview::preview;

/// Version of the files that are written here.
pub(crate) const VERSION: u64 = 1;
/// Most bytes of a file.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Why a file of the store is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SkipKind {
    /// It is not what such a file is.
    Corrupt,
    /// It was written by an older release that wrote other files.
    Older,
    /// It was written by a newer release.
    Newer,
    /// It is of another run or iteration than its name says.
    Foreign,
    /// It is no file of ours.
    Name,
    /// The store could not read it.
    Unreadable,
}

/// A file of the store that was passed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Its key. Hostile text.
    pub key: String,
    /// Why, for programs.
    pub kind: SkipKind,
    /// Why, in a sentence.
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

/// What can be said of a file whose content is not understood.
#[derive(Deserialize)]
struct FileVersion {
    /// A file without one has the keys of spec R1 and no others.
    version: Option<serde_json::Number>,
}

/// The text of a file.
pub(crate) fn write<T: Serialize>(content: &T) -> String {
    let mut text = serde_json::to_string_pretty(&Versioned { version: VERSION, content }).unwrap_or_default();
    text.push('\n');
    text
}

/// What a file says. A file without a version is taken for one of this version.
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
