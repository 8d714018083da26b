//! The names that parameters of TypeScript's signatures mention.
//!
//! A signature is a function without a body, a type of functions, or a member of an interface that is called.
//! `@typescript-eslint/no-unused-vars` takes every variable for used whose name occurs among the parameters of
//! one, in whatever role: `interface Tree { add(child: Tree): void }`.

use oxc_ast::{AstKind, AstType};
use oxc_semantic::{AstNodes, ScopeId, SymbolId};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use crate::hash::HashSet;
use crate::lint::Context;

const SIGNATURES: [AstType; 6] = [
    AstType::Function,
    AstType::TSFunctionType,
    AstType::TSConstructorType,
    AstType::TSMethodSignature,
    AstType::TSCallSignatureDeclaration,
    AstType::TSConstructSignatureDeclaration,
];

const NAMES: [AstType; 3] =
    [AstType::IdentifierReference, AstType::IdentifierName, AstType::BindingIdentifier];

/// The variables whose names occur among the parameters of signatures.
pub(crate) fn mentioned(ctx: &Context<'_>) -> HashSet<SymbolId> {
    if !ctx.source_type.is_typescript() {
        return HashSet::default();
    }
    let of_signatures = SIGNATURES.into_iter().flat_map(|one| ctx.nodes_of(one));
    let mut lists: Vec<Span> = of_signatures.filter_map(|node| Some(signature(node.kind())?.0)).collect();
    lists.sort_unstable_by_key(|list| list.start);
    lists.dedup_by(|list, outer| outer.contains_inclusive(*list));
    let names = NAMES.into_iter().flat_map(|one| ctx.nodes_of(one));
    let variables = names.filter_map(|node| {
        let span = node.kind().span();
        let next = lists.partition_point(|list| list.start <= span.start);
        lists[..next].last().filter(|list| list.contains_inclusive(span))?;
        let scope = ctx.nodes().ancestor_kinds(node.id()).find_map(|kind| signature(kind)?.1)?;
        let name = match node.kind() {
            AstKind::IdentifierReference(one) => one.name,
            AstKind::IdentifierName(one) => one.name,
            AstKind::BindingIdentifier(one) => one.name,
            _ => return None,
        };
        let symbol = ctx.scoping().find_binding(scope, name)?;
        // In a class, its name is a variable of its own.
        let declaration = ctx.nodes().kind(ctx.scoping().symbol_declaration(symbol));
        let is_own = matches!(declaration, AstKind::Class(class) if class.span.contains_inclusive(span));
        (!is_own).then_some(symbol)
    });
    variables.collect()
}

/// Whether a declaration is a parameter of a signature.
pub(crate) fn is_parameter(declaration: NodeId, nodes: &AstNodes<'_>) -> bool {
    matches!(nodes.kind(declaration), AstKind::FormalParameter(_) | AstKind::FormalParameterRest(_))
        && signature(nodes.parent_kind(nodes.parent_id(declaration))).is_some()
}

/// The parameters of a signature, and its scope.
fn signature(kind: AstKind<'_>) -> Option<(Span, Option<ScopeId>)> {
    let (params, scope) = match kind {
        AstKind::Function(one) if one.body.is_none() => (&one.params, &one.scope_id),
        AstKind::TSFunctionType(one) => (&one.params, &one.scope_id),
        AstKind::TSConstructorType(one) => (&one.params, &one.scope_id),
        AstKind::TSMethodSignature(one) => (&one.params, &one.scope_id),
        AstKind::TSCallSignatureDeclaration(one) => (&one.params, &one.scope_id),
        AstKind::TSConstructSignatureDeclaration(one) => (&one.params, &one.scope_id),
        _ => return None,
    };
    Some((params.span, scope.get()))
}
