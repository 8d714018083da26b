//! The tokens of a piece of code as a text that does not depend on white space and comments.

use std::borrow::Cow;

use oxc_span::Span;

use super::measure::skip_blank;
use crate::lint::Context;

/// Words after which a slash starts a regular expression.
const KEYWORDS: [&str; 12] = [
    "await",
    "case",
    "delete",
    "do",
    "else",
    "in",
    "instanceof",
    "return",
    "throw",
    "typeof",
    "void",
    "yield",
];

/// The text of a span without white space and comments. Two spans have the same tokens if these texts are
/// equal. Code with elements of JSX stays as it is, because white space is a part of them.
pub(crate) fn token_text<'a>(span: Span, ctx: &Context<'a>) -> Cow<'a, str> {
    let text = ctx.text(span);
    let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'/';
    let has_elements = ctx.source_type.is_jsx() && (text.contains("</") || text.contains("/>"));
    if has_elements || text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(Scanner { text, at: 0, out: String::with_capacity(text.len()), braces: Vec::new() }.scan())
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    out: String,
    /// For each open template: the braces that are open in its substitution.
    braces: Vec<u32>,
}

impl Scanner<'_> {
    fn scan(mut self) -> String {
        loop {
            self.skip();
            let Some(next) = self.text[self.at..].chars().next() else { return self.out };
            match next {
                '"' | '\'' => self.literal(next, false),
                '`' => self.template(),
                '/' if !self.follows_value() => self.literal('/', true),
                '}' if self.braces.last() == Some(&0) => {
                    self.braces.pop();
                    self.template();
                }
                _ => {
                    if let Some(open) = self.braces.last_mut() {
                        match next {
                            '{' => *open += 1,
                            '}' => *open -= 1,
                            _ => {}
                        }
                    }
                    self.copy(next);
                }
            }
        }
    }

    fn copy(&mut self, char: char) {
        self.out.push(char);
        self.at += char.len_utf8();
    }

    /// Skips white space and comments; leaves a space where the tokens around would run together.
    fn skip(&mut self) {
        let Ok(from) = u32::try_from(self.at) else { return };
        let to = skip_blank(self.text, from) as usize;
        if to == self.at {
            return;
        }
        self.at = to;
        let (before, after) = (self.out.chars().next_back(), self.text[to..].chars().next());
        if let (Some(before), Some(after)) = (before, after)
            && ((is_word(before) && is_word(after)) || (before == after && matches!(before, '+' | '-' | '/')))
        {
            self.out.push(' ');
        }
    }

    /// Whether a slash divides: what is before it is a value.
    fn follows_value(&self) -> bool {
        let before = self.out.trim_end_matches(is_word);
        match &self.out[before.len()..] {
            "" => before.ends_with([')', ']', '}', '"', '\'', '`']),
            word => before.ends_with('.') || !KEYWORDS.contains(&word),
        }
    }

    /// Copies a string or a regular expression.
    fn literal(&mut self, quote: char, has_classes: bool) {
        self.copy(quote);
        let mut in_class = false;
        while let Some(next) = self.text[self.at..].chars().next() {
            self.copy(next);
            match next {
                '\\' => {
                    if let Some(escaped) = self.text[self.at..].chars().next() {
                        self.copy(escaped);
                    }
                }
                '[' if has_classes => in_class = true,
                ']' => in_class = false,
                next if next == quote && !in_class => return,
                _ => {}
            }
        }
    }

    /// Copies a template from a backtick, or from the brace that ends a substitution, to the next one.
    fn template(&mut self) {
        let Some(first) = self.text[self.at..].chars().next() else { return };
        self.copy(first);
        while let Some(next) = self.text[self.at..].chars().next() {
            self.copy(next);
            match next {
                '\\' => {
                    if let Some(escaped) = self.text[self.at..].chars().next() {
                        self.copy(escaped);
                    }
                }
                '`' => return,
                '$' if self.text[self.at..].starts_with('{') => {
                    self.copy('{');
                    self.braces.push(0);
                    return;
                }
                _ => {}
            }
        }
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '$' | '#' | '\\')
}
