//! The scan itself: a lexer without a grammar, which knows only where operands and statements start.

use super::first::{self, First};
use super::level::{Kind, Level};
use super::opaque::{self, is_separator};
use super::{BUDGET, Deep, Dialect, Signs, weight, word};

/// The kind of the previous token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// None: a statement starts here.
    Statement,
    /// An operator: an operand starts here.
    Operator,
    /// `=>`: an operand or a body starts here.
    Arrow,
    Operand,
    /// `function` or `class`: a name, parameters or a body starts here.
    Head,
    /// `.`: a property name starts here.
    Dot,
    /// `}` of statements, which may turn out to end an operand.
    BlockEnd,
}

/// A scan of a source.
pub(super) struct Scanner<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) dialect: Dialect,
    /// The innermost open bracket, and those around it.
    level: Level,
    outer: Vec<Level>,
    /// The weight and number of operators before each `?` without its `:`, at all levels. Entries past those of
    /// the innermost level are stale.
    ternaries: Vec<(u32, u32)>,
    /// Whether the source may have comments that start with `<!--` or `-->`, once that matters.
    html_comments: Option<bool>,
    pub(super) before: Before,
    /// Whether a line end precedes the next token.
    pub(super) newline: bool,
    /// Whether `if`, `while` … is still without its `(`.
    pub(super) head: bool,
    /// Whether the last word was `type` at the start of a statement.
    pub(super) type_alias: bool,
    /// No regular expression starts before this offset: a search failed there and is not repeated, so that a
    /// line of slashes is read once.
    pub(super) no_regex_before: usize,
    pub(super) signs: Signs,
    /// Where a [`Stop`] is.
    deep: Deep,
}

/// The scan ends, because the source nests too deeply. [`Scanner`] knows where, so that a step returns no more than a bit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop;

pub(super) type Step = Result<(), Stop>;

impl<'a> Scanner<'a> {
    pub(super) fn new(source: &'a str, dialect: Dialect) -> Scanner<'a> {
        let bytes = source.as_bytes();
        let mut at = if source.starts_with('\u{feff}') { 3 } else { 0 };
        if bytes[at..].starts_with(b"#!") {
            at = opaque::line_end(bytes, at);
        }
        Scanner {
            bytes,
            at,
            dialect,
            level: Level::new(Kind::Root, 0),
            outer: Vec::new(),
            ternaries: Vec::new(),
            html_comments: None,
            before: if dialect.json { Before::Operator } else { Before::Statement },
            newline: false,
            head: false,
            type_alias: false,
            no_regex_before: 0,
            signs: Signs::default(),
            deep: Deep::default(),
        }
    }

    pub(super) fn run(mut self) -> Result<Signs, Deep> {
        match self.tokens() {
            Ok(()) => Ok(self.signs),
            Err(Stop) => Err(self.deep),
        }
    }

    fn tokens(&mut self) -> Step {
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.dialect.jsx && self.level.kind.is_jsx() {
                self.jsx(byte)?;
            } else {
                self.token(byte)?;
            }
        }
        Ok(())
    }

    fn stop(&mut self, deep: Deep) -> Stop {
        self.deep = deep;
        Stop
    }

    pub(super) fn level(&mut self) -> &mut Level {
        &mut self.level
    }

    /// Whether no bracket is open.
    pub(super) fn is_outermost(&self) -> bool {
        self.outer.is_empty()
    }

