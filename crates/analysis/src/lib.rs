//! Lint rules and type checks, on one parse and one semantic model per file.
//!
//! Both examine the syntax tree, never the text, so that comments and strings trigger nothing. Locations are
//! those of ESLint and TypeScript.

mod directives;
mod globals;
mod lint;
mod model;
mod rules;
mod types;

pub use lint::Linter;
pub use rules::{RULES, Rule};
pub use types::{CHECKS, TypeChecker};
