//! The page's clocks.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    #[wasm_bindgen(thread_local_v2, js_namespace = performance, js_name = timeOrigin)]
    static TIME_ORIGIN: f64;
}

/// Milliseconds on the page's monotonic clock. Every duration is measured on it.
#[cfg(feature = "core")]
pub(crate) fn now() -> f64 {
    performance_now()
}

/// Milliseconds since 1970, for people to read. Nothing is measured on it.
#[cfg(feature = "core")]
pub(crate) fn epoch() -> f64 {
    js_sys::Date::now()
}

/// Milliseconds since 1970 with a fraction, which never go back while the page lives: what a transaction dates
/// and measures by.
#[cfg(feature = "gate")]
pub(crate) fn since_1970() -> f64 {
    TIME_ORIGIN.with(|origin| *origin) + performance_now()
}
