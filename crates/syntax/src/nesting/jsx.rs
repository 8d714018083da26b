//! JSX elements, which nest without brackets and whose text has no tokens.

use super::level::Kind;
use super::scan::{Before, Scanner, Step};
use super::{opaque, weight, word};

impl Scanner<'_> {
    /// Whether the `<` here opens an element rather than type parameters of an arrow function.
    pub(super) fn begins_element(&self) -> bool {
        let rest = &self.bytes[self.at + 1..];
        let rest = &rest[rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()..];
        let name = rest.iter().take_while(|byte| word::continues(**byte)).count();
        if name == 0 {
            return rest.first() == Some(&b'>');
        }
        let after = &rest[name..];
        let after = &after[after.iter().take_while(|byte| byte.is_ascii_whitespace()).count()..];
        !(after.starts_with(b",") || after.starts_with(b"extends "))
    }

    /// Scans within a tag or the text of an element.
    pub(super) fn jsx(&mut self, byte: u8) -> Step {
        if self.level().kind == Kind::JsxTag { self.jsx_tag(byte) } else { self.jsx_text(byte) }
    }

    fn jsx_tag(&mut self, byte: u8) -> Step {
        match byte {
            b'"' | b'\'' => {
                let start = self.at + 1;
                let end = opaque::find(self.bytes, start, byte).map_or(self.bytes.len(), |end| end + 1);
                self.skip(end, weight::HIDDEN)
            }
            b'{' => {
                self.at += 1;
                self.push(Kind::JsxHole, weight::BRACKET)
            }
            b'<' if self.begins_element() => {
                self.at += 1;
                self.push(Kind::JsxTag, weight::ANGLE)
            }
            b'/' if self.bytes.get(self.at + 1) == Some(&b'>') => {
                self.at += 2;
                self.end_element();
                Ok(())
            }
            b'/' if self.bytes.get(self.at + 1) == Some(&b'*') => self.block_comment(),
            b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => {
                self.skip(opaque::line_end(self.bytes, self.at), weight::HIDDEN)
            }
            b'>' => {
                self.at += 1;
                self.level().kind = Kind::JsxText;
                Ok(())
            }
            _ => {
                self.at += 1;
                Ok(())
            }
        }
    }

    fn jsx_text(&mut self, byte: u8) -> Step {
        self.at += 1;
        match byte {
            b'{' => self.push(Kind::JsxHole, weight::BRACKET),
            b'<' => {
                let rest = &self.bytes[self.at..];
                let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                if rest.get(blank) == Some(&b'/') {
                    self.at = opaque::find(self.bytes, self.at, b'>').map_or(self.bytes.len(), |end| end + 1);
                    self.end_element();
                    Ok(())
                } else {
                    self.push(Kind::JsxTag, weight::ANGLE)
                }
            }
            _ => Ok(()),
        }
    }

    fn end_element(&mut self) {
        self.leave();
        self.before = Before::Operand;
        self.newline = false;
    }
}
