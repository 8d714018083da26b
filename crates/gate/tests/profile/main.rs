//! Verification profiles: their configuration, runs, drift, artifacts and status.
#![allow(missing_docs, reason = "a test")]
#![allow(
    clippy::disallowed_methods,
    reason = "schemas, the example and the cases are files of this repository"
)]

mod artifacts;
mod config;
mod drift;
mod gate;
mod host;
mod laws;
mod report;
mod runner;
mod schemas;
mod status;
