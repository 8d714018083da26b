//! Reads what a file imports and exports, as `eslint-plugin-import-x` does.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    BindingIdentifier, Declaration, ExportAllDeclaration, ExportDefaultDeclaration,
    ExportDefaultDeclarationKind, ExportFromDeclaration, ExportNamedDeclaration, ExportSpecifier, Expression,
    ImportDeclaration, ImportDeclarationSpecifier, Statement, StringLiteral, TSImportEqualsDeclaration,
    VariableDeclaration,
};
use oxc_ecmascript::BoundNames;
use oxc_span::Span;
use verdict_protocol::Diagnostic;
use verdict_syntax::{Parsed, SourceKind, kind_of_path};
use verdict_vfs::VfsPath;

use super::export_assignment;
use super::module::{ExportKind, Import, Imports, Link, Module, Own, Star};
use super::resolve::{Resolved, Resolver};

use crate::hash::HashMap;

/// Reads a file. `None` if it is no module: CommonJS, a script, JSON or anything else.
pub(super) fn read(resolver: &Resolver, path: &VfsPath, adds_default: bool) -> Option<Module> {
    let source = resolver.snapshot.get(path)?.text()?;
    if !matches!(kind_of_path(path.as_str()), SourceKind::Code(_)) {
        return None;
    }
    let allocator = Allocator::default();
    match verdict_syntax::parse(&allocator, path.as_str(), source) {
        Ok(parsed) => Reader::new(resolver, path, &parsed).read(adds_default),
        Err(errors) => Some(Module { error: Some(message(&errors)), ..Module::empty(path.clone()) }),
    }
}

fn message(errors: &[Diagnostic]) -> String {
    let first = errors.first();
    first.map_or_else(String::new, |error| {
        format!("{} ({}:{})", error.message, error.location.line, error.location.column)
    })
}

pub(super) struct Reader<'r, 'a> {
    resolver: &'r Resolver,
    path: &'r VfsPath,
    pub(super) parsed: &'r Parsed<'a>,
    pub(super) module: Module,
    /// Specifiers of `import * as name`.
    namespaces: HashMap<&'r str, &'r str>,
    /// What names at the top level are bound to.
    bindings: HashMap<&'r str, Own>,
    resolved: HashMap<&'r str, Option<VfsPath>>,
    /// Places of targets in the module's imports.
    places: HashMap<VfsPath, usize>,
    /// Whether kinds matter: a JavaScript file has values only.
    has_kinds: bool,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(resolver: &'r Resolver, path: &'r VfsPath, parsed: &'r Parsed<'a>) -> Reader<'r, 'a> {
        Reader {
            resolver,
            path,
            parsed,
            module: Module::empty(path.clone()),
            namespaces: HashMap::default(),
            bindings: HashMap::default(),
            resolved: HashMap::default(),
            places: HashMap::default(),
            has_kinds: !matches!(path.extension(), Some("js" | "mjs" | "cjs")),
        }
    }

    fn read(mut self, adds_default: bool) -> Option<Module> {
        let body = &self.parsed.program.body;
        self.module.is_esm = body.iter().any(is_module_syntax);
        let dynamic = self.parsed.module_record.dynamic_imports.iter().map(|import| import.module_request);
        let dynamic: Vec<Span> = dynamic.collect();
        if !self.module.is_esm && dynamic.is_empty() {
            return None;
        }
        dynamic.into_iter().for_each(|span| self.dynamic_import(span));
        body.iter().for_each(|statement| self.bind(statement));
        body.iter().for_each(|statement| self.statement(statement));
        if self.parsed.source_type.is_typescript_definition() && !body.iter().any(lists_exports) {
            body.iter()
                .filter_map(Statement::as_declaration)
                .for_each(|declaration| self.declaration(declaration));
        }
        if adds_default && !self.module.own.is_empty() {
            self.module.own.entry("default".into()).or_default();
        }
        Some(self.module)
    }

