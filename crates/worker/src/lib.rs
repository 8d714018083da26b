//! The Web Worker: passes messages to the engine and posts its answers.
//!
//! The worker's script (`js/worker.js`) owns the worker's global scope; this crate uses only its clock. It is
//! built with one of these features: `analysis`; `sandbox`; `sealed`, the host's half of the browser's
//! engine; `transformer`, which has no engine and only lowers texts for the other two.

#[cfg(any(feature = "analysis", feature = "sandbox"))]
mod core;
#[cfg(any(feature = "sandbox", feature = "sealed"))]
mod lower;
mod memory;
#[cfg(any(feature = "analysis", feature = "sandbox", feature = "sealed"))]
mod panic;
#[cfg(feature = "sealed")]
mod sealed;
#[cfg(feature = "transformer")]
mod transformer;
#[cfg(any(feature = "analysis", feature = "sandbox", feature = "sealed"))]
mod wire;

#[cfg(any(feature = "analysis", feature = "sandbox"))]
pub use core::{WorkerCore, protocol_version};
pub use memory::{memory_asked, memory_by_system, memory_held, memory_limit};
#[cfg(feature = "sealed")]
pub use sealed::SealedCore;
#[cfg(feature = "transformer")]
pub use transformer::lower;
