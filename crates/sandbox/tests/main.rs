//! The tests of `verdict-sandbox`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod console;
mod determinism;
mod eval;
mod inspect;
mod limits;
mod modules;
mod node;
mod permits;
mod recent;
mod support;
mod texts;
mod thrown;
mod time;
mod web;
