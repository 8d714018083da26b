//! `no-unassigned-vars`: disallow `let` or `var` variables that are read but never assigned.
//!
//! Such a variable is always `undefined`: an assignment was forgotten, or the variable is not needed.
//!
//! ```js fails
//! let total;
//! console.log(total);
//! ```
//!
//! ```js passes
//! let total;
//! total = 1;
//! console.log(total);
//! ```

use crate::model::is_ambient;
use crate::rules::helpers::variables::{definitions, initial_writes, own_region};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unassigned-vars",
    recommended: true,
    messages: &[("unassigned", "'{{name}}' is always 'undefined' because it's never assigned.")],
    types: &[AstType::VariableDeclarator],
    run: Run::Nodes(|node, ctx| {
        let AstKind::VariableDeclarator(declarator) = node.kind() else { return };
        let BindingPattern::BindingIdentifier(id) = &declarator.id else { return };
        let AstKind::VariableDeclaration(declaration) = ctx.nodes().parent_kind(node.id()) else { return };
        let Some(symbol) = id.symbol_id.get() else { return };
        if declarator.init.is_some() || declaration.kind.is_const() || declaration.declare {
            return;
        }
        let region = own_region(symbol, ctx);
        let mut is_read = false;
        for reference in ctx.scoping().get_resolved_references(symbol) {
            if reference.is_write() {
                return;
            }
            let span = ctx.nodes().kind(reference.node_id()).span();
            is_read |= region.is_none_or(|region| region.contains_inclusive(span));
        }
        // A caught error of the same name is what the code around reads.
        let is_given = || {
            definitions(symbol, ctx).any(|one| {
                initial_writes(one, ctx) > 0 || matches!(ctx.nodes().kind(one.node), AstKind::CatchParameter(_))
            })
        };
        if is_read && !is_given() && !(ctx.source_type.is_typescript() && ctx.nodes().ancestor_kinds(node.id()).any(is_ambient)) {
            ctx.report(declarator.span, "unassigned").data("name", id.name.as_str());
        }
    }),
    ..Rule::DEFAULT
};
