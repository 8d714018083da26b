//! Converts a source map to [`Position`]s, with additional ones where the texts match.

use oxc_sourcemap::SourceMap;

use crate::edits::is_line_end;
use crate::mocks::Position;

/// Maximum number of white space and comment characters skipped at one position.
const MOST_TRIVIA: usize = 2_000;

/// Bytes between two entries of [`Offsets`].
const BLOCK: usize = 512;

/// Maps the parts of `before` and `code` to `source`, by the source map of `code`.
///
/// A source map marks the start of an expression, while an engine reports a call by its bracket. From each
/// mapping, both texts are therefore compared further, ignoring white space, as long as they match.
pub(super) fn of(before: &str, code: &str, source: &str, map: Option<&SourceMap<'_>>) -> Vec<Position> {
    let shift = u32::try_from(before.encode_utf16().count()).unwrap_or(0);
    let mut out = Out { positions: Vec::new(), shift };
    out.push((1, 1), (1, 1), true);
    if shift > 0 {
        out.positions[0].turned = (1, 1);
    }
    let Some(map) = map else { return out.positions };
    let offsets = Offsets::of(source);
    let mut read = Reader::at(code, 0, (1, 1));
    let tokens: Vec<_> = map.get_tokens().collect();
    for (index, token) in tokens.iter().enumerate() {
        let turned = (token.get_dst_line() + 1, token.get_dst_col() + 1);
        while read.place < turned && read.next().is_some() {}
        let end = tokens.get(index + 1).map(|next| (next.get_dst_line() + 1, next.get_dst_col() + 1));
        let place = (token.get_src_line() + 1, token.get_src_col() + 1);
        let mut from = Reader::at(source, offsets.at(place), place);
        out.follow(&mut read, &mut from, end);
    }
    out.positions
}

struct Out {
    positions: Vec<Position>,
    /// Columns at the start of the first line that are not part of the code.
    shift: u32,
}

impl Out {
    fn push(&mut self, (line, column): (u32, u32), source: (u32, u32), is_new: bool) {
        let column = if line == 1 { column + self.shift } else { column };
        self.positions.push(Position { turned: (line, column), source, is_new });
    }

    /// Advances through both texts up to `end`, as long as they match.
    fn follow(&mut self, code: &mut Reader<'_>, source: &mut Reader<'_>, end: Option<(u32, u32)>) {
        // Columns after this point are counted from here.
        let mut known = (code.place, source.place);
        self.push(known.0, known.1, false);
        loop {
            code.skip_trivia(end);
            source.skip_trivia(None);
            if end.is_some_and(|end| code.place >= end) || code.peek().is_none() {
                return;
            }
            if !alike(code.peek(), source.peek()) {
                // Statements end with or without a semicolon.
                if source.peek() == Some(';') {
                    source.next();
                    continue;
                }
                if code.peek() == Some(';') {
                    code.next();
                    continue;
                }
                self.push(code.place, source.place, true);
                return;
            }
            let counted = code.place.0 == known.0.0
                && source.place == (known.1.0, known.1.1 + (code.place.1 - known.0.1));
            if !counted {
                known = (code.place, source.place);
                self.push(known.0, known.1, false);
            }
            code.next();
            source.next();
        }
    }
}

/// Whether two characters are equal, or both quotes.
fn alike(code: Option<char>, source: Option<char>) -> bool {
    let plain = |character| if matches!(character, Some('\'' | '`')) { Some('"') } else { character };
    code.is_some() && plain(code) == plain(source)
}

/// A text and a location in it: line and column, 1-based, columns in UTF-16 units.
struct Reader<'a> {
    rest: &'a str,
    place: (u32, u32),
}

impl<'a> Reader<'a> {
    fn at(text: &'a str, offset: usize, place: (u32, u32)) -> Reader<'a> {
        Reader { rest: text.get(offset..).unwrap_or_default(), place }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        let ends_line = match character {
            '\r' => !self.rest.starts_with('\n'),
            other => matches!(other, '\n' | '\u{2028}' | '\u{2029}'),
        };
        self.place = if ends_line {
            (self.place.0 + 1, 1)
        } else {
            (self.place.0, self.place.1 + u32::try_from(character.len_utf16()).unwrap_or(1))
        };
        Some(character)
    }

    /// Skips white space and comments up to `end`, but at most [`MOST_TRIVIA`].
    fn skip_trivia(&mut self, end: Option<(u32, u32)>) {
        let mut most = MOST_TRIVIA;
        let mut step = |reader: &mut Reader<'a>| {
            most -= 1;
            most > 0 && end.is_none_or(|end| reader.place < end) && reader.next().is_some()
        };
        loop {
            let comment = self.rest.starts_with("//") || self.rest.starts_with("/*");
            if comment {
                let to = if self.rest.starts_with("//") {
                    self.rest.find(is_line_end).unwrap_or(self.rest.len())
                } else {
                    self.rest.find("*/").map_or(self.rest.len(), |at| at + 2)
                };
                let left = self.rest.len() - to;
                while self.rest.len() > left {
                    if !step(self) {
                        return;
                    }
                }
            } else if !self.peek().is_some_and(char::is_whitespace) || !step(self) {
                return;
            }
        }
    }
}

/// Byte offsets of locations in a source.
struct Offsets<'a> {
    source: &'a str,
    /// Byte offset of each line, and the number of UTF-16 units before it.
    lines: Vec<(usize, usize)>,
    /// Byte offset and number of UTF-16 units at each [`BLOCK`] of bytes, so that locations on a long line
    /// are found fast.
    blocks: Vec<(usize, usize)>,
}

impl<'a> Offsets<'a> {
    fn of(source: &'a str) -> Offsets<'a> {
        let (mut lines, mut blocks) = (vec![(0, 0)], vec![(0, 0)]);
        let mut read = Reader::at(source, 0, (1, 1));
        let (mut offset, mut units) = (0, 0);
        while let Some(character) = read.next() {
            offset += character.len_utf8();
            units += character.len_utf16();
            if read.place.1 == 1 {
                lines.push((offset, units));
            }
            if offset / BLOCK >= blocks.len() {
                blocks.push((offset, units));
            }
        }
        Offsets { source, lines, blocks }
    }

    /// The offset of a location; the end of the text if it is beyond.
    fn at(&self, (line, column): (u32, u32)) -> usize {
        let end = self.source.len();
        let Some((start, before)) = self.lines.get(line as usize - 1) else { return end };
        let wanted = before + column as usize - 1;
        let block = self.blocks.partition_point(|(_, units)| *units <= wanted).saturating_sub(1);
        let (mut at, mut units) = self.blocks.get(block).copied().unwrap_or_default();
        for character in self.source[at..].chars() {
            if units >= wanted {
                break;
            }
            at += character.len_utf8();
            units += character.len_utf16();
        }
        at.max(*start)
    }
}
