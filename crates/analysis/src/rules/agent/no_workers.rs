//! `agent/no-workers`: disallow workers.
//!
//! A worker runs code out of reach: it outlives its caller, and the checks of the caller do not see it.
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
//! const { Worker: Thread } = self; new Thread("a.js");
//! ```
//!
//! ```js passes
//! class Worker { run() {} } new Worker().run();
//! ```

use super::capability::{Capability, MESSAGES, check};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["Worker", "SharedWorker", "navigator.serviceWorker", "importScripts", "ServiceWorkerContainer", "CSS.paintWorklet", "AudioWorklet", "CSS.animationWorklet", "CSS.layoutWorklet", "sharedStorage.worklet"],
    built_in: &["worker_threads", "cluster"],
    packages: &["tinypool", "piscina", "workerpool"],
    ..Capability::NONE
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-workers",
    messages: MESSAGES,
    run: Run::Configured(|options| check(&CAPABILITY, options)),
    ..Rule::DEFAULT
};
