//! The configuration of a project's own tools, read as data.
//!
//! A configuration that is code becomes an `eval:` command on a snapshot ([`Evaluation`]), which the caller
//! runs in the engine's process. That snapshot has stand-ins for the packages that the code imports. Its result
//! is data, which [`mod@vitest`] and the like write as Verdict's configuration. Nothing here has I/O.

pub mod base;
pub mod eslint;
mod evaluation;
mod evaluator;
mod imports;
pub mod jest;
mod keys;
mod paths;
pub mod plan;
pub mod runner_env;
mod settings;
mod standins;
mod tools;
mod tsconfig;
pub mod vitest;

pub use eslint::{LintSettings, is_rule, lint_settings};
pub use evaluation::{Evaluation, Unread};
pub use evaluator::{Evaluate, Installed};
pub use settings::{Place, Settings};
pub use tools::Tools;
