//! `no-await-in-loop`: disallow `await` inside of loops.
//!
//! Each turn waits for the one before. `Promise.all` lets them run at the same time.
//!
//! ```js fails
//! async function load(urls) { for (const url of urls) { await get(url); } }
//! ```
//!
//! ```js passes
//! async function load(urls) { await Promise.all(urls.map((url) => get(url))); }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-await-in-loop",
    messages: &[("unexpectedAwait", "Unexpected `await` inside a loop.")],
    types: &[AstType::AwaitExpression, AstType::ForOfStatement, AstType::VariableDeclaration],
    run: Run::Nodes(|node, ctx| {
        let awaits = match node.kind() {
            AstKind::AwaitExpression(_) => true,
            AstKind::ForOfStatement(statement) => statement.r#await,
            AstKind::VariableDeclaration(declaration) => {
                declaration.kind == VariableDeclarationKind::AwaitUsing
            }
            _ => false,
        };
        if awaits && is_looped(node, ctx) {
            ctx.report(node.kind().span(), "unexpectedAwait");
        }
    }),
    ..Rule::DEFAULT
};

/// Whether a node of a function runs in each turn of a loop.
fn is_looped<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let mut child = node.kind();
    for parent in ctx.nodes().ancestor_kinds(node.id()) {
        let at = child.span();
        let is = |other: Option<Span>| other == Some(at);
        let is_turn = match parent {
            AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) => return false,
            AstKind::ForOfStatement(statement) if statement.r#await => return false,
            AstKind::ForStatement(statement) => {
                is(statement.test.as_ref().map(GetSpan::span))
                    || is(statement.update.as_ref().map(GetSpan::span))
                    || is(Some(statement.body.span()))
            }
            AstKind::ForOfStatement(statement) => is(Some(statement.body.span())) || is_await_using(child),
            AstKind::ForInStatement(statement) => is(Some(statement.body.span())) || is_await_using(child),
            AstKind::WhileStatement(_) | AstKind::DoWhileStatement(_) => true,
            _ => false,
        };
        if is_turn {
            return true;
        }
        child = parent;
    }
    false
}

fn is_await_using(kind: AstKind<'_>) -> bool {
    matches!(kind, AstKind::VariableDeclaration(declaration)
        if declaration.kind == VariableDeclarationKind::AwaitUsing)
}
