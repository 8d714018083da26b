//! Collecting: `describe`, `it` and hooks as natives that write into a tree.

mod api;
mod arguments;
mod each;
mod hooks;
mod plan;
mod title;
mod tree;

pub(crate) use api::{Kind, chain};
pub(crate) use hooks::{hook_function, test_hook_function};
pub(crate) use plan::plan;
pub(crate) use tree::{Body, Child, Collector, Hook, Options, ROOT, SuiteId};
