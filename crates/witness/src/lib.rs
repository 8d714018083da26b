//! Test files in two engines: the browser's, which has more, and the interpreter, which no test can forge.
//!
//! [`Automatic`] leads a request whose files each run in the engine that they need, and [`SingleFiles`] selects them.
//!
//! The others are about two witnesses of the same tests, where the browser's engine runs first.
//! [`plan()`] selects, after the first has finished, the files that the second runs again. [`confirm()`] compares
//! both results and returns the final one. [`Rounds`] leads a request through both. This crate runs nothing,
//! and no guest knows the seed of the sample while it runs.

mod automatic;
mod confirm;
mod evidence;
mod files;
mod key;
mod plan;
mod rounds;

pub use automatic::{Automatic, NextRun};
pub use confirm::confirm;
pub use files::SingleFiles;
pub use plan::{Plan, plan};
pub use rounds::{FirstRound, Next, Rounds, SecondRound};