    fn statement(&mut self, statement: &'r Statement<'a>) {
        match statement {
            Statement::ImportDeclaration(import) => self.import(import),
            Statement::ExportDefaultDeclaration(export) => self.default(export),
            Statement::ExportAllDeclaration(export) => self.all(export),
            Statement::ExportNamedDeclaration(export) => self.named(export),
            Statement::ExportFromDeclaration(export) => self.from(export),
            Statement::ExportDeclaration(export) => self.declaration(&export.declaration),
            Statement::TSExportAssignment(export) => {
                export_assignment::add(self, &export.expression);
            }
            _ => {}
        }
    }

    /// The file that says what a specifier exports.
    fn exporting(&mut self, specifier: &'r str) -> Option<VfsPath> {
        let target = self.target(specifier)?;
        self.resolver.typed(self.path, target)
    }

    /// The file that a specifier names.
    fn target(&mut self, specifier: &'r str) -> Option<VfsPath> {
        let (resolver, path) = (self.resolver, self.path);
        let known =
            self.resolved.entry(specifier).or_insert_with(|| match resolver.resolve(path, specifier) {
                Resolved::File(file) if !resolver.is_written(path, specifier) => Some(file),
                Resolved::File(_) | Resolved::Outside | Resolved::Missing => None,
            });
        known.clone()
    }

    fn edge(&mut self, specifier: &'r str, at: Span, types_only: bool, is_dynamic: bool) {
        let Some(target) = self.target(specifier) else { return };
        let line = self.parsed.lines.position(at.start).0;
        let import = Import { specifier: specifier.into(), line, types_only, is_dynamic };
        let next = self.module.imports.len();
        let place = *self.places.entry(target.clone()).or_insert(next);
        if place == next {
            self.module.imports.push(Imports { target, declarations: Vec::new() });
        }
        self.module.imports[place].declarations.push(import);
    }

    fn dynamic_import(&mut self, request: Span) {
        let source: &'r str = self.parsed.lines.source();
        let text = source.get(request.start as usize..request.end as usize).unwrap_or_default();
        let quoted = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
        if let Some(specifier) = quoted('"').or_else(|| quoted('\'')).filter(|text| !text.contains('\\')) {
            self.edge(specifier, request, false, true);
        }
    }

