//! The comments of JavaScript and TypeScript, found without a parser.
//!
//! The scanner follows what decides whether a `/` divides or begins a regular expression, and whether a `<` compares
//! or begins an element: whether the token before ends an operand. Braces remember what they closed on.

use super::Comment;
use super::candidates::candidates;
use super::jsx::is_element;

/// Which syntax a text has beside JavaScript's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Elements may stand where an expression may.
    pub(super) jsx: bool,
    /// Types may stand where TypeScript has them.
    pub(super) types: bool,
    /// `<!--` begins a comment after an operand too, as in scripts; in modules it is three operators.
    pub(super) html_comments: bool,
    /// `await` and `yield` are names, as in scripts outside of the functions that have them.
    pub(super) names: bool,
}

/// What a bracket that is open means, and so what its end does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// `(`; of `if`, `while`, `for` or `with` where `control`: a statement follows its end.
    Paren {
        control: bool,
    },
    Bracket,
    /// Statements or the members of a class; an operand after its end where it was an expression's.
    Block {
        expression: bool,
    },
    /// An object literal, a pattern or a type.
    Object,
    /// `${` of a template.
    Template,
    /// `{` of an element, in its tag or among its children.
    Container,
    /// From `<` to `>` of an element.
    Tag {
        closing: bool,
    },
    /// Between the tags of an element.
    Children,
}

pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) dialect: Dialect,
    pub(super) frames: Vec<Frame>,
    /// Whether the token before ends an operand.
    pub(super) operand: bool,
    /// Whether a statement begins here.
    pub(super) statement: bool,
    /// Whether the `:` that comes ends a label or a `case`, and so begins a statement.
    pub(super) label: bool,
    /// The last token; `name` for a word that means nothing here.
    pub(super) last: &'a str,
    /// Functions and classes whose body is still to come: how deep, and whether each is an expression.
    pub(super) bodies: Vec<(usize, bool)>,
    comments: Vec<Comment<'a>>,
    /// Bytes that were read for regular expressions which were none.
    pub(super) wasted: usize,
}

/// Past this many bytes a text is none of JavaScript's: there each `/` where an operand may stand begins a regular expression.
const MOST_WASTED: usize = 1 << 20;

/// The comments of a part of a text.
pub(super) fn comments(text: &str, start: usize, end: usize, dialect: Dialect) -> Vec<Comment<'_>> {
    let mut scanner = Scanner::new(text, start, end, dialect);
    if start == 0 && text.starts_with("#!") {
        scanner.at = scanner.line_end(0);
    }
    while scanner.at < scanner.end {
        scanner.step();
        if scanner.wasted > MOST_WASTED {
            return candidates(text, start, end);
        }
    }
    scanner.comments
}

/// The comments of the expression in brackets that begins at a place, and where it ends.
pub(super) fn bracketed(text: &str, start: usize, dialect: Dialect) -> (Vec<Comment<'_>>, usize) {
    let mut scanner = Scanner::new(text, start, text.len(), dialect);
    scanner.statement = false;
    scanner.step();
    while scanner.at < scanner.end && !scanner.frames.is_empty() {
        scanner.step();
        if scanner.wasted > MOST_WASTED {
            return (candidates(text, start, text.len()), text.len());
        }
    }
    (scanner.comments, scanner.at)
}

impl<'a> Scanner<'a> {
    const fn new(text: &'a str, start: usize, end: usize, dialect: Dialect) -> Scanner<'a> {
        Scanner {
            text,
            at: start,
            end,
            dialect,
            frames: Vec::new(),
            operand: false,
            statement: true,
            label: false,
            last: "",
            bodies: Vec::new(),
            comments: Vec::new(),
            wasted: 0,
        }
    }

    /// Takes a token, and so goes on by a character at least.
    fn step(&mut self) {
        match self.frames.last() {
            Some(Frame::Tag { closing }) => self.tag(*closing),
            Some(Frame::Children) => self.children(),
            _ => self.code(),
        }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes a comment if one begins here.
    pub(super) fn comment(&mut self) -> bool {
        let rest = self.rest();
        let start = self.at;
        let (content, end) = if rest.starts_with("//") {
            let end = self.line_end(start + 2);
            (start + 2..end, end)
        } else if rest.starts_with("/*") {
            match self.text[start + 2..self.end].find("*/") {
                Some(length) => (start + 2..start + 2 + length, start + 4 + length),
                None => (start + 2..self.end, self.end),
            }
        } else {
            return false;
        };
        let is_block = rest.starts_with("/*");
        self.comments.push(Comment {
            start,
            content_start: content.start,
            content: &self.text[content],
            is_block,
        });
        self.at = end;
        true
    }

    fn html_comment(&mut self, length: usize) {
        let (start, end) = (self.at, self.line_end(self.at + length));
        let content = &self.text[start + length..end];
        self.comments.push(Comment { start, content_start: start + length, content, is_block: false });
        self.at = end;
    }

    fn line_end(&self, from: usize) -> usize {
        let is_end = |c: char| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
        self.text[from..self.end].find(is_end).map_or(self.end, |length| from + length)
    }

    fn code(&mut self) {
        let Some(first) = self.peek() else { return };
        if first.is_whitespace() || first == '\u{feff}' {
            self.at += first.len_utf8();
            return;
        }
        let rest = self.rest();
        if rest.starts_with("-->") && self.begins_line() {
            return self.html_comment(3);
        }
        if rest.starts_with("<!--") && (self.dialect.html_comments || !self.operand) {
            return self.html_comment(4);
        }
        if self.comment() {
            return;
        }
        match first {
            '\'' | '"' => self.string(first),
            '`' => {
                self.at += 1;
                self.template();
            }
            '/' if !self.operand => self.regular_expression(),
            '<' if !self.operand && self.dialect.jsx && is_element(rest, self.dialect.types) => {
                self.at += 1;
                self.frames.push(Frame::Tag { closing: false });
            }
            '(' | '[' | '{' => self.open(first),
            ')' | ']' | '}' => self.close(),
            c if is_word(c) => self.word(),
            _ => self.punctuator(first),
        }
    }

    /// Whether nothing but white space stands before on the line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r', '\u{2028}', '\u{2029}'])
    }

    /// Goes on behind an operand.
    pub(super) fn after(&mut self, at: usize, token: &'a str) {
        self.at = at;
        self.operand = true;
        self.statement = false;
        self.last = token;
    }

    pub(super) fn begin_expression(&mut self, token: &'a str) {
        self.operand = false;
        self.statement = false;
        self.last = token;
    }

    pub(super) fn begin_statement(&mut self, token: &'a str) {
        self.operand = false;
        self.statement = true;
        self.last = token;
    }
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '_' | '$' | '#' | '\\' | '\u{200c}' | '\u{200d}')
        || (!c.is_ascii() && !c.is_whitespace())
}
