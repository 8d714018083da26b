//! Collect, run and judge test files: `describe`, `it`, `expect`, hooks and spies as Vitest has them.
//!
//! All of it is natives in a realm of `verdict-sandbox`; they write down what happens as a log of events on the host's
//! side. The judge (`verdict-judge`) turns that log into entries and knows no engine. No value of the guest is ever read
//! as a verdict.

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
