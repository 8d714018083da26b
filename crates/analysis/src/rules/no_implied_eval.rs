//! `no-implied-eval`.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_syntax::operator::BinaryOperator;

use super::access::global_name;
use super::static_text::static_text;
use super::{Check, Problem, Rule, Visit, always, no_options};

pub(super) const RULE: Rule = Rule {
    id: "no-implied-eval",
    summary: "setTimeout, setInterval and execScript run a text that they are given as code.",
    message: "Implied eval. Consider passing a function instead of a string.",
    recommended: false,
    applies: always,
    visit: Visit::Made(|options| {
        no_options(options)?;
        let check: Check = Box::new(|node, model| {
            let AstKind::CallExpression(call) = node.kind() else { return None };
            let name = global_name(&call.callee, model)?;
            let message = match name.as_ref() {
                "setTimeout" | "setInterval" => RULE.message,
                "execScript" => "Implied eval. Do not use execScript().",
                _ => return None,
            };
            let code = call.arguments.first()?.as_expression()?;
            let is_text = has_text(code) || static_text(code, model).is_some();
            is_text.then(|| Problem { span: call.span, message: message.into() })
        });
        Ok(check)
    }),
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
