//! Chai's view of a value: the name of its type, and refusals.

use boa_engine::{Context, JsResult, JsValue};

use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::inspect::inspect;
use crate::value;

/// Chai's name for the type of a value, in lower case: `array`, `asyncfunction`, `null` …
///
/// # Errors
/// Errors that a `Symbol.toStringTag` getter throws.
pub(super) fn kind(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(value::tag(value, context)?.to_lowercase())
}

/// Whether a value is numeric for chai: a number or a bigint.
pub(super) fn is_numeric(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    Ok(matches!(kind(value, context)?.as_str(), "number" | "bigint"))
}

/// A literal text, escaped for a message template.
pub(super) fn literal(text: &str) -> String {
    text.replace("#{", "# {")
}

/// A preview, escaped for a message template.
///
/// # Errors
/// The same as [`inspect`].
pub(super) fn shown(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(literal(&inspect(value, context)?))
}

/// `String(value)`, escaped for a message template.
///
/// # Errors
/// Errors that `toString` throws.
pub(super) fn plain(value: &JsValue, context: &mut Context) -> JsResult<String> {
    if let Some(symbol) = value.as_symbol() {
        return Ok(literal(&value::text(&symbol.descriptive_string())));
    }
    Ok(literal(&value::text(&value.to_string(context)?)))
}

/// A check that fails, with or without `not`, unless the value is what the assertion needs.
pub(super) fn need(assertion: &Assertion, value: &JsValue, holds: bool, what: &str) -> Option<Check> {
    (!holds).then(|| Check::invalid(assertion, format!("expected #{{this}} to be {what}")).this(value))
}

/// Whether a type is the requested kind of function.
pub(super) fn is_function(kind: &str, wanted: &str) -> bool {
    match wanted {
        "asyncfunction" | "generatorfunction" => kind == wanted || kind == "asyncgeneratorfunction",
        "asyncgeneratorfunction" => kind == wanted,
        _ => matches!(kind, "function" | "asyncfunction" | "generatorfunction" | "asyncgeneratorfunction"),
    }
}
