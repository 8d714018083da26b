//! `agent/no-message-ports`: disallow messages to other windows, workers and tabs.
//!
//! A message carries data past every check of what code may write.
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
//! new BroadcastChannel("all").postMessage(secret);
//! ```
//!
//! ```js passes
//! const bus = { postMessage() {} }; bus.postMessage("a");
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["MessageChannel", "MessagePort", "BroadcastChannel", "postMessage", "onmessage", "onmessageerror", "process.send"],
    built_in: &["worker_threads"],
    ..Capability::NONE
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-message-ports",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
