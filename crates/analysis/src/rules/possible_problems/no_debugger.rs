//! `no-debugger`: disallow the use of `debugger`.
//!
//! A `debugger` statement stops the program of whoever has the tools open.
//!
//! ```js fails
//! debugger;
//! ```
//!
//! ```js passes
//! const debug = { debugger: true };
//! ```

use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-debugger",
    recommended: true,
    messages: &[("unexpected", "Unexpected 'debugger' statement.")],
    types: &[AstType::DebuggerStatement],
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "unexpected");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, _: &Model<'a>) -> Option<Span> {
    match node.kind() {
        AstKind::DebuggerStatement(statement) => Some(statement.span),
        _ => None,
    }
}
