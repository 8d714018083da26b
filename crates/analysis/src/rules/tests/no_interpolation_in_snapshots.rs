//! `vitest/no-interpolation-in-snapshots`: disallow string interpolation in snapshots.
//!
//! A snapshot with a computed part cannot be updated, and may change along with the code.
//!
//! ```js fails
//! test('greets', () => { expect(greet(name)).toMatchInlineSnapshot(`Hello, ${name}!`); });
//! ```
//!
//! ```js passes
//! test('greets', () => { expect(greet('Ada')).toMatchInlineSnapshot(`Hello, Ada!`); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall, argument};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-interpolation-in-snapshots",
    aliases: &["@vitest/no-interpolation-in-snapshots", "jest/no-interpolation-in-snapshots"],
    recommended: true,
    messages: &[("noInterpolationInSnapshots", "Do not use string interpolation in snapshots")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let Some(found) = TestCall::of(node, ctx).filter(|found| found.kind == CallKind::Expect) else { return };
        let Some(expectation) = found.expectation else { return };
        let name = expectation.matcher.name;
        if !matches!(name, "toMatchInlineSnapshot" | "toThrowErrorMatchingInlineSnapshot") {
            return;
        }
        for argument in expectation.arguments.iter().filter_map(argument) {
            if let Expression::TemplateLiteral(template) = argument
                && !template.expressions.is_empty()
            {
                ctx.report(template.span, "noInterpolationInSnapshots");
            }
        }
    }),
    ..Rule::DEFAULT
};
