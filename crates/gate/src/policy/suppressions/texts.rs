//! Strings, templates and regular expressions, whose content is never a comment.

use super::scan::{Frame, Scanner, is_word};

impl Scanner<'_> {
    pub(super) fn string(&mut self, quote: char) {
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => {
                    // A line continuation may end with two characters.
                    let continued = characters.next().is_some_and(|(_, c)| c == '\r');
                    if continued && characters.clone().next().is_some_and(|(_, c)| c == '\n') {
                        characters.next();
                    }
                }
                '\n' | '\r' => return self.after(self.at + at, "'"),
                c if c == quote => return self.after(self.at + at + 1, "'"),
                _ => {}
            }
        }
        self.after(self.end, "'");
    }

    /// Reads a template up to its end or its next expression.
    pub(super) fn template(&mut self) {
        let mut characters = self.rest().char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => {
                    characters.next();
                }
                '`' => return self.after(self.at + at + 1, "`"),
                '$' if characters.peek().is_some_and(|(_, next)| *next == '{') => {
                    self.at += at + 2;
                    self.frames.push(Frame::Template);
                    return self.begin_expression("{");
                }
                _ => {}
            }
        }
        self.after(self.end, "`");
    }

    /// Reads a regular expression. If the line ends first, the `/` is an operator.
    pub(super) fn regular_expression(&mut self) {
        let (mut escaped, mut in_class) = (false, false);
        let mut read = 1;
        for (at, c) in self.rest().char_indices().skip(1) {
            read = at;
            match c {
                '\n' | '\r' | '\u{2028}' | '\u{2029}' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    let flags = self.text[self.at + at + 1..self.end].find(|c| !is_word(c));
                    return self.after(flags.map_or(self.end, |length| self.at + at + 1 + length), "/");
                }
                _ => {}
            }
        }
        self.wasted += read;
        self.punctuator('/');
    }
}
