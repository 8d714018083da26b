//! The tests of `verdict-report`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod audit;
mod export;
mod hostile;
mod readers;
mod render;
mod reports;
mod retention;
mod storage;
mod support;
mod types;
mod verification;
