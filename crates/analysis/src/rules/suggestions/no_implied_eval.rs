//! `no-implied-eval`: disallow the use of `eval()`-like methods.
//!
//! `setTimeout`, `setInterval` and `execScript` run a text that they are given as code.
//!
//! ```js fails
//! setTimeout('tick()', 100);
//! ```
//!
//! ```js passes
//! setTimeout(() => tick(), 100);
//! ```

use std::borrow::Cow;

use crate::rules::helpers::access::{Access, GLOBAL_OBJECTS, global_name};
use crate::rules::helpers::static_text::is_text;

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-implied-eval",
    kind: Kind::Suggestion,
    messages: &[
        ("impliedEval", "Implied eval. Consider passing a function instead of a string."),
        ("execScript", "Implied eval. Do not use execScript()."),
    ],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::CallExpression(call) = node.kind() else { return };
        let Some(name) = callee(call, ctx) else { return };
        let message = match name.as_ref() {
            "setTimeout" | "setInterval" => "impliedEval",
            "execScript" => "execScript",
            _ => return,
        };
        let code = call.arguments.first().and_then(Argument::as_expression);
        if code.is_some_and(|code| is_text(code, ctx)) {
            ctx.report(call.span, message);
        }
    }),
    ..Rule::DEFAULT
};

/// The name of the global function that is called.
fn callee<'a>(call: &CallExpression<'a>, ctx: &Context<'a>) -> Option<Cow<'a, str>> {
    if !ctx.language.names_globals() {
        return global_name(&call.callee, ctx);
    }
    if let Expression::Identifier(callee) = call.callee.without_parentheses() {
        return ctx.is_global(callee).then(|| Cow::Borrowed(callee.name.as_str()));
    }
    let access = Access::of_expression(&call.callee, ctx)?;
    access.is_of_one(&GLOBAL_OBJECTS, ctx).then_some(access.name)
}
