//! Expressions that refer to the same variable or property, as ESLint's `isSameReference` tells.

use oxc_ast::ast::{ChainElement, Expression, MemberExpression};

use super::keys::static_member;

/// The member access that an expression is, also an optional one.
pub(crate) fn member_of<'n, 'a>(expression: &'n Expression<'a>) -> Option<&'n MemberExpression<'a>> {
    match expression.without_parentheses() {
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(_) | ChainElement::TSNonNullExpression(_) => None,
            member => member.as_member_expression(),
        },
        expression => expression.as_member_expression(),
    }
}

/// Whether two expressions refer to the same thing.
pub(crate) fn is_same_reference(left: &Expression<'_>, right: &Expression<'_>) -> bool {
    if let (Some(left), Some(right)) = (member_of(left), member_of(right)) {
        return is_same_member(left, right);
    }
    match (left.without_parentheses(), right.without_parentheses()) {
        (Expression::Super(_), Expression::Super(_))
        | (Expression::ThisExpression(_), Expression::ThisExpression(_))
        | (Expression::NullLiteral(_), Expression::NullLiteral(_)) => true,
        (Expression::Identifier(left), Expression::Identifier(right)) => left.name == right.name,
        (Expression::StringLiteral(left), Expression::StringLiteral(right)) => left.value == right.value,
        (Expression::BooleanLiteral(left), Expression::BooleanLiteral(right)) => left.value == right.value,
        (Expression::BigIntLiteral(left), Expression::BigIntLiteral(right)) => left.value == right.value,
        (Expression::RegExpLiteral(left), Expression::RegExpLiteral(right)) => left.raw == right.raw,
        (Expression::NumericLiteral(left), Expression::NumericLiteral(right)) => {
            left.value.partial_cmp(&right.value) == Some(std::cmp::Ordering::Equal)
        }
        _ => false,
    }
}

/// Whether two member accesses are the same.
pub(crate) fn is_same_member(left: &MemberExpression<'_>, right: &MemberExpression<'_>) -> bool {
    let is_same = match (static_member(left), static_member(right)) {
        (Some(left), Some(right)) => left == right,
        (None, None) => match (left, right) {
            (
                MemberExpression::ComputedMemberExpression(left),
                MemberExpression::ComputedMemberExpression(right),
            ) => is_same_reference(&left.expression, &right.expression),
            (
                MemberExpression::PrivateFieldExpression(left),
                MemberExpression::PrivateFieldExpression(right),
            ) => left.field.name == right.field.name,
            _ => false,
        },
        _ => false,
    };
    is_same && is_same_reference(left.object(), right.object())
}
