//! Expressions whose value is a number that is known without running code.

use oxc_ast::ast::Expression;

use super::static_value::{Value, static_value};
use crate::model::Model;

/// The number, big integer or boolean that an expression certainly is, as a number.
pub(crate) fn static_number<'a>(expression: &Expression<'a>, model: &Model<'a>) -> Option<f64> {
    match static_value(expression, model)? {
        Value::Number(number) | Value::BigInt(number) => Some(number),
        Value::Bool(value) => Some(f64::from(u8::from(value))),
        _ => None,
    }
}
