//! The constructors of classes that extend others.

use std::rc::Rc;

use oxc_ast::ast::{Class, ClassElement, Expression};
use oxc_ast::{AstKind, AstType};
use oxc_syntax::node::NodeId;

use crate::lint::{CodePath, Context};

/// What a class extends.
pub(crate) fn super_class<'a>(class: &'a Class<'a>) -> Option<&'a Expression<'a>> {
    class.heritage.as_ref().map(|heritage| heritage.expression.without_parentheses())
}

/// The constructors of classes that extend others, each with its code path and what the class extends.
pub(crate) fn derived_constructors<'a>(ctx: &Context<'a>) -> Vec<(NodeId, Rc<CodePath>, &'a Expression<'a>)> {
    let derived = ctx.nodes_of(AstType::Class).filter_map(|node| {
        let AstKind::Class(class) = node.kind() else { return None };
        Some((class, super_class(class)?))
    });
    let constructors = derived.flat_map(|(class, extended)| {
        class.body.body.iter().filter_map(move |element| match element {
            ClassElement::MethodDefinition(method)
                if method.kind.is_constructor() && method.value.body.is_some() =>
            {
                Some((method.value.node_id.get(), extended))
            }
            _ => None,
        })
    });
    constructors
        .filter_map(|(function, extended)| Some((function, ctx.code_paths().of(function)?, extended)))
        .collect()
}
