//! Globs of paths, as policies write them.

use fast_glob::{glob_match, validate};
use verdict_vfs::{VfsPath, is_glob};

use super::fold::{characters, folded};

/// A checked glob of absolute paths. `*` does not cross a `/`, `**` does. A pattern without glob characters is
/// a file, or a folder with all that lies below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathGlob {
    written: String,
    absolute: String,
    is_glob: bool,
}

impl PathGlob {
    /// Reads a pattern. One without a leading `/` counts from the root.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence: it is no path, no glob, or negated.
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
            // `/` alone is the root: everything.
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

    /// Whether a path is meant.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        self.matches_as(&self.absolute, path)
    }

    /// Whether a path is meant, or another spelling of it that some file system takes for the same.
    pub(crate) fn matches_any_spelling(&self, path: &str) -> bool {
        self.matches(path) || self.matches_as(&characters(&self.absolute), &folded(path))
    }

    fn matches_as(&self, pattern: &str, path: &str) -> bool {
        if self.is_glob {
            return glob_match(pattern, path);
        }
        path.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The same glob for paths that are [`folded`](super::folded).
    pub(crate) fn folded(mut self) -> PathGlob {
        self.absolute = characters(&self.absolute);
        self
    }

    /// Whether it has characters with a meaning in globs.
    pub(crate) const fn is_glob(&self) -> bool {
        self.is_glob
    }

    /// The pattern from the root; of one that is no glob the path without a trailing `/`.
    pub(crate) fn folder(&self) -> &str {
        &self.absolute
    }

    /// The pattern as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written
    }
}
