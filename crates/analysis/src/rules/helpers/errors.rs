//! Whether a value can be an `Error`.

use oxc_ast::ast::Expression;
use oxc_syntax::operator::{AssignmentOperator, LogicalOperator};

use crate::lint::Context;

/// Whether an expression may be an error object; literals and arithmetic are none.
pub(crate) fn could_be_error(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::Identifier(_)
        | Expression::CallExpression(_)
        | Expression::NewExpression(_)
        | Expression::StaticMemberExpression(_)
        | Expression::ComputedMemberExpression(_)
        | Expression::PrivateFieldExpression(_)
        | Expression::TaggedTemplateExpression(_)
        | Expression::YieldExpression(_)
        | Expression::AwaitExpression(_)
        | Expression::ChainExpression(_) => true,
        Expression::AssignmentExpression(assignment) => match assignment.operator {
            AssignmentOperator::Assign | AssignmentOperator::LogicalAnd => could_be_error(&assignment.right),
            // The target is a name or a member.
            AssignmentOperator::LogicalOr | AssignmentOperator::LogicalNullish => true,
            _ => false,
        },
        Expression::SequenceExpression(sequence) => sequence.expressions.last().is_some_and(could_be_error),
        Expression::LogicalExpression(logical) => {
            could_be_error(&logical.right)
                || (logical.operator != LogicalOperator::And && could_be_error(&logical.left))
        }
        Expression::ConditionalExpression(conditional) => {
            could_be_error(&conditional.consequent) || could_be_error(&conditional.alternate)
        }
        _ => false,
    }
}

/// Whether an expression is the global `undefined`.
pub(crate) fn is_undefined<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    matches!(expression.without_parentheses(), Expression::Identifier(identifier)
        if identifier.name == "undefined" && ctx.is_global(identifier))
}
