//! DOGS markers: complete lines that start and end the content of a file.

use std::ops::Range;

use super::draft::Collector;
use super::head::scalar;
use crate::BundleErrorKind as Kind;
use crate::error::preview;

/// The prefix of every marker.
pub(crate) const MARK: &str = "🐕 --- DOGS_";
/// The marker that starts a file.
pub(crate) const START: &str = "🐕 --- DOGS_START_FILE";
/// The marker that ends a file.
pub(crate) const END: &str = "🐕 --- DOGS_END_FILE";
/// The text after the path if the content is base64.
pub(crate) const BASE64: &str = "(Content:Base64)";
/// The prefix of a command of the delta protocol. Only `DELETE_FILE()` is supported.
pub(crate) const PAWS_COMMAND: &str = "@@ PAWS_CMD";

/// A file between markers.
#[derive(Debug)]
pub(super) struct Region {
    /// Offset of the start marker.
    pub(super) at: usize,
    /// The path in the start marker.
    pub(super) path: String,
    /// Whether the content is base64.
    pub(super) base64: bool,
    /// The lines between the markers, with their line endings.
    pub(super) content: Range<usize>,
    /// Offset after the end marker.
    pub(super) end: usize,
}

/// Offset of the first line that starts with a marker. `from` is the start of a line.
pub(super) fn next_marker(text: &str, from: usize) -> Option<usize> {
    text[from..]
        .match_indices(MARK)
        .map(|(offset, _)| from + offset)
        .find(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n')
}

/// Parses the region whose start marker is at an offset. Reports a malformed one and returns `None`.
pub(super) fn region(collector: &mut Collector<'_>, at: usize) -> Option<Region> {
    let text = collector.text;
    let line = line_at(text, at);
    let Some((path, base64)) = line.strip_prefix(START).and_then(label) else {
        let message = if line.starts_with(END) {
            "DOGS_END_FILE without a DOGS_START_FILE before it".to_owned()
        } else {
            format!("Malformed marker (expected `{START}: path ---`)")
        };
        collector.error(at, Kind::Syntax, message);
        return None;
    };
    if path.is_empty() {
        collector.error(at, Kind::MissingKey, "DOGS_START_FILE without a path");
        return None;
    }
    let content_start = at + line.len();
    let end_at = next_marker(text, content_start);
    let unclosed = || format!("DOGS_START_FILE of {} has no DOGS_END_FILE", preview(&path));
    let Some(end_at) = end_at else {
        collector.error(at, Kind::Unclosed, unclosed());
        return None;
    };
    let end_line = line_at(text, end_at);
    match end_line.strip_prefix(END).and_then(label) {
        Some((end_path, _)) if end_path.is_empty() || end_path == path => {}
        _ => {
            let message = format!(
                "{} before the next marker; content that holds markers is written as {BASE64}",
                unclosed()
            );
            collector.error(at, Kind::Unclosed, message);
            return None;
        }
    }
    Some(Region { at, path, base64, content: content_start..end_at, end: end_at + end_line.len() })
}

/// Parses the rest of a marker: `: path (Content:Base64) ---`, or ` ---` without a path.
fn label(rest: &str) -> Option<(String, bool)> {
    let rest = rest.trim_end().strip_suffix("---")?;
    let Some(rest) = rest.strip_prefix(':') else {
        return rest.trim().is_empty().then(|| (String::new(), false));
    };
    let rest = rest.trim();
    let (path, base64) = match rest.strip_suffix(BASE64) {
        Some(path) => (path.trim_end(), true),
        None => (rest, false),
    };
    Some((scalar(path)?, base64))
}

/// The line that starts at an offset, with its line ending.
fn line_at(text: &str, at: usize) -> &str {
    text[at..].split_inclusive('\n').next().unwrap_or_default()
}