    fn import(&mut self, import: &'r ImportDeclaration<'a>) {
        let specifiers = import.specifiers.as_ref().map_or(&[][..], |list| list.as_slice());
        let is_type = |specifier: &ImportDeclarationSpecifier<'_>| matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_type());
        let types_only =
            import.import_kind.is_type() || (!specifiers.is_empty() && specifiers.iter().all(is_type));
        self.edge(text(&import.source), import.source.span, types_only, false);
        for specifier in specifiers {
            if let ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) = specifier {
                self.namespaces.insert(namespace.local.name.as_str(), text(&import.source));
            }
        }
    }

    fn default(&mut self, export: &'r ExportDefaultDeclaration<'a>) {
        let own = match &export.declaration {
            ExportDefaultDeclarationKind::Identifier(identifier) => self.local(identifier.name.as_str()),
            ExportDefaultDeclarationKind::ClassDeclaration(_) => self.declared(ExportKind::Both),
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => self.declared(ExportKind::Type),
            _ => Own::default(),
        };
        self.add("default", own);
    }

    fn all(&mut self, export: &'r ExportAllDeclaration<'a>) {
        let type_only = export.export_kind.is_type();
        self.edge(text(&export.source), export.source.span, type_only, false);
        let target = self.exporting(text(&export.source));
        match &export.exported {
            Some(name) => {
                let name: &'r str = name.name().as_str();
                self.namespaces.insert(name, text(&export.source));
                self.add(name, Own { namespace: Some(target), type_only, ..Own::default() });
            }
            None => self.module.stars.push(Star { target, type_only }),
        }
    }

    fn from(&mut self, export: &'r ExportFromDeclaration<'a>) {
        let is_type = export.export_kind.is_type();
        let all_types = export.specifiers.iter().all(|specifier| specifier.export_kind.is_type());
        let types_only = is_type || (!export.specifiers.is_empty() && all_types);
        self.edge(text(&export.source), export.source.span, types_only, false);
        let target = self.exporting(text(&export.source));
        for specifier in &export.specifiers {
            let type_only = is_type || specifier.export_kind.is_type();
            let link =
                Link { local: specifier.local.name().as_str().into(), target: target.clone(), type_only };
            self.module.reexports.insert(specifier.exported.name().as_str().into(), link);
        }
    }

    fn named(&mut self, export: &'r ExportNamedDeclaration<'a>) {
        for specifier in &export.specifiers {
            self.specifier(specifier, export.export_kind.is_type());
        }
    }

    fn specifier(&mut self, specifier: &'r ExportSpecifier<'a>, is_type: bool) {
        let mut own = self.local(specifier.local.name().as_str());
        // The plugin reads JavaScript by another parser, which sees an exported import as a re-export.
        if let Some(link) = own.alias.take_if(|_| !self.has_kinds) {
            self.module.reexports.insert(specifier.exported.name().as_str().into(), link);
            return;
        }
        if is_type || specifier.export_kind.is_type() {
            own.type_only = true;
        }
        self.add(specifier.exported.name().as_str(), own);
    }

    /// The export of a local name.
    fn local(&mut self, name: &'r str) -> Own {
        let namespace = self.namespaces.get(name).copied().map(|specifier| self.exporting(specifier));
        let own = self.bindings.get(name).cloned().unwrap_or_default();
        Own { namespace, ..own }
    }

    fn declaration(&mut self, declaration: &'r Declaration<'a>) {
        match declaration {
            Declaration::VariableDeclaration(variables) => {
                names_of(variables).into_iter().for_each(|name| self.add(name, Own::default()));
            }
            // The plugin does not follow `export import a = b`.
            Declaration::TSImportEqualsDeclaration(_) => {}
            declaration => {
                if let Some(id) = declaration.id() {
                    let own = self.declared(kind_of(declaration));
                    self.add(id.name.as_str(), own);
                }
            }
        }
    }

    pub(super) fn declared(&self, kind: ExportKind) -> Own {
        Own::of(if self.has_kinds { kind } else { ExportKind::Value })
    }

    /// Adds an export; one of the same name may be a merged declaration.
    pub(super) fn add(&mut self, name: &str, own: Own) {
        let Some(previous) = self.module.own.get(name) else {
            self.module.own.insert(name.into(), own);
            return;
        };
        let kind = match (&previous.alias, &own.alias) {
            (None, None) => match (contribution(previous), contribution(&own)) {
                (None, kind) | (kind, None) => kind.unwrap_or_default(),
                (Some(a), Some(b)) => a.and(b),
            },
            _ => ExportKind::Both,
        };
        let merged = Own { alias: None, type_only: false, kind, ..own };
        self.module.own.insert(name.into(), merged);
    }

    /// Notes what the names at the top level are bound to.
    fn bind(&mut self, statement: &'r Statement<'a>) {
        match statement {
            Statement::ImportDeclaration(import) => self.bind_import(import),
            Statement::TSImportEqualsDeclaration(import) => self.bind_import_equals(import),
            Statement::ExportDeclaration(export) => self.bind_declaration(&export.declaration),
            Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                    self.bind_name(function.id.as_ref(), ExportKind::Value);
                }
                ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                    self.bind_name(class.id.as_ref(), ExportKind::Both);
                }
                ExportDefaultDeclarationKind::TSInterfaceDeclaration(interface) => {
                    self.bind_name(Some(&interface.id), ExportKind::Type);
                }
                _ => {}
            },
            statement => {
                if let Some(declaration) = statement.as_declaration() {
                    self.bind_declaration(declaration);
                }
            }
        }
    }

    fn bind_declaration(&mut self, declaration: &'r Declaration<'a>) {
        match declaration {
            Declaration::VariableDeclaration(variables) => {
                names_of(variables).into_iter().for_each(|name| self.bind_kind(name, ExportKind::Value));
            }
            Declaration::TSImportEqualsDeclaration(import) => self.bind_import_equals(import),
            declaration => self.bind_name(declaration.id(), kind_of(declaration)),
        }
    }

    fn bind_name(&mut self, id: Option<&'r BindingIdentifier<'a>>, kind: ExportKind) {
        if let Some(id) = id {
            self.bind_kind(id.name.as_str(), kind);
        }
    }

    fn bind_kind(&mut self, name: &'r str, kind: ExportKind) {
        let kind = if self.has_kinds { kind } else { ExportKind::Value };
        let kind = self.bindings.get(name).map_or(kind, |previous| previous.kind.and(kind));
        self.bindings.insert(name, Own::of(kind));
    }

    fn bind_import_equals(&mut self, import: &'r TSImportEqualsDeclaration<'a>) {
        let own = Own { type_only: import.import_kind.is_type(), ..Own::default() };
        self.bindings.insert(import.id.name.as_str(), own);
    }

    fn bind_import(&mut self, import: &'r ImportDeclaration<'a>) {
        let is_type = import.import_kind.is_type();
        for specifier in import.specifiers.iter().flatten() {
            let (local, imported, type_only) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(named) => (
                    &named.local,
                    Some(named.imported.name().as_str()),
                    is_type || named.import_kind.is_type(),
                ),
                ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                    (&default.local, Some("default"), is_type)
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) => {
                    (&namespace.local, None, is_type)
                }
            };
            let own = match imported {
                Some(imported) => {
                    let target = self.exporting(text(&import.source));
                    let alias = Some(Link { local: imported.into(), target, type_only });
                    Own { alias, ..Own::default() }
                }
                None => Own { type_only, ..Own::default() },
            };
            self.bindings.insert(local.name.as_str(), own);
        }
    }
}

