//! `config.test.sealedApi`: the test API is reserved for test material. Attacks by the subject, with honest
//! twins.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

mod captured;
mod common;
mod honest;
mod judging;
mod names;
#[path = "../support/mod.rs"]
mod support;
