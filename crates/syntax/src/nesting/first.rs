//! The meaning of a token's first byte.

use super::word;

/// What starts with a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    LineEnd,
    Blank,
    Word,
    Open,
    Close,
    Punctuation,
    /// A number or punctuation.
    Dot,
    Digit,
    Quote,
    /// A comment, a regular expression or punctuation.
    Slash,
    Backtick,
    /// `#` or `@`, which mean nothing.
    Mark,
    /// White space beyond ASCII, or a word.
    MaybeBlank,
}

/// What starts with a byte.
pub(super) fn of(byte: u8) -> First {
    TABLE[byte as usize]
}

static TABLE: [First; 256] = {
    let mut table = [First::Punctuation; 256];
    let mut byte = 0;
    while byte < 256 {
        let ascii = byte as u8;
        table[byte] = match ascii {
            b'\n' | b'\r' => First::LineEnd,
            b' ' | b'\t' | 0x0B | 0x0C => First::Blank,
            b'/' => First::Slash,
            b'"' | b'\'' => First::Quote,
            b'`' => First::Backtick,
            b'0'..=b'9' => First::Digit,
            b'.' => First::Dot,
            0xC2 | 0xE2 | 0xEF => First::MaybeBlank,
            b'#' | b'@' => First::Mark,
            b'(' | b'[' | b'{' => First::Open,
            b')' | b']' | b'}' => First::Close,
            _ if word::continues(ascii) => First::Word,
            _ => First::Punctuation,
        };
        byte += 1;
    }
    table
};
