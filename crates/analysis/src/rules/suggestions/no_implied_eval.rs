//! `no-implied-eval`: disallow the use of `eval()`-like methods.
//!
//! `setTimeout`, `setInterval` and `execScript` run a text that they are given as code.
//!
//! ```js fails
//! setTimeout('tick()', 100);
//! ```
//!
//! ```js passes
//! setTimeout(() => tick(), 100);
//! ```

use oxc_syntax::operator::BinaryOperator;

use crate::rules::helpers::access::global_name;
use crate::rules::helpers::static_text::static_text;

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-implied-eval",
    kind: Kind::Suggestion,
    messages: &[
        ("impliedEval", "Implied eval. Consider passing a function instead of a string."),
        ("execScript", "Implied eval. Do not use execScript()."),
    ],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::CallExpression(call) = node.kind() else { return };
        let Some(name) = global_name(&call.callee, ctx) else { return };
        let message = match name.as_ref() {
            "setTimeout" | "setInterval" => "impliedEval",
            "execScript" => "execScript",
            _ => return,
        };
        let code = call.arguments.first().and_then(Argument::as_expression);
        if code.is_some_and(|code| has_text(code) || static_text(code, ctx).is_some()) {
            ctx.report(call.span, message);
        }
    }),
    ..Rule::DEFAULT
};

/// Whether an expression is certainly a string, of whatever content.
fn has_text(expression: &Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => true,
        Expression::BinaryExpression(binary) => {
            binary.operator == BinaryOperator::Addition && (has_text(&binary.left) || has_text(&binary.right))
        }
        _ => false,
    }
}
