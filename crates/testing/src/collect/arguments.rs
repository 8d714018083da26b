//! The arguments of `it` and `describe`: `(name, options?, function?, timeout?)`.

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, js_string};

use super::tree::{Mode, Options};
use crate::value;

/// What a declaration says.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) function: Option<JsObject>,
    pub(crate) options: Options,
    /// A mode in the options.
    pub(crate) mode: Option<Mode>,
}

/// Reads the arguments of a declaration.
///
/// # Errors
/// The signatures that Vitest removed, in its words, and guest code of getters.
pub(crate) fn parse(args: &[JsValue], context: &mut Context) -> JsResult<Declared> {
    let mut declared = Declared { name: name(args.get_or_undefined(0), context)?, ..Declared::default() };
    let (second, third) = (args.get_or_undefined(1), args.get_or_undefined(2));
    if third.as_object().is_some_and(|object| !object.is_callable()) {
        return Err(JsNativeError::typ()
            .with_message(
                "Signature \"test(name, fn, { ... })\" was deprecated in Vitest 3 and removed in Vitest 4. \
                 Please, provide options as a second argument instead.",
            )
            .into());
    }
    if let Some(timeout) = third.as_number() {
        declared.options.timeout = Some(timeout);
    } else if let Some(options) = second.as_object().filter(|object| !object.is_callable()) {
        read_options(&options, &mut declared, context)?;
    }
    declared.function = match (second.as_callable(), third.as_callable()) {
        (Some(_), Some(_)) => {
            return Err(JsNativeError::typ()
                .with_message(
                    "Cannot use two functions as arguments. Please use the second argument for options.",
                )
                .into());
        }
        (function, other) => function.or(other),
    };
    Ok(declared)
}

/// The name of a suite or test: text, the name of a function or class, or the text of any other value.
///
/// # Errors
/// A value that has no text.
pub(crate) fn name(value: &JsValue, context: &mut Context) -> JsResult<String> {
    if let Some(text) = value.as_string() {
        return Ok(value::text(&text));
    }
    if let Some(function) = value.as_callable() {
        let name = function.get(js_string!("name"), context)?;
        let name = name.as_string().map(|name| value::text(&name)).unwrap_or_default();
        return Ok(if name.is_empty() { "<anonymous>".to_owned() } else { name });
    }
    if let Some(symbol) = value.as_symbol() {
        return Ok(value::text(&symbol.descriptive_string()));
    }
    Ok(value::text(&value.to_string(context)?))
}

fn read_options(options: &JsObject, declared: &mut Declared, context: &mut Context) -> JsResult<()> {
    let mut get = |key: &str| options.get(js_string!(key), context);
    declared.options.timeout = get("timeout")?.as_number();
    declared.options.retry = count(&get("retry")?);
    declared.options.repeats = count(&get("repeats")?);
    let fails = get("fails")?;
    declared.options.fails = (!fails.is_undefined()).then(|| fails.to_boolean());
    for (key, mode) in [("only", Mode::Only), ("skip", Mode::Skip), ("todo", Mode::Todo)] {
        if declared.mode.is_none() && get(key)?.to_boolean() {
            declared.mode = Some(mode);
        }
    }
    Ok(())
}

/// Attempts are bounded: a test does not pass by being tried for ever.
fn count(value: &JsValue) -> Option<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    value.as_number().map(|number| number.clamp(0.0, 1000.0) as u32)
}
