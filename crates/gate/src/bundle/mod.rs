//! Parses bundles: the texts in which agents submit changes.
//!
//! [`parse_bundle`] detects the form. `json` parses Patch v2, a list of operations, and a map from path to
//! content. In text, operations are in `paws-change` fences (`fences`), between DOGS markers (`markers`), or
//! both (`text`).

mod draft;
mod fences;
mod head;
mod json;
mod markers;
mod text;

pub(crate) use head::{HEAD, is_plain_scalar};
pub(crate) use markers::{BASE64, END, MARK, PAWS_COMMAND, START};

use crate::{BundleError, ChangeSet};

/// Parses a bundle in any form. A leading byte order mark is skipped.
///
/// JSON starts with `{`, or with `[` and then `{`, `]` or `"`. Nothing in it is interpreted as a fence or a
/// marker. Everything else is text:
///
/// - A block fenced `paws-change` contains lines `key: value` in any order. Required are `operation` (CREATE,
///   MODIFY, UPSERT, DELETE, RENAME) and `file_path`, and `new_path` for RENAME. Optional are `reason`,
///   `encoding` (`utf8` or `base64`), `old_content` and `newline_at_end`. Unknown keys are skipped. A value may
///   be a quoted JSON string.
/// - The next fenced block, or the DOGS region of the same path, is the complete content. DELETE has none,
///   RENAME may have one. Fences nest as in CommonMark; text inside a fence is content and never an
///   operation.
/// - The content is every line between the fences with its line ending, byte for byte. It therefore ends with
///   a line ending, or is empty; `newline_at_end: false` removes the last one.
/// - `🐕 --- DOGS_START_FILE: path ---`, at the start of a line outside fences, starts the content of a file.
///   `🐕 --- DOGS_END_FILE: path ---` ends it; the path there is optional. Without a head, the file is written
///   whether or not it exists. `(Content:Base64)` after the path marks base64 content.
/// - All other text, including other fenced blocks, is prose. A second block after a head that has its
///   content is a mistake, unless a heading precedes it.
///
/// # Errors
/// All mistakes with their locations, in text order. A bundle with a mistake cannot be applied at all.
pub fn parse_bundle(text: &str) -> Result<ChangeSet, Vec<BundleError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_json(text) { json::parse(text) } else { text::parse(text) }
}

fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{')
        || text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']', '"']))
}
