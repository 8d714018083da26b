//! `no-promise-executor-return`: disallow returning values from Promise executor functions.
//!
//! Nobody reads the value. Who returns one often meant to call `resolve`.
//!
//! Options: `{ allowVoid: false }`; with `true`, `return void value` is allowed.
//!
//! ```js fails
//! new Promise((resolve) => setTimeout(resolve, 10));
//! ```
//!
//! ```js passes
//! new Promise((resolve) => { setTimeout(resolve, 10); });
//! ```

use crate::rules::helpers::results::{arrow_token, function_around, is_void, prepend_void, wrap_in_braces};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-promise-executor-return",
    has_suggestions: true,
    messages: &[
        ("returnsValue", "Return values from promise executor functions cannot be read."),
        ("prependVoid", "Prepend `void` to the expression."),
        ("wrapBraces", "Wrap the expression in `{}`."),
    ],
    types: &[AstType::NewExpression, AstType::ReturnStatement],
    run: Run::Configured(|options| {
        let void = options.only_object(&["allowVoid"])?.bool("allowVoid", false)?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::NewExpression(new) => {
                if let Some(Expression::ArrowFunctionExpression(arrow)) = executor(new, ctx) {
                    concise(arrow, void, ctx);
                }
            }
            AstKind::ReturnStatement(statement) => returned(statement, node, void, ctx),
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

/// The function that is given to `new Promise`.
fn executor<'n, 'a>(new: &'n NewExpression<'a>, ctx: &Context<'a>) -> Option<&'n Expression<'a>> {
    let Expression::Identifier(callee) = new.callee.without_parentheses() else { return None };
    if callee.name != "Promise" || !ctx.is_global(callee) {
        return None;
    }
    new.arguments.first().and_then(Argument::as_expression).map(Expression::without_parentheses)
}

/// An arrow function whose body is an expression.
fn concise<'a>(arrow: &ArrowFunctionExpression<'a>, allows_void: bool, ctx: &Context<'a>) {
    let Some(body) = arrow.body.as_expression() else { return };
    if allows_void && is_void(body) {
        return;
    }
    let inner = body.without_parentheses();
    let mut report = ctx.report(inner.span(), "returnsValue");
    if allows_void {
        let after = arrow_token(arrow, ctx).end;
        report = report.suggest_with("prependVoid", Vec::new(), prepend_void(body, after, false, ctx));
    }
    // As statements, they would have to have names.
    let is_nameless = match inner {
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        _ => false,
    };
    if !is_nameless {
        drop(report.suggest_with("wrapBraces", Vec::new(), wrap_in_braces(arrow, ctx)));
    }
}

fn returned<'a>(statement: &ReturnStatement<'a>, node: &AstNode<'a>, allows_void: bool, ctx: &Context<'a>) {
    let Some(argument) = &statement.argument else { return };
    if allows_void && is_void(argument) {
        return;
    }
    let Some(function) = function_around(node, ctx) else { return };
    let AstKind::NewExpression(new) = ctx.parent_kind(function.id()) else { return };
    if executor(new, ctx).is_none_or(|executor| executor.span() != function.kind().span()) {
        return;
    }
    let report = ctx.report(statement.span, "returnsValue");
    if allows_void {
        let edits = prepend_void(argument, statement.span.start + 6, true, ctx);
        drop(report.suggest_with("prependVoid", Vec::new(), edits));
    }
}
