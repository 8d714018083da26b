//! Counts the memory of a wasm instance or a process, and bounds it while a request runs.
//!
//! [`Counting`] is the global allocator of both hosts, the worker and the native child process. The engine
//! and the guest see only a [`Meter`], so that they read no process state. Counting slows CPU-bound guest
//! code by some 5 % natively, and by up to 10 % if it mostly creates objects.

mod counting;
mod meter;

pub use counting::{Counting, Refusal};
pub use meter::Meter;
