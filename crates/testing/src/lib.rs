//! Collects, runs and judges test files: `describe`, `it`, `expect`, hooks and spies as in Vitest.
//!
//! Everything is implemented as natives in a realm of `verdict-sandbox`. They record what happens as a log of
//! events on the host's side. The judge (`verdict-judge`) turns the log into entries and does not depend on
//! an engine. It never reads a guest value as a verdict.

mod carried;
mod collect;
mod evidence;
mod expect;
mod exports;
mod globals;
mod guard;
mod inspect;
mod intrinsics;
mod locations;
mod run;
mod shim;
mod state;
mod types_only;
mod value;
mod vi;

pub use run::{TestEnv, run_file};
