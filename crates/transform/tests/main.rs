//! The tests of `verdict-transform`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod blank;
mod lower;
mod marks;
mod misread;
mod mocks;
mod mutate;
mod runner;
mod runner_laws;
mod using;
