//! `no-var`: require `let` or `const` instead of `var`.
//!
//! `var` is scoped to its function and hoisted. `const` and `let` are scoped to their block.
//!
//! ```js fails
//! var total = 0;
//! ```
//!
//! ```js passes
//! let total = 0;
//! ```

use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-var",
    messages: &[("unexpectedVar", "Unexpected var, use let or const instead.")],
    types: &[AstType::VariableDeclaration],
    applies: |ctx| !ctx.source_type.is_typescript_definition(),
    run: Run::Nodes(|node, ctx| {
        if let Some(span) = found(node, ctx) {
            ctx.report(span, "unexpectedVar");
        }
    }),
    ..Rule::DEFAULT
};

fn found<'a>(node: &AstNode<'a>, model: &Model<'a>) -> Option<Span> {
    match node.kind() {
        AstKind::VariableDeclaration(declaration)
            if declaration.kind == VariableDeclarationKind::Var && !declaration.declare =>
        {
            // `declare global { var x }` has no other form.
            let mut outer = model.semantic.nodes().ancestor_kinds(node.id());
            let ambient = outer.any(|kind| matches!(kind, AstKind::TSGlobalDeclaration(_)));
            (!ambient).then_some(declaration.span)
        }
        _ => None,
    }
}
