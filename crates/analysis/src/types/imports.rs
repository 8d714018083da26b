//! Imports that resolve to no file (TS2307), and names that a file does not export (TS2305, TS2724, TS2614,
//! TS1192, TS2613).

use oxc_ast::AstKind;
use oxc_ast::ast::{ExportSpecifier, Expression, ModuleExportName};
use oxc_span::{GetSpan, Span};
use oxc_syntax::module_record::ImportImportName;
use verdict_vfs::{ResolveError, Snapshot, VfsPath};

use super::Problem;
use super::exports::{ExportTable, Exports};
use crate::model::Model;

/// The extensions that TypeScript leaves out of a module's name.
const EXTENSIONS: [&str; 11] =
    [".d.ts", ".d.mts", ".d.cts", ".mjs", ".mts", ".cjs", ".cts", ".ts", ".js", ".tsx", ".jsx"];

pub(super) fn check(
    model: &Model<'_>,
    snapshot: &Snapshot,
    exports: &mut ExportTable<'_>,
    problems: &mut Vec<Problem>,
) {
    // A declaration file refers to modules as a type checker resolves them, which differs from loading.
    if model.source_type.is_typescript_definition() {
        return;
    }
    modules(model, snapshot, problems);
    names(model, snapshot, exports, problems);
}

/// Checks all specifiers, static and dynamic.
fn modules(model: &Model<'_>, snapshot: &Snapshot, problems: &mut Vec<Problem>) {
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
    for (specifier, span) in requested.chain(dynamic) {
        let near = match snapshot.resolve(model.path, specifier) {
            // Packages outside the snapshot, the output of packages that are not built, and URLs are unknown.
            Ok(_) | Err(ResolveError::Bare { .. } | ResolveError::Unbuilt(_) | ResolveError::Url) => continue,
            Err(ResolveError::NotFound { .. }) if has_declaration(model, snapshot, specifier) => continue,
            Err(ResolveError::NotFound { near }) => near,
            Err(ResolveError::Path(_) | ResolveError::Package(_)) => Vec::new(),
        };
        let hint = near.first().map(|near| format!(" Did you mean '{near}'?")).unwrap_or_default();
        problems.push(Problem::new(
            span,
            "TS2307",
            format!("Cannot find module '{specifier}' or its corresponding type declarations.{hint}"),
        ));
    }
}

/// Checks all imported and re-exported values. Types are left to a type checker, because a declaration file
/// next to the module may contain them.
fn names<'a>(
    model: &Model<'a>,
    snapshot: &Snapshot,
    exports: &mut ExportTable<'_>,
    problems: &mut Vec<Problem>,
) {
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
    for (specifier, name, span, local) in imported.chain(reexported) {
        let Some(target) = snapshot.resolve_script(model.path, specifier) else { continue };
        let found = exports.of(&target);
        if !found.open && !found.names.contains(name) {
            problems.push(match local {
                Some(local) => no_default(&target, local, span, &found),
                None => missing(specifier, name, span, &found),
            });
        }
    }
}

/// Whether a TypeScript file refers to a declaration file, which exists for type checkers only.
fn has_declaration(model: &Model<'_>, snapshot: &Snapshot, specifier: &str) -> bool {
    model.source_type.is_typescript()
        && [".d.ts", ".ts"].iter().any(|extension| {
            let stem = specifier.strip_suffix(".js").unwrap_or(specifier);
            snapshot.resolve(model.path, &format!("{stem}{extension}")).is_ok()
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
