//! The gate applies a whole bundle, or leaves the live files as they were.
#![allow(missing_docs, reason = "a test")]

mod acceptance;
mod announced;
mod changes;
mod check_only;
mod checkpoints;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod common;
mod faults;
mod journal;
mod killed;
mod phases;
mod recovery;
mod scene;
mod verification;
mod witnesses;
mod world;
