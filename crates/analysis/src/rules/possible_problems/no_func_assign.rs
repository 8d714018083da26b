//! `no-func-assign`: disallow reassigning `function` declarations.
//!
//! The function is lost to everything that calls it by its name.
//!
//! ```js fails
//! function load() {}
//! load = null;
//! ```
//!
//! ```js passes
//! let load = function () {};
//! load = null;
//! ```

use crate::rules::helpers::variables::{Definition, definitions, report_writes};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-func-assign",
    recommended: true,
    messages: &[("isAFunction", "'{{name}}' is a function.")],
    run: Run::File(|ctx| {
        let scoping = ctx.scoping();
        for symbol in scoping.symbol_ids().filter(|symbol| scoping.symbol_flags(*symbol).is_function()) {
            let function = |one: Definition| match ctx.nodes().kind(one.node) {
                AstKind::Function(function) => Some(function),
                _ => None,
            };
            if definitions(symbol, ctx).next().and_then(function).is_none() {
                continue;
            }
            // Each declaration with a body finds the writes.
            for _ in definitions(symbol, ctx).filter_map(function).filter(|one| one.body.is_some()) {
                report_writes(symbol, "isAFunction", ctx);
            }
        }
    }),
    ..Rule::DEFAULT
};
