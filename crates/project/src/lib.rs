//! The configuration of a project's own tools, read as data.
//!
//! A configuration that is code becomes an `eval:` command on a snapshot ([`Evaluation`]), which the caller
//! runs in the engine's process. That snapshot has stand-ins for the packages that the code imports. Its result
//! is data, which [`mod@vitest`] and the like write as Verdict's configuration. Nothing here has I/O.

pub mod eslint;
mod evaluation;
mod imports;
pub mod jest;
mod keys;
mod paths;
mod settings;
mod standins;
pub mod vitest;

pub use eslint::{LintSettings, lint_settings};
pub use evaluation::{Evaluation, Unread};
pub use settings::{Place, Settings};
