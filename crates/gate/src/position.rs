//! Positions in the text of a bundle.

use crate::{BundleError, BundleErrorKind};

/// A position in the text of a bundle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in UTF-16 units.
    pub column: u32,
}

impl Position {
    pub(crate) fn error(self, kind: BundleErrorKind, message: impl Into<String>) -> BundleError {
        BundleError { line: self.line, column: self.column, message: message.into(), kind }
    }
}

/// Converts byte offsets to positions. Ascending offsets take a single pass over the text in total.
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

    /// The position of an offset. An offset past the end means the end; one inside a character means its
    /// start.
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
