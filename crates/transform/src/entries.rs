//! Entries of functions, where a host wants to be asked before one runs.

use oxc_allocator::Allocator;
use oxc_ast::ast::{ArrowFunctionBody, ArrowFunctionExpression, Function, FunctionBody};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;
use oxc_syntax::scope::ScopeFlags;

use crate::mocks::{Pieces, Turned};

/// The global function that each function calls first.
pub const ENTER: &str = "__verdict_enter__";
/// What stands at the beginning of a body.
pub const ENTER_STATEMENT: &str = "__verdict_enter__();";
/// What stands before an expression that is a body.
pub const ENTER_EXPRESSION: &str = "(__verdict_enter__(),";
/// What stands after it.
pub const LEAVE_EXPRESSION: &str = "/*__verdict_enter__*/)";

/// A module or script of plain JavaScript in which every function calls [`ENTER`] before anything else of its body.
/// `None` where there is no function, or where the text does not parse.
#[must_use]
pub fn entered(source: &str) -> Option<Turned> {
    let allocator = Allocator::default();
    let parsed = verdict_syntax::parse(&allocator, "/module.js", source).ok()?;
    let mut entries = Entries { pieces: Pieces::new(source), any: false };
    entries.visit_program(&parsed.program);
    entries.any.then(|| entries.pieces.finish())
}

struct Entries<'a> {
    pieces: Pieces<'a>,
    any: bool,
}

impl Entries<'_> {
    fn block(&mut self, body: &FunctionBody<'_>) {
        let after = body.directives.last().map(|directive| directive.span.end);
        let at = after.unwrap_or(body.span.start + 1);
        // A directive may end without a semicolon.
        let text = if after.is_some() { format!(";{ENTER_STATEMENT}") } else { ENTER_STATEMENT.to_owned() };
        self.pieces.replace(at, at, text);
        self.any = true;
    }
}

impl<'a> Visit<'a> for Entries<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = &it.body {
            self.block(body);
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let ArrowFunctionBody::FunctionBody(body) = &it.body {
            self.block(body);
        } else {
            let span = it.body.span();
            self.pieces.replace(span.start, span.start, ENTER_EXPRESSION);
            self.pieces.replace(span.end, span.end, LEAVE_EXPRESSION);
            self.any = true;
        }
        walk::walk_arrow_function_expression(self, it);
    }
}
