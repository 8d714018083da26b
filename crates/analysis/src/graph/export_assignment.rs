//! `export = name` in TypeScript.

use oxc_ast::ast::{
    BindingPattern, Declaration, Expression, Statement, TSNamespaceDeclaration, TSNamespaceDeclarationBody,
    TSNamespaceDeclarationKind,
};

use super::module::{ExportKind, Own, Star};
use super::read::{Reader, exported_name, kind_of, names_of};

/// Adds what `export =` exports: the members of a namespace of the name, or else the default.
pub(super) fn add<'r, 'a>(reader: &mut Reader<'r, 'a>, expression: &'r Expression<'a>) {
    let name = exported_name(expression);
    let body = &reader.parsed.program.body;
    let declarations = body.iter().filter_map(Statement::as_declaration);
    let exported: Vec<&'r Declaration<'a>> =
        declarations.filter(|declaration| name.is_some_and(|name| declares(declaration, name))).collect();
    if exported.is_empty() {
        reader.add("default", Own::default());
    }
    // Importers also get the properties of a value, by their names.
    if !exported.iter().all(|one| matches!(one, Declaration::TSNamespaceDeclaration(_)))
        || exported.is_empty()
    {
        reader.module.stars.push(Star { target: None, type_only: false });
    }
    for declaration in exported {
        match declaration {
            Declaration::TSNamespaceDeclaration(namespace) => members(reader, namespace),
            declaration => {
                let own = reader.declared(kind_of(declaration));
                reader.add("default", own);
            }
        }
    }
}

/// Whether a declaration is one that `export =` names.
fn declares(declaration: &Declaration<'_>, name: &str) -> bool {
    match declaration {
        Declaration::VariableDeclaration(variables) => variables
            .declarations
            .iter()
            .any(|one| matches!(&one.id, BindingPattern::BindingIdentifier(id) if id.name.as_str() == name)),
        Declaration::TSImportEqualsDeclaration(_) => false,
        declaration => declaration.id().is_some_and(|id| id.name.as_str() == name),
    }
}

/// Adds the members of a namespace, exported from it or not.
fn members<'r, 'a>(reader: &mut Reader<'r, 'a>, namespace: &'r TSNamespaceDeclaration<'a>) {
    let block = match &namespace.body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
            reader.add(inner.id.name.as_str(), Own::default());
            return;
        }
        TSNamespaceDeclarationBody::TSModuleBlock(block) => block,
    };
    if namespace.kind == TSNamespaceDeclarationKind::Namespace {
        reader.add(namespace.id.name.as_str(), Own::default());
    }
    for statement in &block.body {
        let declaration = match statement {
            Statement::ExportDeclaration(export) => &export.declaration,
            Statement::ExportNamedDeclaration(export) => {
                for one in &export.specifiers {
                    reader.add(one.exported.name().as_str(), Own::default());
                }
                continue;
            }
            statement => match statement.as_declaration() {
                Some(declaration) => declaration,
                None => continue,
            },
        };
        match declaration {
            Declaration::VariableDeclaration(variables) => {
                names_of(variables).into_iter().for_each(|name| reader.add(name, Own::default()));
            }
            Declaration::TSImportEqualsDeclaration(import) => {
                reader.add(import.id.name.as_str(), Own::of(ExportKind::Value));
            }
            declaration => {
                if let Some(id) = declaration.id() {
                    let own = reader.declared(kind_of(declaration));
                    reader.add(id.name.as_str(), own);
                }
            }
        }
    }
}
