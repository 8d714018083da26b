//! `agent/no-built-in-changes`: disallow replacing built-in functions and objects.
//!
//! All code shares `Array.prototype.includes` and `JSON.stringify`, also the tests that judge the code. Code that replaces
//! them changes what a test computes. The rule allows a new property that the language
//! does not have. It also allows code that fills in a missing one: `Array.prototype.at ??= at`, or a write in
//! `if (!Array.prototype.at)`.
//!
//! What it cannot see: objects that the code reaches through an object of its own, and members that only some engines have.
//!
//! ```js fails
//! const list = Array.prototype; list.every = () => true;
//! ```
//!
//! ```js passes
//! if (!Array.prototype.at) Array.prototype.at = function (index) { return this[index]; };
//! ```

use super::capability::shown;
use crate::globals::{is_built_in, is_built_in_method, is_built_in_object};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-built-in-changes",
    messages: &[("unexpected", "Unexpected change of '{{name}}'.")],
    run: Run::File(|ctx| {
        for one in ctx.reached().writes.iter().filter(|one| is_change(&one.path)) {
            ctx.report(one.span(), "unexpected").data("name", shown(&one.path));
        }
    }),
    ..Rule::DEFAULT
};

/// Whether a write replaces something that is built in.
fn is_change(path: &[String]) -> bool {
    let [object @ .., name] = path else { return false };
    match object {
        [] => is_built_in("globalThis", name),
        // The prototype of an unknown value.
        [proto] if proto == "__proto__" => is_built_in_method(name),
        [constructor, prototype] if constructor == "constructor" && prototype == "prototype" => {
            is_built_in_method(name)
        }
        object => {
            let object = object.join(".");
            is_built_in(&object, name)
                || (matches!(name.as_str(), "*" | "__proto__") && is_built_in_object(&object))
        }
    }
}
