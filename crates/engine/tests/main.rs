//! The tests of `verdict-engine`, in one program: each program would link the whole crate again.

#![allow(missing_docs, reason = "a test")]

mod engines;
mod hostile;
mod joined;
mod joined_findings;
mod kept_findings;
mod kept_types;
mod lazy_getters;
mod limits;
mod lowered;
mod modules;
mod prepared;
mod project;
mod refusals;
mod rule_timing;
mod same_words;
mod setup_files;
mod support;
mod type_tests;
mod types_between_files;
mod using;
mod vite;
