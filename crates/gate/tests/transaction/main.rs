//! A bundle is applied whole, or the live files are as they were.
#![allow(missing_docs, reason = "a test")]

mod changes;
mod faults;
mod killed;
mod phases;
mod world;
