//! Finds the comments of JavaScript and TypeScript without a parser.
//!
//! The scanner tracks whether the previous token ends an operand. That decides whether a `/` divides or
//! begins a regular expression, and whether a `<` compares or begins an element. Each open bracket remembers
//! what its end means.

use super::Comment;
use super::candidates::candidates;
use super::jsx::is_element;

/// The syntax of a text beyond JavaScript's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    /// Elements may appear in place of expressions.
    pub(super) jsx: bool,
    /// Types may appear as in TypeScript.
    pub(super) types: bool,
    /// `<!--` begins a comment even after an operand, as in scripts. In modules it is three operators.
    pub(super) html_comments: bool,
    /// `await` and `yield` are names, as in scripts outside async functions and generators.
    pub(super) names: bool,
}

/// The meaning of an open bracket, which decides the effect of its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// `(`; with `control`, that of `if`, `while`, `for` or `with`, whose end precedes a statement.
    Paren {
        control: bool,
    },
    Bracket,
    /// Statements or class members. Its end is an operand if it belongs to an expression.
    Block {
        expression: bool,
    },
    /// An object literal, a pattern or a type.
    Object,
    /// `${` in a template.
    Template,
    /// `{` in an element's tag or among its children.
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
    /// Whether the previous token ends an operand.
    pub(super) operand: bool,
    /// Whether a statement begins here.
    pub(super) statement: bool,
    /// Whether the next `:` ends a label or a `case`, and so begins a statement.
    pub(super) label: bool,
    /// The last token; `name` for a word without special meaning.
    pub(super) last: &'a str,
    /// Functions and classes whose body is still to come: nesting depth, and whether each is an expression.
    pub(super) bodies: Vec<(usize, bool)>,
    comments: Vec<Comment<'a>>,
    /// Bytes scanned for regular expressions that turned out not to be any.
    pub(super) wasted: usize,
}

/// Beyond this many wasted bytes, the text is not JavaScript, and everything that may be a comment counts as
/// one.
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

/// The comments of the bracketed expression at an offset, and the offset of its end.
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

    /// Reads a token, and so advances by at least one character.
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

    /// Reads a comment if one begins here.
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

    /// Whether only white space precedes on the line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r', '\u{2028}', '\u{2029}'])
    }

    /// Continues after an operand.
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