fn text<'r>(literal: &'r StringLiteral<'_>) -> &'r str {
    literal.value.as_str()
}

/// What an export adds to the kind of its name; `None` for `export type { value }`.
fn contribution(own: &Own) -> Option<ExportKind> {
    match (own.type_only, own.kind) {
        (false, kind) => Some(kind),
        (true, ExportKind::Value) => None,
        (true, _) => Some(ExportKind::Type),
    }
}

/// What a declaration can be used as.
pub(crate) fn kind_of(declaration: &Declaration<'_>) -> ExportKind {
    match declaration {
        Declaration::TSTypeAliasDeclaration(_) | Declaration::TSInterfaceDeclaration(_) => ExportKind::Type,
        Declaration::ClassDeclaration(_) | Declaration::TSEnumDeclaration(_) => ExportKind::Both,
        _ => ExportKind::Value,
    }
}

/// The names that a declaration of variables binds.
pub(super) fn names_of<'r>(variables: &'r VariableDeclaration<'_>) -> Vec<&'r str> {
    let mut names = Vec::new();
    variables.declarations.iter().for_each(|one| one.id.bound_names(&mut |id| names.push(id.name.as_str())));
    names
}

/// Whether a statement makes its file a module.
fn is_module_syntax(statement: &Statement<'_>) -> bool {
    statement.is_module_declaration() && !matches!(statement, Statement::TSNamespaceExportDeclaration(_))
}

/// Whether a statement says what a declaration file exports. Without any, it exports all that it declares.
fn lists_exports(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ExportNamedDeclaration(_)
        | Statement::ExportFromDeclaration(_)
        | Statement::ExportAllDeclaration(_)
        | Statement::TSExportAssignment(_) => true,
        Statement::ExportDefaultDeclaration(export) => export.declaration.is_expression(),
        _ => false,
    }
}

/// The name of an expression that `export =` exports.
pub(super) fn exported_name<'r>(expression: &'r Expression<'_>) -> Option<&'r str> {
    match expression {
        Expression::Identifier(identifier) => Some(identifier.name.as_str()),
        Expression::ClassExpression(class) => class.id.as_ref().map(|id| id.name.as_str()),
        Expression::FunctionExpression(function) => function.id.as_ref().map(|id| id.name.as_str()),
        _ => None,
    }
}
