//! Limits on what a change may do.
#![allow(missing_docs, reason = "a test")]

mod assertions;
mod capabilities;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod common;
mod constitution;
mod document;
mod judge;
mod lint;
mod odd_names;
mod old_tests;
mod protected;
mod registry;
mod suppressions;
#[path = "../transaction/world.rs"]
#[allow(dead_code, reason = "shared with the tests of the transaction, which use more of it")]
mod world;
