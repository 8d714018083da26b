//! `no-return-assign`: disallow assignment operators in `return` statements.
//!
//! `return a = b` looks like a comparison that lost an equals sign.
//!
//! Options: `"except-parens"` (default) allows assignments in parentheses, `"always"` allows none.
//!
//! ```js fails
//! function set(value) { return current = value; }
//! ```
//!
//! ```js passes
//! function set(value) { return (current = value); }
//! ```

use crate::rules::helpers::tokens::is_parenthesized;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-return-assign",
    kind: Kind::Suggestion,
    messages: &[
        ("returnAssignment", "Return statement should not contain assignment."),
        ("arrowAssignment", "Arrow function should not return assignment."),
    ],
    types: &[AstType::AssignmentExpression],
    run: Run::Configured(|options| {
        options.at_most(1)?;
        let always = options.choice(0, &["except-parens", "always"])? == "always";
        Ok(Check::nodes(move |node, ctx| {
            if always || !is_parenthesized(node.kind().span(), ctx) {
                visit(node, ctx);
            }
        }))
    }),
    ..Rule::DEFAULT
};

fn visit<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    let mut child = node.kind().span();
    for parent in ctx.nodes().ancestor_kinds(node.id()) {
        match parent {
            AstKind::ReturnStatement(statement) => {
                ctx.report(statement.span, "returnAssignment");
                return;
            }
            AstKind::ArrowFunctionExpression(arrow) => {
                if arrow.body.span() == child {
                    ctx.report(arrow.span, "arrowAssignment");
                }
                return;
            }
            AstKind::Function(_) | AstKind::Class(_) | AstKind::FunctionBody(_) => return,
            parent if parent.is_statement() => return,
            _ => child = parent.span(),
        }
    }
}
