//! Collects tests: `describe`, `it` and hooks are natives that build a tree.

mod api;
mod arguments;
mod chain;
mod each;
pub(crate) mod fixtures;
mod hooks;
mod jest_title;
mod plan;
pub(crate) mod props;
mod title;
mod tree;

pub(crate) use api::Kind;
pub(crate) use chain::{Chain, Chains};
pub(crate) use hooks::{NAMES as HOOKS, TestHook, hook_function, test_hook_function};
pub(crate) use plan::plan;
pub(crate) use tree::{Body, Child, Collector, Hook, Mode, Options, ROOT, Retry, SuiteId};
