//! `vitest/no-disabled-tests`: disallow disabled tests.
//!
//! A skipped test checks nothing, and is easily forgotten.
//!
//! ```js fails
//! test.skip('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, Origin, TestCall, mode};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-disabled-tests",
    aliases: &["@vitest/no-disabled-tests", "jest/no-disabled-tests"],
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[
        ("missingFunction", "Test is missing function argument"),
        ("pending", "Call to pending()"),
        ("pendingSuite", "Call to pending() within test suite"),
        ("pendingTest", "Call to pending() within test"),
        (
            "disabledSuite",
            "Disabled test suite - if you want to skip a test suite temporarily, use .todo() instead",
        ),
        ("disabledTest", "Disabled test - if you want to skip a test temporarily, use .todo() instead"),
    ],
    types: &[AstType::CallExpression],
    run: Run::File(|ctx| {
        let (mut suites, mut tests) = (0_usize, 0_usize);
        walk(ctx, &mut |step| match step {
            Step::Enter(node) => {
                match check(node, ctx) {
                    Some(CallKind::Describe) => suites += 1,
                    Some(CallKind::Test) => tests += 1,
                    _ => {}
                }
                if is_pending(node, ctx) {
                    let message = match (tests, suites) {
                        (1.., _) => "pendingTest",
                        (0, 1..) => "pendingSuite",
                        (0, 0) => "pending",
                    };
                    ctx.report(node.kind().span(), message);
                }
            }
            Step::Exit(node) => match TestCall::of(node, ctx).map(|call| call.kind) {
                Some(CallKind::Describe) => suites -= 1,
                Some(CallKind::Test) => tests -= 1,
                _ => {}
            },
        });
    }),
    ..Rule::DEFAULT
};

/// Checks a node and returns what call it is.
fn check<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<CallKind> {
    let AstKind::CallExpression(call) = node.kind() else { return None };
    let found = TestCall::of_call(call, ctx)?;
    let is_skip = |name: &str| name == "skip";
    if found.kind == CallKind::Test
        && call.arguments.len() < 2
        && found.members.iter().all(|member| is_skip(member.name))
    {
        ctx.report(call.span, "missingFunction");
    }
    let member = found.members.iter().find(|member| is_skip(member.name)).copied();
    let has_modes = matches!(found.kind, CallKind::Describe | CallKind::Test);
    let skip = member.or_else(|| mode(call, "skip").filter(|_| has_modes).map(|(key, _)| key));
    if found.name.starts_with('x') || skip.is_some() {
        let is_suite = found.kind == CallKind::Describe;
        let message = if is_suite { "disabledSuite" } else { "disabledTest" };
        ctx.report(skip.map_or(found.head.span, |skip| skip.span), message);
    }
    Some(found.kind)
}

fn is_pending<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let AstKind::CallExpression(call) = node.kind() else { return false };
    matches!(call.callee.without_parentheses(), Expression::Identifier(callee) if callee.name == "pending")
        && matches!(Origin::of("pending", node.scope_id(), ctx), Origin::Global)
}
