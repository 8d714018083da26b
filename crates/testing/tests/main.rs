//! The tests of `verdict-testing`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod assertions;
mod async_tests;
mod determinism;
mod early_exit;
mod errors;
mod files;
mod hooks;
mod jest;
mod mocks;
mod selection;
mod snapshots;
mod strange;
mod strict;
mod structure;
mod support;
mod surface;
mod tampering;
mod vi;
mod vi_modules;
mod vitest;
