//! The tests of `verdict-gate`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod affected;
mod bundle;
mod check;
mod document;
mod hostile_bundles;
mod round_trip;
