//! Decides which files of a project are the application and which are test material.
//!
//! The application, the *subject* of tests, is everything that its entry points reach through the static
//! module graph. Everything else is *test material*: test files, setup files, helpers, fixtures, golden
//! files. Folder names matter only where the module graph does not decide; see [`Division`].

mod division;
mod divisions;
mod entries;
mod known;
mod names;
mod references;
mod tests;

pub use division::{Division, Role};
pub use divisions::Divisions;
pub use known::Known;
pub use names::is_test_file;
pub use references::globbed;
pub use tests::test_files;
