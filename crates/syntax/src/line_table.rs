//! Maps offsets to lines and columns.

use std::cell::{OnceCell, Ref, RefCell};

use oxc_span::Span;
use verdict_protocol::Location;

/// The lines of a source text. Line ends are those of ECMAScript: LF, CRLF, CR, U+2028, U+2029.
///
/// A leading byte order mark has no column, as in editors and in ESLint.
///
/// It finds lines only as far as the positions that it tells: most files have nothing to report.
#[derive(Debug, Clone)]
pub struct LineTable<'a> {
    source: &'a str,
    starts: RefCell<Starts>,
    /// UTF-16 units before each [`BLOCK`] of bytes, so that a position on a line of megabytes is cheap. Empty
    /// for ASCII, where both offsets are equal.
    units: OnceCell<Vec<u32>>,
}

/// Where the lines of the first part of a text start.
#[derive(Debug, Clone, Default)]
struct Starts {
    /// Offset of the first byte of each line. It is empty until something is asked.
    found: Vec<u32>,
    /// The end of that part. A line end may reach beyond it.
    end: usize,
}

/// Bytes between two entries of `units`.
const BLOCK: usize = 512;
/// Bytes behind a position that are looked at with those before it.
const AHEAD: usize = 4096;

impl<'a> LineTable<'a> {
    /// The table of a source.
    #[must_use]
    pub fn new(source: &'a str) -> LineTable<'a> {
        LineTable { source, starts: RefCell::default(), units: OnceCell::new() }
    }

    /// Where the lines start that start up to an offset, and maybe more.
    fn starts(&self, until: usize) -> Ref<'_, [u32]> {
        let is_known = |starts: &Starts| !starts.found.is_empty() && until <= starts.end;
        if !is_known(&self.starts.borrow()) {
            self.starts.borrow_mut().find(self.source, until);
        }
        Ref::map(self.starts.borrow(), |starts| starts.found.as_slice())
    }

    /// The source text that the table describes.
    #[must_use]
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// The number of lines, at least one.
    #[must_use]
    pub fn lines(&self) -> u32 {
        to_u32(self.starts(self.source.len()).len())
    }

    /// The span of a line, numbered from 1, without its line end. A line past the end is empty.
    #[must_use]
    pub fn span(&self, line: u32) -> Span {
        let end = to_u32(self.source.len());
        let index = (line.max(1) - 1) as usize;
        let starts = self.starts(self.source.len());
        let start = starts.get(index).copied().unwrap_or(end).min(end);
        let next = starts.get(index + 1).copied().unwrap_or(end);
        let text = &self.source[start as usize..next as usize];
        let text = text.strip_suffix(['\n', '\u{2028}', '\u{2029}']).unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        Span::new(start, start + to_u32(text.len()))
    }

    /// The text of a line, numbered from 1, without its line end.
    #[must_use]
    pub fn text(&self, line: u32) -> &'a str {
        let span = self.span(line);
        &self.source[span.start as usize..span.end as usize]
    }

    /// Line and column of a UTF-8 offset, both 1-based, the column in UTF-16 units. An offset past the end
    /// counts as the end, one inside a character as its start.
    #[must_use]
    pub fn position(&self, offset: u32) -> (u32, u32) {
        let end = self.source.floor_char_boundary((offset as usize).min(self.source.len()));
        let offset = to_u32(end);
        let starts = self.starts(end);
        let at = starts.partition_point(|start| *start <= offset).max(1) - 1;
        let start = (starts[at] as usize).min(end);
        (to_u32(at + 1), self.utf16(end) - self.utf16(start) + 1)
    }

    /// UTF-16 units from the start of the text to a UTF-8 offset. A byte order mark does not count.
    #[must_use]
    pub fn utf16_offset(&self, offset: u32) -> u32 {
        let end = self.source.floor_char_boundary((offset as usize).min(self.source.len()));
        self.utf16(end).saturating_sub(u32::from(self.source.starts_with('\u{feff}')))
    }

    /// UTF-16 units before a UTF-8 offset on a character boundary.
    fn utf16(&self, offset: usize) -> u32 {
        let units =
            self.units.get_or_init(|| if self.source.is_ascii() { Vec::new() } else { units(self.source) });
        let Some(before) = units.get(offset / BLOCK) else { return to_u32(offset) };
        let block = self.source.floor_char_boundary(offset / BLOCK * BLOCK);
        before + utf16_len(&self.source[block..offset])
    }

    /// The location of a span in `file`.
    #[must_use]
    pub fn location(&self, file: &str, span: Span) -> Location {
        let (line, column) = self.position(span.start);
        let (end_line, end_column) = self.position(span.end);
        Location {
            file: file.to_owned(),
            line,
            column,
            end_line: Some(end_line),
            end_column: Some(end_column),
        }
    }
}

impl Starts {
    /// Finds the lines that start up to an offset.
    fn find(&mut self, source: &str, until: usize) {
        if self.found.is_empty() {
            self.found.push(if source.starts_with('\u{feff}') { 3 } else { 0 });
        }
        // Most positions come in the order of the text, a few lines apart.
        let bytes = source.as_bytes();
        let until = bytes.len().min(until + AHEAD);
        for found in memchr::memchr3_iter(b'\n', b'\r', 0xE2, &bytes[self.end..until]) {
            let at = self.end + found;
            let end = match bytes[at] {
                b'\n' => at + 1,
                b'\r' if bytes.get(at + 1) != Some(&b'\n') => at + 1,
                0xE2 if matches!(bytes.get(at + 1..at + 3), Some([0x80, 0xA8 | 0xA9])) => at + 3,
                _ => continue,
            };
            self.found.push(to_u32(end));
        }
        self.end = until;
    }
}

fn units(source: &str) -> Vec<u32> {
    let mut units = vec![0];
    let (mut from, mut sum) = (0, 0);
    for block in (BLOCK..=source.len()).step_by(BLOCK) {
        let to = source.floor_char_boundary(block);
        sum += utf16_len(&source[from..to]);
        units.push(sum);
        from = to;
    }
    units
}

/// Number of UTF-16 units: one for each leading byte, and one more for characters of four bytes.
fn utf16_len(text: &str) -> u32 {
    // Most blocks are ASCII even where a file is not, and that is quick to tell.
    if text.is_ascii() {
        return to_u32(text.len());
    }
    let units = |byte: u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
    to_u32(text.bytes().map(units).sum())
}

/// Saturating conversion; sources of 4 GiB do not parse anyway.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
