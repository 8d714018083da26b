//! `vitest/valid-describe-callback`: enforce valid describe callback.
//!
//! What a suite's function returns or takes has no effect, so its tests may be lost.
//!
//! ```js fails
//! describe('add', (done) => { it('adds', () => { expect(add(1, 2)).toBe(3); }); });
//! ```
//!
//! ```js passes
//! describe('add', () => { it('adds', () => { expect(add(1, 2)).toBe(3); }); });
//! ```

use crate::rules::helpers::test_calls::{Body, Callback, CallKind, TestCall, argument_span};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/valid-describe-callback",
    aliases: &["@vitest/valid-describe-callback", "jest/valid-describe-callback"],
    recommended: true,
    messages: &[
        ("nameAndCallback", "Describe requires a name and callback arguments"),
        ("secondArgumentMustBeFunction", "Second argument must be a function"),
        ("unexpectedDescribeArgument", "Unexpected argument in describe callback"),
        ("unexpectedReturnInDescribe", "Unexpected return statement in describe callback"),
    ],
    types: &[AstType::CallExpression],
    run: Run::Nodes(check),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    let AstKind::CallExpression(call) = node.kind() else { return };
    let Some(found) = TestCall::of_call(call, ctx).filter(|found| found.kind == CallKind::Describe) else {
        return;
    };
    if found.members.first().is_some_and(|member| member.is("todo")) {
        return;
    }
    let arguments = call.arguments.as_slice();
    let (Some(first), Some(last)) = (arguments.first(), arguments.last()) else {
        ctx.report(call.span, "nameAndCallback");
        return;
    };
    let all = Span::new(argument_span(first).start, argument_span(last).end);
    if arguments.len() < 2 {
        ctx.report(all, "nameAndCallback");
        return;
    }
    let callback = |index: usize| arguments.get(index).and_then(Callback::of_argument);
    match callback(1).or_else(|| callback(2)) {
        Some(callback) => check_callback(callback, &found, ctx),
        None => drop(ctx.report(all, "secondArgumentMustBeFunction")),
    }
}

fn check_callback<'a>(callback: Callback<'a>, found: &TestCall<'a>, ctx: &Context<'a>) {
    if !found.has_member(&["each", "for"]) && callback.arity() > 0 {
        ctx.report(callback.span(), "unexpectedDescribeArgument");
    }
    match callback.body() {
        Body::Expression(body) => {
            if matches!(body.without_parentheses(), Expression::CallExpression(_)) {
                ctx.report(callback.span(), "unexpectedReturnInDescribe");
            }
        }
        Body::Statements(statements) => {
            for statement in statements {
                if let Statement::ReturnStatement(statement) = statement {
                    ctx.report(statement.span, "unexpectedReturnInDescribe");
                }
            }
        }
    }
}
