//! What a name is bound to while the code runs.
//!
//! TypeScript declares names that are gone once the types are: `declare const fetch: any` binds nothing, and
//! `fetch` stays the global function. Only declarations that leave something behind hide a global variable.

use oxc_ast::AstKind;
use oxc_ast::ast::{IdentifierReference, ImportOrExportKind, TSModuleReference, TSTypeName};
use oxc_semantic::SymbolId;
use oxc_syntax::node::NodeId;

use crate::model::Model;

/// How many `import a = b` may lead to one another.
const MAX_ALIASES: usize = 16;

/// The variable that an identifier stands for at run time, if the file has one.
pub(super) fn variable(identifier: &IdentifierReference<'_>, model: &Model<'_>) -> Option<SymbolId> {
    let id = identifier.reference_id.get()?;
    let symbol = model.semantic.scoping().get_reference(id).symbol_id()?;
    exists(symbol, MAX_ALIASES, model).then_some(symbol)
}

/// Whether a declaration of a variable is left when the types are gone.
fn exists(symbol: SymbolId, aliases: usize, model: &Model<'_>) -> bool {
    if !model.source_type.is_typescript() {
        return true;
    }
    let scoping = model.semantic.scoping();
    scoping.symbol_declarations(symbol).any(|declaration| is_left(declaration, symbol, aliases, model))
}

fn is_left(declaration: NodeId, symbol: SymbolId, aliases: usize, model: &Model<'_>) -> bool {
    let nodes = model.semantic.nodes();
    let is_code = match nodes.kind(declaration) {
        AstKind::VariableDeclarator(_) => {
            !matches!(nodes.parent_kind(declaration), AstKind::VariableDeclaration(list) if list.declare)
        }
        AstKind::Function(function) => function.body.is_some() && !function.declare,
        AstKind::Class(class) => !class.declare,
        AstKind::TSEnumDeclaration(declared) => !declared.declare,
        AstKind::TSNamespaceDeclaration(namespace) => {
            !namespace.declare && model.semantic.scoping().symbol_flags(symbol).is_value_module()
        }
        AstKind::TSImportEqualsDeclaration(import) if import.import_kind == ImportOrExportKind::Type => false,
        AstKind::TSImportEqualsDeclaration(import) => match &import.module_reference {
            TSModuleReference::ExternalModuleReference(_) => true,
            TSModuleReference::IdentifierReference(name) => named(name, aliases, model).is_some(),
            TSModuleReference::QualifiedName(name) => {
                member(&name.left, &name.right.name, aliases, model).is_some()
            }
        },
        _ => true,
    };
    is_code && !nodes.ancestor_kinds(declaration).any(is_ambient)
}

/// Whether all code in a node is only declared.
fn is_ambient(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::TSNamespaceDeclaration(namespace) => namespace.declare,
        AstKind::TSExternalModuleDeclaration(_) | AstKind::TSGlobalDeclaration(_) => true,
        _ => false,
    }
}

/// The variable of a name in `import a = name`.
fn named(name: &IdentifierReference<'_>, aliases: usize, model: &Model<'_>) -> Option<SymbolId> {
    let below = aliases.checked_sub(1)?;
    let symbol = model.semantic.scoping().get_reference(name.reference_id.get()?).symbol_id()?;
    exists(symbol, below, model).then_some(symbol)
}

/// The variable of `object.name` in `import a = object.name`: a member of a namespace, or the object's own
/// variable where it is no namespace and may have any member.
fn member(object: &TSTypeName<'_>, name: &str, aliases: usize, model: &Model<'_>) -> Option<SymbolId> {
    let scoping = model.semantic.scoping();
    let symbol = match object {
        TSTypeName::IdentifierReference(object) => named(object, aliases, model)?,
        TSTypeName::QualifiedName(outer) => member(&outer.left, &outer.right.name, aliases, model)?,
        TSTypeName::ThisExpression(_) => return None,
    };
    let mut is_namespace = false;
    for declaration in scoping.symbol_declarations(symbol) {
        let AstKind::TSNamespaceDeclaration(namespace) = model.semantic.nodes().kind(declaration) else {
            continue;
        };
        is_namespace = true;
        let scope = namespace.scope_id.get();
        let found = scope.and_then(|scope| scoping.get_binding(scope, name.into()));
        if let Some(found) = found.filter(|found| scoping.symbol_flags(*found).is_value())
            && exists(found, aliases, model)
        {
            return Some(found);
        }
    }
    (!is_namespace).then_some(symbol)
}
