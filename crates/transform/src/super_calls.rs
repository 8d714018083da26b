//! Wraps `super(…)` in longer expressions (`return super(…).then(…)`), which the guest's engine takes for the
//! end of an expression.

use std::collections::BTreeMap;

use oxc_ast::ast::{CallExpression, Expression, ExpressionStatement};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;
use verdict_syntax::Parsed;

use crate::mocks::{Pieces, Position, Turned};

/// The text with such calls in parentheses, and its position map; `None` if there is no such call. `text` has
/// the parsed nodes at the same positions.
pub(crate) fn wrapped(parsed: &Parsed<'_>, text: &str) -> Option<(String, Vec<Position>)> {
    if !text.contains("super") {
        return None;
    }
    let mut calls = Calls { text, edits: BTreeMap::new(), start: None };
    calls.visit_program(&parsed.program);
    if calls.edits.is_empty() {
        return None;
    }
    let mut pieces = Pieces::new(text);
    for (at, text) in calls.edits {
        pieces.replace(at, at, text);
    }
    let Turned { text, positions } = pieces.finish();
    Some((text, positions))
}

struct Calls<'a> {
    text: &'a str,
    edits: BTreeMap<u32, String>,
    /// Start of the visited statement.
    start: Option<u32>,
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.start = Some(it.span.start);
        walk::walk_expression_statement(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let span = it.span();
        let behind = self.text.get(span.end as usize..).unwrap_or_default().trim_start();
        if matches!(it.callee, Expression::Super(_))
            && (behind.starts_with(['.', '[', '(', '`']) || behind.starts_with("?."))
        {
            // A parenthesis at the start of a statement could continue the previous one.
            let open = if self.start == Some(span.start) { "0,(" } else { "(" };
            self.edits.insert(span.start, open.to_owned());
            self.edits.insert(span.end, ")".to_owned());
        }
        walk::walk_call_expression(self, it);
    }
}
