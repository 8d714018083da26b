//! What chai says of a value before it looks at it: its type by name, and refusals.

use boa_engine::{Context, JsResult, JsValue};

use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::inspect::inspect;
use crate::value;

/// chai's name of the type of a value, in lower case: `array`, `asyncfunction`, `null` …
///
/// # Errors
/// Guest code of a `Symbol.toStringTag`.
pub(super) fn kind(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(value::tag(value, context)?.to_lowercase())
}

/// Whether chai takes a value for a number: a number or a bigint.
pub(super) fn is_numeric(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    Ok(matches!(kind(value, context)?.as_str(), "number" | "bigint"))
}

/// Text for a template.
pub(super) fn literal(text: &str) -> String {
    text.replace("#{", "# {")
}

/// A preview for a template.
///
/// # Errors
/// As [`inspect`].
pub(super) fn shown(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(literal(&inspect(value, context)?))
}

/// `String(value)` for a template.
///
/// # Errors
/// Guest code of `toString`.
pub(super) fn plain(value: &JsValue, context: &mut Context) -> JsResult<String> {
    if let Some(symbol) = value.as_symbol() {
        return Ok(literal(&value::text(&symbol.descriptive_string())));
    }
    Ok(literal(&value::text(&value.to_string(context)?)))
}

/// A check that fails with and without `not` where a value is not what an assertion needs.
pub(super) fn need(assertion: &Assertion, value: &JsValue, holds: bool, what: &str) -> Option<Check> {
    (!holds).then(|| Check::invalid(assertion, format!("expected #{{this}} to be {what}")).this(value))
}

/// Functions and their like, by the name that is asked for.
pub(super) fn is_function(kind: &str, wanted: &str) -> bool {
    match wanted {
        "asyncfunction" | "generatorfunction" => kind == wanted || kind == "asyncgeneratorfunction",
        "asyncgeneratorfunction" => kind == wanted,
        _ => matches!(kind, "function" | "asyncfunction" | "generatorfunction" | "asyncgeneratorfunction"),
    }
}
