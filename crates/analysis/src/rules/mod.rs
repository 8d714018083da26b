//! The lint rules: one a file, listed here. Ids are ESLint's, messages the seeds'.

mod no_console;
mod no_debugger;
mod no_eval;
mod no_var;
mod strict;

use oxc_semantic::AstNode;
use oxc_span::Span;

use crate::model::Model;

/// A lint rule, as data.
pub struct Rule {
    /// ESLint's id.
    pub id: &'static str,
    /// What it forbids and why, in a sentence.
    pub summary: &'static str,
    /// What a diagnostic says.
    pub message: &'static str,
    /// Whether it has anything to say about a file.
    pub(crate) applies: fn(&Model<'_>) -> bool,
    /// The span to report for a node, if there is one.
    pub(crate) visit: for<'a> fn(&AstNode<'a>, &Model<'a>) -> Option<Span>,
}

/// Every rule, by id.
pub const RULES: &[Rule] = &[no_console::RULE, no_debugger::RULE, no_eval::RULE, no_var::RULE, strict::RULE];

/// For rules that look at every file.
fn always(_: &Model<'_>) -> bool {
    true
}
