//! `paws-change` heads: lines `key: value`.

use super::draft::{Collector, Draft, Spanned};
use super::fences::Fence;
use crate::BundleErrorKind as Kind;
use crate::error::preview;

/// The info string of a `paws-change` head.
pub(crate) const HEAD: &str = "paws-change";

/// A head, with its options for the following content.
#[derive(Debug)]
pub(super) struct ChangeHead {
    pub(super) draft: Draft,
    /// Whether `newline_at_end` is false.
    pub(super) no_newline_at_end: bool,
}

pub(super) fn parse(collector: &mut Collector<'_>, fence: &Fence) -> ChangeHead {
    let mut head =
        ChangeHead { draft: Draft { at: fence.range.start, ..Draft::default() }, no_newline_at_end: false };
    let mut seen: Vec<String> = Vec::new();
    let mut offset = 0;
    for line in fence.content.split_inclusive('\n') {
        let at = fence.source(offset);
        offset += line.len();
        let indented = line.starts_with([' ', '\t']);
        // An indented line continues the value of the previous key, none of which is used here.
        if line.trim().is_empty() || (indented && !seen.is_empty()) {
            continue;
        }
        let Some((key, value)) = line.split_once(':') else {
            collector.error(at, Kind::Syntax, format!("Expected `key: value`, not {}", preview(line.trim())));
            continue;
        };
        let value_at =
            fence.source(offset - line.len() + key.len() + 1 + (value.len() - value.trim_start().len()));
        let key = key.trim();
        if seen.iter().any(|other| other == key) {
            collector.error(at, Kind::Syntax, format!("The key {} stands twice", preview(key)));
            continue;
        }
        seen.push(key.to_owned());
        let known =
            ["operation", "file_path", "new_path", "encoding", "old_content", "reason", "newline_at_end"];
        if !known.contains(&key) {
            continue;
        }
        let Some(value) = scalar(value) else {
            collector.error(
                value_at,
                Kind::Syntax,
                "Malformed string: JSON's escapes are used inside of quotes",
            );
            continue;
        };
        if value.is_empty() && !matches!(key, "reason" | "old_content") {
            continue;
        }
        let draft = &mut head.draft;
        match key {
            "operation" => draft.operation = Some(Spanned::new(value, value_at)),
            "file_path" => draft.path = Some(Spanned::new(value, value_at)),
            "new_path" => draft.new_path = Some(Spanned::new(value, value_at)),
            "encoding" => draft.encoding = Some(Spanned::new(value, value_at)),
            "old_content" => draft.old_content = Some(Spanned::new(value.into_bytes(), value_at)),
            "reason" => draft.reason = Some(value),
            _ => match value.as_str() {
                "true" => {}
                "false" => head.no_newline_at_end = true,
                _ => collector.error(value_at, Kind::Syntax, "newline_at_end is true or false"),
            },
        }
    }
    head
}

/// Parses a value: a JSON string if it starts with a quote, otherwise its trimmed text.
pub(super) fn scalar(text: &str) -> Option<String> {
    let text = text.trim();
    if text.starts_with('"') { serde_json::from_str(text).ok() } else { Some(text.to_owned()) }
}

/// Whether a value needs no quotes.
pub(crate) fn is_plain_scalar(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.starts_with('"') && !text.contains(['\n', '\r', '\0'])
}
