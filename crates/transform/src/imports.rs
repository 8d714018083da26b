//! Finds TypeScript imports that are used as types only.

use std::collections::HashSet;

use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier, Program};
use oxc_semantic::{Reference, SemanticBuilder};
use oxc_span::{GetSpan, Span};

/// The names that a module imports, and those it uses as values.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    declarations: Vec<Declaration>,
    /// Names that are used in any scope.
    used: HashSet<String>,
    /// Names that are declared in any scope, imports aside.
    declared_again: HashSet<String>,
    /// Names in `export { … }`, with their locations.
    exported: Vec<(String, Span)>,
}

#[derive(Debug)]
struct Declaration {
    span: Span,
    open_statement: bool,
    specifiers: Vec<Specifier>,
}

#[derive(Debug)]
struct Specifier {
    span: Span,
    local: String,
    is_type: bool,
    is_namespace: bool,
}

/// A part to blank.
#[derive(Debug)]
pub(crate) enum Unused {
    /// A whole declaration; `open_statement` tells whether the preceding statement lacks its own end.
    Declaration { span: Span, open_statement: bool },
    /// One of several names, with the comma after it.
    Specifier(Span),
    /// `* as name` after a default import, which ends at `after`.
    Namespace { after: u32, span: Span },
}

impl Imports {
    /// Records a declaration. One without names is kept for its side effects. `open_statement` tells whether
    /// the preceding statement lacks its own end.
    pub(crate) fn declared(&mut self, it: &ImportDeclaration<'_>, open_statement: bool) {
        let specifiers: Vec<Specifier> = it.specifiers.iter().flatten().map(specifier).collect();
        if !specifiers.is_empty() {
            self.declarations.push(Declaration { span: it.span, open_statement, specifiers });
        }
    }

    /// Records a name that is used as a value.
    pub(crate) fn used(&mut self, name: &str) {
        if !self.used.contains(name) {
            self.used.insert(name.to_owned());
        }
    }

    /// Records a name that something other than an import declares.
    pub(crate) fn declared_again(&mut self, name: &str) {
        if !self.declared_again.contains(name) {
            self.declared_again.insert(name.to_owned());
        }
    }

    /// Leaves out uses of other declarations with the name of an import. Only for such names are scopes needed.
    pub(crate) fn tell_apart(&mut self, program: &Program<'_>) {
        let imported = self.declarations.iter().flat_map(|declaration| &declaration.specifiers);
        let mut twice: Vec<&str> = imported.map(|specifier| specifier.local.as_str()).collect();
        twice.retain(|local| self.used.contains(*local) && self.declared_again.contains(*local));
        if twice.is_empty() {
            return;
        }
        let scoping = SemanticBuilder::new().build(program).semantic.into_scoping();
        let is_used = |local: &str| {
            let symbol = scoping.get_root_binding(local.into());
            symbol.is_none_or(|symbol| scoping.get_resolved_references(symbol).any(Reference::is_value))
        };
        let unused: Vec<String> =
            twice.into_iter().filter(|local| !is_used(local)).map(str::to_owned).collect();
        for local in unused {
            self.used.remove(&local);
        }
    }

    /// Records a name in `export { … }`, which is a value unless [`Imports::unused`] decides otherwise.
    pub(crate) fn exported(&mut self, name: &str, span: Span) {
        self.exported.push((name.to_owned(), span));
    }

    /// The imports that no value needs. `is_type` tells whether a top-level name is a type.
    pub(crate) fn unused(mut self, is_type: impl Fn(&str) -> bool) -> Vec<Unused> {
        let mut unused = Vec::new();
        for (local, span) in self.exported {
            if is_type(&local) {
                unused.push(Unused::Specifier(span));
            } else {
                self.used.insert(local);
            }
        }
        for Declaration { span, open_statement, specifiers } in self.declarations {
            let needed = |it: &&Specifier| !it.is_type && self.used.contains(&it.local);
            let Some(first) = specifiers.iter().find(needed) else {
                unused.push(Unused::Declaration { span, open_statement });
                continue;
            };
            let after = first.span.end;
            for specifier in specifiers.iter().filter(|it| !needed(it)) {
                unused.push(match specifier.is_namespace {
                    true => Unused::Namespace { after, span: specifier.span },
                    false => Unused::Specifier(specifier.span),
                });
            }
        }
        unused
    }
}

fn specifier(it: &ImportDeclarationSpecifier<'_>) -> Specifier {
    Specifier {
        span: it.span(),
        local: it.local().name.to_string(),
        is_type: matches!(it, ImportDeclarationSpecifier::ImportSpecifier(it) if it.import_kind.is_type()),
        is_namespace: matches!(it, ImportDeclarationSpecifier::ImportNamespaceSpecifier(_)),
    }
}
