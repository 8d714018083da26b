//! The patterns of a configuration, matched as ESLint matches them.

use verdict_vfs::{Parentheses, glob_matches};

/// Maximum length of a pattern in bytes, and number of its braces and groups: matching takes time in both.
const MAX_BYTES: usize = 1_000;
const MAX_BRACES: usize = 8;

/// What is wrong with a pattern, if anything.
pub(super) fn problem(pattern: &str) -> Option<String> {
    if pattern.len() > MAX_BYTES || pattern.matches(['{', '(']).count() > MAX_BRACES {
        return Some(format!(
            "the pattern is longer than {MAX_BYTES} bytes or has more than {MAX_BRACES} braces and groups"
        ));
    }
    fast_glob::validate(pattern).err().map(|error| error.to_string())
}

/// A path relative to a folder, if it is below.
pub(super) fn relative<'p>(path: &'p str, base: &str) -> Option<&'p str> {
    let rest = path.strip_prefix('/').unwrap_or(path);
    match base {
        "" => Some(rest),
        base => rest.strip_prefix(base)?.strip_prefix('/'),
    }
}

/// Whether a pattern matches a relative path.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    match pattern.strip_prefix('!') {
        Some(pattern) => !matches(pattern, path),
        None => glob_matches(pattern, path, Parentheses::Literal),
    }
}

/// Whether the last pattern that matches a path ignores it. `!` includes it again.
pub(super) fn is_ignored<'p>(patterns: impl Iterator<Item = &'p String>, path: &str) -> bool {
    patterns.fold(false, |ignored, pattern| match pattern.strip_prefix('!') {
        Some(pattern) => ignored && !matches(pattern, path),
        None => ignored || matches(pattern, path),
    })
}

/// Whether a pattern names the folder that a path with a slash at its end is.
pub(super) fn is_folder_ignored<'p>(patterns: impl Iterator<Item = &'p String>, folder: &str) -> bool {
    let bare = folder.trim_end_matches('/');
    let names = |pattern: &str| matches(pattern, folder) || matches(pattern.trim_end_matches('/'), bare);
    patterns.fold(false, |ignored, pattern| match pattern.strip_prefix('!') {
        Some(pattern) => ignored && !names(pattern),
        None => ignored || names(pattern),
    })
}
