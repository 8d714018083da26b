//! The exports of a module, divided into types and values.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use verdict_syntax::parse;

use crate::erased::is_type_declaration;

/// The origin of an exported name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A type of the module, which disappears when types are blanked.
    Type,
    /// A value of the module.
    Value,
    /// An export of another module.
    From {
        /// The specifier as written.
        specifier: String,
        /// The exported name in that module.
        name: String,
    },
}

/// The exports of a TypeScript module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exported {
    /// Origins by exported name.
    pub names: BTreeMap<String, Origin>,
    /// Specifiers of `export * from`.
    pub stars: Vec<String>,
}

/// The exports of a TypeScript module. A module that does not parse exports nothing, because its importers
/// get its own error.
#[must_use]
pub fn exported(path: &str, source: &str) -> Exported {
    let allocator = Allocator::default();
    parse(&allocator, path, source)
        .map_or_else(|_| Exported::default(), |parsed| Exported::of(&parsed.program))
}

/// The top-level declarations and imports of a module.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    types: BTreeSet<&'a str>,
    values: BTreeSet<&'a str>,
    imports: BTreeMap<&'a str, Origin>,
}

impl<'a> Scope<'a> {
    pub(crate) fn of(program: &'a Program<'a>) -> Scope<'a> {
        let mut scope = Scope::default();
        for statement in &program.body {
            scope.declare(statement);
        }
        scope
    }

    fn declare(&mut self, statement: &'a Statement<'a>) {
        if let Statement::ImportDeclaration(import) = statement {
            let specifier = import.source.value.as_str();
            for it in import.specifiers.iter().flatten() {
                let from = |name: &str| Origin::From { specifier: specifier.into(), name: name.into() };
                let origin = match it {
                    _ if import.import_kind.is_type() => Origin::Type,
                    ImportDeclarationSpecifier::ImportSpecifier(it) if it.import_kind.is_type() => {
                        Origin::Type
                    }
                    ImportDeclarationSpecifier::ImportSpecifier(it) => from(it.imported.name().as_str()),
                    ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => from("default"),
                    ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => Origin::Value,
                };
                self.imports.insert(it.local().name.as_str(), origin);
            }
            return;
        }
        let declaration = match statement {
            Statement::ExportDeclaration(export) => Some(&export.declaration),
            _ => statement.as_declaration(),
        };
        let Some(declaration) = declaration else { return };
        let into = if is_type_declaration(declaration) { &mut self.types } else { &mut self.values };
        into.extend(names_of(declaration));
    }

    /// The origin of a top-level name.
    pub(crate) fn origin(&self, local: &str) -> Origin {
        match self.imports.get(local) {
            Some(origin) => origin.clone(),
            None if self.types.contains(local) && !self.values.contains(local) => Origin::Type,
            None => Origin::Value,
        }
    }
}

impl Exported {
    /// The exports of a program.
    #[must_use]
    pub fn of(program: &Program<'_>) -> Exported {
        let mut exported = Exported::default();
        let scope = Scope::of(program);
        for statement in &program.body {
            exported.take(statement, &scope);
        }
        exported
    }

    fn take(&mut self, statement: &Statement<'_>, scope: &Scope<'_>) {
        match statement {
            Statement::ExportDeclaration(export) => {
                for name in names_of(&export.declaration) {
                    self.names.insert(name.to_owned(), scope.origin(name));
                }
            }
            Statement::ExportNamedDeclaration(export) => {
                for it in &export.specifiers {
                    let is_type = export.export_kind.is_type() || it.export_kind.is_type();
                    let origin = if is_type { Origin::Type } else { scope.origin(it.local.name().as_str()) };
                    self.names.insert(it.exported.name().to_string(), origin);
                }
            }
            Statement::ExportFromDeclaration(export) => {
                for it in &export.specifiers {
                    let is_type = export.export_kind.is_type() || it.export_kind.is_type();
                    let from = || Origin::From {
                        specifier: export.source.value.to_string(),
                        name: it.local.name().to_string(),
                    };
                    let origin = if is_type { Origin::Type } else { from() };
                    self.names.insert(it.exported.name().to_string(), origin);
                }
            }
            Statement::ExportAllDeclaration(export) => match &export.exported {
                Some(name) => {
                    let is_type = export.export_kind.is_type();
                    let origin = if is_type { Origin::Type } else { Origin::Value };
                    self.names.insert(name.name().to_string(), origin);
                }
                None if export.export_kind.is_type() => {}
                None => self.stars.push(export.source.value.to_string()),
            },
            Statement::ExportDefaultDeclaration(export) => {
                let origin = match &export.declaration {
                    ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => Origin::Type,
                    ExportDefaultDeclarationKind::Identifier(it) => scope.origin(it.name.as_str()),
                    _ => Origin::Value,
                };
                self.names.insert("default".to_owned(), origin);
            }
            _ => {}
        }
    }
}

/// The names that a declaration binds.
pub(crate) fn names_of<'a>(declaration: &'a Declaration<'a>) -> Vec<&'a str> {
    let one = |id: &'a BindingIdentifier<'a>| vec![id.name.as_str()];
    match declaration {
        Declaration::VariableDeclaration(it) => it
            .declarations
            .iter()
            .flat_map(|it| it.id.get_binding_identifiers())
            .map(|id| id.name.as_str())
            .collect(),
        Declaration::FunctionDeclaration(it) => it.id.iter().flat_map(one).collect(),
        Declaration::ClassDeclaration(it) => it.id.iter().flat_map(one).collect(),
        Declaration::TSTypeAliasDeclaration(it) => one(&it.id),
        Declaration::TSInterfaceDeclaration(it) => one(&it.id),
        Declaration::TSEnumDeclaration(it) => one(&it.id),
        Declaration::TSNamespaceDeclaration(it) => one(&it.id),
        Declaration::TSImportEqualsDeclaration(it) => one(&it.id),
        Declaration::TSExternalModuleDeclaration(_) | Declaration::TSGlobalDeclaration(_) => Vec::new(),
    }
}
