//! `agent/no-process`: disallow access to the process.
//!
//! A process has an environment, arguments and an exit that the code of an agent has no business with.
//! It finds uses by other names, through destructuring, default values, parameters, the global object, constant
//! texts and modules of the project. A question such as `typeof` is no use.
//! `dynamicAccess` reports members of a global object whose names are unknown.
//!
//! What it cannot see: what code gets from properties of its own objects, from collections and from events. Nor does it
//! see what functions of other packages return, and `this` of functions that others call.
//!
//! Options: `{ allow: [], allowDynamicAccess: false }`. `allow` lists names and modules, as messages show them.
//!
//! ```js fails
//! const { env } = globalThis.process;
//! ```
//!
//! ```js passes
//! const process = (text) => text.trim(); process("a");
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["process", "Deno", "Bun"],
    built_in: &["process", "child_process", "cluster", "os", "v8"],
    packages: &["execa", "cross-spawn", "shelljs", "zx"],
    ..Capability::NONE
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-process",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
