//! Selectors of syntax nodes, in esquery's language: `CallExpression[callee.name="eval"]`.
//!
//! A selector matches `ESTree` nodes, given as JSON values. Regular expressions are those of `regex-lite`: they take linear
//! time, and have no lookaround and no backreferences.

mod estree;
mod matching;
mod parse;

pub(crate) use estree::estree;
pub(crate) use matching::Tree;
pub(crate) use parse::parse;

use regex_lite::Regex;

/// A parsed selector.
#[derive(Debug)]
pub(crate) enum Selector {
    /// `*`
    Any,
    /// `Identifier`: a node type, compared without case.
    Type(String),
    /// `.callee`: a node that is at this path of an ancestor.
    Field(Vec<String>),
    /// `[name]`, `[name=value]`
    Attribute { path: Vec<String>, test: Test },
    /// `:statement`, `:function` …
    Class(Class),
    /// `A[b]:first-child`: all of them.
    All(Vec<Selector>),
    /// `A, B` or `:matches(A, B)`: any of them.
    Either(Vec<Selector>),
    /// `:not(A)`
    Not(Box<Selector>),
    /// `:has(A)`: some descendant matches, or for `:has(> A)` some child.
    Has(Vec<(Combinator, Selector)>),
    /// `A > B`: the right one matches the node, the left one a relative.
    Relative(Box<Selector>, Combinator, Box<Selector>),
    /// `:nth-child(2)`: 1-based position in a list of the parent.
    NthChild(usize),
    /// `:nth-last-child(2)`: 1-based position from the end of a list of the parent.
    NthLastChild(usize),
}

/// How the left part of a selector relates to the right part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    Sibling,
    Adjacent,
}

/// A class of node types.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Class {
    Statement,
    Declaration,
    Pattern,
    Expression,
    Function,
}

/// A condition on an attribute.
#[derive(Debug)]
pub(crate) enum Test {
    /// It is neither `null` nor absent.
    Exists,
    /// `=` or `!=` with a text, which is compared with the attribute as a text.
    Text { is_equal: bool, text: String },
    /// `=` or `!=` with a regular expression.
    Pattern { is_equal: bool, pattern: Box<Regex> },
    /// `=` or `!=` with `type(…)`, JavaScript's `typeof`.
    TypeOf { is_equal: bool, name: String },
    /// `<`, `<=`, `>` or `>=`.
    Compare { order: std::cmp::Ordering, or_equal: bool, with: Literal },
}

/// A value to compare with.
#[derive(Debug)]
pub(crate) enum Literal {
    Text(String),
    Number(f64),
}

impl Selector {
    /// The types of nodes, in lower case, that alone can match; `None` for any.
    pub(crate) fn types(&self) -> Option<Vec<String>> {
        match self {
            Selector::Type(name) => Some(vec![name.to_ascii_lowercase()]),
            Selector::All(all) => all.iter().find_map(Selector::types),
            Selector::Either(either) => {
                let types: Option<Vec<Vec<String>>> = either.iter().map(Selector::types).collect();
                types.map(|types| types.concat())
            }
            Selector::Relative(_, _, right) => right.types(),
            _ => None,
        }
    }
}

impl Literal {
    /// The value as JavaScript's template literals print it.
    fn into_text(self) -> String {
        match self {
            Literal::Text(text) => text,
            Literal::Number(number) => number.to_string(),
        }
    }
}
