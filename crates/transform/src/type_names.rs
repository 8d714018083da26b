//! Types that a module imports and re-exports like values. Text to be lowered loses them first, because
//! recognising them requires the other module.

use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier, ModuleExportName, Program, Statement};
use oxc_span::Span;

use crate::Edits;
use crate::blank::IsType;
use crate::exported::{Origin, Scope};
use crate::text::skip_trivia;

/// The source without these names.
pub(crate) fn blanked(program: &Program<'_>, source: &str, is_type: IsType<'_>, scope: &Scope<'_>) -> String {
    let mut edits = Edits::default();
    let mut item = |span: Span| {
        let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
        let next = skip_trivia(source, span.end, end);
        let comma = source[next as usize..].starts_with(',');
        edits.blank(span.start, if comma { next + 1 } else { span.end });
    };
    let mut whole = Vec::new();
    for statement in &program.body {
        match statement {
            Statement::ImportDeclaration(import) if !import.import_kind.is_type() => {
                let types = types_of(import, is_type);
                if types.len() == import.specifiers.as_ref().map_or(usize::MAX, |all| all.len()) {
                    whole.push(import.span);
                } else {
                    types.into_iter().for_each(&mut item);
                }
            }
            Statement::ExportNamedDeclaration(export) if !export.export_kind.is_type() => {
                for one in export.specifiers.iter().filter(|one| !one.export_kind.is_type()) {
                    let ModuleExportName::IdentifierReference(local) = &one.local else { continue };
                    let is_one = match scope.origin(local.name.as_str()) {
                        Origin::Type => true,
                        Origin::Value => false,
                        Origin::From { specifier, name } => is_type(&specifier, &name),
                    };
                    if is_one {
                        item(one.span);
                    }
                }
            }
            Statement::ExportFromDeclaration(export) if !export.export_kind.is_type() => {
                for one in export.specifiers.iter().filter(|one| !one.export_kind.is_type()) {
                    if is_type(export.source.value.as_str(), one.local.name().as_str()) {
                        item(one.span);
                    }
                }
            }
            _ => {}
        }
    }
    for span in whole {
        edits.blank_with_semicolon(span.start, span.end);
    }
    edits.apply(source)
}

/// Locations of types that are imported by name.
fn types_of(import: &ImportDeclaration<'_>, is_type: IsType<'_>) -> Vec<Span> {
    let specifiers = import.specifiers.iter().flatten().filter_map(|one| match one {
        ImportDeclarationSpecifier::ImportSpecifier(one) => Some(one),
        _ => None,
    });
    let types = specifiers.filter(|one| {
        !one.import_kind.is_type() && is_type(import.source.value.as_str(), one.imported.name().as_str())
    });
    types.map(|one| one.span).collect()
}
