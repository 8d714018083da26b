//! Types of TypeScript's library that code names.

use oxc_ast::ast::{IdentifierReference, TSTypeName};
use oxc_ast::{AstKind, AstType};
use oxc_semantic::AstNode;

use crate::lint::Context;

/// The nodes that name a type.
pub(crate) const TYPES: [AstType; 3] =
    [AstType::TSClassImplements, AstType::TSInterfaceHeritage, AstType::TSTypeReference];

/// The name of a node of [`TYPES`], if it is one of these and the file does not declare it.
pub(crate) fn built_in_type<'a>(
    node: &AstNode<'a>,
    names: &[&str],
    ctx: &Context<'a>,
) -> Option<&'a IdentifierReference<'a>> {
    let name = match node.kind() {
        AstKind::TSClassImplements(it) => &it.expression,
        AstKind::TSInterfaceHeritage(it) => &it.type_name,
        AstKind::TSTypeReference(it) => &it.type_name,
        _ => return None,
    };
    let TSTypeName::IdentifierReference(name) = name else { return None };
    (names.contains(&name.name.as_str()) && ctx.is_unresolved(name)).then_some(&**name)
}
