//! What the rules that measure share: how they read their limit, how a value comes down the tree, what ESLint calls a
//! function and where it points, and which lines of a file hold code.

mod descend;
mod functions;
mod limit;
mod lines;

pub(super) use descend::descend;
pub(super) use functions::{Function, is_callee, parent_of, spelled};
pub(super) use limit::{Limit, read};
pub(super) use lines::{Lines, Skip};
