//! Bundles: the texts in which agents hand in changes.
//!
//! Told apart by [`parse_bundle`]: JSON, as Patch v2, as a list of operations or as a map from path to
//! content (`json`), and text, whose operations stand in `paws-change` fences (`fences`), between DOGS
//! markers (`markers`) or both (`text`).

mod draft;
mod fences;
mod head;
mod json;
mod markers;
mod text;

pub(crate) use head::{HEAD, is_plain_scalar};
pub(crate) use markers::{BASE64, END, MARK, PAWS_COMMAND, START};

use crate::{BundleError, ChangeSet};

/// Reads a bundle, whatever its form. A byte order mark at the start is skipped.
///
/// JSON begins with `{`, or with `[` and then `{`, `]` or `"`: nothing in such a text is ever read as a
/// fence or a marker. All else is text:
///
/// - A block fenced `paws-change` holds lines `key: value` in any order: `operation` (CREATE, MODIFY,
///   UPSERT, DELETE, RENAME), `file_path`, `new_path` for RENAME, and where needed `reason`, `encoding`
///   (`utf8` or `base64`), `old_content`, `newline_at_end`. Unknown keys are skipped. A value may be a
///   JSON string in quotes.
/// - The next fenced block, or DOGS region of the same path, is the whole content. DELETE has none, RENAME
///   may. Fences nest as in CommonMark; what stands inside of one is content and never an operation.
/// - The content is every line between the fences with its line ending, byte for byte. So it ends with a
///   line ending, or is empty; `newline_at_end: false` takes the last one off.
/// - `🐕 --- DOGS_START_FILE: path ---`, at the start of a line outside any fence, begins the content of
///   a file, `🐕 --- DOGS_END_FILE: path ---` ends it, the path there being optional; without a head it
///   is written whether it exists or not. `(Content:Base64)` after the path says what it says.
/// - All other text, other fenced blocks included, is prose. But a second block after a head that has its content, with no
///   heading between, is a mistake.
///
/// # Errors
/// Every mistake that can be told apart, with its place, in the order of the text. Nothing of a bundle
/// with a mistake can be applied.
pub fn parse_bundle(text: &str) -> Result<ChangeSet, Vec<BundleError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_json(text) { json::parse(text) } else { text::parse(text) }
}

fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{')
        || text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']', '"']))
}
