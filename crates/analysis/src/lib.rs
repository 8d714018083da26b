//! Lint rules and type checks, on one parse and one semantic model per file.
//!
//! Both examine the syntax tree, never the text, so that comments and strings trigger nothing. Locations are
//! those of ESLint and TypeScript.

mod globals;
mod lint;
mod model;
mod rules;
mod selector;
mod types;

pub use lint::{Fixed, Linter};
pub use rules::{GROUPS, Kind, Rule, rule, rules};
pub use types::{CHECKS, TypeChecker};
