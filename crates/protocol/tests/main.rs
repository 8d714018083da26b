//! The tests of `verdict-protocol`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod command;
mod config;
mod message;
mod refusals;
mod replay;
mod result;
mod sentences;
mod toolchain;
