//! Text without syntax: comments, strings, regular expressions.
//!
//! A scan without a parser can misjudge where such text begins (JSX text with an apostrophe, a `/` after
//! `}`). Brackets are therefore counted in it too, as if it were separate source. Real text has few unclosed
//! brackets.

use super::{BUDGET, Deep, weight};

/// Counts the unclosed brackets of `text` at `offset`, where `outer` is already used.
pub(super) fn check(text: &[u8], offset: usize, outer: u32, weight: u32) -> Result<(), Deep> {
    let room = BUDGET.saturating_sub(outer) / weight;
    // Most text is too short to have that many.
    if text.len() <= room as usize {
        return Ok(());
    }
    let (mut depth, mut escaped) = (0_u32, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\\' => {
                escaped = !escaped;
                continue;
            }
            b'(' | b'[' | b'{' if !escaped => {
                depth += 1;
                if depth > room {
                    return Err(Deep { offset: offset + at, depth });
                }
            }
            b')' | b']' | b'}' if !escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        escaped = false;
    }
    Ok(())
}

/// Checks the pattern of a regular expression alone.
pub(super) fn check_pattern(pattern: &[u8]) -> Result<(), Deep> {
    check(pattern, 0, 0, weight::GROUP)
}

/// End of the string that starts with the quote at `start`; an unescaped line end also ends it.
pub(super) fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(found) = rest.iter().position(|byte| MEANS_IN_STRINGS[*byte as usize]) else {
            return bytes.len();
        };
        at += found;
        match bytes[at] {
            b'\\' if bytes.get(at + 1) == Some(&b'\r') && bytes.get(at + 2) == Some(&b'\n') => at += 3,
            b'\\' => at += 2,
            b'\n' | b'\r' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
}

/// The bytes that can end a string, or escape what does.
static MEANS_IN_STRINGS: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = *b"\\\n\r\"'";
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
};

/// End of the regular expression that starts with the `/` at `start`, without flags; `None` if its line ends
/// first.
pub(super) fn regex_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut in_class = false;
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\n' | b'\r' => return None,
            0xE2 if is_separator(bytes, at) => return None,
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
}

/// End of a line comment, before its line end.
pub(super) fn line_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start.min(bytes.len());
    while let Some(found) = memchr::memchr3(b'\n', b'\r', 0xE2, &bytes[at..]) {
        at += found;
        if bytes[at] != 0xE2 || is_separator(bytes, at) {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// Whether U+2028 or U+2029 is at `at`.
pub(super) fn is_separator(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..at + 3), Some([0xE2, 0x80, 0xA8 | 0xA9]))
}

/// The end of the block comment whose text starts at `start`: past its `*/`, or the end of the source.
pub(super) fn comment_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start.min(bytes.len());
    while let Some(star) = memchr::memchr(b'*', &bytes[at..]) {
        at += star + 1;
        if bytes.get(at) == Some(&b'/') {
            return at + 1;
        }
    }
    bytes.len()
}

/// The next position of a byte.
pub(super) fn find(bytes: &[u8], start: usize, byte: u8) -> Option<usize> {
    let start = start.min(bytes.len());
    memchr::memchr(byte, &bytes[start..]).map(|at| start + at)
}
