//! The modules that a file imports: by syntax, and by functions that load modules.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    CallExpression, ExportSpecifier, Expression, ImportDeclaration, ImportDeclarationSpecifier,
    StringLiteral, TSModuleReference,
};
use oxc_semantic::SymbolId;
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
            AstKind::ImportDeclaration(import) if self.imports_values(import) => &import.source,
            AstKind::ExportFromDeclaration(export) => {
                let is_type = |one: &ExportSpecifier<'_>| one.export_kind.is_type();
                if export.export_kind.is_type()
                    || (!export.specifiers.is_empty() && export.specifiers.iter().all(is_type))
                {
                    return;
                }
                &export.source
            }
            AstKind::ExportAllDeclaration(export) if !export.export_kind.is_type() => &export.source,
            AstKind::TSImportEqualsDeclaration(import) if !import.import_kind.is_type() => {
                match &import.module_reference {
                    TSModuleReference::ExternalModuleReference(_)
                        if self.is_for_types(import.id.symbol_id.get()) =>
                    {
                        return;
                    }
                    TSModuleReference::ExternalModuleReference(module) => &module.expression,
                    _ => return,
                }
            }
            AstKind::ImportExpression(import) => return self.imports_value(&import.source),
            _ => return,
        };
        self.imports_literal(literal);
    }

    /// Whether code can use what an import gives, or the import is for its effects. TypeScript leaves out names that only
    /// types use.
    fn imports_values(&self, import: &ImportDeclaration<'a>) -> bool {
        let Some(specifiers) = import.specifiers.as_ref().filter(|specifiers| !specifiers.is_empty()) else {
            return !import.import_kind.is_type();
        };
        let is_typescript = self.flow.model.source_type.is_typescript();
        !import.import_kind.is_type()
            && specifiers.iter().any(|specifier| {
                let is_type = matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(one) if one.import_kind.is_type());
                !(is_type || (is_typescript && self.is_for_types(specifier.local().symbol_id.get())))
            })
    }

    /// Whether types use a name, and nothing else does.
    fn is_for_types(&self, symbol: Option<SymbolId>) -> bool {
        let Some(symbol) = symbol else { return false };
        let mut references = self.flow.model.semantic.scoping().get_resolved_references(symbol).peekable();
        references.peek().is_some() && references.all(|reference| !reference.is_value())
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
