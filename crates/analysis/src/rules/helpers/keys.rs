//! Names of properties that are known without running code, as ESLint's `getStaticPropertyName` knows them.

use std::borrow::Cow;

use oxc_ast::ast::{Expression, MemberExpression, PropertyKey};
use oxc_syntax::number::ToJsString;

/// The name of a key.
pub(crate) fn static_key<'a>(key: &PropertyKey<'a>) -> Option<Cow<'a, str>> {
    match key {
        PropertyKey::StaticIdentifier(name) => Some(Cow::Borrowed(name.name.as_str())),
        PropertyKey::PrivateIdentifier(_) => None,
        key => static_value(key.as_expression()?),
    }
}

/// The name of the member that an expression accesses.
pub(crate) fn static_member<'a>(member: &MemberExpression<'a>) -> Option<Cow<'a, str>> {
    match member {
        MemberExpression::StaticMemberExpression(member) => {
            Some(Cow::Borrowed(member.property.name.as_str()))
        }
        MemberExpression::ComputedMemberExpression(member) => static_value(&member.expression),
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}

/// A literal as text: a string, a number, a regular expression, `null`, a boolean, or a template of one
/// piece.
pub(crate) fn static_value<'a>(expression: &Expression<'a>) -> Option<Cow<'a, str>> {
    match expression.without_parentheses() {
        Expression::StringLiteral(literal) => Some(Cow::Borrowed(literal.value.as_str())),
        Expression::NumericLiteral(literal) => Some(Cow::Owned(literal.value.to_js_string())),
        Expression::BigIntLiteral(literal) => Some(Cow::Borrowed(literal.value.as_str())),
        Expression::BooleanLiteral(literal) => {
            Some(Cow::Borrowed(if literal.value { "true" } else { "false" }))
        }
        Expression::NullLiteral(_) => Some(Cow::Borrowed("null")),
        Expression::RegExpLiteral(literal) => literal.raw.map(|raw| Cow::Borrowed(raw.as_str())),
        Expression::TemplateLiteral(template) if template.expressions.is_empty() => {
            let cooked = template.quasis.first()?.value.cooked?;
            Some(Cow::Borrowed(cooked.as_str()))
        }
        _ => None,
    }
}
