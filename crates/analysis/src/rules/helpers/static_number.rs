//! Expressions whose value is a number that is known without running code.

use std::f64::consts;

use oxc_ast::AstKind;
use oxc_ast::ast::{Expression, IdentifierReference, StaticMemberExpression};
use oxc_ecmascript::{StringToNumber, ToInt32};
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

use crate::lint::Context;

/// Maximum number of examined parts, because constants made of constants double with each line.
const MAX_PARTS: u32 = 64;

/// The number, big integer or boolean that an expression certainly is, as a number. It may be a literal,
/// arithmetic, or a variable with an initial value that is never written.
pub(crate) fn static_number<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> Option<f64> {
    let mut parts = MAX_PARTS;
    value(expression, ctx, &mut parts).map(|(number, _)| number)
}

/// A number, and whether it is a big integer, which does not mix with others.
fn value<'a>(expression: &Expression<'a>, ctx: &Context<'a>, parts: &mut u32) -> Option<(f64, bool)> {
    *parts = parts.checked_sub(1)?;
    match expression.get_inner_expression() {
        Expression::NumericLiteral(literal) => Some((literal.value, false)),
        Expression::BooleanLiteral(literal) => Some((f64::from(u8::from(literal.value)), false)),
        Expression::BigIntLiteral(literal) => Some((literal.value.parse().ok()?, true)),
        Expression::SequenceExpression(sequence) => value(sequence.expressions.last()?, ctx, parts),
        Expression::ConditionalExpression(conditional) => {
            let (test, _) = value(&conditional.test, ctx, parts)?;
            value(if is_true(test) { &conditional.consequent } else { &conditional.alternate }, ctx, parts)
        }
        Expression::LogicalExpression(logical) => {
            let left = value(&logical.left, ctx, parts)?;
            let is_decided = match logical.operator {
                LogicalOperator::Or => is_true(left.0),
                LogicalOperator::And => !is_true(left.0),
                LogicalOperator::Coalesce => true,
            };
            if is_decided { Some(left) } else { value(&logical.right, ctx, parts) }
        }
        Expression::StaticMemberExpression(member) => constant(member, ctx),
        Expression::UnaryExpression(unary) => {
            if let Expression::StringLiteral(text) = unary.argument.without_parentheses() {
                let number = text.value.as_str().string_to_number();
                return match unary.operator {
                    UnaryOperator::UnaryNegation => Some((-number, false)),
                    UnaryOperator::UnaryPlus => Some((number, false)),
                    _ => None,
                };
            }
            let (number, is_big) = value(&unary.argument, ctx, parts)?;
            match unary.operator {
                UnaryOperator::UnaryNegation => Some((-number, is_big)),
                UnaryOperator::UnaryPlus if !is_big => Some((number, false)),
                UnaryOperator::LogicalNot => Some((boolean(!is_true(number)), false)),
                UnaryOperator::BitwiseNot if is_big => Some((-number - 1.0, true)),
                UnaryOperator::BitwiseNot => Some((f64::from(!number.to_int_32()), false)),
                _ => None,
            }
        }
        Expression::BinaryExpression(binary) => {
            let (left, is_big) = value(&binary.left, ctx, parts)?;
            let (right, is_right_big) = value(&binary.right, ctx, parts)?;
            if is_big != is_right_big {
                return None;
            }
            let number = match binary.operator {
                BinaryOperator::Addition => left + right,
                BinaryOperator::Subtraction => left - right,
                BinaryOperator::Multiplication => left * right,
                BinaryOperator::Division if is_big && right == 0.0 => return None,
                BinaryOperator::Division if is_big => (left / right).trunc(),
                BinaryOperator::Division => left / right,
                BinaryOperator::Remainder => left % right,
                BinaryOperator::LessThan => return Some((boolean(left < right), false)),
                BinaryOperator::LessEqualThan => return Some((boolean(left <= right), false)),
                BinaryOperator::GreaterThan => return Some((boolean(left > right), false)),
                BinaryOperator::GreaterEqualThan => return Some((boolean(left >= right), false)),
                _ if is_big => return None,
                BinaryOperator::Exponential => left.powf(right),
                operator => bits(operator, left.to_int_32(), right.to_int_32())?,
            };
            Some((number, is_big))
        }
        Expression::Identifier(identifier) => variable(identifier, ctx, parts),
        _ => None,
    }
}

fn is_true(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

fn boolean(of: bool) -> f64 {
    f64::from(u8::from(of))
}

/// The result of an operator on bits.
fn bits(operator: BinaryOperator, left: i32, right: i32) -> Option<f64> {
    let by = right.cast_unsigned();
    Some(match operator {
        BinaryOperator::ShiftLeft => f64::from(left.wrapping_shl(by)),
        BinaryOperator::ShiftRight => f64::from(left.wrapping_shr(by)),
        BinaryOperator::ShiftRightZeroFill => f64::from(left.cast_unsigned().wrapping_shr(by)),
        BinaryOperator::BitwiseAnd => f64::from(left & right),
        BinaryOperator::BitwiseOR => f64::from(left | right),
        BinaryOperator::BitwiseXOR => f64::from(left ^ right),
        _ => return None,
    })
}

/// A constant of `Math` or `Number`.
fn constant<'a>(member: &StaticMemberExpression<'a>, ctx: &Context<'a>) -> Option<(f64, bool)> {
    let Expression::Identifier(object) = member.object.without_parentheses() else { return None };
    if !ctx.is_global(object) {
        return None;
    }
    let number = match (object.name.as_str(), member.property.name.as_str()) {
        ("Math", "E") => consts::E,
        ("Math", "PI") => consts::PI,
        ("Math", "LN2") => consts::LN_2,
        ("Math", "LN10") => consts::LN_10,
        ("Math", "LOG2E") => consts::LOG2_E,
        ("Math", "LOG10E") => consts::LOG10_E,
        ("Math", "SQRT2") => consts::SQRT_2,
        ("Math", "SQRT1_2") => consts::FRAC_1_SQRT_2,
        ("Number", "EPSILON") => f64::EPSILON,
        ("Number", "MAX_VALUE") => f64::MAX,
        ("Number", "MIN_VALUE") => 5e-324,
        ("Number", "MAX_SAFE_INTEGER") => 9_007_199_254_740_991.0,
        ("Number", "MIN_SAFE_INTEGER") => -9_007_199_254_740_991.0,
        ("Number", "POSITIVE_INFINITY") => f64::INFINITY,
        ("Number", "NEGATIVE_INFINITY") => f64::NEG_INFINITY,
        ("Number", "NaN") => f64::NAN,
        _ => return None,
    };
    Some((number, false))
}

fn variable<'a>(
    identifier: &IdentifierReference<'a>,
    ctx: &Context<'a>,
    parts: &mut u32,
) -> Option<(f64, bool)> {
    if ctx.is_global(identifier) {
        return match identifier.name.as_str() {
            "Infinity" => Some((f64::INFINITY, false)),
            "NaN" => Some((f64::NAN, false)),
            _ => None,
        };
    }
    let scoping = ctx.scoping();
    let symbol = scoping.get_reference(identifier.reference_id.get()?).symbol_id()?;
    if scoping.symbol_is_mutated(symbol) || !scoping.symbol_redeclarations(symbol).is_empty() {
        return None;
    }
    match ctx.nodes().kind(scoping.symbol_declaration(symbol)) {
        AstKind::VariableDeclarator(declarator) if declarator.id.is_binding_identifier() => {
            value(declarator.init.as_ref()?, ctx, parts)
        }
        _ => None,
    }
}
