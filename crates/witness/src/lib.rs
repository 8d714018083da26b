//! Two witnesses of the same tests: the browser's own engine, fast and forgeable, and the interpreter, which is neither.
//!
//! [`plan`] says, when the first has ended, which files the second runs again; [`confirm`] compares what both say and
//! gives the result that counts. Nothing here runs anything, and no guest knows the seed of the sample while it runs.

mod confirm;
mod evidence;
mod key;
mod plan;

pub use confirm::confirm;
pub use plan::{Plan, plan};
