//! `agent/no-prototype-pollution`: disallow changes of prototypes that all code shares.
//!
//! A property of `Object.prototype` is a property of every object, also of those that judge the code.
//!
//! What it cannot see: a copy of properties by computed names, `target[key] = value`, where `key` may be `__proto__`,
//! and prototypes that `Object.getPrototypeOf` takes from unknown values.
//!
//! ```js fails
//! Array.prototype.last = function () { return this[this.length - 1]; };
//! ```
//!
//! ```js passes
//! class List { last() { return this.items[this.items.length - 1]; } } List.prototype.size = 0;
//! ```

use super::capability::shown;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-prototype-pollution",
    messages: &[("unexpected", "Unexpected change of '{{name}}'.")],
    run: Run::File(|ctx| {
        for one in &ctx.reached().changes {
            ctx.report(one.span(), "unexpected").data("name", shown(&one.path));
        }
    }),
    ..Rule::DEFAULT
};
