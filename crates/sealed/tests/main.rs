//! The tests of `verdict-sealed`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod events;
mod faults;
mod graph;
mod kept;
mod laws;
mod module;
mod names;
mod reuse;
mod session;
mod stacks;
mod support;
mod whole;
