//! Imports that name no file (TS2307) and names that a file does not export (TS2305, TS2724, TS2614, TS1192).

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::Span;
use oxc_syntax::module_record::{ExportImportName, ImportImportName};
use verdict_vfs::{ResolveError, Snapshot};

use super::Problem;
use super::exports::{ExportTable, Exports};
use crate::model::Model;

pub(super) fn check(
    model: &Model<'_>,
    snapshot: &Snapshot,
    exports: &mut ExportTable<'_>,
    problems: &mut Vec<Problem>,
) {
    modules(model, snapshot, problems);
    names(model, snapshot, exports, problems);
}

/// Every specifier, static and dynamic.
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
            // Packages and URLs are not files of the snapshot: nothing is known of them.
            Ok(_) | Err(ResolveError::Bare | ResolveError::Url) => continue,
            Err(ResolveError::NotFound { near }) => near,
            Err(ResolveError::Path(_)) => Vec::new(),
        };
        let hint = near.first().map(|near| format!(" Did you mean '{near}'?")).unwrap_or_default();
        problems.push(Problem::new(
            span,
            "TS2307",
            format!("Cannot find module '{specifier}' or its corresponding type declarations.{hint}"),
        ));
    }
}

/// Every name that is imported or re-exported.
fn names(model: &Model<'_>, snapshot: &Snapshot, exports: &mut ExportTable<'_>, problems: &mut Vec<Problem>) {
    let record = model.module_record;
    let imported = record.import_entries.iter().filter_map(|entry| {
        let (name, span) = match &entry.import_name {
            ImportImportName::Name(name) => (name.name.as_str(), name.span),
            ImportImportName::Default(span) => ("default", *span),
            ImportImportName::NamespaceObject => return None,
        };
        Some((entry.module_request.name.as_str(), name, span))
    });
    let reexported = record.indirect_export_entries.iter().filter_map(|entry| {
        match (&entry.module_request, &entry.import_name) {
            // An entry for `import { a } …; export { a }` has the import's statement, which is judged above.
            (Some(request), ExportImportName::Name(name))
                if contains(entry.statement_span, request.span)
                    && contains(entry.statement_span, name.span) =>
            {
                Some((request.name.as_str(), name.name.as_str(), name.span))
            }
            _ => None,
        }
    });
    for (specifier, name, span) in imported.chain(reexported) {
        let Ok(target) = snapshot.resolve(model.path, specifier) else { continue };
        let found = exports.of(&target);
        if !found.open && !found.names.contains(name) {
            problems.push(missing(specifier, name, span, &found));
        }
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
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
