//! The transformer, a separate wasm module that is loaded when a file needs it.

use verdict_transform::lower::{Answer, Job, Linked};
use verdict_transform::{Lower as _, NotLowered};
use wasm_bindgen::prelude::*;

/// Lowers a text: takes a [`Job`] and returns an [`Answer`], both as JSON.
#[wasm_bindgen]
#[must_use]
pub fn lower(job: &str) -> String {
    console_error_panic_hook::set_once();
    let answer: Answer = match serde_json::from_str::<Job>(job) {
        Ok(job) => match Linked.lower(&job) {
            Ok(lowered) => Ok(lowered),
            Err(NotLowered::Refused(why)) => Err(Some(why)),
            Err(NotLowered::Absent) => Err(None),
        },
        Err(_) => Err(None),
    };
    serde_json::to_string(&answer).unwrap_or_default()
}
