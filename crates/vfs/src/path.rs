//! Paths in a snapshot.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use crate::module::data::NAME;

/// Extensions of JavaScript and TypeScript files, in lower case.
pub const SCRIPT_EXTENSIONS: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];

/// Maximum length of a path, in bytes.
pub(crate) const MAX_BYTES: usize = 4096;

/// A normalised absolute path. It starts with `/` and has no `.` or `..` segment, no empty segment, no
/// trailing `/`, no backslash and no NUL. It is never percent-decoded and never Unicode-normalised: spellings
/// that differ in bytes are different files. `__proto__` is an ordinary name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VfsPath(Arc<str>);

/// Why a text is not a valid path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// The path is empty, or only the root.
    #[error("empty path")]
    Empty,
    /// `..` beyond the root.
    #[error("path leaves the root: {0}")]
    LeavesRoot(String),
    /// The path contains a backslash or a NUL, or is a `file:` URL.
    #[error("malformed path ({1}): {0}")]
    Malformed(String, &'static str),
    /// The path is longer than 4096 bytes.
    #[error("path of {0} bytes is longer than 4096")]
    TooLong(usize),
    /// Two entries normalise to this path.
    #[error("duplicate path: {0}")]
    Duplicate(String),
    /// The path is a file, but other files are below it.
    #[error("path is both a file and a folder: {0}")]
    FileAndFolder(String),
}

impl VfsPath {
    /// Normalises a path, absolute or relative to the root.
    ///
    /// # Errors
    /// [`PathError`] if the path is invalid.
    pub fn parse(text: &str) -> Result<VfsPath, PathError> {
        VfsPath::from_segments(&[], text)
    }

    /// Resolves `text` against the folder of this file, or against the root if it starts with `/`.
    ///
    /// # Errors
    /// [`PathError`] if the result is invalid.
    pub fn sibling(&self, text: &str) -> Result<VfsPath, PathError> {
        if text.starts_with('/') {
            return VfsPath::parse(text);
        }
        let folder: Vec<&str> = self.folder().split('/').filter(|segment| !segment.is_empty()).collect();
        VfsPath::from_segments(&folder, text)
    }

    fn from_segments(base: &[&str], text: &str) -> Result<VfsPath, PathError> {
        // The name of a module in a `data:` URL has its text.
        if text.len() > MAX_BYTES && !text.starts_with(NAME) {
            return Err(PathError::TooLong(text.len()));
        }
        let malformed = |why| Err(PathError::Malformed(text.to_owned(), why));
        if text.contains('\\') {
            return malformed("backslash; separate folders with /");
        }
        if text.contains('\0') {
            return malformed("NUL");
        }
        if text.starts_with("file:") {
            return malformed("URL; name the path itself");
        }
        let mut segments = base.to_vec();
        for segment in text.split('/') {
            match segment {
                "" | "." => {}
                ".." => {
                    segments.pop().ok_or_else(|| PathError::LeavesRoot(text.to_owned()))?;
                }
                name => segments.push(name),
            }
        }
        if segments.is_empty() {
            return Err(PathError::Empty);
        }
        Ok(VfsPath(format!("/{}", segments.join("/")).into()))
    }

    /// The name of a module that is no file.
    pub(crate) fn of_module(name: String) -> VfsPath {
        VfsPath(name.into())
    }

    /// The name of the module that a file is under a query, which starts with `?` or `#`. Characters that a
    /// path does not have in one segment are percent-encoded. An empty query gives the path itself.
    ///
    /// # Errors
    /// [`PathError::TooLong`] if the name is too long for a path.
    pub fn with_query(&self, query: &str) -> Result<VfsPath, PathError> {
        if query.is_empty() {
            return Ok(self.clone());
        }
        let mut name = self.0.to_string();
        for c in query.chars() {
            match c {
                '/' => name.push_str("%2F"),
                '\\' => name.push_str("%5C"),
                '\0' => name.push_str("%00"),
                c => name.push(c),
            }
        }
        if name.len() > MAX_BYTES { Err(PathError::TooLong(name.len())) } else { Ok(VfsPath(name.into())) }
    }

    /// The path, for example `/src/a.js`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder, without a trailing `/`; empty for a file in the root.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The last segment.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(_, name)| name)
    }

    /// The text after the last dot of the name, if there is one: `ts` for `/a.test.ts`.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        self.name().rsplit_once('.').map(|(_, extension)| extension)
    }

    /// Whether the name has an extension of [`SCRIPT_EXTENSIONS`].
    #[must_use]
    pub fn is_script(&self) -> bool {
        self.extension().is_some_and(|extension| SCRIPT_EXTENSIONS.contains(&extension))
    }
}

impl fmt::Display for VfsPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Borrow<str> for VfsPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// A path as a `file:` URL.
#[must_use]
pub fn file_url(path: &str) -> String {
    let mut url = String::from("file://");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}
