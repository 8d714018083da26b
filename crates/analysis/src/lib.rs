//! Lint rules and type checks, on one parse and one semantic model a file.
//!
//! Both look at the tree, never at the text: a comment or a string triggers nothing. Positions are
//! ESLint's and TypeScript's.

mod directives;
mod globals;
mod lint;
mod model;
mod rules;
mod types;

pub use lint::Linter;
pub use rules::{RULES, Rule};
pub use types::{CHECKS, TypeChecker};
