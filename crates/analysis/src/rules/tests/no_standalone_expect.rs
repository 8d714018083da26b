//! `vitest/no-standalone-expect`: disallow using `expect` outside of `it` or `test` blocks.
//!
//! What fails outside of a test is no test's failure.
//!
//! Options: `{ additionalTestBlockFunctions: [] }`.
//!
//! ```js fails
//! describe('add', () => { expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! describe('add', () => { it('adds', () => { expect(add(1, 2)).toBe(3); }); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall, dotted, is_call_of};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-standalone-expect",
    aliases: &["@vitest/no-standalone-expect", "jest/no-standalone-expect"],
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("noStandaloneExpect", "Expect must be called inside a test block")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let blocks =
            options.only_object(&["additionalTestBlockFunctions"])?.texts("additionalTestBlockFunctions")?;
        Ok(Check::file(move |ctx| {
            let mut state = State { blocks: &blocks, around: Vec::new(), ctx };
            walk(ctx, &mut |step| match step {
                Step::Enter(node) => state.enter(node),
                Step::Exit(node) => state.exit(node),
            });
        }))
    }),
    ..Rule::DEFAULT
};

/// What an `expect` may be in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Test,
    Helper,
    Template,
    Function,
    Describe,
    Arrow,
}

struct State<'s, 'a> {
    /// Further functions that declare tests.
    blocks: &'s [String],
    around: Vec<Block>,
    ctx: &'s Context<'a>,
}

impl<'a> State<'_, 'a> {
    fn enter(&mut self, node: &AstNode<'a>) {
        match node.kind() {
            AstKind::CallExpression(call) => self.enter_call(call),
            AstKind::ArrowFunctionExpression(_) => {
                if !matches!(self.ctx.parent_kind(node.id()), AstKind::CallExpression(_)) {
                    self.around.push(Block::Arrow);
                }
            }
            _ => self.around.extend(self.block(node)),
        }
    }

    fn enter_call(&mut self, call: &'a CallExpression<'a>) {
        let found = TestCall::of_call(call, self.ctx);
        let kind = found.as_ref().map(|found| found.kind);
        if let Some(found) = found.as_ref().filter(|found| found.kind == CallKind::Expect) {
            let is_asymmetric = found.head.is_in_member(self.ctx)
                && matches!(found.members.as_slice(), [one] if !matches!(one.name, "assertions" | "hasAssertions"));
            if !is_asymmetric && matches!(self.around.last(), None | Some(Block::Describe)) {
                self.ctx.report(call.span, "noStandaloneExpect");
            }
            return;
        }
        if kind == Some(CallKind::Test) || self.is_custom(call) {
            self.around.push(Block::Test);
        }
        if found.is_some_and(|found| is_helper(&found)) {
            self.around.push(Block::Helper);
        }
        if is_tagged(call) {
            self.around.push(Block::Template);
        }
    }

    fn exit(&mut self, node: &AstNode<'a>) {
        let last = self.around.last().copied();
        let is_over = match node.kind() {
            AstKind::CallExpression(call) => match last {
                Some(Block::Test) => {
                    let is_test = is_call_of(node, CallKind::Test, self.ctx) || self.is_custom(call);
                    is_test && !is_member_access(&call.callee)
                }
                Some(Block::Helper) => TestCall::of_call(call, self.ctx).is_some_and(|found| is_helper(&found)),
                Some(Block::Template) => is_tagged(call),
                _ => false,
            },
            AstKind::ArrowFunctionExpression(_) => last == Some(Block::Arrow),
            _ => self.block(node).is_some(),
        };
        if is_over {
            self.around.pop();
        }
    }

    fn is_custom(&self, call: &CallExpression<'_>) -> bool {
        !self.blocks.is_empty() && self.blocks.contains(&dotted(&call.callee).unwrap_or_default())
    }

    /// What the block at a node is: the body of a declared or named function, or of a suite.
    fn block(&self, node: &AstNode<'a>) -> Option<Block> {
        if !matches!(node.kind(), AstKind::FunctionBody(_)) {
            return None;
        }
        let function = self.ctx.parent(node.id());
        if matches!(function.kind(), AstKind::Function(function) if function.is_declaration()) {
            return Some(Block::Function);
        }
        let outer = self.ctx.parent(function.id());
        match outer.kind() {
            AstKind::VariableDeclarator(_) => Some(Block::Function),
            _ => is_call_of(outer, CallKind::Describe, self.ctx).then_some(Block::Describe),
        }
    }
}

/// Whether a call is `vi.defineHelper()`.
fn is_helper(found: &TestCall<'_>) -> bool {
    found.kind == CallKind::Vi && matches!(found.members.as_slice(), [one] if one.name == "defineHelper")
}

fn is_tagged(call: &CallExpression<'_>) -> bool {
    matches!(call.callee.without_parentheses(), Expression::TaggedTemplateExpression(_))
}

fn is_member_access(callee: &Expression<'_>) -> bool {
    callee.without_parentheses().is_member_expression()
}
