//! The tests of `verdict-judge`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod config;
mod judge;
mod snapshots;
mod type_tests;
