//! `vitest/max-expects`: enforce a maximum number of expect per test.
//!
//! A test that asserts much at once says little when it fails.
//!
//! Options: `{ max: 5 }`.
//!
//! ```js fails [{ "max": 1 }]
//! test('adds', () => { expect(add(1, 2)).toBe(3); expect(add(2, 2)).toBe(4); });
//! ```
//!
//! ```js passes [{ "max": 1 }]
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, Callback, TestCall, is_call_of, number};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/max-expects",
    aliases: &["@vitest/max-expects", "jest/max-expects"],
    kind: Kind::Suggestion,
    messages: &[("maxExpect", "Too many assertion calls ({{ count }}) - maximum allowed is {{ max }}")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let max = number(&options.only_object(&["max"])?, "max", 5.0)?;
        Ok(Check::file(move |ctx| {
            let mut count = 0_u32;
            walk(ctx, &mut |step| {
                let (Step::Enter(node) | Step::Exit(node)) = step;
                if Callback::of_node(node).is_some() && starts_count(node, ctx) {
                    count = 0;
                }
                if matches!(step, Step::Enter(_)) && is_counted(node, ctx) {
                    count += 1;
                    if f64::from(count) > max {
                        let report = ctx.report(node.kind().span(), "maxExpect");
                        drop(report.data("count", count.to_string()).data("max", max.to_string()));
                    }
                }
            });
        }))
    }),
    ..Rule::DEFAULT
};

/// Whether a function is that of a test, or no argument at all.
fn starts_count<'a>(function: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let parent = ctx.parent(function.id());
    !matches!(parent.kind(), AstKind::CallExpression(_)) || is_call_of(parent, CallKind::Test, ctx)
}

fn is_counted<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    TestCall::of(node, ctx)
        .is_some_and(|found| found.kind == CallKind::Expect && !found.head.is_in_member(ctx))
}
