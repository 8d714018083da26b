//! Moves and inserts text, and tracks where it came from.

use verdict_syntax::LineTable;

use super::Turned;
use crate::edits::is_line_end;
use crate::text::lines;

/// A mapping from a location in the rewritten text to one in the source. It holds up to the next mapping or
/// the end of the line. Lines and columns are 1-based, columns in UTF-16 units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line and column in the rewritten text.
    pub turned: (u32, u32),
    /// Line and column in the source.
    pub source: (u32, u32),
    /// Whether the text up to the next mapping was inserted; all of it maps to the one location.
    pub is_new: bool,
}

/// A replacement of a part of the source.
#[derive(Debug, Clone)]
struct Edit {
    start: u32,
    end: u32,
    text: String,
}

/// A piece for the top of the module.
#[derive(Debug, Clone)]
enum Top {
    /// A range of the source, and the text that replaces it.
    Lifted(u32, u32, String),
    /// Inserted text that maps to a location in the source.
    New(String, u32),
}

/// A source being rewritten.
pub(crate) struct Pieces<'a> {
    source: &'a str,
    edits: Vec<Edit>,
    /// The pieces for the top, in order.
    top: Vec<Top>,
    /// The text for the end.
    end: String,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(source: &'a str) -> Pieces<'a> {
        Pieces { source, edits: Vec::new(), top: Vec::new(), end: String::new() }
    }

    /// Replaces a range with `text`.
    pub(crate) fn replace(&mut self, start: u32, end: u32, text: impl Into<String>) {
        self.edits.push(Edit { start, end, text: text.into() });
    }

    /// Moves a range to the top and leaves `left` in its place.
    pub(crate) fn lift(&mut self, start: u32, end: u32, left: &str) {
        self.top.push(Top::Lifted(start, end, left.to_owned()));
    }

    /// Inserts text at the top that maps to a location in the source.
    pub(crate) fn put_on_top(&mut self, text: impl Into<String>, at: u32) {
        self.top.push(Top::New(text.into(), at));
    }

    /// Inserts text at the end.
    pub(crate) fn put_at_end(&mut self, text: &str) {
        self.end.push_str(text);
    }

    pub(crate) fn finish(mut self) -> Turned {
        self.edits.sort_by_key(|edit| (edit.start, edit.end));
        let lines = LineTable::new(self.source);
        let mut out = Out { text: String::new(), positions: Vec::new(), at: (1, 1), lines: &lines };
        let mut lifted = Vec::new();
        for top in &self.top {
            match top {
                Top::Lifted(start, end, left) => {
                    lifted.push((*start, *end, left.as_str()));
                    out.range(self.source, *start, *end, &self.edits, &[]);
                }
                Top::New(text, at) => out.new_text(text, *at),
            }
        }
        let whole = u32::try_from(self.source.len()).unwrap_or(u32::MAX);
        out.range(self.source, 0, whole, &self.edits, &lifted);
        if !self.end.is_empty() {
            out.new_text(&self.end, whole);
        }
        Turned { text: out.text, positions: out.positions }
    }
}

struct Out<'a> {
    text: String,
    positions: Vec<Position>,
    at: (u32, u32),
    lines: &'a LineTable<'a>,
}

impl Out<'_> {
    /// Writes a range of the source with its edits, without the lifted parts.
    fn range(&mut self, source: &str, start: u32, end: u32, edits: &[Edit], lifted: &[(u32, u32, &str)]) {
        let mut at = start;
        let first = edits.partition_point(|edit| edit.start < start);
        let within = edits[first..].iter().take_while(|edit| edit.start <= end);
        let inside = within.filter(|edit| edit.end <= end);
        let mut cuts: Vec<(u32, u32, &str)> =
            inside.map(|edit| (edit.start, edit.end, edit.text.as_str())).collect();
        cuts.extend(lifted);
        cuts.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
        for (cut_start, cut_end, text) in cuts {
            if cut_start < at {
                continue;
            }
            self.copy(source, at, cut_start);
            if !text.is_empty() {
                self.new_text(text, cut_start);
            }
            at = cut_end;
        }
        self.copy(source, at, end);
    }

    fn mark(&mut self, offset: u32, is_new: bool) {
        self.positions.push(Position { turned: self.at, source: self.lines.position(offset), is_new });
    }

    fn copy(&mut self, source: &str, start: u32, end: u32) {
        if start >= end {
            return;
        }
        self.mark(start, false);
        let text = &source[start as usize..end as usize];
        let mut offset = start;
        for line in lines(text) {
            if offset != start {
                self.mark(offset, false);
            }
            self.push(line);
            offset += u32::try_from(line.len()).unwrap_or(0);
        }
    }

    fn new_text(&mut self, text: &str, offset: u32) {
        for line in lines(text) {
            self.mark(offset, true);
            self.push(line);
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if text.ends_with(is_line_end) {
            self.at = (self.at.0 + 1, 1);
        } else {
            let units = text.chars().map(char::len_utf16).sum::<usize>();
            self.at.1 += u32::try_from(units).unwrap_or(0);
        }
    }
}
