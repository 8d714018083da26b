//! The Web Worker: a message in, the engine, a message out.
//!
//! The worker's script (`js/worker.js`) owns the worker's global scope; this crate has no access to it
//! but for the clock. It is built once with the feature `analysis` and once with `sandbox`.

mod core;
mod memory;
mod panic;

pub use core::{WorkerCore, protocol_version};
pub use memory::{memory_asked, memory_by_system, memory_held, memory_limit};
