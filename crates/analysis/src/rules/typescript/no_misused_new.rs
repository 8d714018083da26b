//! `@typescript-eslint/no-misused-new`: disallow `new` in classes and `constructor` in interfaces.
//!
//! A class is made by its `constructor`. An interface describes objects that are there already.
//!
//! ```ts fails
//! interface Point { new (): Point; constructor(): void; }
//! ```
//!
//! ```ts passes
//! interface PointClass { new (): Point; }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-misused-new",
    recommended: true,
    messages: &[
        ("errorMessageClass", "Class cannot have method named `new`."),
        ("errorMessageInterface", "Interfaces cannot be constructed, only classes."),
    ],
    types: &[
        AstType::MethodDefinition,
        AstType::TSConstructSignatureDeclaration,
        AstType::TSMethodSignature,
    ],
    run: Run::Nodes(|node, ctx| match node.kind() {
        AstKind::MethodDefinition(method) => {
            let is_plain = method.r#type == MethodDefinitionType::MethodDefinition;
            if !is_plain || !is_called(&method.key, "new") || method.value.body.is_some() {
                return;
            }
            let class = ctx.nodes().ancestor_kinds(node.id()).find_map(|kind| match kind {
                AstKind::Class(class) => Some(class),
                _ => None,
            });
            let name = class.and_then(|class| class.id.as_ref());
            if name.is_some_and(|name| is_type(method.value.return_type.as_deref(), &name.name)) {
                drop(ctx.report(method.span, "errorMessageClass"));
            }
        }
        AstKind::TSConstructSignatureDeclaration(signature) => {
            let mut around = ctx.nodes().ancestor_kinds(node.id());
            let (body, interface) = (around.next(), around.next());
            if let (Some(AstKind::TSInterfaceBody(_)), Some(AstKind::TSInterfaceDeclaration(it))) = (body, interface)
                && is_type(signature.return_type.as_deref(), &it.id.name)
            {
                drop(ctx.report(signature.span, "errorMessageInterface"));
            }
        }
        AstKind::TSMethodSignature(signature) if is_called(&signature.key, "constructor") => {
            drop(ctx.report(signature.span, "errorMessageInterface"));
        }
        _ => {}
    }),
    ..Rule::DEFAULT
};

/// Whether a key is this name; a text is none.
fn is_called(key: &PropertyKey<'_>, name: &str) -> bool {
    match key {
        PropertyKey::StaticIdentifier(key) => key.name == name,
        PropertyKey::Identifier(key) => key.name == name,
        PropertyKey::PrivateIdentifier(key) => key.name == name,
        _ => false,
    }
}

fn is_type(annotation: Option<&TSTypeAnnotation<'_>>, name: &str) -> bool {
    match annotation.map(|annotation| &annotation.type_annotation) {
        Some(TSType::TSTypeReference(reference)) => match &reference.type_name {
            TSTypeName::IdentifierReference(found) => found.name == name,
            _ => false,
        },
        _ => false,
    }
}
