//! The engine-independent part of a request: its configuration, its files, and their combined outcome.

mod config;
mod env_files;
mod environment;
mod found;
mod read;
mod select;
mod setup;
mod test_run;
mod type_tests;

pub use config::{Resolved, resolve_config};
pub use environment::{Dom, dom_of, dom_options};
pub use found::{Found, RequestFacts};
pub use read::{Read, read};
pub use select::{Refusal, select};
pub use setup::setup_file;
pub use test_run::TestRun;
pub use type_tests::TestFiles;
