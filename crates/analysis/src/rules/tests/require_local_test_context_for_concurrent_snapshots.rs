//! `vitest/require-local-test-context-for-concurrent-snapshots`: require local Test Context for concurrent snapshot tests.
//!
//! The global `expect` cannot tell which of several running tests a snapshot belongs to.
//!
//! ```js fails
//! test.concurrent('greets', () => { expect(greet('Ada')).toMatchSnapshot(); });
//! ```
//!
//! ```js passes
//! test.concurrent('greets', ({ expect }) => { expect(greet('Ada')).toMatchSnapshot(); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, Link, TestCall};
use crate::rules::prelude::*;

const MATCHERS: [&str; 5] = [
    "toMatchSnapshot",
    "toMatchInlineSnapshot",
    "toMatchFileSnapshot",
    "toThrowErrorMatchingSnapshot",
    "toThrowErrorMatchingInlineSnapshot",
];

pub(crate) const RULE: Rule = Rule {
    id: "vitest/require-local-test-context-for-concurrent-snapshots",
    aliases: &["@vitest/require-local-test-context-for-concurrent-snapshots"],
    recommended: true,
    messages: &[("requireLocalTestContext", "Use local Test Context instead")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(check),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    let AstKind::CallExpression(call) = node.kind() else { return };
    let is_snapshot = |name: &Link<'_>| MATCHERS.iter().any(|matcher| name.is(matcher));
    if !Link::of_member(&call.callee).is_some_and(|name| is_snapshot(&name)) {
        return;
    }
    let is_global = |found: &TestCall<'_>| found.kind == CallKind::Expect && !found.is_of_context;
    if TestCall::of_call(call, ctx).is_some_and(|found| is_global(&found))
        && ctx.nodes().ancestors(node.id()).any(|around| is_concurrent(around, ctx))
    {
        ctx.report(call.span, "requireLocalTestContext");
    }
}

/// Whether a node is `test.concurrent()` or the like.
fn is_concurrent<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let AstKind::CallExpression(call) = node.kind() else { return false };
    Link::of_member(&call.callee).is_some_and(|name| name.name == "concurrent")
        && TestCall::of_call(call, ctx)
            .is_some_and(|found| matches!(found.kind, CallKind::Describe | CallKind::Test))
}
