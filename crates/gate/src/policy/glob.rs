//! Path globs in policies.

use fast_glob::{glob_match, validate};
use verdict_vfs::{VfsPath, is_glob};

use super::fold::{characters, folded};

/// A validated glob of absolute paths. `*` does not cross a `/`, `**` does. A pattern without glob characters
/// names a file, or a folder with everything below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathGlob {
    written: String,
    absolute: String,
    is_glob: bool,
}

impl PathGlob {
    /// Parses a pattern. A pattern without a leading `/` starts at the root.
    ///
    /// # Errors
    /// A sentence that says why the pattern is invalid: not a path, not a glob, or negated.
    pub fn parse(written: &str) -> Result<PathGlob, String> {
        let refuse = |why: &str| Err(format!("Bad glob {written:?}: {why}"));
        if written.trim() != written || written.is_empty() {
            return refuse(if written.is_empty() { "it is empty" } else { "white space around it" });
        }
        if written.starts_with('!') {
            return refuse("a negation matches nearly everything; name what is meant");
        }
        let is_glob = is_glob(written);
        if !is_glob {
            // `/` alone is the root and matches everything.
            let absolute = match VfsPath::parse(written) {
                Ok(path) => path.to_string(),
                Err(_) if written.bytes().all(|byte| byte == b'/') => String::new(),
                Err(error) => return refuse(&error.to_string()),
            };
            return Ok(PathGlob { written: written.to_owned(), absolute, is_glob });
        }
        if written.split('/').any(|segment| segment == "..") {
            return refuse("a glob cannot go up");
        }
        let mut absolute = format!("/{}", written.trim_start_matches("./").trim_start_matches('/'));
        if absolute.ends_with('/') {
            absolute.push_str("**");
        }
        match validate(&absolute) {
            Ok(()) => Ok(PathGlob { written: written.to_owned(), absolute, is_glob }),
            Err(error) => refuse(&error.to_string()),
        }
    }

    /// Whether the glob matches a path.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        self.matches_as(&self.absolute, path)
    }

    /// The pattern as globs of absolute paths. A folder without glob characters has two: itself, and everything below it.
    pub(crate) fn globs(&self) -> Vec<String> {
        if self.is_glob {
            return vec![self.absolute.clone()];
        }
        let below = format!("{}/**", self.absolute);
        if self.absolute.is_empty() { vec![below] } else { vec![self.absolute.clone(), below] }
    }

    /// Whether the glob matches a path, or a spelling of it that some file system treats as equal.
    pub(crate) fn matches_any_spelling(&self, path: &str) -> bool {
        self.matches(path) || self.matches_as(&characters(&self.absolute), &folded(path))
    }

    fn matches_as(&self, pattern: &str, path: &str) -> bool {
        if self.is_glob {
            return glob_match(pattern, path);
        }
        path.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// This glob, adapted to paths that are [`folded`].
    pub(crate) fn folded(mut self) -> PathGlob {
        self.absolute = characters(&self.absolute);
        self
    }

    /// Whether the pattern has glob characters.
    pub(crate) const fn is_glob(&self) -> bool {
        self.is_glob
    }

    /// The pattern from the root. A pattern without glob characters loses its trailing `/`.
    pub(crate) fn folder(&self) -> &str {
        &self.absolute
    }

    /// The pattern as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written
    }
}
