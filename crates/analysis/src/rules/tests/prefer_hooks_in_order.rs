//! `vitest/prefer-hooks-in-order`: enforce having hooks in consistent order.
//!
//! Hooks read best in the order in which they run.
//!
//! ```js fails
//! afterAll(stop);
//! beforeAll(start);
//! ```
//!
//! ```js passes
//! beforeAll(start);
//! afterAll(stop);
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall, is_call_of};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

const ORDER: [&str; 4] = ["beforeAll", "beforeEach", "afterEach", "afterAll"];

pub(crate) const RULE: Rule = Rule {
    id: "vitest/prefer-hooks-in-order",
    aliases: &["@vitest/prefer-hooks-in-order", "jest/prefer-hooks-in-order"],
    kind: Kind::Suggestion,
    messages: &[("reorderHooks", "`{{ currentHook }}` hooks should be before any `{{ previousHook }}` hooks")],
    types: &[AstType::CallExpression],
    run: Run::File(|ctx| {
        let mut state = State { previous: None, is_in_hook: false };
        walk(ctx, &mut |step| match step {
            Step::Enter(node) if matches!(node.kind(), AstKind::CallExpression(_)) => state.enter(node, ctx),
            Step::Exit(node) if matches!(node.kind(), AstKind::CallExpression(_)) => {
                if is_call_of(node, CallKind::Hook, ctx) {
                    state.is_in_hook = false;
                } else if !state.is_in_hook {
                    state.previous = None;
                }
            }
            Step::Enter(_) | Step::Exit(_) => {}
        });
    }),
    ..Rule::DEFAULT
};

struct State {
    /// The place of the hook before. Hooks around tests have none.
    previous: Option<usize>,
    is_in_hook: bool,
}

impl State {
    fn enter<'a>(&mut self, node: &AstNode<'a>, ctx: &Context<'a>) {
        if self.is_in_hook {
            return;
        }
        let Some(hook) = TestCall::of(node, ctx).filter(|found| found.kind == CallKind::Hook) else {
            self.previous = None;
            return;
        };
        let current = ORDER.iter().position(|name| *name == hook.name);
        match self.previous {
            Some(previous) if current < Some(previous) => {
                ctx.report(node.kind().span(), "reorderHooks")
                    .data("currentHook", hook.name)
                    .data("previousHook", ORDER[previous]);
            }
            _ => (self.previous, self.is_in_hook) = (current, true),
        }
    }
}
