//! The tests of `verdict-witness`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod automatic;
mod rounds;
mod witness;
