//! `no-debugger`.

use oxc_ast::AstKind;

use super::{Rule, Visit, always};

pub(super) const RULE: Rule = Rule {
    id: "no-debugger",
    summary: "A debugger statement stops the program of whoever has the tools open.",
    message: "Remove debugger statements",
    recommended: true,
    applies: always,
    visit: Visit::Plain(|node, _| match node.kind() {
        AstKind::DebuggerStatement(statement) => Some(statement.span),
        _ => None,
    }),
};
