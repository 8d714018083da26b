//! Reads and writes plain JavaScript objects.

use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, intern};

/// The name of a property. There are few names, and each is decoded once.
fn name(key: &str) -> JsValue {
    JsValue::from_str(intern(key))
}

/// A property; `undefined` if it does not exist or `from` is no object.
pub(crate) fn get(from: &JsValue, key: &str) -> JsValue {
    if !from.is_object() && !from.is_function() {
        return JsValue::UNDEFINED;
    }
    Reflect::get(from, &name(key)).unwrap_or(JsValue::UNDEFINED)
}

/// A property that is a string.
pub(crate) fn text(from: &JsValue, key: &str) -> Option<String> {
    get(from, key).as_string()
}

/// A property that is a finite number of at least `least`.
#[cfg(feature = "core")]
pub(crate) fn number(from: &JsValue, key: &str, least: f64) -> Option<f64> {
    get(from, key).as_f64().filter(|value| value.is_finite() && *value >= least)
}

/// A property that is neither `undefined` nor `null`.
pub(crate) fn given(from: &JsValue, key: &str) -> Option<JsValue> {
    let value = get(from, key);
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

/// A property that is a function.
pub(crate) fn function(from: &JsValue, key: &str) -> Option<js_sys::Function> {
    get(from, key).dyn_into().ok()
}

/// Sets a property of an object created here.
pub(crate) fn set(on: &Object, key: &str, value: impl Into<JsValue>) {
    // Fails only on frozen objects, and these are not.
    let _ = Reflect::set(on, &name(key), &value.into());
}

/// Sets a property of a value that is an object created here.
#[cfg(feature = "gate")]
pub(crate) fn set_on(on: &JsValue, key: &str, value: impl Into<JsValue>) {
    set(on.unchecked_ref(), key, value);
}

/// Creates an object with these properties.
pub(crate) fn object<'a>(properties: impl IntoIterator<Item = (&'a str, JsValue)>) -> Object {
    let made = Object::new();
    for (key, value) in properties {
        set(&made, key, value);
    }
    made
}

/// A string, or `null`.
#[cfg(feature = "core")]
pub(crate) fn text_or_null(text: Option<&str>) -> JsValue {
    text.map_or(JsValue::NULL, JsValue::from_str)
}

/// The message of a thrown value.
pub(crate) fn thrown_text(thrown: &JsValue) -> String {
    text(thrown, "message").or_else(|| thrown.as_string()).unwrap_or_else(|| format!("{thrown:?}"))
}
