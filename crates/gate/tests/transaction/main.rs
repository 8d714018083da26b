//! A bundle is applied whole, or the live files are as they were.
#![allow(missing_docs, reason = "a test")]

mod faults;
mod phases;
mod world;
