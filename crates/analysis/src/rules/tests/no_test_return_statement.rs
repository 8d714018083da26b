//! `vitest/no-test-return-statement`: disallow return statements in tests.
//!
//! A test waits for what it awaits, and nothing uses what it returns.
//!
//! ```js fails
//! test('loads', () => { return expect(load()).resolves.toBe(1); });
//! ```
//!
//! ```js passes
//! test('loads', async () => { await expect(load()).resolves.toBe(1); });
//! ```

use crate::rules::helpers::test_calls::{Body, CallKind, Callback, is_call_of, tests_with};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/no-test-return-statement",
    aliases: &["@vitest/no-test-return-statement", "jest/no-test-return-statement"],
    messages: &[("noTestReturnStatement", "Return statements are not allowed in tests")],
    types: &[AstType::CallExpression, AstType::Function],
    run: Run::Nodes(|node, ctx| {
        let statements = match node.kind() {
            AstKind::CallExpression(call) => {
                let callback = call.arguments.get(1).and_then(Callback::of_argument);
                match callback.map(Callback::body) {
                    Some(Body::Statements(statements)) if is_call_of(node, CallKind::Test, ctx) => statements,
                    _ => return,
                }
            }
            AstKind::Function(function) if function.is_declaration() => match &function.body {
                Some(body) if !tests_with(node, ctx).is_empty() => body.statements.as_slice(),
                _ => return,
            },
            _ => return,
        };
        let first = statements.iter().find(|statement| matches!(statement, Statement::ReturnStatement(_)));
        if let Some(statement) = first {
            ctx.report(statement.span(), "noTestReturnStatement");
        }
    }),
    ..Rule::DEFAULT
};
