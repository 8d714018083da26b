//! Shared parts of the rules that measure: options, inherited values, ESLint's view of functions, and lines
//! of code.

mod descend;
mod functions;
mod limit;
mod lines;

pub(crate) use descend::descend;
pub(crate) use functions::{Function, is_callee, parent_of, spelled};
pub(crate) use limit::{Limit, chosen, read};
pub(crate) use lines::{Lines, Skip, skip_blank};
