//! `no-eval`, with ESLint's default `allowIndirect: false`.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::Span;

use super::{Rule, always};
use crate::model::Model;

/// Names of the global object.
const GLOBAL_OBJECTS: [&str; 4] = ["globalThis", "self", "window", "global"];

pub(super) const RULE: Rule = Rule {
    id: "no-eval",
    summary: "eval runs text as code: direct, indirect, and through the global object.",
    message: "Avoid using eval() for security reasons",
    applies: always,
    visit: |node, model| match node.kind() {
        AstKind::IdentifierReference(identifier)
            if identifier.name == "eval" && model.is_global(identifier) =>
        {
            Some(identifier.span)
        }
        AstKind::StaticMemberExpression(member) if member.property.name == "eval" => {
            of_global(&member.object, model).then_some(member.property.span)
        }
        AstKind::ComputedMemberExpression(member) => computed(&member.object, &member.expression, model),
        _ => None,
    },
};

fn computed(object: &Expression<'_>, name: &Expression<'_>, model: &Model<'_>) -> Option<Span> {
    let named = match name {
        Expression::StringLiteral(name) => name.value == "eval",
        Expression::TemplateLiteral(name) => {
            name.expressions.is_empty() && name.quasis.first().is_some_and(|text| text.value.raw == "eval")
        }
        _ => false,
    };
    use oxc_span::GetSpan;
    (named && of_global(object, model)).then(|| name.span())
}

fn of_global(object: &Expression<'_>, model: &Model<'_>) -> bool {
    match object.get_inner_expression() {
        Expression::Identifier(identifier) => {
            GLOBAL_OBJECTS.contains(&identifier.name.as_str()) && model.is_global(identifier)
        }
        // `window.window.eval`
        Expression::StaticMemberExpression(member) => {
            GLOBAL_OBJECTS.contains(&member.property.name.as_str()) && of_global(&member.object, model)
        }
        _ => false,
    }
}
