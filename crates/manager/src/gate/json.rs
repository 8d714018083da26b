//! Converts values between Rust and JavaScript.

use js_sys::{JSON, Object};
use serde::Serialize;
use serde::de::DeserializeOwned;
use verdict_protocol::Code;
use wasm_bindgen::{JsCast, JsValue};

use crate::js;

/// Converts a value to a plain object. It goes through JSON, so that keys chosen by a guest, even
/// `__proto__`, become plain properties.
pub(super) fn to_js<T: Serialize>(value: &T) -> JsValue {
    serde_json::to_string(value).ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or_default()
}

/// Parses a plain object of a page. `what` names it in the message.
///
/// # Errors
/// The location and reason of the mismatch.
pub(super) fn from_js<T: DeserializeOwned>(what: &str, value: JsValue) -> Result<T, String> {
    serde_path_to_error::deserialize(serde_wasm_bindgen::Deserializer::from(value)).map_err(|error| {
        let (path, inner) = (error.path().to_string(), error.inner());
        if path == "." {
            format!("Malformed {what}: {inner}")
        } else {
            format!("Malformed {what} at {path}: {inner}")
        }
    })
}

/// Parses the part of a value that JSON can represent: functions and `undefined` are omitted.
///
/// # Errors
/// The same as [`from_js`].
pub(super) fn from_js_text<T: DeserializeOwned>(what: &str, value: &JsValue) -> Result<T, String> {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| format!("Malformed {what}: JSON cannot hold it"))?;
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(&text))
        .map_err(|error| format!("Malformed {what} at {}: {}", error.path(), error.inner()))
}

/// The properties of an object, except `keys`. `null` counts as absent.
pub(super) fn without(object: &JsValue, keys: &[&str]) -> JsValue {
    let kept = Object::new();
    let Some(object) = object.dyn_ref::<Object>() else { return kept.into() };
    for key in Object::keys(object).iter().filter_map(|key| key.as_string()) {
        if let (false, Some(value)) = (keys.contains(&key.as_str()), js::given(object, &key)) {
            js::set(&kept, &key, value);
        }
    }
    kept.into()
}

/// Creates an `Error` with a `code`.
pub(super) fn failure(code: Code, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    js::set(&error, "code", code.as_str());
    error.into()
}
