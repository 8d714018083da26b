//! Lint rules and type checks, on one parse and one semantic model per file.
//!
//! Both examine the syntax tree, never the text, so that comments and strings trigger nothing. Locations are
//! those of ESLint and TypeScript.

// The examples of rules name their options after the language: ```` ```js fails [1] ````.
#![allow(rustdoc::invalid_codeblock_attributes)]

mod globals;
mod graph;
mod hash;
mod known;
mod lint;
mod model;
mod order;
mod project;
mod reach;
mod rules;
mod selector;
mod types;

pub use known::Known;
pub use lint::{Fixed, Linter};
pub use rules::{GROUPS, Kind, Rule, nearest_rule, rule, rules};
pub use types::{CHECKS, TypeChecker};
