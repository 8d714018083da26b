//! Two witnesses of the same tests: the browser's engine, fast and forgeable, and the interpreter, which is
//! neither.
//!
//! [`plan()`] selects, after the first has finished, the files that the second runs again. [`confirm()`] compares
//! both results and returns the final one. [`Rounds`] leads a request through both. This crate runs nothing,
//! and no guest knows the seed of the sample while it runs.

mod confirm;
mod evidence;
mod key;
mod plan;
mod rounds;

pub use confirm::confirm;
pub use plan::{Plan, plan};
pub use rounds::{FirstRound, Next, Rounds, SecondRound};
