//! The page's clocks.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    #[wasm_bindgen(thread_local_v2, js_namespace = performance, js_name = timeOrigin)]
    static TIME_ORIGIN: f64;
}

/// Milliseconds on the page's monotonic clock, on which all durations are measured.
#[cfg(feature = "core")]
pub(crate) fn now() -> f64 {
    performance_now()
}

/// Milliseconds since 1970, for display only.
#[cfg(feature = "core")]
pub(crate) fn epoch() -> f64 {
    js_sys::Date::now()
}

/// Milliseconds since 1970 with a fraction, monotonic while the page lives. Transactions use it for dates and
/// durations.
#[cfg(feature = "gate")]
pub(crate) fn since_1970() -> f64 {
    TIME_ORIGIN.with(|origin| *origin) + performance_now()
}
