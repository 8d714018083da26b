//! `prefer-promise-reject-errors`: require using Error objects as Promise rejection reasons.
//!
//! Only an `Error` records where it comes from.
//!
//! Options: `{ allowEmptyReject: false }`.
//!
//! ```js fails
//! Promise.reject("no such file");
//! ```
//!
//! ```js passes
//! new Promise((resolve, reject) => reject(new Error("no such file")));
//! ```

use crate::rules::helpers::errors::{could_be_error, is_undefined};
use crate::rules::helpers::keys::static_member;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "prefer-promise-reject-errors",
    kind: Kind::Suggestion,
    messages: &[("rejectAnError", "Expected the Promise rejection reason to be an Error.")],
    types: &[AstType::CallExpression, AstType::NewExpression],
    run: Run::Configured(|options| {
        let empty = options.only_object(&["allowEmptyReject"])?.bool("allowEmptyReject", false)?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::CallExpression(call) if is_reject(call, ctx) => check(call, empty, ctx),
            AstKind::NewExpression(new) => executor(new, empty, ctx),
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

fn is_promise<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    matches!(expression.without_parentheses(), Expression::Identifier(identifier)
        if identifier.name == "Promise" && ctx.is_global(identifier))
}

fn is_reject<'a>(call: &CallExpression<'a>, ctx: &Context<'a>) -> bool {
    let member = match call.callee.without_parentheses() {
        Expression::ChainExpression(chain) => chain.expression.as_member_expression(),
        callee => callee.as_member_expression(),
    };
    member.is_some_and(|member| {
        is_promise(member.object(), ctx) && static_member(member).is_some_and(|name| name == "reject")
    })
}

fn check<'a>(call: &CallExpression<'a>, allows_empty: bool, ctx: &Context<'a>) {
    let is_fine = match call.arguments.first() {
        None => allows_empty,
        Some(reason) => reason
            .as_expression()
            .is_some_and(|reason| could_be_error(reason) && !is_undefined(reason, ctx)),
    };
    if !is_fine {
        ctx.report(call.span, "rejectAnError");
    }
}

/// Examines the calls of the second parameter of an executor.
fn executor<'a>(new: &NewExpression<'a>, allows_empty: bool, ctx: &Context<'a>) {
    if !is_promise(&new.callee, ctx) {
        return;
    }
    let executor = new.arguments.first().and_then(Argument::as_expression).map(Expression::without_parentheses);
    let params = match executor {
        Some(Expression::FunctionExpression(function)) => &function.params,
        Some(Expression::ArrowFunctionExpression(arrow)) => &arrow.params,
        _ => return,
    };
    let Some(reject) = params.items.get(1).filter(|reject| reject.initializer.is_none()) else { return };
    let BindingPattern::BindingIdentifier(reject) = &reject.pattern else { return };
    let Some(symbol) = reject.symbol_id.get() else { return };
    for reference in ctx.scoping().get_resolved_references(symbol).filter(|reference| reference.is_read()) {
        let span = ctx.nodes().kind(reference.node_id()).span();
        if let AstKind::CallExpression(call) = ctx.parent_kind(reference.node_id())
            && call.callee.without_parentheses().span() == span
        {
            check(call, allows_empty, ctx);
        }
    }
}
