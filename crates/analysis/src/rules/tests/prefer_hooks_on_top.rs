//! `vitest/prefer-hooks-on-top`: enforce having hooks before any test cases.
//!
//! Hooks run before tests, so they read best where they come first.
//!
//! ```js fails
//! describe('add', () => { it('adds', () => { expect(add(1, 2)).toBe(3); }); beforeEach(start); });
//! ```
//!
//! ```js passes
//! describe('add', () => { beforeEach(start); it('adds', () => { expect(add(1, 2)).toBe(3); }); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/prefer-hooks-on-top",
    aliases: &["@vitest/prefer-hooks-on-top", "jest/prefer-hooks-on-top"],
    kind: Kind::Suggestion,
    messages: &[("noHookOnTop", "Hooks should come before test cases")],
    types: &[AstType::CallExpression],
    run: Run::File(|ctx| {
        // Whether a test came before, for each call around.
        let mut has_test = vec![false];
        walk(ctx, &mut |step| match step {
            Step::Enter(node) if matches!(node.kind(), AstKind::CallExpression(_)) => {
                let found = TestCall::of(node, ctx);
                let kind = found.as_ref().map(|found| found.kind);
                let is_test = found.is_some_and(|found| {
                    found.kind == CallKind::Test && !found.has_member(&["extend", "scoped"])
                });
                if let Some(has_test) = has_test.last_mut() {
                    *has_test |= is_test;
                    if *has_test && kind == Some(CallKind::Hook) {
                        ctx.report(node.kind().span(), "noHookOnTop");
                    }
                }
                has_test.push(false);
            }
            Step::Exit(node) if matches!(node.kind(), AstKind::CallExpression(_)) => drop(has_test.pop()),
            Step::Enter(_) | Step::Exit(_) => {}
        });
    }),
    ..Rule::DEFAULT
};
