//! `vitest/require-awaited-expect-poll`: ensure that every `expect.poll` call is awaited.
//!
//! A test that does not wait for a poll passes before it asserts anything.
//!
//! ```js fails
//! test('loads', () => { expect.poll(() => state).toBe('ready'); });
//! ```
//!
//! ```js passes
//! test('loads', async () => { await expect.poll(() => state).toBe('ready'); });
//! ```


use crate::hash::HashSet;
use crate::rules::helpers::test_calls::{CallKind, TestCall, is_member};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/require-awaited-expect-poll",
    aliases: &["@vitest/require-awaited-expect-poll"],
    messages: &[("notAwaited", "`{{ method }}` calls should be awaited")],
    types: &[AstType::CallExpression],
    run: Run::File(|ctx| {
        let mut reported = HashSet::default();
        for node in ctx.nodes_of(AstType::CallExpression) {
            let Some(found) = TestCall::of(node, ctx).filter(|found| found.kind == CallKind::Expect) else {
                continue;
            };
            let Some(poll) = found.members.first().filter(|first| matches!(first.name, "poll" | "element")) else {
                continue;
            };
            let span = poll.parent(ctx).span();
            if !is_awaited(&found, ctx) && reported.insert(span) {
                ctx.report(span, "notAwaited").data("method", format!("expect.{}", poll.name));
            }
        }
    }),
    ..Rule::DEFAULT
};

/// Whether what is around the chain of a call awaits or returns it.
fn is_awaited<'a>(found: &TestCall<'a>, ctx: &Context<'a>) -> bool {
    let mut at = found.head.node();
    let mut parent = ctx.parent(at);
    while is_member(parent.kind()) || matches!(parent.kind(), AstKind::CallExpression(_)) {
        at = parent.id();
        parent = ctx.parent(at);
    }
    while let AstKind::SequenceExpression(sequence) = parent.kind()
        && sequence.expressions.last().is_some_and(|last| last.without_parentheses().node_id() == at)
    {
        at = parent.id();
        parent = ctx.parent(at);
    }
    matches!(parent.kind(), AstKind::AwaitExpression(_) | AstKind::ReturnStatement(_))
}
