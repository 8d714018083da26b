//! What the manager answers and emits, as JavaScript objects.

use js_sys::Object;
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

/// Converts a value to a plain object.
pub(crate) fn object<T: Serialize>(value: &T) -> Object {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .ok()
        .and_then(|value: JsValue| value.dyn_into::<Object>().ok())
        .unwrap_or_default()
}
