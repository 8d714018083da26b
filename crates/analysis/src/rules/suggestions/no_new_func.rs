//! `no-new-func`: disallow `new` operators with the `Function` object.
//!
//! The `Function` constructor runs text as code: called, with `new`, and by `apply`, `bind` and `call`. Without a
//! configuration of global variables, the rule also finds `Function` as a property of the global object.
//!
//! ```js fails
//! const add = new Function('a', 'b', 'return a + b');
//! ```
//!
//! ```js passes
//! const add = (a, b) => a + b;
//! ```

use crate::rules::helpers::access::{Access, global_name};
use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-new-func",
    messages: &[("noFunctionConstructor", "The Function constructor is eval.")],
    types: &[AstType::NewExpression, AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "noFunctionConstructor");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, model: &Model<'a>) -> Option<Span> {
    match node.kind() {
        AstKind::NewExpression(new) => is_function(&new.callee, model).then_some(new.span),
        AstKind::CallExpression(call) => {
            let called = is_function(&call.callee, model) || is_method(&call.callee, model);
            called.then_some(call.span)
        }
        _ => None,
    }
}

fn is_function<'a>(expression: &Expression<'a>, model: &Model<'a>) -> bool {
    match expression.get_inner_expression() {
        Expression::Identifier(identifier) => identifier.name == "Function" && model.is_global(identifier),
        _ if model.language.names_globals() => false,
        _ => global_name(expression, model).is_some_and(|name| name == "Function"),
    }
}

fn is_method<'a>(callee: &Expression<'a>, model: &Model<'a>) -> bool {
    Access::of_expression(callee, model).is_some_and(|access| {
        matches!(access.name.as_ref(), "apply" | "bind" | "call") && is_function(access.object, model)
    })
}
