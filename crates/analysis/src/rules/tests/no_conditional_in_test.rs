//! `vitest/no-conditional-in-test`: disallow conditional tests.
//!
//! A test with an `if` checks different things in different runs.
//!
//! ```js fails
//! test('adds', () => { if (isReady) { start(); } expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! test('adds', () => { start(); expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, is_call_of};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-conditional-in-test",
    aliases: &["@vitest/no-conditional-in-test", "jest/no-conditional-in-test"],
    messages: &[("noConditionalInTest", "Remove conditional tests")],
    types: &[AstType::IfStatement],
    run: Run::Nodes(|node, ctx| {
        let function = ctx.parent(ctx.parent(node.id()).id());
        if is_call_of(ctx.parent(function.id()), CallKind::Test, ctx) {
            ctx.report(node.kind().span(), "noConditionalInTest");
        }
    }),
    ..Rule::DEFAULT
};
