//! `vitest/no-unneeded-async-expect-function`: disallow unnecessary async function wrapper for expected promises.
//!
//! `expect` takes a promise as it is.
//!
//! ```js fails
//! test('fails', async () => { await expect(async () => { await load(); }).rejects.toThrow(); });
//! ```
//!
//! ```js passes
//! test('fails', async () => { await expect(load()).rejects.toThrow(); });
//! ```

use crate::rules::helpers::test_calls::{Body, CallKind, Callback, TestCall};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-unneeded-async-expect-function",
    aliases: &["@vitest/no-unneeded-async-expect-function", "jest/no-unneeded-async-expect-function"],
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[("noAsyncWrapperForExpectedPromise", "Unnecessary async function wrapper")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let Some(found) = TestCall::of(node, ctx).filter(|found| found.kind == CallKind::Expect) else { return };
        let AstKind::CallExpression(expect) = found.head.parent(ctx) else { return };
        let Some(wrapper) = expect.arguments.first().and_then(Callback::of_argument) else { return };
        if let Some(call) = awaited_call(wrapper) {
            let span = wrapper.span();
            drop(ctx.report(span, "noAsyncWrapperForExpectedPromise").fix(span, ctx.text(call)));
        }
    }),
    ..Rule::DEFAULT
};

/// The call that is all that an asynchronous function awaits.
fn awaited_call(function: Callback<'_>) -> Option<Span> {
    if !function.is_async() {
        return None;
    }
    let expression = match function.body() {
        Body::Expression(expression) => expression,
        Body::Statements([Statement::ExpressionStatement(statement)]) if !function.has_directives() => {
            &statement.expression
        }
        Body::Statements(_) => return None,
    };
    let Expression::AwaitExpression(awaited) = expression.without_parentheses() else { return None };
    match awaited.argument.without_parentheses() {
        Expression::CallExpression(call) => Some(call.span),
        _ => None,
    }
}
