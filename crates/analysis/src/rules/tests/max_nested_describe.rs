//! `vitest/max-nested-describe`: require describe block to be less than set max value or default value.
//!
//! Deeply nested suites hide what a test is about.
//!
//! Options: `{ max: 5 }`.
//!
//! ```js fails [{ "max": 1 }]
//! describe('add', () => { describe('numbers', () => {}); });
//! ```
//!
//! ```js passes [{ "max": 1 }]
//! describe('add numbers', () => {});
//! ```

use crate::rules::helpers::test_calls::{Callback, number};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/max-nested-describe",
    aliases: &["@vitest/max-nested-describe", "jest/max-nested-describe"],
    messages: &[("maxNestedDescribe", "Nested describe block should be less than set max value")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let max = number(&options.only_object(&["max"])?, "max", 5.0)?;
        Ok(Check::file(move |ctx| {
            let mut depth = 0_u32;
            walk(ctx, &mut |step| match step {
                Step::Enter(node) => {
                    if let Some(suite) = suite(node, ctx) {
                        depth += 1;
                        if f64::from(depth) > max {
                            ctx.report(suite, "maxNestedDescribe");
                        }
                    }
                }
                Step::Exit(node) => depth -= u32::from(suite(node, ctx).is_some()),
            });
        }))
    }),
    ..Rule::DEFAULT
};

/// The `describe` that takes the function at a node.
fn suite<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    Callback::of_node(node)?;
    let AstKind::CallExpression(call) = ctx.parent_kind(node.id()) else { return None };
    let is_describe =
        matches!(call.callee.without_parentheses(), Expression::Identifier(callee) if callee.name == "describe");
    is_describe.then_some(call.span)
}
