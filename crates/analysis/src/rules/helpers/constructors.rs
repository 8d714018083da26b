//! The constructors of classes that extend others.

use oxc_ast::ast::{Class, Expression};
use oxc_ast::{AstKind, AstType};
use oxc_semantic::AstNode;
use oxc_syntax::node::NodeId;

use crate::lint::Context;

/// The class of which a function is the constructor.
pub(crate) fn constructed<'a>(function: NodeId, ctx: &Context<'a>) -> Option<&'a Class<'a>> {
    let nodes = ctx.nodes();
    let AstKind::Function(_) = nodes.kind(function) else { return None };
    let method = nodes.parent_node(function);
    let AstKind::MethodDefinition(definition) = method.kind() else { return None };
    let is_constructor = definition.kind.is_constructor() && definition.value.node_id.get() == function;
    if !is_constructor || definition.value.body.is_none() {
        return None;
    }
    match nodes.parent_kind(nodes.parent_id(method.id())) {
        AstKind::Class(class) => Some(class),
        _ => None,
    }
}

/// What a class extends.
pub(crate) fn super_class<'a>(class: &'a Class<'a>) -> Option<&'a Expression<'a>> {
    class.heritage.as_ref().map(|heritage| heritage.expression.without_parentheses())
}

/// Whether a class of the file extends another.
pub(crate) fn has_derived_class(ctx: &Context<'_>) -> bool {
    let is_derived =
        |node: &AstNode<'_>| matches!(node.kind(), AstKind::Class(class) if class.heritage.is_some());
    ctx.nodes_of(AstType::Class).any(is_derived)
}
