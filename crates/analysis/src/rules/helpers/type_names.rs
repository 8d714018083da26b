//! References of TypeScript that only its own scope analysis resolves.
//!
//! A namespace of nothing but types has no value, and neither has what `import type` imports. oxc leaves a use
//! of their names as a value unresolved, so that rules see it as the global variable that it is at run time.
//! `@typescript-eslint/scope-manager` takes both for declared, whether as types or as values.

use oxc_ast::AstKind;
use oxc_ast::ast::TSNamespaceDeclarationBody;
use oxc_semantic::{AstNodes, Reference, Scoping, SymbolFlags, SymbolId};
use oxc_syntax::node::NodeId;
use oxc_syntax::reference::ReferenceFlags;

use crate::lint::Context;

/// The variable that an unresolved reference is to, if the name is declared around it.
pub(crate) fn declared(name: &str, reference: &Reference, ctx: &Context<'_>) -> Option<SymbolId> {
    ctx.source_type.is_typescript().then(|| around(name, reference, ctx.scoping())).flatten()
}

fn around(name: &str, reference: &Reference, scoping: &Scoping) -> Option<SymbolId> {
    scoping
        .scope_ancestors(reference.scope_id())
        .filter_map(|scope| scoping.get_binding(scope, name.into()))
        .find(|symbol| resolves(scoping.symbol_flags(*symbol), reference.flags()))
}

/// The unresolved references to a variable.
pub(crate) fn unresolved<'a>(
    symbol: SymbolId,
    ctx: &Context<'a>,
) -> impl Iterator<Item = &'a Reference> + 'a {
    let scoping = ctx.scoping();
    let name = scoping.symbol_name(symbol);
    let all =
        ctx.source_type.is_typescript().then(|| scoping.root_unresolved_references().get(name)).flatten();
    all.into_iter()
        .flatten()
        .map(|id| scoping.get_reference(*id))
        .filter(move |reference| around(name, reference, scoping) == Some(symbol))
}

fn resolves(symbol: SymbolFlags, reference: ReferenceFlags) -> bool {
    let both = SymbolFlags::Namespace | SymbolFlags::Import | SymbolFlags::TypeImport;
    let is_of_value = reference.is_value() || reference.is_value_as_type();
    symbol.intersects(both)
        || (is_of_value && symbol.is_value())
        || (reference.is_type() && symbol.intersects(SymbolFlags::Type))
}

/// Whether a namespace is a part of `namespace a.b.c`, which declares none of these names to rules.
pub(crate) fn is_dotted(node: NodeId, nodes: &AstNodes<'_>) -> bool {
    let AstKind::TSNamespaceDeclaration(namespace) = nodes.kind(node) else { return false };
    matches!(namespace.body, TSNamespaceDeclarationBody::TSNamespaceDeclaration(_))
        || matches!(nodes.parent_kind(node), AstKind::TSNamespaceDeclaration(_))
}
