//! Conversion to JavaScript values, and the clock.

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Converts a message to a plain object: maps become objects, `None` becomes `null`. It goes through JSON,
/// because one string crosses the boundary faster than every key and value.
pub(crate) fn encode(message: &impl Serialize) -> JsValue {
    let json = serde_json::to_string(message).ok();
    json.and_then(|json| js_sys::JSON::parse(&json).ok()).unwrap_or(JsValue::NULL)
}

thread_local! {
    static PERFORMANCE: Option<web_sys::Performance> =
        js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("performance"))
            .ok()
            .and_then(|performance| performance.dyn_into().ok());
}

/// `performance.now()` of the worker. Without it time stands still: `timing` is wrong, and nothing times out.
pub(crate) fn now() -> f64 {
    PERFORMANCE.with(|performance| performance.as_ref().map_or(0.0, web_sys::Performance::now))
}
