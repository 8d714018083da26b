//! Globs as Vitest, Jest and TypeScript write them in configurations.

use regex_lite::Regex;

use crate::{Glob, Parentheses};

/// Several globs of which one must match.
#[derive(Debug, Clone, Default)]
pub struct Globs {
    globs: Vec<Glob>,
    patterns: Vec<Regex>,
}

impl Globs {
    /// Reads globs, which may have [groups](Glob). One between slashes is a pattern, as those of Jest, that some part of a
    /// path with a leading `/` must match.
    #[must_use]
    pub fn new<T: AsRef<str>>(globs: impl IntoIterator<Item = T>) -> Globs {
        let mut found = Globs::default();
        for glob in globs {
            let glob = glob.as_ref();
            let pattern = glob.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
            // A pattern that cannot be read was refused where it stands.
            if let Some(pattern) = pattern.and_then(|pattern| Regex::new(pattern).ok()) {
                found.patterns.push(pattern);
            } else {
                let glob = glob.trim_start_matches("./").trim_start_matches('/');
                found.globs.push(Glob::new(glob, Parentheses::Group));
            }
        }
        found
    }

    /// Whether one matches a path without a leading `/`.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        let is_glob = self.globs.iter().any(|glob| glob.matches(path));
        is_glob || (!self.patterns.is_empty() && self.matches_pattern(&format!("/{path}")))
    }

    fn matches_pattern(&self, path: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.is_match(path))
    }
}

/// Files that some globs match, without those that others match.
#[derive(Debug, Clone, Default)]
pub struct FileGlobs {
    include: Globs,
    exclude: Globs,
}

impl FileGlobs {
    /// Reads the globs of both kinds.
    #[must_use]
    pub fn new(include: &[String], exclude: &[String]) -> FileGlobs {
        FileGlobs { include: Globs::new(include), exclude: Globs::new(exclude) }
    }

    /// Whether a file is among them, by its path without a leading `/`.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        self.include.matches(path) && !self.exclude.matches(path)
    }
}
