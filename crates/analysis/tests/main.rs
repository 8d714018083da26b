//! The tests of `verdict-analysis`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod agent_rules;
mod common;
mod conformance;
mod lint;
mod lint_config;
mod lint_fix;
mod lint_hostile_options;
mod lint_imports;
mod lint_measures;
mod lint_properties;
mod lint_rules;
mod lint_test_rules;
mod rule_pages;
mod type_check;
mod type_check_tsc;
mod versions;
