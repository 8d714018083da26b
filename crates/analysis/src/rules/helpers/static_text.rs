//! Expressions whose string value is known without running code.

use std::borrow::Cow;

use oxc_ast::ast::Expression;
use oxc_syntax::operator::BinaryOperator;

use super::static_value::{Value, static_value};
use crate::model::Model;

/// The string that an expression certainly is.
pub(crate) fn static_text<'a>(expression: &Expression<'a>, model: &Model<'a>) -> Option<Cow<'a, str>> {
    match expression.without_parentheses() {
        Expression::StringLiteral(literal) => Some(Cow::Borrowed(literal.value.as_str())),
        expression => match static_value(expression, model)? {
            Value::Text(text) => Some(Cow::Owned(text)),
            _ => None,
        },
    }
}

/// Whether an expression is certainly a string, also one of unknown content.
pub(crate) fn is_text<'a>(expression: &Expression<'a>, model: &Model<'a>) -> bool {
    has_text(expression) || static_text(expression, model).is_some()
}

fn has_text(expression: &Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => true,
        Expression::BinaryExpression(binary) => {
            binary.operator == BinaryOperator::Addition && (has_text(&binary.left) || has_text(&binary.right))
        }
        _ => false,
    }
}
