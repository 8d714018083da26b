//! The memory of this instance.
//!
//! The exported functions only read counters, so that they work in an instance that has trapped.

use verdict_memory::{Counting, Refusal};
use wasm_bindgen::prelude::*;

#[global_allocator]
pub(crate) static MEMORY: Counting = Counting::new();

/// Size of the last allocation in bytes if it was refused, otherwise 0.
#[wasm_bindgen]
#[must_use]
pub fn memory_asked() -> f64 {
    of(|refusal| refusal.asked)
}

/// Bytes that the request held at the refusal.
#[wasm_bindgen]
#[must_use]
pub fn memory_held() -> f64 {
    of(|refusal| refusal.held)
}

/// Bytes that the request was allowed.
#[wasm_bindgen]
#[must_use]
pub fn memory_limit() -> f64 {
    of(|refusal| refusal.limit)
}

/// Whether the browser had no more memory.
#[wasm_bindgen]
#[must_use]
pub fn memory_by_system() -> bool {
    MEMORY.refusal().is_some_and(|refusal| refusal.system)
}

/// Converts a size to a double. Sizes are below 2^53; the value for no limit may be rounded.
#[expect(clippy::cast_precision_loss, reason = "bytes of an instance of 32 bits")]
fn of(field: fn(&Refusal) -> u64) -> f64 {
    MEMORY.refusal().map_or(0.0, |refusal| field(&refusal) as f64)
}
