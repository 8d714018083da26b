//! Verification profiles: their configuration, runs, drift, artifacts and status.
#![allow(missing_docs, reason = "a test")]
#![allow(
    clippy::disallowed_methods,
    reason = "schemas, the example and the cases are files of this repository"
)]

mod artifacts;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod common;
mod config;
mod drift;
mod gate;
mod host;
mod laws;
mod report;
mod runner;
mod schemas;
mod status;
