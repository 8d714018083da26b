//! The meaning of words for the scan.

use super::opaque::is_separator;

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

/// The end of the word that starts at `start`.
pub(super) fn end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        let rest = &bytes[at..];
        at += rest.iter().position(|byte| IN_WORDS[*byte as usize] != Part::Always).unwrap_or(rest.len());
        if bytes.get(at) != Some(&SEPARATOR) || is_separator(bytes, at) {
            return at;
        }
        at += 1;
    }
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
    fn names_are_told_by_their_first_letter_and_length() {
        for word in WORDS {
            assert!(may_mean(word.as_bytes()), "{word}");
        }
        assert!(!may_mean(b"value") && !may_mean(b"If") && !may_mean("ä".as_bytes()));
    }
}
