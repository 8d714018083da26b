//! Tokenizes informal dates, as V8 does.

/// A token of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// A number: its value and its number of digits.
    Number(i64, usize),
    /// One of `:-+.)`.
    Symbol(char),
    /// A month's name, as 1 to 12.
    Month(i64),
    /// `AM` or `PM`, as hours to add.
    Half(i64),
    /// A time zone's name, as its offset in hours.
    Zone(i64),
    /// `T`.
    Time,
    /// `Z`.
    Utc,
    /// Any other word.
    Word,
    Space,
    Unknown,
    End,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ZONES: [(&str, i64); 11] = [
    ("ut", 0),
    ("utc", 0),
    ("gmt", 0),
    ("cdt", -5),
    ("cst", -6),
    ("edt", -4),
    ("est", -5),
    ("mdt", -6),
    ("mst", -7),
    ("pdt", -7),
    ("pst", -8),
];
/// Maximum number of significant digits.
const SIGNIFICANT: usize = 9;

/// Reads tokens, with one token of lookahead.
pub(super) struct Scanner<'a> {
    text: &'a [char],
    at: usize,
    peeked: Token,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [char]) -> Scanner<'a> {
        let mut scanner = Scanner { text, at: 0, peeked: Token::End };
        scanner.peeked = scanner.scan();
        scanner
    }

    pub(super) fn peek(&self) -> Token {
        self.peeked
    }

    pub(super) fn next(&mut self) -> Token {
        let next = self.scan();
        std::mem::replace(&mut self.peeked, next)
    }

    /// Consumes the symbol if it is next. Returns whether it was.
    pub(super) fn skip(&mut self, symbol: char) -> bool {
        let there = self.peeked == Token::Symbol(symbol);
        if there {
            self.next();
        }
        there
    }

    fn scan(&mut self) -> Token {
        let Some(first) = self.text.get(self.at).copied() else { return Token::End };
        match first {
            '0'..='9' => self.number(),
            ':' | '-' | '+' | '.' | ')' => {
                self.at += 1;
                Token::Symbol(first)
            }
            '(' => {
                self.parentheses();
                Token::Unknown
            }
            _ if in_word(first) => self.word(),
            _ => {
                let space = first.is_whitespace() || first == '\u{feff}';
                self.at += 1;
                if space { Token::Space } else { Token::Unknown }
            }
        }
    }

    fn number(&mut self) -> Token {
        let digits = self.run(|c| c.is_ascii_digit());
        let value = digits.iter().skip_while(|digit| **digit == '0').take(SIGNIFICANT);
        let value = value.fold(0, |value, digit| value * 10 + i64::from(digit.to_digit(10).unwrap_or(0)));
        Token::Number(value, digits.len())
    }

    fn word(&mut self) -> Token {
        let word: String = self.run(in_word).iter().map(char::to_ascii_lowercase).collect();
        let month = MONTHS.iter().position(|month| word.starts_with(month));
        if let Some(month) = month.and_then(|month| i64::try_from(month).ok()) {
            return Token::Month(month + 1);
        }
        match word.as_str() {
            "am" => Token::Half(0),
            "pm" => Token::Half(12),
            "t" => Token::Time,
            "z" => Token::Utc,
            _ => ZONES
                .iter()
                .find(|(name, _)| *name == word)
                .map_or(Token::Word, |(_, hours)| Token::Zone(*hours)),
        }
    }

    fn run(&mut self, part: impl Fn(char) -> bool) -> &'a [char] {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|c| !part(*c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Skips a comment, including nested ones.
    fn parentheses(&mut self) {
        let mut open = 0_u32;
        while let Some(c) = self.text.get(self.at) {
            self.at += 1;
            match c {
                '(' => open += 1,
                ')' => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }
}

fn in_word(c: char) -> bool {
    c >= 'A' && !c.is_whitespace() && c != '\u{feff}'
}
