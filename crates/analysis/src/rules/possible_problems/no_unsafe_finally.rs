//! `no-unsafe-finally`: disallow control flow statements in `finally` blocks.
//!
//! `return`, `throw`, `break` and `continue` in a `finally` block replace what `try` and `catch` returned or threw.
//!
//! ```js fails
//! function read() { try { return load(); } finally { return null; } }
//! ```
//!
//! ```js passes
//! function read() { try { return load(); } finally { close(); } }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unsafe-finally",
    recommended: true,
    messages: &[("unsafeUsage", "Unsafe usage of {{nodeType}}.")],
    types: &[
        AstType::ReturnStatement,
        AstType::ThrowStatement,
        AstType::BreakStatement,
        AstType::ContinueStatement,
    ],
    // Most files have no `finally`, and no parents are visited then.
    applies: |ctx| {
        ctx.nodes_of(AstType::TryStatement)
            .any(|node| matches!(node.kind(), AstKind::TryStatement(statement) if statement.finalizer.is_some()))
    },
    run: Run::Nodes(|node, ctx| {
        let (of, label) = match node.kind() {
            AstKind::ReturnStatement(_) => ("ReturnStatement", None),
            AstKind::ThrowStatement(_) => ("ThrowStatement", None),
            AstKind::BreakStatement(statement) => ("BreakStatement", statement.label.as_ref()),
            AstKind::ContinueStatement(statement) => ("ContinueStatement", statement.label.as_ref()),
            _ => return,
        };
        let is_jump = label.is_none() && matches!(of, "BreakStatement" | "ContinueStatement");
        let mut child = node.kind().span();
        for parent in ctx.nodes().ancestor_kinds(node.id()) {
            match parent {
                AstKind::TryStatement(statement)
                    if statement.finalizer.as_ref().is_some_and(|block| block.span == child) =>
                {
                    ctx.report(node.kind().span(), "unsafeUsage").data("nodeType", of);
                    return;
                }
                AstKind::LabeledStatement(statement)
                    if label.is_some_and(|label| label.name == statement.label.name) =>
                {
                    return;
                }
                AstKind::Function(_) | AstKind::Class(_) | AstKind::ArrowFunctionExpression(_) => return,
                AstKind::SwitchStatement(_) if is_jump && of == "BreakStatement" => return,
                kind if is_jump && kind.is_iteration_statement() => return,
                _ => {}
            }
            child = parent.span();
        }
    }),
    ..Rule::DEFAULT
};
