//! `agent/no-dynamic-code`: disallow code made of texts.
//!
//! Code that is made at run time passes every check of the source. A text that a timer runs is such code too.
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
//! const make = [].at.constructor; make("return 1")();
//! ```
//!
//! ```js passes
//! const pattern = /a/; pattern.exec("a"); const isFunction = (it) => it instanceof Function;
//! ```

use super::capability::{Capability, MESSAGES, finder};
use crate::rules::prelude::*;

const CAPABILITY: Capability = Capability {
    globals: &["eval", "Function", "execScript", "ShadowRealm", "GeneratorFunction", "AsyncFunction", "module._compile"],
    built_in: &["child_process", "inspector", "module", "repl", "vm", "worker_threads"],
    schemes: &["data", "blob", "javascript", "http", "https", "ftp", "//"],
    ..Capability::NONE
};

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-dynamic-code",
    messages: MESSAGES,
    run: Run::Configured(|options| {
        let find = finder(&CAPABILITY, options)?;
        Ok(Check::file(move |ctx| {
            find(ctx);
            for one in &ctx.reached().texts_run {
                ctx.report(one.span(), "unexpected").data("name", one.path.join("."));
            }
        }))
    }),
    ..Rule::DEFAULT
};
