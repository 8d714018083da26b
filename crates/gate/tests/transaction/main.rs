//! A bundle is applied whole, or the live files are as they were.
#![allow(missing_docs, reason = "a test")]

mod acceptance;
mod changes;
mod check_only;
mod checkpoints;
mod faults;
mod journal;
mod killed;
mod phases;
mod recovery;
mod scene;
mod verification;
mod witnesses;
mod world;
