//! Operators and separators.

use super::level::Kind;
use super::scan::{Before, Scanner, Step};
use super::{punctuation, weight};

impl Scanner<'_> {
    pub(super) fn punctuation(&mut self, byte: u8) -> Step {
        if !matches!(byte, b'+' | b'-' | b'!' | b'~' | b'<') || self.before != Before::BlockEnd {
            // An operator that cannot start a statement: the preceding `}` ended an operand.
            if self.before == Before::BlockEnd && byte != b';' {
                self.before = Before::Operand;
            }
        }
        self.settle(false);
        match byte {
            b';' => {
                self.at += 1;
                self.newline = false;
                if self.level().has_statements() || self.level().kind == Kind::Object {
                    self.level().end_statement();
                    self.before = Before::Statement;
                } else {
                    self.level().separate_clauses();
                    self.before = Before::Operator;
                }
                return Ok(());
            }
            b',' => {
                self.level().separate();
                self.check()?;
                return self.operator(1, Before::Operator);
            }
            b':' => return self.colon(),
            b'<' if self.dialect.jsx && self.expects_operand() && self.begins_element() => {
                self.operand();
                return self.push(Kind::JsxTag, weight::ANGLE).map(|()| self.at += 1);
            }
            _ => {}
        }
        let in_types = self.dialect.typescript && self.level().in_angles();
        let length = punctuation::length(&self.bytes[self.at..], in_types);
        let operator = &self.bytes[self.at..self.at + length];
        let operand = self.before == Before::Operand;
        match operator {
            b"." => self.dot(),
            b"?." => {
                self.chain(weight::POSTFIX)?;
                self.operator(length, Before::Dot)
            }
            b"|" | b"&" if self.level().alias => self.operator(length, Before::Operator),
            b"=>" => {
                self.chain(weight::RIGHT)?;
                self.operator(length, Before::Arrow)
            }
            b"?" => {
                self.open_ternary()?;
                self.operator(length, Before::Operator)
            }
            b"<" if self.dialect.typescript => {
                self.level().open_angle();
                // Before an operand it is a type assertion, which is closed and still nests.
                self.chain(if operand { weight::BINARY } else { weight::RIGHT })?;
                self.operator(length, Before::Operator)
            }
            b">" if in_types => {
                self.level().close_angle();
                self.operator(length, Before::Operand)
            }
            b"++" | b"--" | b"!" if operand && !self.newline => {
                self.chain(weight::POSTFIX)?;
                self.operator(length, Before::Operand)
            }
            b"++" | b"--" | b"!" | b"~" if matches!(self.before, Before::Operand | Before::BlockEnd) => {
                self.level().end_statement();
                self.chain(weight::RIGHT)?;
                self.operator(length, Before::Operator)
            }
            _ if operand && !punctuation::assigns(operator) && operator != b"**" => {
                self.chain(weight::BINARY)?;
                self.operator(length, Before::Operator)
            }
            _ => {
                self.chain(weight::RIGHT)?;
                self.operator(length, Before::Operator)
            }
        }
    }

    /// A dot before the name of a property.
    pub(super) fn dot(&mut self) -> Step {
        if self.before == Before::BlockEnd {
            self.before = Before::Operand;
        }
        self.settle(false);
        self.chain(weight::POSTFIX)?;
        self.operator(1, Before::Dot)
    }

    fn operator(&mut self, length: usize, before: Before) -> Step {
        self.before = before;
        self.newline = false;
        self.at += length;
        self.skip_blank();
        Ok(())
    }

    /// `:` of a conditional, a label, a `case`, a property, or a type annotation.
    fn colon(&mut self) -> Step {
        if self.level().ternaries > 0 {
            self.close_ternary()?;
            return self.operator(1, Before::Operator);
        }
        let level = self.level();
        let mut before = Before::Operator;
        if level.kind == Kind::Object {
            level.chain = 0;
        } else if std::mem::take(&mut level.case) {
            level.chain = 0;
            before = Before::Statement;
        } else {
            level.link(weight::RIGHT);
            if level.has_statements() {
                before = Before::Statement;
            }
        }
        self.check()?;
        self.operator(1, before)
    }
}
