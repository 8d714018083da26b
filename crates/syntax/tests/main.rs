//! The tests of `verdict-syntax`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod common_js;
mod files;
mod motifs;
mod nesting;
mod stack;
