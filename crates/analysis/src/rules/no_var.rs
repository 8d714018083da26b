//! `no-var`.

use oxc_ast::AstKind;
use oxc_ast::ast::VariableDeclarationKind;

use super::{Rule, Visit};

pub(super) const RULE: Rule = Rule {
    id: "no-var",
    summary: "var is scoped to its function and hoisted: const and let are scoped to their block.",
    message: "Use const or let instead of var",
    recommended: true,
    applies: |model| !model.source_type.is_typescript_definition(),
    visit: Visit::Plain(|node, model| match node.kind() {
        AstKind::VariableDeclaration(declaration)
            if declaration.kind == VariableDeclarationKind::Var && !declaration.declare =>
        {
            // `declare global { var x }` has no other form.
            let mut outer = model.semantic.nodes().ancestor_kinds(node.id());
            let ambient = outer.any(|kind| matches!(kind, AstKind::TSGlobalDeclaration(_)));
            (!ambient).then_some(declaration.span)
        }
        _ => None,
    }),
};
