//! `agent/no-timers`: disallow timers.
//!
//! Code that a timer calls runs after its test or its caller has ended.
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
//! const later = setTimeout; later(() => {}, 10);
//! ```
//!
//! ```js passes
//! class Queue { setTimeout(ms) { this.ms = ms; } }
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["setTimeout", "setInterval", "setImmediate", "requestAnimationFrame", "requestIdleCallback", "scheduler.postTask", "scheduler.wait", "scheduler.yield", "AbortSignal.timeout", "Atomics.waitAsync", "Bun.sleep", "webkitRequestAnimationFrame"],
    built_in: &["timers"],
    ..Capability::NONE
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-timers",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
