//! Expressions whose value is always the same, as far as ESLint's `isConstant` tells.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, CallExpression, Expression, IdentifierReference, UnaryExpression,
};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

use crate::lint::Context;

/// Whether an identifier is the global variable `undefined`.
pub(crate) fn is_undefined<'a>(identifier: &IdentifierReference<'a>, ctx: &Context<'a>) -> bool {
    identifier.name == "undefined" && ctx.is_global(identifier)
}

/// Whether a call is `Boolean()`, or `Boolean(x)` with a constant `x`.
pub(crate) fn is_constant_boolean_call<'a>(call: &CallExpression<'a>, ctx: &Context<'a>) -> bool {
    let Expression::Identifier(callee) = call.callee.without_parentheses() else { return false };
    callee.name == "Boolean"
        && call.arguments.first().is_none_or(|first| match first {
            Argument::SpreadElement(spread) => is_constant(&spread.argument, true, ctx),
            first => first.as_expression().is_some_and(|first| is_constant(first, true, ctx)),
        })
        && ctx.is_global(callee)
}

/// Whether an expression is constant; with `as_boolean`, whether it is always true or always false.
pub(crate) fn is_constant<'a>(expression: &Expression<'a>, as_boolean: bool, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::ObjectExpression(_) => true,
        Expression::TemplateLiteral(template) => {
            let has_text = |cooked: Option<&str>| cooked.is_some_and(|text| !text.is_empty());
            (as_boolean && template.quasis.iter().any(|quasi| has_text(quasi.value.cooked.as_deref())))
                || template.expressions.iter().all(|expression| is_constant(expression, false, ctx))
        }
        Expression::ArrayExpression(array) => {
            as_boolean || array.elements.iter().all(|element| is_constant_element(element, ctx))
        }
        Expression::UnaryExpression(unary) => match unary.operator {
            UnaryOperator::Void => true,
            UnaryOperator::Typeof if as_boolean => true,
            UnaryOperator::LogicalNot => is_constant(&unary.argument, true, ctx),
            _ => is_constant(&unary.argument, false, ctx),
        },
        Expression::BinaryExpression(binary) => {
            binary.operator != BinaryOperator::In
                && is_constant(&binary.right, false, ctx)
                && is_constant(&binary.left, false, ctx)
        }
        Expression::LogicalExpression(logical) => {
            let left = is_constant(&logical.left, as_boolean, ctx);
            let right = is_constant(&logical.right, as_boolean, ctx);
            (left && (right || decides(&logical.left, logical.operator)))
                || (as_boolean && right && decides(&logical.right, logical.operator))
        }
        Expression::NewExpression(_) => as_boolean,
        Expression::AssignmentExpression(assignment) => match assignment.operator {
            AssignmentOperator::Assign => is_constant(&assignment.right, as_boolean, ctx),
            AssignmentOperator::LogicalOr if as_boolean => decides(&assignment.right, LogicalOperator::Or),
            AssignmentOperator::LogicalAnd if as_boolean => decides(&assignment.right, LogicalOperator::And),
            _ => false,
        },
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.last().is_some_and(|last| is_constant(last, as_boolean, ctx))
        }
        Expression::CallExpression(call) => is_constant_boolean_call(call, ctx),
        Expression::Identifier(identifier) => is_undefined(identifier, ctx),
        expression => expression.is_literal(),
    }
}

fn is_constant_element<'a>(element: &ArrayExpressionElement<'a>, ctx: &Context<'a>) -> bool {
    match element {
        ArrayExpressionElement::Elision(_) => true,
        ArrayExpressionElement::SpreadElement(spread) => is_constant(&spread.argument, false, ctx),
        element => element.as_expression().is_some_and(|element| is_constant(element, false, ctx)),
    }
}

/// Whether an operand alone decides whether a logical expression is true: `true` of `||`, `false` of `&&`.
fn decides(operand: &Expression<'_>, operator: LogicalOperator) -> bool {
    match operand.without_parentheses() {
        Expression::UnaryExpression(unary) => {
            operator == LogicalOperator::And && unary.operator == UnaryOperator::Void
        }
        Expression::LogicalExpression(logical) => {
            logical.operator == operator
                && (decides(&logical.right, operator) || decides(&logical.left, operator))
        }
        Expression::AssignmentExpression(assignment) => {
            let of = match assignment.operator {
                AssignmentOperator::LogicalOr => LogicalOperator::Or,
                AssignmentOperator::LogicalAnd => LogicalOperator::And,
                _ => return false,
            };
            of == operator && decides(&assignment.right, operator)
        }
        literal => match operator {
            LogicalOperator::Or => literal_as_boolean(literal) == Some(true),
            LogicalOperator::And => literal_as_boolean(literal) == Some(false),
            LogicalOperator::Coalesce => false,
        },
    }
}

/// Whether a literal is true as a condition.
fn literal_as_boolean(literal: &Expression<'_>) -> Option<bool> {
    match literal {
        Expression::BooleanLiteral(literal) => Some(literal.value),
        Expression::NullLiteral(_) => Some(false),
        Expression::NumericLiteral(literal) => Some(literal.value != 0.0),
        Expression::BigIntLiteral(literal) => Some(literal.value != "0"),
        Expression::StringLiteral(literal) => Some(!literal.value.is_empty()),
        Expression::RegExpLiteral(_) => Some(true),
        _ => None,
    }
}

/// Whether an expression is `null`, `undefined` or `void …`.
pub(crate) fn is_null_or_undefined<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::NullLiteral(_) => true,
        Expression::Identifier(identifier) => is_undefined(identifier, ctx),
        Expression::UnaryExpression(unary) => is_void(unary),
        _ => false,
    }
}

fn is_void(unary: &UnaryExpression<'_>) -> bool {
    unary.operator == UnaryOperator::Void
}
