//! Elements in JavaScript: the content of a tag, and the text between tags.

use super::scan::{Frame, Scanner, is_word};

/// Whether a `<` in expression position begins an element, and not TypeScript's type parameters.
pub(super) fn is_element(rest: &str, types: bool) -> bool {
    let rest = &rest[1..];
    let name = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if name == 0 {
        return rest.starts_with('>');
    }
    let more = rest[name..].trim_start();
    let is_parameter = more.starts_with(',') || more.starts_with('=') || is_word_of(more, "extends");
    let is_const = &rest[..name] == "const";
    !(types && (is_parameter || is_const))
}

/// Whether a text begins with a word that is not an attribute.
fn is_word_of(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| {
        rest.starts_with(char::is_whitespace) && !rest.trim_start().starts_with(['=', '>'])
    })
}

impl Scanner<'_> {
    /// Reads one token of a tag.
    pub(super) fn tag(&mut self, closing: bool) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        if self.comment() {
            return;
        }
        match first {
            '"' | '\'' => {
                self.at += rest[1..].find(first).map_or(rest.len(), |length| length + 2);
                self.last = "'";
            }
            '{' => self.container(),
            '/' if rest[1..].trim_start().starts_with('>') => {
                self.at += rest.find('>').map_or(rest.len(), |at| at + 1);
                self.frames.pop();
                self.end_element();
            }
            '>' => {
                self.at += 1;
                self.frames.pop();
                if !closing {
                    return self.frames.push(Frame::Children);
                }
                if self.frames.last() == Some(&Frame::Children) {
                    self.frames.pop();
                }
                self.end_element();
            }
            // An attribute's value can be an element.
            '<' if self.last == "=" => {
                self.at += 1;
                self.last = "<";
                self.frames.push(Frame::Tag { closing: false });
            }
            '<' => self.at += types(rest),
            c => {
                self.at += c.len_utf8();
                if !c.is_whitespace() {
                    self.last = if c == '=' { "=" } else { "name" };
                }
            }
        }
    }

    /// Reads the text up to the next tag or expression.
    pub(super) fn children(&mut self) {
        let rest = self.rest();
        let Some(at) = rest.find(['<', '{']) else {
            self.at += rest.len();
            return;
        };
        self.at += at;
        if rest[at..].starts_with('{') {
            return self.container();
        }
        let inner = rest[at + 1..].trim_start();
        let closing = inner.starts_with('/');
        self.at += rest[at..].len() - inner.len() + usize::from(closing);
        self.last = "<";
        self.frames.push(Frame::Tag { closing });
    }

    fn container(&mut self) {
        self.at += 1;
        self.operand = false;
        self.frames.push(Frame::Container);
        self.last = "{";
    }

    fn end_element(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Children | Frame::Tag { .. })) {
            self.after(self.at, "name");
        }
    }
}

/// The length of a tag's type arguments.
fn types(text: &str) -> usize {
    let mut depth = 0u32;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
