//! Places in the text of a bundle.

use crate::{BundleError, BundleErrorKind};

/// A place in the text of a bundle: 1-based line, 1-based column in UTF-16 units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

impl Position {
    pub(crate) fn error(self, kind: BundleErrorKind, message: impl Into<String>) -> BundleError {
        BundleError { line: self.line, column: self.column, message: message.into(), kind }
    }
}

/// Turns byte offsets into places. Offsets that ascend cost one walk through the text in all.
pub(crate) struct Positions<'a> {
    text: &'a str,
    reached: usize,
    line: usize,
    column: usize,
}

impl<'a> Positions<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Positions { text, reached: 0, line: 1, column: 1 }
    }

    /// The place of an offset. An offset past the end is the end; one inside a character is its start.
    pub(crate) fn at(&mut self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        if offset < self.reached {
            *self = Positions::new(self.text);
        }
        let walked = &self.text[self.reached..offset];
        match walked.rfind('\n') {
            Some(end) => {
                self.line += walked.bytes().filter(|byte| *byte == b'\n').count();
                self.column = 1 + walked[end + 1..].encode_utf16().count();
            }
            None => self.column += walked.encode_utf16().count(),
        }
        self.reached = offset;
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: count(self.line), column: count(self.column) }
    }
}
