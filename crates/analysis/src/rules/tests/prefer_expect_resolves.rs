//! `vitest/prefer-expect-resolves`: enforce using `expect().resolves` over `expect(await ...)` syntax.
//!
//! With `resolves`, a promise that is rejected fails as an assertion.
//!
//! ```js fails
//! test('loads', async () => { expect(await load()).toBe(1); });
//! ```
//!
//! ```js passes
//! test('loads', async () => { await expect(load()).resolves.toBe(1); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall, argument};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/prefer-expect-resolves",
    aliases: &["@vitest/prefer-expect-resolves", "jest/prefer-expect-resolves"],
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("expectResolves", "Use `expect().resolves` instead")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let Some(found) = TestCall::of(node, ctx).filter(|found| found.kind == CallKind::Expect) else { return };
        let AstKind::CallExpression(expect) = found.head.parent(ctx) else { return };
        if let Some(Expression::AwaitExpression(awaited)) = expect.arguments.first().and_then(argument) {
            let value = awaited.argument.without_parentheses().span();
            drop(ctx.report(awaited.span, "expectResolves").fixes([
                Edit::insert(expect.span.start, "await "),
                Edit::remove(Span::new(awaited.span.start, value.start)),
                Edit::insert(expect.span.end, ".resolves"),
            ]));
        }
    }),
    ..Rule::DEFAULT
};
