//! `vitest/no-test-prefixes`: disallow using the `f` and `x` prefixes in favour of `.only` and `.skip`.
//!
//! Vitest has no tests with prefixes.
//!
//! ```js fails
//! xit('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```
//!
//! ```js passes
//! it.skip('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-test-prefixes",
    aliases: &["@vitest/no-test-prefixes", "jest/no-test-prefixes"],
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("usePreferredName", "Use \"{{ preferredNodeName }}\" instead")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(check),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    let AstKind::CallExpression(call) = node.kind() else { return };
    let Some(found) = TestCall::of_call(call, ctx) else { return };
    if !matches!(found.kind, CallKind::Describe | CallKind::Test) {
        return;
    }
    let (name, modifier) = match (found.name.strip_prefix('f'), found.name.strip_prefix('x')) {
        (Some(name), _) => (name, "only"),
        (_, Some(name)) => (name, "skip"),
        _ => return,
    };
    let members = found.members.iter().map(|member| member.name);
    let names: Vec<&str> = [name, modifier].into_iter().chain(members).collect();
    let preferred = names.join(".");
    let callee = call.callee.without_parentheses();
    let replaced = match callee {
        Expression::TaggedTemplateExpression(tagged) => tagged.tag.without_parentheses(),
        Expression::CallExpression(call) => call.callee.without_parentheses(),
        callee => callee,
    };
    let report = ctx.report(callee.span(), "usePreferredName").data("preferredNodeName", preferred.as_str());
    drop(report.fix(replaced.span(), preferred));
}
