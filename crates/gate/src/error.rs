//! What can be wrong with a bundle.

use serde::Serialize;
use verdict_protocol::Code;

/// What kind of mistake a [`BundleError`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BundleErrorKind {
    /// There is no operation in the text.
    Empty,
    /// A fence or a marker that is never closed.
    Unclosed,
    /// The text of the form is malformed: JSON syntax, a line that is no `key: value`, a key twice.
    Syntax,
    /// An operation that is none of CREATE, MODIFY, UPSERT, DELETE, RENAME.
    UnknownOperation,
    /// A key that the operation needs is missing or has the wrong type.
    MissingKey,
    /// An operation that writes a file has no content.
    MissingContent,
    /// Content that is not what its `encoding` says.
    Encoding,
    /// A path that is malformed, leaves the root, or is both a file and a folder.
    Path,
    /// Two operations on one path.
    Duplicate,
    /// CREATE of, or RENAME to, a file that exists.
    Exists,
    /// MODIFY, DELETE or RENAME of a file that does not exist.
    NotFound,
    /// The file is not what `oldContent` says.
    OldContent,
    /// A patch of another version, or a command of the form that is not carried out here.
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

/// One mistake in a bundle, with its place there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct BundleError {
    /// 1-based line of the bundle.
    pub line: u32,
    /// 1-based column of the bundle, in UTF-16 units.
    pub column: u32,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What kind of mistake it is.
    pub kind: BundleErrorKind,
}

/// Bundles are hostile text: a message repeats no more than this much of one, and no control characters.
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