    /// Leaves the innermost bracket. The source itself is never left.
    pub(super) fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.level = outer;
        }
    }

    fn token(&mut self, byte: u8) -> Step {
        match first::of(byte) {
            First::LineEnd => {
                self.newline = true;
                self.at += 1;
                self.skip_blank();
            }
            First::Blank => self.skip_blank(),
            First::Word => self.word()?,
            First::Open => self.open(byte)?,
            First::Close => self.close(byte)?,
            First::Punctuation => self.punctuation(byte)?,
            First::Dot if self.next().is_ascii_digit() => self.number(),
            First::Dot if self.next() == b'.' => self.punctuation(byte)?,
            First::Dot => self.dot()?,
            First::Digit => self.number(),
            First::Quote => {
                self.operand();
                self.skip(opaque::string_end(self.bytes, self.at), weight::HIDDEN)?;
            }
            First::Slash => self.slash(byte)?,
            First::Backtick => {
                if self.before == Before::Operand {
                    // A template continues an expression on the next line too.
                    self.newline = false;
                    self.chain(weight::POSTFIX)?;
                }
                self.operand();
                self.at += 1;
                self.template()?;
            }
            First::Mark => self.at += 1,
            First::MaybeBlank => match byte {
                0xE2 if is_separator(self.bytes, self.at) => {
                    self.newline = true;
                    self.at += 3;
                }
                0xC2 if self.next() == 0xA0 => self.at += 2,
                0xEF if self.bytes[self.at..].starts_with("\u{feff}".as_bytes()) => self.at += 3,
                _ => self.word()?,
            },
        }
        Ok(())
    }

    fn next(&self) -> u8 {
        self.bytes.get(self.at + 1).copied().unwrap_or(0)
    }

    pub(super) fn skip_blank(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| first::of(**byte) == First::Blank).count();
    }

    /// Scans a comment, a regular expression or a division.
    fn slash(&mut self, byte: u8) -> Step {
        match self.next() {
            b'/' => self.skip(opaque::line_end(self.bytes, self.at), weight::HIDDEN),
            b'*' => self.block_comment(),
            _ if self.expects_operand() && self.at >= self.no_regex_before => {
                match opaque::regex_end(self.bytes, self.at) {
                    Some(end) => {
                        self.operand();
                        self.skip(end, weight::GROUP)?;
                    }
                    None => self.no_regex_before = opaque::line_end(self.bytes, self.at),
                }
                Ok(())
            }
            _ => self.punctuation(byte),
        }
    }

    pub(super) fn expects_operand(&self) -> bool {
        !matches!(self.before, Before::Operand | Before::Dot)
    }

    /// Handles the start of an operand: after another one on an earlier line, a statement starts.
    pub(super) fn operand(&mut self) {
        if self.before == Before::BlockEnd || (self.before == Before::Operand && self.newline) {
            self.level().end_statement();
        }
        self.settle(false);
        self.level().key = false;
        self.before = Before::Operand;
        self.newline = false;
    }

    fn number(&mut self) {
        self.operand();
        let digits = |mut at: usize| {
            while self.bytes.get(at).is_some_and(|byte| word::continues(*byte)) {
                at += 1;
            }
            at
        };
        let start = &self.bytes[self.at..];
        self.signs.sloppy |= start[0] == b'0' && start.get(1).is_some_and(u8::is_ascii_digit);
        // At most one dot: in `1..b.b`, members follow.
        let mut end = digits(self.at);
        if self.bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        self.at = end;
    }

    /// Scans the rest of a template, from inside its text.
    fn template(&mut self) -> Step {
        let start = self.at;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(found) = memchr::memchr3(b'`', b'\\', b'$', rest) else {
                self.at = self.at.max(self.bytes.len());
                return self.check_opaque(start);
            };
            self.at += found;
            match rest[found] {
                b'`' => {
                    self.check_opaque(start)?;
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => self.at += 2,
                _ if rest.get(found + 1) == Some(&b'{') => {
                    self.check_opaque(start)?;
                    self.at += 2;
                    return self.push(Kind::Hole, weight::BRACKET);
                }
                _ => self.at += 1,
            }
        }
    }

    pub(super) fn block_comment(&mut self) -> Step {
        let end = opaque::comment_end(self.bytes, self.at + 2);
        let text = &self.bytes[self.at..end];
        self.newline |= text.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
            || text.windows(3).any(|three| is_separator(three, 0));
        self.skip(end, weight::HIDDEN)
    }

    pub(super) fn skip(&mut self, end: usize, weight: u32) -> Step {
        let outer = self.level().total();
        let end = end.min(self.bytes.len());
        opaque::check(&self.bytes[self.at..end], self.at, outer, weight).map_err(|deep| self.stop(deep))?;
        self.at = end;
        Ok(())
    }

    fn check_opaque(&mut self, start: usize) -> Step {
        let end = self.at.min(self.bytes.len());
        let outer = self.level().total();
        opaque::check(&self.bytes[start.min(end)..end], start, outer, weight::HIDDEN)
            .map_err(|deep| self.stop(deep))
    }

    fn open(&mut self, byte: u8) -> Step {
        let previous = self.before;
        let call = matches!(previous, Before::Operand | Before::Dot | Before::Head);
        if byte != b'{' && call {
            self.chain(weight::POSTFIX)?;
        }
        if previous == Before::BlockEnd {
            self.level().end_statement();
        }
        self.settle(false);
        self.level().key = false;
        self.newline = false;
        let (kind, weight, inside) = match byte {
            b'(' if std::mem::take(&mut self.head) => (Kind::Head, weight::BRACKET, Before::Operator),
            b'(' if call => (Kind::Arguments, weight::BRACKET, Before::Operator),
            b'(' => (Kind::Group, weight::BRACKET, Before::Operator),
            b'[' => (Kind::Square, weight::BRACKET, Before::Operator),
            _ => match previous {
                Before::Operator | Before::Dot => (Kind::Object, weight::BRACKET, Before::Operator),
                Before::Arrow => (Kind::Body, weight::BRACKET, Before::Statement),
                Before::Statement | Before::BlockEnd => (Kind::Block, weight::BLOCK, Before::Statement),
                Before::Operand | Before::Head => {
                    let expression = std::mem::take(&mut self.level().expression_body);
                    let kind = if expression { Kind::Body } else { Kind::Block };
                    (kind, weight::BRACKET, Before::Statement)
                }
            },
        };
        self.push(kind, weight)?;
        self.before = inside;
        self.at += 1;
        Ok(())
    }

    pub(super) fn push(&mut self, kind: Kind, weight: u32) -> Step {
        let base = self.level().total() + weight;
        let outer_ternaries = self.level.outer_ternaries + self.level.ternaries;
        let mut inner = Level::new(kind, base);
        inner.outer_ternaries = outer_ternaries;
        self.outer.push(std::mem::replace(&mut self.level, inner));
        self.before = Before::Operator;
        self.check()
    }

    /// Handles a closing bracket. One that does not match closes nothing, because the parser will refuse it.
    fn close(&mut self, byte: u8) -> Step {
        let kind = self.level().kind;
        let matches = match byte {
            b')' => matches!(kind, Kind::Arguments | Kind::Group | Kind::Head),
            b']' => kind == Kind::Square,
            _ => {
                matches!(kind, Kind::Block | Kind::Body | Kind::Object | Kind::Hole | Kind::JsxHole)
            }
        };
        self.at += 1;
        self.newline = false;
        if !matches {
            self.before = Before::Operand;
            return Ok(());
        }
        self.leave();
        self.before = match kind {
            Kind::Head => Before::Statement,
            Kind::Block => Before::BlockEnd,
            _ => Before::Operand,
        };
        match kind {
            Kind::Block => self.level().settled = true,
            Kind::Hole => self.template()?,
            _ => {}
        }
        Ok(())
    }

    /// Handles the `?` of a conditional.
    pub(super) fn open_ternary(&mut self) -> Step {
        let level = &mut self.level;
        self.ternaries.truncate((level.outer_ternaries + level.ternaries) as usize);
        self.ternaries.push((level.chain, level.links));
        level.ternaries += 1;
        self.chain(weight::RIGHT)
    }

    /// Handles the `:` of a conditional. What is between `?` and `:` does not contain what follows, so that a
    /// balanced tree is as deep as its longest branch.
    pub(super) fn close_ternary(&mut self) -> Step {
        let level = &mut self.level;
        level.ternaries -= 1;
        let open = self.ternaries.get((level.outer_ternaries + level.ternaries) as usize).copied();
        if let Some((chain, links)) = open
            && self.matches_ternaries()
        {
            self.level.chain = chain + weight::RIGHT;
            self.level.links = links + 1;
        }
        self.chain(weight::RIGHT)
    }

    /// Whether a `:` is certain to belong to the last `?`. It may not where types are annotated, and where a
    /// comment of HTML hides one of the two from the parser.
    fn matches_ternaries(&mut self) -> bool {
        let bytes = self.bytes;
        !self.dialect.typescript
            && !*self.html_comments.get_or_insert_with(|| {
                memchr::memchr_iter(b'-', bytes).any(|at| {
                    let (before, rest) = bytes.split_at(at);
                    rest.starts_with(b"-->") || (rest.starts_with(b"--") && before.ends_with(b"<!"))
                })
            })
    }

    pub(super) fn chain(&mut self, weight: u32) -> Step {
        self.level().link(weight);
        self.check()
    }

    pub(super) fn check(&mut self) -> Step {
        let total = self.level().total();
        if total <= BUDGET {
            self.signs.peak = self.signs.peak.max(total);
            return Ok(());
        }
        let depth = self.outer.iter().map(|level| level.links + 1).sum::<u32>() + self.level.links;
        Err(self.stop(Deep { offset: self.at.min(self.bytes.len()), depth }))
    }
}
