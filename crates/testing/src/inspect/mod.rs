//! Guest values as text: short as in chai's messages, or on lines as in Jest's diffs.

mod collections;
mod diff;
mod markup;
mod pretty;
mod serializers;
mod short;
mod text;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};

pub(crate) use diff::{diff, diff_lines};
pub(crate) use pretty::{outline, pretty, serialize, stringify};
pub(crate) use serializers::add as add_serializer;
pub(crate) use short::{display, inspect, inspect_whole};

/// Reads a property for display. Shows an error of a getter or trap as text, and returns an uncatchable error.
fn read(object: &JsObject, key: PropertyKey, context: &mut Context) -> JsResult<JsValue> {
    shown(object.get(key, context), || js_string!("[Throws]").into())
}

/// Replaces an error of guest code by a default; an uncatchable error is returned.
fn shown<T>(result: JsResult<T>, default: impl FnOnce() -> T) -> JsResult<T> {
    match result {
        Err(error) if error.as_engine().is_none() => Ok(default()),
        result => result,
    }
}

/// The name of a function, if it is a string.
fn function_name(function: &JsObject, context: &mut Context) -> JsResult<String> {
    let name = read(function, js_string!("name").into(), context)?;
    Ok(name.as_string().map(|name| name.to_std_string_escaped()).unwrap_or_default())
}

/// The name of an object's constructor; `Object` if it is unknown.
fn constructor_name(object: &JsObject, context: &mut Context) -> JsResult<String> {
    let constructor = read(object, js_string!("constructor").into(), context)?;
    let name = match constructor.as_callable() {
        Some(constructor) => function_name(&constructor, context)?,
        None => String::new(),
    };
    Ok(if name.is_empty() { "Object".to_owned() } else { name })
}

/// A number as JavaScript prints it, including `-0`.
pub(crate) fn number_text(number: f64) -> String {
    if number == 0.0 && number.is_sign_negative() {
        return "-0".to_owned();
    }
    JsValue::from(number).display().to_string()
}
