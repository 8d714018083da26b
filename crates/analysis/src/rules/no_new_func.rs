//! `no-new-func`. Unlike ESLint's rule, it also finds `Function` as a property of the global object.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;

use super::access::{Access, global_name};
use super::{Rule, Visit, always};
use crate::model::Model;

pub(super) const RULE: Rule = Rule {
    id: "no-new-func",
    summary: "The Function constructor runs text as code: called, with new, and by apply, bind and call.",
    message: "The Function constructor is eval.",
    recommended: false,
    applies: always,
    visit: Visit::Plain(|node, model| match node.kind() {
        AstKind::NewExpression(new) => is_function(&new.callee, model).then_some(new.span),
        AstKind::CallExpression(call) => {
            let called = is_function(&call.callee, model) || is_method(&call.callee, model);
            called.then_some(call.span)
        }
        _ => None,
    }),
};

fn is_function<'a>(expression: &Expression<'a>, model: &Model<'a>) -> bool {
    global_name(expression, model).is_some_and(|name| name == "Function")
}

fn is_method<'a>(callee: &Expression<'a>, model: &Model<'a>) -> bool {
    Access::of_expression(callee, model).is_some_and(|access| {
        matches!(access.name.as_ref(), "apply" | "bind" | "call") && is_function(access.object, model)
    })
}
