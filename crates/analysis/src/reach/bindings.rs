//! What a name is bound to while the code runs.
//!
//! TypeScript declares names that are gone once the types are: `declare const fetch: any` binds nothing, and
//! `fetch` stays the global function. Only declarations that leave something behind hide a global variable.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingIdentifier, Declaration, IdentifierReference, ImportOrExportKind, Statement, TSModuleReference,
    TSNamespaceDeclarationBody, TSTypeName,
};
use oxc_semantic::SymbolId;
use oxc_syntax::node::NodeId;

use super::patterns::each_name;
use crate::model::{Model, is_ambient};

/// How many `import a = b` may lead to one another.
const MAX_ALIASES: usize = 16;

/// Whether a declaration of a variable of TypeScript leaves code behind.
pub(super) fn exists(symbol: SymbolId, model: &Model<'_>) -> bool {
    let mut declarations = model.semantic.scoping().symbol_declarations(symbol);
    declarations.any(|one| is_left(one, symbol, MAX_ALIASES, model))
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
            TSModuleReference::IdentifierReference(name) => {
                !matches!(named(name, aliases, model), Target::Type)
            }
            TSModuleReference::QualifiedName(name) => {
                !matches!(member(&name.left, &name.right.name, aliases, model), Target::Type)
            }
        },
        _ => true,
    };
    is_code && !nodes.ancestor_kinds(declaration).any(is_ambient)
}

/// What `import a = b` names. The compiler leaves it out if that is only a type; a declared value counts as one.
enum Target {
    Type,
    /// A variable of the file.
    Variable(SymbolId),
    /// A global variable, or a member that can be anything.
    Unknown,
}

/// What the name in `import a = name` names.
fn named(name: &IdentifierReference<'_>, aliases: usize, model: &Model<'_>) -> Target {
    let scoping = model.semantic.scoping();
    match name.reference_id.get().and_then(|id| scoping.get_reference(id).symbol_id()) {
        Some(symbol) => of_variable(symbol, aliases, model),
        None => Target::Unknown,
    }
}

fn of_variable(symbol: SymbolId, aliases: usize, model: &Model<'_>) -> Target {
    let scoping = model.semantic.scoping();
    let declaration = scoping.symbol_declaration(symbol);
    let is_alias = matches!(model.semantic.nodes().kind(declaration), AstKind::TSImportEqualsDeclaration(_));
    let is_value = match aliases.checked_sub(1) {
        Some(below) if is_alias => is_left(declaration, symbol, below, model),
        _ => scoping.symbol_flags(symbol).is_value(),
    };
    if is_value { Target::Variable(symbol) } else { Target::Type }
}

/// What `object.name` in `import a = object.name` names.
fn member(object: &TSTypeName<'_>, name: &str, aliases: usize, model: &Model<'_>) -> Target {
    let scoping = model.semantic.scoping();
    let target = match object {
        TSTypeName::IdentifierReference(object) => named(object, aliases, model),
        TSTypeName::QualifiedName(outer) => member(&outer.left, &outer.right.name, aliases, model),
        TSTypeName::ThisExpression(_) => Target::Unknown,
    };
    let Target::Variable(symbol) = target else { return target };
    let scopes =
        scoping.symbol_declarations(symbol).filter_map(|one| match model.semantic.nodes().kind(one) {
            AstKind::TSNamespaceDeclaration(namespace) => namespace.scope_id.get(),
            _ => None,
        });
    let mut found = Target::Unknown;
    for scope in scopes {
        found = match scoping.get_binding(scope, name.into()) {
            Some(member) => of_variable(member, aliases, model),
            None => Target::Type,
        };
        if matches!(found, Target::Variable(_)) {
            break;
        }
    }
    found
}

/// Whether a name that no scope has is that of a member: one that another declaration of the namespace or enumeration
/// around it has.
pub(super) fn is_merged(name: &IdentifierReference<'_>, model: &Model<'_>) -> bool {
    let nodes = model.semantic.nodes();
    nodes.ancestor_kinds(name.node_id.get()).any(|kind| {
        let symbol = match kind {
            AstKind::TSNamespaceDeclaration(namespace) => namespace.id.symbol_id.get(),
            AstKind::TSEnumDeclaration(declared) => declared.id.symbol_id.get(),
            _ => return false,
        };
        symbol.is_some_and(|symbol| {
            let mut declarations = model.semantic.scoping().symbol_declarations(symbol);
            declarations.any(|declaration| has_member(nodes.kind(declaration), &name.name))
        })
    })
}

/// Whether a declaration of a namespace or an enumeration gives it a member of a name.
fn has_member(declaration: AstKind<'_>, name: &str) -> bool {
    match declaration {
        AstKind::TSEnumDeclaration(declared) => {
            declared.body.members.iter().any(|member| member.id.static_name() == name)
        }
        AstKind::TSNamespaceDeclaration(namespace) => {
            let TSNamespaceDeclarationBody::TSModuleBlock(block) = &namespace.body else { return false };
            block.body.iter().any(|statement| {
                matches!(statement, Statement::ExportDeclaration(export) if declares(&export.declaration, name))
            })
        }
        _ => false,
    }
}

fn declares(declaration: &Declaration<'_>, name: &str) -> bool {
    let is_it = |id: &Option<BindingIdentifier<'_>>| id.as_ref().is_some_and(|id| id.name == name);
    match declaration {
        Declaration::VariableDeclaration(list) => {
            !list.declare
                && list.declarations.iter().any(|declarator| {
                    let mut found = false;
                    each_name(&declarator.id, &mut |id| found |= id.name == name);
                    found
                })
        }
        Declaration::FunctionDeclaration(function) => function.body.is_some() && is_it(&function.id),
        Declaration::ClassDeclaration(class) => !class.declare && is_it(&class.id),
        Declaration::TSEnumDeclaration(declared) => !declared.declare && declared.id.name == name,
        Declaration::TSNamespaceDeclaration(namespace) => !namespace.declare && namespace.id.name == name,
        _ => false,
    }
}
