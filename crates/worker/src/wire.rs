//! What goes to JavaScript, and its clock.

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A plain object: objects for maps, `null` for none. By way of its JSON: one text crosses to JavaScript, where else each key
/// and each value would.
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

/// `performance.now()` of the worker. Where there is none, time stands still: `timing` suffers, and nothing is too late.
pub(crate) fn now() -> f64 {
    PERFORMANCE.with(|performance| performance.as_ref().map_or(0.0, web_sys::Performance::now))
}
