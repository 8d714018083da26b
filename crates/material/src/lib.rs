//! Which files of a project are the application and which are test material.
//!
//! The application, the *subject* of tests, is what its entry points reach through the static module graph. Everything
//! else is *test material*: test files, setup files, helpers, fixtures, golden files. Names of folders decide nothing where
//! the module graph does; see [`Division`] for what happens where it does not.

mod division;
mod entries;
mod known;
mod names;
mod references;
mod tests;

pub use division::{Division, Role};
pub use known::Known;
pub use names::is_test_file;
pub use tests::test_files;
