//! `vitest/warn-todo`: disallow `.todo` usage.
//!
//! A test that is still to be written checks nothing.
//!
//! ```js fails
//! test.todo('adds');
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```

use crate::rules::helpers::test_calls::{CallKind, TestCall, mode};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/warn-todo",
    aliases: &["@vitest/warn-todo"],
    kind: Kind::Suggestion,
    messages: &[("warnTodo", "The use of `.todo` is not recommended.")],
    types: &[AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::CallExpression(call) = node.kind() else { return };
        let Some(found) = TestCall::of_call(call, ctx) else { return };
        if !matches!(found.kind, CallKind::Describe | CallKind::Test) {
            return;
        }
        let member = found.members.iter().find(|member| member.is("todo")).copied();
        if let Some(todo) = member.or_else(|| mode(call, "todo").map(|(key, _)| key)) {
            ctx.report(todo.span, "warnTodo");
        }
    }),
    ..Rule::DEFAULT
};
