//! The tests of `verdict-supervisor`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod heartbeat;
mod laws;
mod life;
mod support;
