//! The arguments of `it` and `describe`: `(name, options?, function?, timeout?)`.

use boa_engine::object::ObjectInitializer;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, js_string};

use super::tree::{Options, Retry};
use crate::value;

/// A parsed declaration.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) function: Option<JsObject>,
    pub(crate) options: Options,
}

/// Parses the arguments of a declaration.
///
/// # Errors
/// Signatures that Vitest removed, with Vitest's messages, and errors that getters throw.
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

/// The name of a suite or test: a string, the name of a function or class, or any other value as a string.
///
/// # Errors
/// A value that cannot be converted to a string.
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
    let (timeout, retry, repeats, meta, tags) =
        (get("timeout")?, get("retry")?, get("repeats")?, get("meta")?, get("tags")?);
    let mut flag = |key: &str| -> JsResult<Option<bool>> {
        let value = get(key)?;
        Ok((!value.is_undefined()).then(|| value.to_boolean()))
    };
    let found = Options {
        timeout: timeout.as_number(),
        repeats: count(&repeats),
        fails: flag("fails")?,
        only: flag("only")?,
        skip: flag("skip")?,
        todo: flag("todo")?,
        shuffle: flag("shuffle")?,
        ..Options::default()
    };
    declared.options = Options {
        retry: read_retry(&retry, context)?,
        meta: own_copy(&meta, context)?,
        tags: read_tags(&tags, context)?,
        ..found
    };
    Ok(())
}

/// `retry: n` or `retry: { count, delay, condition }`.
fn read_retry(retry: &JsValue, context: &mut Context) -> JsResult<Option<Retry>> {
    let Some(object) = retry.as_object() else {
        return Ok(count(retry).map(|count| Retry { count, ..Retry::default() }));
    };
    let times = count(&object.get(js_string!("count"), context)?).unwrap_or_default();
    let delay = object.get(js_string!("delay"), context)?.as_number().unwrap_or_default();
    let condition = object.get(js_string!("condition"), context)?.as_object();
    Ok(Some(Retry { count: times, delay, condition }))
}

fn read_tags(tags: &JsValue, context: &mut Context) -> JsResult<Vec<String>> {
    if let Some(tag) = tags.as_string() {
        return Ok(vec![value::text(&tag)]);
    }
    let Some(object) = tags.as_object() else { return Ok(Vec::new()) };
    if !value::is_array(&object, context)? {
        return Ok(Vec::new());
    }
    let tags = value::elements(tags, 1_000, context)?.unwrap_or_default();
    Ok(tags.iter().filter_map(JsValue::as_string).map(|tag| value::text(&tag)).collect())
}

/// Copies an object's own properties.
fn own_copy(meta: &JsValue, context: &mut Context) -> JsResult<Option<JsObject>> {
    let Some(from) = meta.as_object() else { return Ok(None) };
    let copy = ObjectInitializer::new(context).build();
    for key in value::own_enumerable_keys(&from, context)? {
        let found = from.get(key.clone(), context)?;
        copy.create_data_property_or_throw(key, found, context)?;
    }
    Ok(Some(copy))
}

/// A number of attempts, which is bounded so that no test passes by endless retries.
fn count(value: &JsValue) -> Option<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    value.as_number().map(|number| number.clamp(0.0, 1000.0) as u32)
}
