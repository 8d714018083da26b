//! The tests of `verdict-vfs`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod globs;
mod host;
mod lineage;
mod modules;
mod packages;
mod path;
mod pinned;
mod root;
mod scale;
mod snapshot;
