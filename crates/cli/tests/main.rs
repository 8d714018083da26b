//! The tests of `verdict-cli`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod cached;
mod explain;
mod hostile;
mod packages;
mod project;
mod project_config;
mod project_runs;
mod reading;
mod running;
mod serve;
mod server;
mod terminal_runs;
mod timing;
mod types;
mod verify;
mod watch;
mod watch_terminal;
mod watch_trouble;
mod watched;
