//! The page's clocks.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// Milliseconds on the page's monotonic clock. Every duration is measured on it.
pub(crate) fn now() -> f64 {
    performance_now()
}

/// Milliseconds since 1970, for people to read. Nothing is measured on it.
pub(crate) fn epoch() -> f64 {
    js_sys::Date::now()
}
