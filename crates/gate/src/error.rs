//! Mistakes in a bundle.

use serde::Serialize;
use verdict_protocol::Code;

/// The kind of a [`BundleError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BundleErrorKind {
    /// The text contains no operation.
    Empty,
    /// A fence or a marker without its end.
    Unclosed,
    /// Malformed text: JSON syntax, a line that is not `key: value`, a duplicate key.
    Syntax,
    /// An operation other than CREATE, MODIFY, UPSERT, DELETE and RENAME.
    UnknownOperation,
    /// A required key is missing or has the wrong type.
    MissingKey,
    /// An operation that writes a file lacks content.
    MissingContent,
    /// Content that contradicts its `encoding`.
    Encoding,
    /// A path that is malformed, leaves the root, or is both a file and a folder.
    Path,
    /// Two operations on one path.
    Duplicate,
    /// CREATE of an existing file, or RENAME to one.
    Exists,
    /// MODIFY, DELETE or RENAME of a file that does not exist.
    NotFound,
    /// The file's content differs from `oldContent`.
    OldContent,
    /// An unsupported patch version, or an unsupported command of the bundle form.
    Unsupported,
}

impl BundleErrorKind {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            BundleErrorKind::Path => Code::Path,
            BundleErrorKind::NotFound => Code::NotFound,
            BundleErrorKind::Exists | BundleErrorKind::OldContent => Code::Integrity,
            BundleErrorKind::Unsupported => Code::Version,
            _ => Code::Syntax,
        }
    }
}

/// A mistake in a bundle, with its location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct BundleError {
    /// 1-based line in the bundle.
    pub line: u32,
    /// 1-based column in the bundle, in UTF-16 units.
    pub column: u32,
    /// The mistake, in a sentence.
    pub message: String,
    /// The kind of mistake, for programs.
    pub kind: BundleErrorKind,
}

/// Prepares bundle text for a message. Bundles are hostile text, so this truncates it and replaces control
/// characters.
pub(crate) fn preview(text: &str) -> String {
    const MAX: usize = 200;
    let mut out: String = text
        .chars()
        .take(MAX)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    if text.chars().nth(MAX).is_some() {
        out.push('…');
    }
    out
}
