//! The modules that a file imports: by syntax, and by functions that load modules.

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, StringLiteral, TSModuleReference};
use oxc_span::{GetSpan, Span};

use super::called::Called;
use super::origin::{NODE_MODULE, Origin};
use super::scan::Scan;
use crate::rules::static_text;

/// Functions that load a module, as paths from the global object.
const LOADERS: [&[&str]; 5] = [
    &["require"],
    &["module", "require"],
    &["process", "binding"],
    &["process", "getBuiltinModule"],
    &[NODE_MODULE, "_load"],
];

/// An import of a module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Import {
    pub(super) at: (u32, u32),
    /// `None` if the code computes the specifier, or passes on a function that loads modules.
    pub(crate) specifier: Option<String>,
}

impl Import {
    pub(crate) fn span(&self) -> Span {
        Span::new(self.at.0, self.at.1)
    }
}

/// Whether a function loads a module.
pub(super) fn is_loader(function: &Origin) -> bool {
    LOADERS.iter().any(|path| function.is_path(path))
}

impl<'a> Scan<'_, '_, 'a> {
    /// Records what a node other than a call imports. Types are ignored.
    pub(super) fn imports(&mut self, kind: AstKind<'a>) {
        let literal = match kind {
            AstKind::ImportDeclaration(import) if !import.import_kind.is_type() => &import.source,
            AstKind::ExportFromDeclaration(export) if !export.export_kind.is_type() => &export.source,
            AstKind::ExportAllDeclaration(export) if !export.export_kind.is_type() => &export.source,
            AstKind::TSImportEqualsDeclaration(import) if !import.import_kind.is_type() => {
                match &import.module_reference {
                    TSModuleReference::ExternalModuleReference(module) => &module.expression,
                    _ => return,
                }
            }
            AstKind::ImportExpression(import) => return self.imports_value(&import.source),
            _ => return,
        };
        self.imports_literal(literal);
    }

    /// Records what a call imports.
    pub(super) fn imports_by_call(&mut self, call: &CallExpression<'a>, called: &Called<'_, 'a>) {
        if !called.callee.iter().any(is_loader) {
            return;
        }
        match called.argument(0) {
            Some(specifier) => self.imports_value(specifier),
            None => self.imports_unknown(called.place(0).unwrap_or(call.span)),
        }
    }

    /// Records an import of a module that is not known.
    pub(super) fn imports_unknown(&mut self, span: Span) {
        self.reached.imports.push(Import { at: (span.start, span.end), specifier: None });
    }

    fn imports_literal(&mut self, literal: &StringLiteral<'a>) {
        self.imports_known(literal.span, literal.value.to_string());
    }

    pub(super) fn imports_known(&mut self, span: Span, specifier: String) {
        self.reached.imports.push(Import { at: (span.start, span.end), specifier: Some(specifier) });
    }

    /// A text, one of two, or the list of texts that `require` of AMD takes.
    fn imports_value(&mut self, specifier: &Expression<'a>) {
        if let Some(text) = static_text(specifier, self.flow.model) {
            return self.imports_known(specifier.span(), text.into_owned());
        }
        match specifier.get_inner_expression() {
            Expression::ConditionalExpression(either) => {
                self.imports_value(&either.consequent);
                self.imports_value(&either.alternate);
            }
            Expression::ArrayExpression(list) => {
                for element in &list.elements {
                    match element.as_expression() {
                        Some(one) => self.imports_value(one),
                        None => self.imports_unknown(element.span()),
                    }
                }
            }
            _ => self.imports_unknown(specifier.span()),
        }
    }
}
