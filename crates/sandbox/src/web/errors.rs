//! Errors as Node's functions throw them: with a `code`, and a message that describes the received value.

use boa_engine::{Context, JsError, JsNativeError, JsObject, JsString, JsValue};

use crate::inspect::{Depth, constructor_name, data_property, inspect_with, shorten};

/// Adds a Node error code to an error.
pub(crate) fn coded(error: JsNativeError, code: &str, context: &mut Context) -> JsError {
    let object = error.into_opaque(context);
    // Defining a property of a fresh ordinary object cannot fail.
    let _ = object.create_data_property(JsString::from("code"), JsString::from(code), context);
    JsError::from_opaque(object.into())
}

/// An `ERR_INVALID_ARG_TYPE` error. `expected` follows "must be": `of type function`.
pub(crate) fn invalid_arg_type(
    name: &str,
    expected: &str,
    value: &JsValue,
    context: &mut Context,
) -> JsError {
    let received = received(value, context);
    let message = format!("The \"{name}\" argument must be {expected}. Received {received}");
    coded(JsNativeError::typ().with_message(message), "ERR_INVALID_ARG_TYPE", context)
}

fn received(value: &JsValue, context: &mut Context) -> String {
    let shallow = Depth { levels: 0, items: 10, bytes: 200 };
    if value.is_null_or_undefined() {
        return value.display().to_string();
    }
    let Some(object) = value.as_object() else {
        let text = inspect_with(value, shallow, context);
        let text = if text.chars().count() > 28 { format!("{}...", shorten(&text, 25)) } else { text };
        return format!("type {} ({text})", value.type_of());
    };
    if object.is_callable() {
        return format!("function {}", name(&object));
    }
    match constructor_name(&object) {
        Some(name) => format!("an instance of {name}"),
        None => inspect_with(value, shallow, context),
    }
}

fn name(object: &JsObject) -> String {
    let name = data_property(object, "name").and_then(|name| name.as_string());
    name.map(|name| name.to_std_string_lossy()).unwrap_or_default()
}
