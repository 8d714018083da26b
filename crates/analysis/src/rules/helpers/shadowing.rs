//! Whether global variables can be named at a place.

use oxc_semantic::AstNode;

use crate::lint::Context;

/// Whether a name does not refer to a global variable at a node: a scope there declares it, or there is no
/// such variable.
pub(crate) fn is_shadowed(name: &'static str, node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    ctx.scoping().find_binding(node.scope_id(), name.into()).is_some()
        || !ctx.language.has_global(name, ctx.source_type)
}
