//! The comments of a file, by its extension.

use std::collections::BTreeMap;

use verdict_vfs::VfsPath;

use super::markup::{Kind, markup};
use super::scan::{Dialect, comments};

/// A comment, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// Offset of the comment.
    pub(super) start: usize,
    /// Offset of its content.
    pub(super) content_start: usize,
    /// The text without comment markers.
    pub(super) content: &'a str,
    /// Whether it is a block comment, and not one that ends with the line.
    pub(super) is_block: bool,
}

/// Script extensions, with their syntax beyond JavaScript: elements, types.
const SCRIPTS: [(&str, bool, bool); 11] = [
    ("js", true, false),
    ("mjs", true, false),
    ("cjs", true, false),
    ("jsx", true, false),
    ("es", true, false),
    ("es6", true, false),
    ("jsm", true, false),
    ("ts", false, true),
    ("mts", false, true),
    ("cts", false, true),
    ("tsx", true, true),
];

/// Markup extensions with scripts: whether `{…}` is an expression, and whether the file has front matter.
const MARKUP: [(&str, bool, bool); 8] = [
    ("html", false, false),
    ("htm", false, false),
    ("xhtml", false, false),
    ("svg", false, false),
    ("vue", false, false),
    ("svelte", true, false),
    ("astro", true, true),
    ("marko", false, false),
];

/// Whether a file can contain code, by its extension in any case.
pub(crate) fn holds_code(path: &VfsPath) -> bool {
    is_script(path) || is_markup(path)
}

fn is_script(path: &VfsPath) -> bool {
    extension(path).is_some_and(|extension| SCRIPTS.iter().any(|(known, ..)| *known == extension))
}

/// Whether a file is markup that can contain scripts, by its extension in any case.
pub(crate) fn is_markup(path: &VfsPath) -> bool {
    extension(path).is_some_and(|extension| MARKUP.iter().any(|(known, ..)| *known == extension))
}

fn extension(path: &VfsPath) -> Option<String> {
    path.extension().map(str::to_ascii_lowercase)
}

/// The comments of a file, in order. If only a parser could decide whether something is a comment, it counts
/// as one.
pub(super) fn comments_of<'a>(path: &VfsPath, text: &'a str) -> Vec<Comment<'a>> {
    let Some(extension) = extension(path) else { return Vec::new() };
    let mut found = BTreeMap::new();
    for (html_comments, names) in readings(text) {
        let plain = Dialect { jsx: true, types: false, html_comments, names };
        let script = SCRIPTS.iter().find(|(known, ..)| *known == extension);
        let marked_up = MARKUP.iter().find(|(known, ..)| *known == extension);
        let read = match (script, marked_up) {
            (Some((_, jsx, types)), _) => {
                comments(text, 0, text.len(), Dialect { jsx: *jsx, types: *types, ..plain })
            }
            (None, Some((_, expressions, front_matter))) => {
                let kind = Kind { expressions: *expressions, front_matter: *front_matter };
                markup(text, kind, plain)
            }
            (None, None) => Vec::new(),
        };
        found.extend(read.into_iter().map(|comment| (comment.start, comment)));
    }
    found.into_values().collect()
}

/// The ways to parse a text: as a module and as a script, if they can differ.
fn readings(text: &str) -> Vec<(bool, bool)> {
    let html: &[bool] = if text.contains("<!--") { &[false, true] } else { &[false] };
    let names: &[bool] =
        if text.contains("await") || text.contains("yield") { &[false, true] } else { &[false] };
    html.iter().flat_map(|html| names.iter().map(|names| (*html, *names))).collect()
}
