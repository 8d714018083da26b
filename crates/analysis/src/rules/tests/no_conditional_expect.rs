//! `vitest/no-conditional-expect`: disallow conditional expects.
//!
//! An `expect` that only some runs reach may never assert anything.
//!
//! Options: `{ expectAssertions: false }`. With `true`, tests that call `expect.assertions(1)` or the like are exempt.
//!
//! ```js fails
//! test('adds', () => { if (isReady) expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(isReady && add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, Link, TestCall, argument, is_call_of, tests_with};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-conditional-expect",
    aliases: &["@vitest/no-conditional-expect", "jest/no-conditional-expect"],
    recommended: true,
    messages: &[("noConditionalExpect", "Avoid calling `expect` inside conditional statements")],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let counts = options.only_object(&["expectAssertions"])?.bool("expectAssertions", false)?;
        Ok(Check::file(move |ctx| {
            let mut state = State { counts, ..State::default() };
            walk(ctx, &mut |step| match step {
                Step::Enter(node) => state.enter(node, ctx),
                Step::Exit(node) => state.exit(node, ctx),
            });
        }))
    }),
    ..Rule::DEFAULT
};

/// What is known at a node.
#[derive(Default)]
struct State {
    /// Whether `expect.assertions()` counts.
    counts: bool,
    is_in_test: bool,
    is_in_catch: bool,
    /// How many conditions are around. The plugin counts those whose test starts within them only once.
    conditions: i64,
    has_assertions: bool,
}

impl State {
    fn enter<'a>(&mut self, node: &AstNode<'a>, ctx: &Context<'a>) {
        match node.kind() {
            AstKind::Function(function) if function.is_declaration() => {
                self.is_in_test |= !tests_with(node, ctx).is_empty();
            }
            AstKind::CallExpression(call) => self.enter_call(call, ctx),
            kind if self.is_in_test && is_condition(kind) => self.conditions += 1,
            _ => {}
        }
    }

    fn enter_call<'a>(&mut self, call: &'a CallExpression<'a>, ctx: &Context<'a>) {
        let kind = TestCall::of_call(call, ctx).map(|call| call.kind);
        self.is_in_test |= kind == Some(CallKind::Test);
        self.is_in_catch |= is_catch(call);
        if self.counts && self.is_in_test
            && let Some(has_assertions) = assertions(call)
        {
            self.has_assertions = has_assertions;
        }
        if kind != Some(CallKind::Expect) {
            return;
        }
        if self.is_in_test && self.conditions > 0 && !self.has_assertions {
            ctx.report(call.span, "noConditionalExpect");
        }
        if self.is_in_catch {
            ctx.report(call.span, "noConditionalExpect");
        }
    }

    fn exit<'a>(&mut self, node: &AstNode<'a>, ctx: &Context<'a>) {
        match node.kind() {
            AstKind::CallExpression(call) => {
                if is_call_of(node, CallKind::Test, ctx) {
                    (self.is_in_test, self.has_assertions) = (false, false);
                }
                if is_catch(call) {
                    self.is_in_catch = false;
                }
            }
            kind if self.is_in_test && is_condition(kind) => self.conditions -= 1,
            _ => {}
        }
    }
}

fn is_condition(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::CatchClause(_)
            | AstKind::IfStatement(_)
            | AstKind::SwitchStatement(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::LogicalExpression(_)
    )
}

fn is_catch(call: &CallExpression<'_>) -> bool {
    Link::of_member(&call.callee).is_some_and(|member| member.name == "catch")
}

/// Whether `expect.assertions()` expects any, if a call is that.
fn assertions(call: &CallExpression<'_>) -> Option<bool> {
    let is_assertions = Link::of_member(&call.callee).is_some_and(|member| member.is("assertions"));
    let object = call.callee.without_parentheses().as_member_expression()?.object();
    let is_expect = matches!(object.without_parentheses(), Expression::Identifier(object) if object.name == "expect");
    let [count] = call.arguments.as_slice() else { return None };
    if !is_assertions || !is_expect {
        return None;
    }
    // As JavaScript's `Number()` sees the literal.
    match argument(count)? {
        Expression::NumericLiteral(count) => Some(count.value != 0.0),
        Expression::BigIntLiteral(count) => Some(count.value != "0"),
        Expression::BooleanLiteral(count) => Some(count.value),
        Expression::NullLiteral(_) => Some(false),
        Expression::RegExpLiteral(_) => Some(true),
        Expression::StringLiteral(count) => {
            let text = count.value.trim();
            Some(!text.is_empty() && text.parse::<f64>() != Ok(0.0))
        }
        _ => None,
    }
}
