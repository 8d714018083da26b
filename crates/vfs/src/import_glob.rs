//! Finds the files of `import.meta.glob`, as Vite does.

use std::borrow::Cow;

use fast_glob::glob_match;

use crate::{Parentheses, Snapshot, VfsPath, glob_matches};

/// A part of every path inside a package.
const PACKAGES: &str = "/node_modules/";

/// What a call of `import.meta.glob` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportGlob {
    /// The patterns as written; those with `!` exclude. They are relative to the importer, absolute from the
    /// root, or begin with an alias or with `**`.
    pub patterns: Vec<String>,
    /// The folder that patterns and keys are relative to.
    pub base: Option<String>,
    /// Whether hidden files and packages are found too.
    pub exhaustive: bool,
    /// Whether the case of letters matters.
    pub case_sensitive: bool,
}

/// The files of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GlobMatches {
    /// The patterns from the root that select files.
    pub patterns: Vec<String>,
    /// The files, in byte order, without the importer.
    pub files: Vec<VfsPath>,
    /// The key of each file in the result.
    pub keys: Vec<String>,
    /// A relative specifier of each file, without a query.
    pub specifiers: Vec<String>,
}

impl Snapshot {
    /// The files that `import.meta.glob` finds in a module.
    ///
    /// # Errors
    /// Vite's message for a pattern that is neither relative nor absolute.
    pub fn import_glob(&self, importer: &VfsPath, glob: &ImportGlob) -> Result<GlobMatches, String> {
        let importer = &*self.module_file(importer);
        let folder = importer.folder();
        let base = glob.base.as_ref().map(|base| match base.strip_prefix('/') {
            Some(rooted) => joined("", rooted),
            None => joined(folder, base),
        });
        let from = base.as_deref().unwrap_or(folder);
        let (mut wanted, mut refused) = (Vec::new(), Vec::new());
        for pattern in &glob.patterns {
            match pattern.strip_prefix('!') {
                Some(pattern) => refused.push(self.absolute(pattern, from)?),
                None => wanted.push(self.absolute(pattern, from)?),
            }
        }
        let base_of_all = common_base(&wanted);
        let is_match =
            |patterns: &[String], path: &str| patterns.iter().any(|pattern| matches(pattern, path, glob));
        // Only a pattern that names the folder of packages looks into it.
        let is_left_out = |path: &str| {
            !glob.exhaustive && path.get(base_of_all.len()..).is_some_and(|path| path.contains(PACKAGES))
        };
        let mut found = GlobMatches::default();
        let is_relative = glob.patterns.iter().all(|pattern| pattern.starts_with(['.', '!']));
        for (path, _) in self.iter() {
            let text = path.as_str();
            if path == importer || !is_match(&wanted, text) || is_match(&refused, text) || is_left_out(text) {
                continue;
            }
            let specifier = dotted(relative(folder, text));
            found.keys.push(match &base {
                Some(base) => dotted(relative(base, text)),
                None if is_relative => specifier.clone(),
                None => text.to_owned(),
            });
            found.specifiers.push(specifier);
            found.files.push(path.clone());
        }
        found.patterns = wanted;
        Ok(found)
    }

    /// A pattern from the root.
    fn absolute(&self, pattern: &str, from: &str) -> Result<String, String> {
        if let Some(rooted) = pattern.strip_prefix('/') {
            return Ok(joined("", rooted));
        }
        if pattern.starts_with("./") || pattern.starts_with("../") {
            return Ok(joined(&escaped(from), pattern));
        }
        if pattern.starts_with("**") {
            return Ok(format!("/{pattern}"));
        }
        let replaced = self.aliases().replaced(pattern);
        match replaced.as_deref().map(|path| path.strip_prefix("./").unwrap_or(path)) {
            Some(path) if !path.starts_with("../") => Ok(joined("", path.trim_start_matches('/'))),
            _ => Err(format!(
                "Invalid glob: \"{pattern}\" (resolved: \"{pattern}\"). It must start with '/' or './'"
            )),
        }
    }
}

/// Whether a pattern of [`GlobMatches::patterns`] may select a path. Other patterns and options of the call may
/// exclude it.
#[must_use]
pub fn is_globbed(pattern: &str, path: &str) -> bool {
    let matches = |pattern: &str, path: &str| glob_matches(pattern, path, Parentheses::Group);
    matches(pattern, path) || matches(&pattern.to_lowercase(), &path.to_lowercase())
}

/// Whether an absolute pattern matches a path.
fn matches(pattern: &str, path: &str, glob: &ImportGlob) -> bool {
    let cased = |text| -> Cow<'_, str> {
        if glob.case_sensitive { Cow::Borrowed(text) } else { Cow::Owned(str::to_lowercase(text)) }
    };
    let (pattern, path) = (cased(pattern), cased(path));
    if !glob_matches(&pattern, &path, Parentheses::Group) {
        return false;
    }
    if glob.exhaustive {
        return true;
    }
    // A hidden name is found only by a pattern that has the dot.
    let named = |name: &str| {
        let mut parts = pattern.split('/').filter(|part| part.starts_with('.'));
        parts.any(|part| glob_match(part, name))
    };
    path.split('/').all(|name| !name.starts_with('.') || named(name))
}

/// The longest folder in which all patterns look.
fn common_base(patterns: &[String]) -> String {
    let mut common: Option<Vec<&str>> = None;
    for pattern in patterns {
        let folder = pattern.rsplit_once('/').map_or("", |(folder, _)| folder);
        let plain = |part: &&str| !part.contains(['*', '?', '[', '{', '(', '!', '\\']);
        let parts = folder.split('/').take_while(plain);
        common = Some(match common {
            None => parts.collect(),
            Some(known) => known.into_iter().zip(parts).take_while(|(a, b)| a == b).map(|(a, _)| a).collect(),
        });
    }
    common.unwrap_or_default().join("/")
}

/// `text` from a folder, without `.` and `..`.
fn joined(folder: &str, text: &str) -> String {
    let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in text.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            name => segments.push(name),
        }
    }
    let end = if text.ends_with('/') && !segments.is_empty() { "/" } else { "" };
    if segments.is_empty() { String::new() } else { format!("/{}{end}", segments.join("/")) }
}

/// A path as a pattern that matches only it.
fn escaped(path: &str) -> String {
    let mut pattern = String::new();
    for c in path.chars() {
        if "()[]{}!*?+@|\\".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// An absolute path, relative to a folder.
fn relative(folder: &str, path: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    let to: Vec<&str> = path.split('/').skip(1).collect();
    let most = to.len().saturating_sub(1);
    let shared = from.iter().zip(&to[..most]).take_while(|(a, b)| a == b).count();
    let mut segments = vec![".."; from.len() - shared];
    segments.extend(&to[shared..]);
    segments.join("/")
}

fn dotted(path: String) -> String {
    if path.starts_with("../") { path } else { format!("./{path}") }
}
