//! Imports that resolve to no file (TS2307), and names that a file does not export (TS2305, TS2724, TS2614,
//! TS1192, TS2613).

use oxc_ast::AstKind;
use oxc_ast::ast::{ExportSpecifier, Expression, ModuleExportName};
use oxc_span::{GetSpan, Span};
use oxc_syntax::module_record::ImportImportName;
use verdict_vfs::{ResolveError, Snapshot, VfsPath};

use super::Problem;
use super::ambient::is_typescript;
use super::exports::Exports;
use super::specifiers::{Specifier, Specifiers};
use crate::model::Model;

/// The extensions that TypeScript leaves out of a module's name.
const EXTENSIONS: [&str; 11] =
    [".d.ts", ".d.mts", ".d.cts", ".mjs", ".mts", ".cjs", ".cts", ".ts", ".js", ".tsx", ".jsx"];

/// A value that a file imports or exports again.
pub(super) struct Imported {
    pub(super) specifier: Specifier,
    pub(super) name: String,
    span: Span,
    /// The name in this file, of an import of a default.
    local: Option<String>,
}

/// All specifiers, static and dynamic, with their places.
///
/// A declaration file has none. It refers to modules as a type checker resolves them, which differs from loading.
pub(super) fn requests(model: &Model<'_>, specifiers: &mut Specifiers) -> Vec<(Specifier, Span)> {
    if model.source_type.is_typescript_definition() {
        return Vec::new();
    }
    let requested =
        model.module_record.requested_modules.iter().flat_map(|(specifier, requests)| {
            requests.iter().map(|request| (specifier.as_str(), request.span))
        });
    let dynamic = model.semantic.nodes().iter().filter_map(|node| match node.kind() {
        AstKind::ImportExpression(import) => match &import.source {
            Expression::StringLiteral(specifier) => Some((specifier.value.as_str(), specifier.span)),
            _ => None,
        },
        _ => None,
    });
    let dynamic: Vec<_> =
        if model.module_record.dynamic_imports.is_empty() { Vec::new() } else { dynamic.collect() };
    requested.chain(dynamic).map(|(specifier, span)| (specifiers.place(specifier), span)).collect()
}

/// The problem of a specifier that does not resolve.
pub(super) fn unresolved(
    snapshot: &Snapshot,
    importer: &VfsPath,
    specifier: &str,
    error: ResolveError,
) -> Option<String> {
    let near = match error {
        // Packages outside the snapshot, the output of packages that are not built, and URLs are unknown.
        ResolveError::Bare { .. } | ResolveError::Unbuilt(_) | ResolveError::Url => return None,
        ResolveError::NotFound { .. } if has_declaration(snapshot, importer, specifier) => return None,
        ResolveError::NotFound { near } => near,
        ResolveError::Path(_) | ResolveError::Package(_) => Vec::new(),
    };
    let hint = near.first().map(|near| format!(" Did you mean '{near}'?")).unwrap_or_default();
    Some(format!("Cannot find module '{specifier}' or its corresponding type declarations.{hint}"))
}

/// All imported and re-exported values. Types are left to a type checker, because a declaration file next to the
/// module may contain them.
pub(super) fn names<'a>(model: &Model<'a>, specifiers: &mut Specifiers) -> Vec<Imported> {
    if model.source_type.is_typescript_definition() {
        return Vec::new();
    }
    let imported =
        model.module_record.import_entries.iter().filter(|entry| !entry.is_type).filter_map(|entry| {
            let (name, span, local) = match &entry.import_name {
                ImportImportName::Name(name) => (name.name.as_str(), name.span, None),
                ImportImportName::Default(span) => ("default", *span, Some(entry.local_name.name.as_str())),
                ImportImportName::NamespaceObject => return None,
            };
            Some((entry.module_request.name.as_str(), name, span, local))
        });
    let reexported = model.semantic.nodes().iter().flat_map(|node| match node.kind() {
        AstKind::ExportFromDeclaration(export) if export.export_kind.is_value() => {
            let values = export.specifiers.iter().filter(|export| export.export_kind.is_value());
            let name = |value: &'a ExportSpecifier<'a>| {
                (export.source.value.as_str(), name_of(&value.local), value.local.span(), None)
            };
            values.map(name).collect()
        }
        _ => Vec::new(),
    });
    imported
        .chain(reexported)
        .map(|(specifier, name, span, local)| Imported {
            specifier: specifiers.place(specifier),
            name: name.to_owned(),
            span,
            local: local.map(str::to_owned),
        })
        .collect()
}

impl Imported {
    /// The problem of a name that its module does not export.
    pub(super) fn problem(&self, specifier: &str, target: &VfsPath, exports: &Exports) -> Problem {
        match &self.local {
            Some(local) => no_default(target, local, self.span, exports),
            None => missing(specifier, &self.name, self.span, exports),
        }
    }
}

/// Whether a TypeScript file refers to a declaration file, which exists for type checkers only.
fn has_declaration(snapshot: &Snapshot, importer: &VfsPath, specifier: &str) -> bool {
    is_typescript(importer)
        && [".d.ts", ".ts"].iter().any(|extension| {
            let stem = specifier.strip_suffix(".js").unwrap_or(specifier);
            snapshot.resolve(importer, &format!("{stem}{extension}")).is_ok()
        })
}

fn name_of<'a>(name: &'a ModuleExportName<'a>) -> &'a str {
    match name {
        ModuleExportName::IdentifierName(name) => name.name.as_str(),
        ModuleExportName::IdentifierReference(name) => name.name.as_str(),
        ModuleExportName::StringLiteral(name) => name.value.as_str(),
    }
}

/// The problem of an import of a default that is not there.
fn no_default(target: &VfsPath, local: &str, span: Span, exports: &Exports) -> Problem {
    // TypeScript names the file without its extension.
    let file = target.as_str();
    let stem = EXTENSIONS.iter().find_map(|end| file.strip_suffix(end)).unwrap_or(file);
    let base = format!("Module '\"{stem}\"' has no default export.");
    if exports.names.contains(local) {
        let hint = format!("{base} Did you mean to use 'import {{ {local} }} from \"{stem}\"' instead?");
        return Problem::new(span, "TS2613", hint);
    }
    Problem::new(span, "TS1192", base)
}

fn missing(specifier: &str, name: &str, span: Span, exports: &Exports) -> Problem {
    if name == "default" {
        return Problem::new(span, "TS1192", format!("Module '\"{specifier}\"' has no default export."));
    }
    let near = exports
        .names
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance * 3 <= name.chars().count().max(3) && *candidate != "default"
        })
        .min();
    if let Some((_, near)) = near {
        let message =
            format!("'\"{specifier}\"' has no exported member named '{name}'. Did you mean '{near}'?");
        return Problem::new(span, "TS2724", message);
    }
    let base = format!("Module '\"{specifier}\"' has no exported member '{name}'.");
    if exports.names.contains("default") {
        let hint = format!("{base} Did you mean to use 'import {name} from \"{specifier}\"' instead?");
        return Problem::new(span, "TS2614", hint);
    }
    Problem::new(span, "TS2305", base)
}
