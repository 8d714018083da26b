//! An open bracket of the scan.

use super::weight;

/// The construct that opened a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The source itself.
    Root,
    /// `(` of a call or of parameters: its commas are separators.
    Arguments,
    /// `(` of an expression: its commas are operators.
    Group,
    /// `(` after `if`, `while`, `for` …, which a statement follows.
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

impl Kind {
    pub(super) fn is_jsx(self) -> bool {
        matches!(self, Kind::JsxTag | Kind::JsxText)
    }
}

/// An open bracket, and the chains at its level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level {
    pub(super) kind: Kind,
    /// Weight outside, including this bracket.
    base: u32,
    /// Number of operators, statements and type argument lists counted here.
    pub(super) links: u32,
    /// Weight of operators since the last separator.
    pub(super) chain: u32,
    /// Weight of comma operators since the last statement.
    commas: u32,
    /// Weight of `else` branches since the last statement without one.
    pub(super) ladder: u32,
    /// Weight of open type argument lists.
    angles: u32,
    /// Number of `?` without their `:`.
    pub(super) ternaries: u32,
    /// Number of such `?` at the levels around this one.
    pub(super) outer_ternaries: u32,
    /// Whether a statement has ended; unless `else` follows, its `else` chain ends too.
    pub(super) settled: bool,
    /// Whether the statement is a declaration, whose commas are separators.
    pub(super) declaration: bool,
    /// Whether the statement is a type alias, whose unions are lists.
    pub(super) alias: bool,
    /// Whether a `case` is still without its `:`.
    pub(super) case: bool,
    /// Whether a function or class expression is still without its body.
    pub(super) expression_body: bool,
    /// Whether the next word is a property name.
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
            outer_ternaries: 0,
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

    /// Estimated stack use at this point.
    pub(super) fn total(&self) -> u32 {
        self.base + self.chain + self.commas + self.ladder + self.angles
    }

    /// Whether this level contains statements rather than parts of an expression.
    pub(super) fn has_statements(&self) -> bool {
        matches!(self.kind, Kind::Root | Kind::Block | Kind::Body)
    }

    /// Counts an operator or statement.
    pub(super) fn link(&mut self, weight: u32) {
        self.chain += weight;
        self.links += 1;
    }

    /// Counts an `else`.
    pub(super) fn climb(&mut self) {
        self.ladder += weight::ELSE;
        self.links += 1;
    }

    /// Counts a `<` in TypeScript.
    pub(super) fn open_angle(&mut self) {
        self.angles += weight::ANGLE;
        self.links += 1;
    }

    /// Counts a `>` that ends a type argument list.
    pub(super) fn close_angle(&mut self) {
        self.angles = self.angles.saturating_sub(weight::ANGLE);
        self.links = self.links.saturating_sub(1);
    }

    /// Handles a `;` that ends no statement: in the head of a `for`.
    pub(super) fn separate_clauses(&mut self) {
        self.chain = 0;
        self.commas = 0;
        self.links = 0;
    }

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

    /// Handles a `,`.
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
