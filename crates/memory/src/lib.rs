//! What a wasm instance or a process holds, counted, and bounded while a request runs.
//!
//! [`Counting`] is the global allocator of both hosts, the worker and the native child process. The engine and the
//! guest know only the [`Meter`] that they are handed, so that they read no state of the process. Counting costs guest
//! code that is bound by the CPU some 5 % natively, and up to 10 % where it does little but make objects.

mod counting;
mod meter;

pub use counting::{Counting, Refusal};
pub use meter::Meter;
