//! The tests of `verdict-project`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod common;
mod eslint;
mod evaluation;
mod jest;
mod vitest;
