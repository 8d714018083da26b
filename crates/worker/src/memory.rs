//! The memory of this instance.
//!
//! What is exported here only reads counters: it can be asked of an instance that has trapped.

use verdict_memory::{Counting, Refusal};
use wasm_bindgen::prelude::*;

#[global_allocator]
pub(crate) static MEMORY: Counting = Counting::new();

/// Bytes that the last allocation asked for, if it was refused; else 0.
#[wasm_bindgen]
#[must_use]
pub fn memory_asked() -> f64 {
    of(|refusal| refusal.asked)
}

/// Bytes that the request held when it was refused more.
#[wasm_bindgen]
#[must_use]
pub fn memory_held() -> f64 {
    of(|refusal| refusal.held)
}

/// Bytes that it might hold.
#[wasm_bindgen]
#[must_use]
pub fn memory_limit() -> f64 {
    of(|refusal| refusal.limit)
}

/// Whether it was the browser that gave no more.
#[wasm_bindgen]
#[must_use]
pub fn memory_by_system() -> bool {
    MEMORY.refusal().is_some_and(|refusal| refusal.system)
}

/// Sizes are below 2^53, and no limit at all may be rounded.
#[expect(clippy::cast_precision_loss, reason = "bytes of an instance of 32 bits")]
fn of(field: fn(&Refusal) -> u64) -> f64 {
    MEMORY.refusal().map_or(0.0, |refusal| field(&refusal) as f64)
}
