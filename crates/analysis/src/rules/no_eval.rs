//! `no-eval`, with ESLint's default `allowIndirect: false`.

use oxc_ast::AstKind;

use super::access::Access;
use super::{Rule, Visit, always};

pub(super) const RULE: Rule = Rule {
    id: "no-eval",
    summary: "eval runs text as code: direct, indirect, and through the global object.",
    message: "Avoid using eval() for security reasons",
    recommended: true,
    applies: always,
    visit: Visit::Plain(|node, model| match node.kind() {
        AstKind::IdentifierReference(identifier) => {
            (identifier.name == "eval" && model.is_global(identifier)).then_some(identifier.span)
        }
        kind => {
            let access = Access::of_node(kind, model)?;
            (access.name == "eval" && access.is_of_global(model)).then_some(access.span)
        }
    }),
};
