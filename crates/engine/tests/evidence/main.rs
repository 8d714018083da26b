//! Evidence of what test files use and do (`config.test.evidence`).
#![cfg(feature = "sandbox")]
// The tests read files of this repository.
#![allow(missing_docs, clippy::disallowed_methods)]

mod assertions;
mod common;
mod digests;
mod functions;
mod imports;
mod mutants;
mod pins;
mod reads;
#[path = "../support/mod.rs"]
mod support;
mod verdicts;
