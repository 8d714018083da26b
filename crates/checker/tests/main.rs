//! The tests of `verdict-checker`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod plan;
mod verdict;
