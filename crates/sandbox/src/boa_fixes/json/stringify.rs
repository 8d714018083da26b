//! Interprets the arguments of `JSON.stringify`.

use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use super::write::{Options, Writer, is_array, walkable};
use crate::native::argument;

/// Maximum length of an indentation.
const MAX_GAP: usize = 10;

pub(super) fn stringify(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let replacer = argument(args, 1).as_object();
    let mut options = Options::default();
    if let Some(replacer) = replacer {
        if replacer.is_callable() {
            options.replacer = Some(replacer);
        } else if is_array(&replacer, context)? {
            options.keys = Some(keys(&replacer, context)?);
        }
    }
    options.gap = gap(argument(args, 2), context)?;
    let written = Writer::new(options, context)?.whole(argument(args, 0), context)?;
    Ok(written.map_or_else(JsValue::undefined, JsValue::from))
}

/// The keys that an array replacer lists, without duplicates.
fn keys(list: &JsObject, context: &mut Context) -> JsResult<Vec<JsString>> {
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    walkable(length, context)?;
    let mut seen = std::collections::HashSet::new();
    let mut keys = Vec::new();
    for index in 0..length {
        let item = list.get(index, context)?;
        let named = item.is_string()
            || item.is_number()
            || item.as_object().is_some_and(|object| object.is::<JsString>() || object.is::<f64>());
        if named {
            let key = item.to_string(context)?;
            if seen.insert(key.clone()) {
                keys.push(key);
            }
        }
    }
    Ok(keys)
}

fn gap(space: JsValue, context: &mut Context) -> JsResult<JsString> {
    let space = match space.as_object() {
        Some(object) if object.is::<f64>() => space.to_number(context)?.into(),
        Some(object) if object.is::<JsString>() => space.to_string(context)?.into(),
        _ => space,
    };
    if let Some(text) = space.as_string() {
        return Ok(text.slice(0, text.len().min(MAX_GAP)));
    }
    if !space.is_number() {
        return Ok(JsString::default());
    }
    let count = match space.to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(count) => usize::try_from(count).unwrap_or(0).min(MAX_GAP),
        IntegerOrInfinity::PositiveInfinity => MAX_GAP,
        IntegerOrInfinity::NegativeInfinity => 0,
    };
    Ok(JsString::from(" ".repeat(count)))
}
