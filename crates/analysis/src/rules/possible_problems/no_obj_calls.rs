//! `no-obj-calls`: disallow calling global object properties as functions.
//!
//! `Math`, `JSON` and the like are objects, not functions: to call or construct them throws.
//!
//! ```js fails
//! const settings = JSON();
//! ```
//!
//! ```js passes
//! const settings = JSON.parse(text);
//! ```

use crate::rules::helpers::global_calls::{callee_name, global_calls};
use crate::rules::prelude::*;

const OBJECTS: [&str; 7] = ["Atomics", "JSON", "Math", "Reflect", "Intl", "Temporal", "globalThis"];

pub(crate) const RULE: Rule = Rule {
    id: "no-obj-calls",
    recommended: true,
    messages: &[
        ("unexpectedCall", "'{{name}}' is not a function."),
        ("unexpectedRefCall", "'{{name}}' is reference to '{{ref}}', which is not a function."),
    ],
    types: &[AstType::CallExpression, AstType::NewExpression],
    run: Run::File(|ctx| {
        global_calls(&OBJECTS, ctx, &mut |call, index| {
            let (span, callee) = match call.kind() {
                AstKind::CallExpression(call) => (call.span, &call.callee),
                AstKind::NewExpression(new) => (new.span, &new.callee),
                _ => return,
            };
            let object = OBJECTS[index];
            let name = callee_name(callee).unwrap_or("undefined".into());
            let message_id = if name == object { "unexpectedCall" } else { "unexpectedRefCall" };
            ctx.report(span, message_id).data("name", name).data("ref", object);
        });
    }),
    ..Rule::DEFAULT
};
