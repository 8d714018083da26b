//! Shared parts of the rules that measure: options, inherited values, ESLint's view of functions, and lines
//! of code.

mod descend;
mod functions;
mod limit;
mod lines;

pub(super) use descend::descend;
pub(super) use functions::{Function, is_callee, parent_of, spelled};
pub(super) use limit::{Limit, read};
pub(super) use lines::{Lines, Skip};
