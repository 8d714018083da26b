//! Expressions whose string value is known without running code.

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, CallExpression, Expression, IdentifierReference};
use oxc_syntax::number::ToJsString;
use oxc_syntax::operator::BinaryOperator;

use crate::model::Model;

/// Maximum number of examined parts, because constants made of constants double with each line.
const MAX_PARTS: usize = 64;
/// Maximum length in bytes; the texts of interest are names.
const MAX_BYTES: usize = 1_024;

/// The string that an expression certainly is. It may be a literal, a template, a concatenation, the last
/// expression of a sequence, or a `const` declared as one of these.
pub(crate) fn static_text<'a>(expression: &Expression<'a>, model: &Model<'a>) -> Option<Cow<'a, str>> {
    if let Expression::StringLiteral(literal) = expression.without_parentheses() {
        return Some(Cow::Borrowed(literal.value.as_str()));
    }
    if let Expression::NumericLiteral(_) = expression.get_inner_expression() {
        return None;
    }
    let (mut text, mut parts) = (String::new(), MAX_PARTS);
    add(expression, model, &mut text, &mut parts)?;
    Some(Cow::Owned(text))
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

fn add<'a>(
    expression: &Expression<'a>,
    model: &Model<'a>,
    text: &mut String,
    parts: &mut usize,
) -> Option<()> {
    *parts = parts.checked_sub(1)?;
    match expression.get_inner_expression() {
        Expression::StringLiteral(literal) => text.push_str(&literal.value),
        Expression::TemplateLiteral(template) => {
            for (index, quasi) in template.quasis.iter().enumerate() {
                text.push_str(quasi.value.cooked.as_ref()?);
                if let Some(expression) = template.expressions.get(index) {
                    add(expression, model, text, parts)?;
                }
            }
        }
        Expression::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => {
            let is_number =
                |side: &Expression<'_>| matches!(side.get_inner_expression(), Expression::NumericLiteral(_));
            if is_number(&binary.left) && is_number(&binary.right) {
                return None;
            }
            add(&binary.left, model, text, parts)?;
            add(&binary.right, model, text, parts)?;
        }
        Expression::SequenceExpression(sequence) => add(sequence.expressions.last()?, model, text, parts)?,
        Expression::Identifier(identifier) => add(constant(identifier, model)?, model, text, parts)?,
        Expression::CallExpression(call) => add_call(call, model, text, parts)?,
        Expression::NumericLiteral(literal) => text.push_str(&literal.value.to_js_string()),
        _ => return None,
    }
    (text.len() <= MAX_BYTES).then_some(())
}

/// `['a', 'b'].join('')`, `String.fromCharCode(97)`, `'a'.concat('b')`, `'a'.toLowerCase()` and the like.
fn add_call<'a>(
    call: &CallExpression<'a>,
    model: &Model<'a>,
    text: &mut String,
    parts: &mut usize,
) -> Option<()> {
    let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else { return None };
    let arguments = || call.arguments.iter().map(Argument::as_expression);
    let mut own = String::new();
    match callee.property.name.as_str() {
        "join" => {
            let Expression::ArrayExpression(array) = callee.object.get_inner_expression() else {
                return None;
            };
            let mut separator = String::from(",");
            if let Some(argument) = arguments().next() {
                separator.clear();
                add(argument?, model, &mut separator, parts)?;
            }
            for (index, element) in array.elements.iter().enumerate() {
                if index > 0 {
                    own.push_str(&separator);
                }
                add(element.as_expression()?, model, &mut own, parts)?;
            }
        }
        "fromCharCode" | "fromCodePoint" => {
            let Expression::Identifier(string) = callee.object.get_inner_expression() else { return None };
            if string.name != "String" || !model.is_unresolved(string) {
                return None;
            }
            for argument in arguments() {
                *parts = parts.checked_sub(1)?;
                let Expression::NumericLiteral(code) = argument?.get_inner_expression() else { return None };
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                own.push(char::from_u32(code.value as u32)?);
            }
        }
        "concat" => {
            add(&callee.object, model, &mut own, parts)?;
            for argument in arguments() {
                add(argument?, model, &mut own, parts)?;
            }
        }
        "toString" | "valueOf" => add(&callee.object, model, &mut own, parts)?,
        "toLowerCase" => {
            add(&callee.object, model, &mut own, parts)?;
            own = own.to_lowercase();
        }
        "toUpperCase" => {
            add(&callee.object, model, &mut own, parts)?;
            own = own.to_uppercase();
        }
        _ => return None,
    }
    text.push_str(&own);
    Some(())
}

/// The initial value of a `const`.
fn constant<'a>(identifier: &IdentifierReference<'a>, model: &Model<'a>) -> Option<&'a Expression<'a>> {
    let scoping = model.semantic.scoping();
    let symbol = scoping.get_reference(identifier.reference_id.get()?).symbol_id()?;
    if !scoping.symbol_flags(symbol).is_const_variable() {
        return None;
    }
    match model.semantic.nodes().kind(scoping.symbol_declaration(symbol)) {
        AstKind::VariableDeclarator(declarator) if declarator.id.is_binding_identifier() => {
            declarator.init.as_ref()
        }
        _ => None,
    }
}
