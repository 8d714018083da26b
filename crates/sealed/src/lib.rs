//! The host's half of the sealed browser engine.
//!
//! Guest code runs in the page's own JavaScript engine, in a worker with an opaque origin. This crate stands
//! outside that seal and does no I/O. It decides what a guest is sent and interprets what the guest reports.

mod declared;
pub mod graph;
pub mod message;
pub mod names;
pub mod run;
mod session;
mod stack;
pub mod supply;

pub use graph::Graphs;
pub use session::{Do, ModuleTexts, Session};
pub use stack::{Place, frames};
