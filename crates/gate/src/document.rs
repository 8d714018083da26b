//! Parses documents that people write, in YAML or JSON (which is YAML). It records positions, and limits the
//! cost of hostile documents.
//!
//! It rejects duplicate keys, several documents, and aliases or nesting beyond their limits. Only `true` and
//! `false` are booleans, as in YAML 1.2.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_saphyr::{MessageFormatter as _, UserMessageFormatter};

use crate::error::preview;
use crate::position::Positions;

/// The maximum length of a document, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The maximum nesting of lists and maps.
const MAX_DEPTH: usize = 64;
/// The maximum number of lists, maps and scalars.
const MAX_NODES: usize = 100_000;
/// The maximum number of events that aliases may repeat in total.
const MAX_REPEATED: usize = 10_000;

/// A mistake in a document, with its location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{name}:{line}:{column}: {message}")]
pub struct DocumentError {
    /// The name of the document, usually its path.
    pub name: String,
    /// The mistake, in a sentence.
    pub message: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 units.
    pub column: u32,
}

/// A value with its location in the source document. [`Mistakes`] turns it into an error.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spanned<T> {
    /// The value without its location.
    pub value: T,
    /// Byte offset in the document. For an alias, the offset of the alias.
    pub offset: usize,
}

impl<T> std::ops::Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// Two spanned values are equal if their values are; offsets do not count.
impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Self {
        Spanned { value, offset: 0 }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = serde_saphyr::Spanned::<T>::deserialize(deserializer)?;
        // Without a location (inside `flatten` and untagged enums), an error points to the start.
        let offset = read.referenced.span().byte_offset().unwrap_or_default();
        Ok(Spanned { value: read.value, offset: usize::try_from(offset).unwrap_or_default() })
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// Parses a document. Errors call it `name`.
///
/// # Errors
/// The first mistake in the document.
pub fn read<T: DeserializeOwned>(text: &str, name: &str) -> Result<T, Vec<DocumentError>> {
    let mut mistakes = Mistakes::new(text, name);
    if text.len() > MAX_BYTES {
        mistakes.at(0, &format!("a document of {} bytes is longer than {MAX_BYTES}", text.len()));
        return Err(mistakes.errors);
    }
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            flow_nesting_limit: MAX_DEPTH,
            max_nodes: MAX_NODES,
            max_events: 4 * MAX_NODES,
            max_recorded_anchor_events: MAX_REPEATED,
        },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: MAX_REPEATED },
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let error = error.without_snippet();
        let offset = error.location().map_or(0, |location| {
            let known = location.span().byte_offset().and_then(|offset| usize::try_from(offset).ok());
            known.unwrap_or_else(|| offset_of(text, location.line(), location.column()))
        });
        mistakes.at(offset, &UserMessageFormatter.format_message(error));
        mistakes.errors
    })
}

/// Byte offset of a line and a column in characters.
fn offset_of(text: &str, line: u64, column: u64) -> usize {
    let before = |count: u64| usize::try_from(count.saturating_sub(1)).unwrap_or(usize::MAX);
    let start: usize = text.split_inclusive('\n').take(before(line)).map(str::len).sum();
    let rest = &text[start..];
    start + rest.char_indices().nth(before(column)).map_or(rest.len(), |(at, _)| at)
}

/// Collects a document's mistakes beyond its syntax.
pub struct Mistakes<'a> {
    positions: Positions<'a>,
    name: &'a str,
    errors: Vec<DocumentError>,
}

impl<'a> Mistakes<'a> {
    /// Creates an empty list of mistakes in a document.
    #[must_use]
    pub const fn new(text: &'a str, name: &'a str) -> Self {
        Mistakes { positions: Positions::new(text), name, errors: Vec::new() }
    }

    /// Adds a mistake at a byte offset, usually [`Spanned::offset`].
    pub fn at(&mut self, offset: usize, message: &str) {
        let place = self.positions.at(offset);
        self.errors.push(DocumentError {
            name: self.name.to_owned(),
            message: preview(message),
            line: place.line,
            column: place.column,
        });
    }

    /// Finishes with all mistakes, sorted by location.
    ///
    /// # Errors
    /// The mistakes, if there are any.
    pub fn finish(mut self) -> Result<(), Vec<DocumentError>> {
        self.errors.sort_by_key(|error| (error.line, error.column));
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}
