//! The host's half of the sealed browser engine.
//!
//! Guest code runs in the page's own JavaScript engine, in a worker of an opaque origin. What is here stands outside of
//! that seal and does no I/O: it says what the guest is sent, and what is made of what the guest says.

pub mod graph;
pub mod message;
pub mod names;
pub mod run;
mod session;
mod stack;
mod supply;

pub use session::{Do, ModuleTexts, Session};
pub use stack::{Place, frames};
pub use supply::Graphs;
