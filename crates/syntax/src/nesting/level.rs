//! One open bracket of the scan.

use super::weight;

/// What opened a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The source itself.
    Root,
    /// `(` of a call or of parameters: its commas separate.
    Arguments,
    /// `(` of an expression: its commas are operators.
    Group,
    /// `(` after `if`, `while`, `for` …: a statement follows.
    Head,
    /// `[`.
    Square,
    /// `{` of statements or class members that ends a statement.
    Block,
    /// `{` of a body that ends an expression.
    Body,
    /// `{` of an object literal or pattern.
    Object,
    /// `${`.
    Hole,
    /// `{` in JSX.
    JsxHole,
    /// `<name …` before its `>`.
    JsxTag,
    /// Between an opening and a closing tag.
    JsxText,
}

/// One open bracket and what is chained at its level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) kind: Kind,
    /// Weight of everything outside, this bracket included.
    base: u32,
    /// How many operators, statements and type argument lists are counted here.
    pub(super) links: u32,
    /// Weight of operators since the last separator.
    pub(super) chain: u32,
    /// Weight of comma operators since the last statement.
    commas: u32,
    /// Weight of `else` since the last statement that was not followed by one.
    pub(super) ladder: u32,
    /// Weight of type argument lists that are open.
    angles: u32,
    /// `?` that wait for their `:`.
    pub(super) ternaries: u32,
    /// A statement has ended; unless `else` follows, its ladder ends too.
    pub(super) settled: bool,
    /// The statement is a declaration: its commas separate.
    pub(super) declaration: bool,
    /// The statement is a type alias: its unions are lists.
    pub(super) alias: bool,
    /// A `case` waits for its `:`.
    pub(super) case: bool,
    /// A function or class expression waits for its body.
    pub(super) expression_body: bool,
    /// The next word is a property name.
    pub(super) key: bool,
}

impl Level {
    pub(super) fn new(kind: Kind, base: u32) -> Level {
        Level {
            kind,
            base,
            links: 0,
            chain: 0,
            commas: 0,
            ladder: 0,
            angles: 0,
            ternaries: 0,
            settled: false,
            declaration: false,
            alias: false,
            case: false,
            expression_body: false,
            key: kind == Kind::Object,
        }
    }

    /// Whether a type argument list is open.
    pub(super) fn in_angles(&self) -> bool {
        self.angles > 0
    }

    /// Stack that is estimated to be taken here.
    pub(super) fn total(&self) -> u32 {
        self.base + self.chain + self.commas + self.ladder + self.angles
    }

    /// Whether statements stand at this level, not parts of an expression.
    pub(super) fn has_statements(&self) -> bool {
        matches!(self.kind, Kind::Root | Kind::Block | Kind::Body)
    }

    /// One more operator or statement.
    pub(super) fn link(&mut self, weight: u32) {
        self.chain += weight;
        self.links += 1;
    }

    /// An `else`.
    pub(super) fn climb(&mut self) {
        self.ladder += weight::ELSE;
        self.links += 1;
    }

    /// A `<` in TypeScript.
    pub(super) fn open_angle(&mut self) {
        self.angles += weight::ANGLE;
        self.links += 1;
    }

    /// A `>` that ends a type argument list.
    pub(super) fn close_angle(&mut self) {
        self.angles = self.angles.saturating_sub(weight::ANGLE);
        self.links = self.links.saturating_sub(1);
    }

    /// A `;` that ends no statement: in the head of a `for`.
    pub(super) fn separate_clauses(&mut self) {
        self.chain = 0;
        self.commas = 0;
        self.links = 0;
    }

    /// A statement ends.
    pub(super) fn end_statement(&mut self) {
        self.chain = 0;
        self.commas = 0;
        self.angles = 0;
        self.ternaries = 0;
        self.declaration = false;
        self.alias = false;
        self.case = false;
        self.expression_body = false;
        self.settled = true;
        self.links = self.ladder / weight::ELSE;
    }

    /// A `,`.
    pub(super) fn separate(&mut self) {
        let operator = match self.kind {
            Kind::Group | Kind::Hole | Kind::JsxHole | Kind::Head => true,
            Kind::Root | Kind::Block | Kind::Body => !self.declaration,
            _ => false,
        };
        if operator {
            self.commas += weight::BINARY;
        }
        self.chain = 0;
        self.links = self.commas + self.ladder / weight::ELSE + self.angles / weight::ANGLE;
        self.ternaries = 0;
        self.key = self.kind == Kind::Object;
    }
}
