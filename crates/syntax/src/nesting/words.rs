//! Words: starts of statements, nesting by keywords, and signs of modules.

use super::scan::{Before, Scanner, Step};
use super::weight;
use super::word::{self, Word};

impl Scanner<'_> {
    /// Scans a word. Most tokens are words, so it is part of the loop over all tokens.
    #[inline]
    pub(super) fn word(&mut self) -> Step {
        let rest = &self.bytes[self.at..];
        let text = &rest[..word::length(rest)];
        self.at += text.len();
        let previous = self.before;
        let may_mean = word::may_mean(text);
        if may_mean && previous != Before::Dot {
            self.signs(text);
        }
        let is_property = previous == Before::Dot || self.level().key;
        if !is_property && (may_mean || self.dialect.typescript) {
            return self.word_of_language(text, previous, may_mean);
        }
        if !is_property {
            self.begin_word(previous, false)?;
        }
        self.level().key = false;
        self.before = Before::Operand;
        self.newline = false;
        self.skip_blank();
        Ok(())
    }

    /// Handles a word that may be more than a name.
    #[inline(never)]
    fn word_of_language(&mut self, text: &[u8], previous: Before, may_mean: bool) -> Step {
        let names_type = std::mem::replace(&mut self.type_alias, false);
        if names_type && previous == Before::Operand && !self.newline {
            self.level().alias = true;
        }
        let mut class = if may_mean { word::classify(text, self.dialect.typescript) } else { Word::Operand };
        if class == Word::Infix && !matches!(previous, Before::Operand | Before::BlockEnd) {
            class = Word::Operand;
        }
        if class != Word::Infix && class != Word::Extends {
            self.begin_word(previous, class == Word::Else)?;
        }
        let newline = std::mem::take(&mut self.newline);
        let statement = matches!(previous, Before::Statement | Before::BlockEnd)
            || (previous == Before::Operand && newline);
        self.type_alias = self.dialect.typescript && statement && text == b"type";
        self.before = match class {
            Word::Operand => Before::Operand,
            Word::Infix => {
                self.chain(weight::BINARY)?;
                Before::Operator
            }
            Word::Prefix | Word::Extends => {
                self.chain(weight::RIGHT)?;
                Before::Operator
            }
            Word::Opener | Word::Module => Before::Operator,
            Word::Head => {
                self.chain(weight::RIGHT)?;
                self.head = true;
                Before::Operator
            }
            Word::Statement => {
                self.chain(weight::RIGHT)?;
                Before::Statement
            }
            Word::Else => {
                self.level().climb();
                self.check()?;
                Before::Statement
            }
            Word::Case => {
                self.level().chain = 0;
                self.level().case = true;
                Before::Operator
            }
            Word::Declaration => {
                self.level().declaration = true;
                Before::Operator
            }
            Word::Body => {
                self.chain(weight::RIGHT)?;
                self.level().expression_body = !statement;
                Before::Head
            }
        };
        self.skip_blank();
        Ok(())
    }

    #[inline]
    fn begin_word(&mut self, previous: Before, is_else: bool) -> Step {
        match previous {
            Before::BlockEnd => self.level().end_statement(),
            Before::Operand if self.newline => self.level().end_statement(),
            // `async x`, `let x`, and TypeScript's chains of words.
            Before::Operand => self.chain(weight::BINARY)?,
            _ => {}
        }
        self.settle(is_else);
        Ok(())
    }

    pub(super) fn settle(&mut self, is_else: bool) {
        let level = self.level();
        if std::mem::take(&mut level.settled) && !is_else {
            level.ladder = 0;
        }
    }

    /// Looks for signs in a word that is no property behind a dot.
    #[inline(never)]
    fn signs(&mut self, text: &[u8]) {
        let after = |skip: usize| {
            let rest = &self.bytes[self.at + skip..];
            let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            rest.get(blank).copied().unwrap_or(0)
        };
        let begins = matches!(self.before, Before::Statement | Before::BlockEnd)
            || (self.before == Before::Operand && self.newline);
        match text {
            b"import" => match after(0) {
                b'(' => {}
                b'.' => self.signs.module |= self.bytes[self.at..].starts_with(b".meta"),
                next => {
                    self.signs.module |= begins
                        && self.is_outermost()
                        && (matches!(next, b'{' | b'*' | b'"' | b'\'') || word::continues(next));
                }
            },
            b"export" => {
                let next = after(0);
                self.signs.module |= begins
                    && self.is_outermost()
                    && (matches!(next, b'{' | b'*' | b'@') || word::continues(next));
            }
            b"require" => self.signs.commonjs |= after(0) == b'(',
            b"module" => {
                self.signs.commonjs |= self.bytes[self.at..].starts_with(b".exports");
            }
            b"with" if begins => self.signs.sloppy |= after(0) == b'(',
            // Compiled code passes it on: `Object.defineProperty(exports, "__esModule", …)`.
            b"exports" => {
                self.signs.commonjs |= matches!(after(0), b'.' | b'[' | b',' | b')');
            }
            _ => {}
        }
    }
}
