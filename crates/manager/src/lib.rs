//! `VerificationManager` for the main thread: carries out what the supervisor decides, with real workers,
//! timers and promises.
//!
//! `js/index.js` is what a page imports; it wraps [`ManagerCore`] in an `EventTarget` and knows what only
//! a script can know: where the worker's script and the wasm files are.

mod clock;
mod core;
mod driver;
mod files;
mod gate;
mod history;
mod host;
mod js;
mod messages;
mod refusal;
mod request;
mod settle;
mod snapshots;
mod worker;

pub use crate::core::ManagerCore;
pub use crate::gate::apply_bundle;
pub use crate::host::Host;
