//! Selects files by path or glob.

use std::collections::BTreeSet;

use fast_glob::validate;

use crate::{Glob, Parentheses, PathError, Snapshot, VfsPath};

/// Why a pattern selects no files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// No file has this path, or matches this glob.
    #[error("{0}")]
    NotFound(String),
    /// The path is invalid.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The glob is invalid.
    #[error("malformed glob {0}: {1}")]
    Glob(String, String),
}

/// The folder of packages.
const FOREIGN: &str = "/node_modules/";

/// Whether a text contains glob characters.
#[must_use]
pub fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

impl Snapshot {
    /// The files that a path or glob selects, in byte order. A path that names a file selects it even if it
    /// contains glob characters. A folder is not a file. `*` does not match a `/`, `**` does. Files below
    /// `node_modules` are selected only by globs that name that folder, as in Vitest and ESLint.
    ///
    /// # Errors
    /// [`PatternError`]; a glob that matches nothing is [`PatternError::NotFound`].
    pub fn select(&self, pattern: &str) -> Result<Vec<VfsPath>, PatternError> {
        let path = VfsPath::parse(pattern);
        if let Ok(path) = &path
            && self.get(path).is_some()
        {
            return Ok(vec![path.clone()]);
        }
        if !is_glob(pattern) {
            return Err(PatternError::NotFound(path?.to_string()));
        }
        let absolute = if pattern.starts_with('/') {
            pattern.to_owned()
        } else {
            format!("/{}", pattern.trim_start_matches("./"))
        };
        validate(&absolute).map_err(|error| PatternError::Glob(pattern.to_owned(), error.to_string()))?;
        let foreign = absolute.contains(FOREIGN);
        let glob = Glob::new(&absolute, Parentheses::Literal);
        let files: Vec<VfsPath> = self
            .iter()
            .filter(|(path, _)| foreign || !path.as_str().contains(FOREIGN))
            .filter(|(path, _)| glob.matches(path.as_str()))
            .map(|(path, _)| path.clone())
            .collect();
        if files.is_empty() { Err(PatternError::NotFound(pattern.to_owned())) } else { Ok(files) }
    }

    /// The files that several paths and globs select, each once, in the order of the patterns and then of
    /// paths.
    ///
    /// # Errors
    /// [`PatternError`] of the first pattern that selects none.
    pub fn select_all(&self, patterns: &[String]) -> Result<Vec<VfsPath>, PatternError> {
        let mut seen = BTreeSet::new();
        let mut files = Vec::new();
        for pattern in patterns {
            files.extend(self.select(pattern)?.into_iter().filter(|path| seen.insert(path.clone())));
        }
        Ok(files)
    }
}
