//! The meaning of words for the scan.

use super::opaque::is_separator;
use crate::eight::{HIGH, each, within};

/// The meaning of a word for the scan, unless it is a property name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A name or a literal.
    Operand,
    /// An operator between operands, if an operand precedes it.
    Infix,
    /// An operator before an operand.
    Prefix,
    /// `return`, `throw`: an expression follows, nothing nests.
    Opener,
    /// `if`, `while`, `for`, `with`, `switch`: a parenthesised head follows, then a statement.
    Head,
    /// `do`, `try`, `finally`: a statement follows.
    Statement,
    /// `else`.
    Else,
    /// `case`, `default`.
    Case,
    /// `var`, `let`, `const`, `using`.
    Declaration,
    /// `function`, `class`.
    Body,
    /// `extends`.
    Extends,
    /// `import`, `export`.
    Module,
}

/// All words with a meaning for the scan, or for the kind of the source.
const WORDS: [&str; 41] = [
    "as",
    "asserts",
    "await",
    "case",
    "class",
    "const",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "exports",
    "extends",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "infer",
    "instanceof",
    "is",
    "keyof",
    "let",
    "module",
    "new",
    "of",
    "readonly",
    "require",
    "return",
    "satisfies",
    "switch",
    "throw",
    "try",
    "typeof",
    "unique",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// By the first letter, which lengths these words have, as bits.
static LENGTHS: [u16; 26] = {
    let mut lengths = [0; 26];
    let mut index = 0;
    while index < WORDS.len() {
        let word = WORDS[index].as_bytes();
        lengths[(word[0] - b'a') as usize] |= 1 << word.len();
        index += 1;
    }
    lengths
};

/// Whether a word may have a meaning. Most names do not.
pub(super) fn may_mean(word: &[u8]) -> bool {
    let lengths = LENGTHS.get(word[0].wrapping_sub(b'a') as usize).copied().unwrap_or(0);
    word.len() < 16 && lengths >> word.len() & 1 != 0
}

pub(super) fn classify(word: &[u8], typescript: bool) -> Word {
    match word {
        b"in" | b"instanceof" | b"of" => Word::Infix,
        b"as" | b"satisfies" | b"is" if typescript => Word::Infix,
        b"typeof" | b"void" | b"delete" | b"await" | b"yield" | b"new" => Word::Prefix,
        b"keyof" | b"readonly" | b"infer" | b"unique" | b"asserts" if typescript => Word::Prefix,
        b"return" | b"throw" => Word::Opener,
        b"if" | b"while" | b"for" | b"with" | b"switch" => Word::Head,
        b"do" | b"try" | b"finally" => Word::Statement,
        b"else" => Word::Else,
        b"case" | b"default" => Word::Case,
        b"var" | b"let" | b"const" => Word::Declaration,
        b"function" | b"class" => Word::Body,
        b"extends" => Word::Extends,
        b"import" | b"export" => Word::Module,
        _ => Word::Operand,
    }
}

/// Whether a byte continues a word. Non-ASCII bytes do, because no white space beyond ASCII matters.
pub(super) const fn continues(byte: u8) -> bool {
    !matches!(IN_WORDS[byte as usize], Part::Not)
}

/// The length of the word at the start of `bytes`.
#[inline]
pub(super) fn length(bytes: &[u8]) -> usize {
    let mut at = 1;
    loop {
        // Few words are longer than eight bytes.
        if let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            at += letters(*eight);
        }
        let part = bytes.get(at).map_or(Part::Not, |byte| IN_WORDS[*byte as usize]);
        if part == Part::Not || (part == Part::Mostly && is_separator(bytes, at)) {
            return at;
        }
        at += 1;
    }
}

/// How many of eight bytes come before the first one that is no letter, digit, `$` or `_` of ASCII.
#[inline]
fn letters(eight: [u8; 8]) -> usize {
    let all = u64::from_le_bytes(eight);
    let part = within(all | each(0x20), b'a', b'z')
        | within(all, b'0', b'9')
        | within(all, b'$', b'$')
        | within(all, b'_', b'_');
    let others = (!part | all) & HIGH;
    (others.trailing_zeros() / 8) as usize
}

/// Whether a byte is a part of words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Not,
    Always,
    /// Unless it is the first one of U+2028 or U+2029.
    Mostly,
}

/// The first byte of U+2028 and U+2029.
const SEPARATOR: u8 = 0xE2;

static IN_WORDS: [Part; 256] = {
    let mut table = [Part::Not; 256];
    let mut byte = 0;
    while byte < 256 {
        let ascii = byte as u8;
        if byte >= 0x80 || ascii.is_ascii_alphanumeric() || matches!(ascii, b'_' | b'$' | b'\\') {
            table[byte] = Part::Always;
        }
        byte += 1;
    }
    table[SEPARATOR as usize] = Part::Mostly;
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_ends_before_what_is_no_part_of_it() {
        for byte in 0..=255 {
            for at in 1..20 {
                let mut text = [b'x'; 24];
                text[at] = byte;
                let expected = if continues(byte) { 24 } else { at };
                assert_eq!(length(&text), expected, "{byte} at {at}");
                assert_eq!(length(&text[..at]), at);
            }
        }
        for at in 1..20 {
            let text = ["x".repeat(at), "\u{2028}".to_owned(), "x".repeat(20)].concat();
            assert_eq!(length(text.as_bytes()), at);
        }
    }

    #[test]
    fn names_are_told_by_their_first_letter_and_length() {
        for word in WORDS {
            assert!(may_mean(word.as_bytes()), "{word}");
        }
        assert!(!may_mean(b"value") && !may_mean(b"If") && !may_mean("ä".as_bytes()));
    }
}
