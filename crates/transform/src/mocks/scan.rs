//! What of a module matters for mocks: its imports, where they are used, and the calls that are hoisted.

use std::collections::BTreeMap;

use oxc_ast::ast::{
    Argument, CallExpression, ExportDeclaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    ExportFromDeclaration, ExportNamedDeclaration, Expression, ExpressionStatement, IdentifierReference,
    ImportDeclarationSpecifier, ImportExpression, ModuleExportName, ObjectProperty, Program, PropertyKey,
    Statement, VariableDeclaration,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::symbol::SymbolId;
use verdict_protocol::Diagnostic;
use verdict_syntax::{Parsed, syntax_error};

use super::OWN;

/// What one local name takes of an import.
#[derive(Debug, Clone)]
pub(super) enum Taken<'a> {
    Namespace,
    /// The exported name, `default` included.
    Name(&'a str),
}

/// An import declaration.
#[derive(Debug)]
pub(super) struct Import<'a> {
    pub(super) index: usize,
    pub(super) span: Span,
    pub(super) specifier: &'a str,
    /// The specifier with its quotes.
    pub(super) quoted: &'a str,
    /// Whether it names anything.
    pub(super) binds: bool,
    has_namespace: bool,
}

/// An `import()`.
#[derive(Debug)]
pub(super) struct Dynamic<'a> {
    pub(super) span: Span,
    /// Its argument.
    pub(super) source: Span,
    pub(super) specifier: Option<&'a str>,
}

/// A use of an imported name.
#[derive(Debug)]
pub(super) struct Use<'a> {
    pub(super) import: usize,
    pub(super) taken: Taken<'a>,
    pub(super) span: Span,
    /// The property that it is the shorthand of.
    pub(super) shorthand: Option<&'a str>,
}

/// An export of an imported name.
#[derive(Debug)]
pub(super) struct Export<'a> {
    pub(super) import: usize,
    pub(super) taken: Taken<'a>,
    /// The name as it is written.
    pub(super) exported: &'a str,
}

/// A local list of exports, or one from another module.
#[derive(Debug)]
pub(super) struct ExportList<'a> {
    pub(super) span: Span,
    /// The module, for one from another module: its specifier, and that with quotes.
    pub(super) from: Option<(&'a str, &'a str)>,
    /// Imported names by the place of their specifier; text of each specifier.
    pub(super) specifiers: Vec<(Option<Export<'a>>, &'a str)>,
    /// Names taken from another module, with what they are exported as.
    pub(super) names: Vec<(&'a str, &'a str)>,
}

/// A call that is hoisted, with all of its statement.
#[derive(Debug)]
pub(super) struct Hoisted<'a> {
    pub(super) span: Span,
    /// Whether it is a part of an expression, which stays without it.
    pub(super) is_part: bool,
    call: Span,
    name: String,
    is_exported: bool,
    text: &'a str,
}

/// What of a module matters for mocks.
pub(super) struct Scan<'a> {
    source: &'a str,
    scoping: Scoping,
    locals: BTreeMap<SymbolId, (usize, Taken<'a>)>,
    utilities: Vec<SymbolId>,
    pub(super) imports: Vec<Import<'a>>,
    pub(super) dynamic: Vec<Dynamic<'a>>,
    pub(super) uses: Vec<Use<'a>>,
    pub(super) hoisted: Vec<Hoisted<'a>>,
    pub(super) exports: Vec<ExportList<'a>>,
    /// First arguments of mocking calls that are `import()`: the whole, and the specifier in it.
    pub(super) paths: Vec<(Span, Span)>,
    /// Whether `doMock` or a relative of it is called.
    calls_later: bool,
    /// Whether `resetModules` is called.
    pub(super) resets: bool,
    spied: Vec<SymbolId>,
    exporting: bool,
    shorthand: Option<(&'a str, Span)>,
    statements: Vec<Span>,
}

impl<'a> Scan<'a> {
    pub(super) fn of(program: &Program<'a>, source: &'a str) -> Scan<'a> {
        let semantic = SemanticBuilder::new().build(program).semantic;
        let mut scan = Scan {
            source,
            scoping: semantic.into_scoping(),
            locals: BTreeMap::new(),
            utilities: Vec::new(),
            imports: Vec::new(),
            dynamic: Vec::new(),
            uses: Vec::new(),
            hoisted: Vec::new(),
            exports: Vec::new(),
            paths: Vec::new(),
            calls_later: false,
            resets: false,
            spied: Vec::new(),
            exporting: false,
            shorthand: None,
            statements: Vec::new(),
        };
        scan.read_imports(program);
        scan.visit_program(program);
        scan
    }

    fn read_imports(&mut self, program: &Program<'a>) {
        for statement in &program.body {
            let Statement::ImportDeclaration(import) = statement else { continue };
            let (index, specifier) = (self.imports.len(), import.source.value.as_str());
            let own = OWN.contains(&specifier);
            let specifiers = import.specifiers.as_ref().map_or(&[][..], |list| list.as_slice());
            let mut has_namespace = false;
            for one in specifiers {
                let (local, taken) = match one {
                    ImportDeclarationSpecifier::ImportSpecifier(one) => {
                        (&one.local, Taken::Name(self.name(&one.imported)))
                    }
                    ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                        (&one.local, Taken::Name("default"))
                    }
                    ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                        has_namespace = true;
                        (&one.local, Taken::Namespace)
                    }
                };
                let symbol = local.symbol_id();
                if own && matches!(taken, Taken::Name("vi" | "vitest" | "jest")) {
                    self.utilities.push(symbol);
                }
                self.locals.insert(symbol, (index, taken));
            }
            self.imports.push(Import {
                index,
                span: import.span,
                specifier,
                quoted: self.text(import.source.span),
                binds: !specifiers.is_empty(),
                has_namespace,
            });
        }
    }

    fn text(&self, span: Span) -> &'a str {
        &self.source[span.start as usize..span.end as usize]
    }

    /// An exported name; one that is a string without its quotes, which are put on again where it is used.
    fn name(&self, name: &ModuleExportName<'a>) -> &'a str {
        match name {
            ModuleExportName::IdentifierName(name) => name.name.as_str(),
            ModuleExportName::IdentifierReference(name) => name.name.as_str(),
            ModuleExportName::StringLiteral(name) => name.value.as_str(),
        }
    }

    /// Whether calls stand in the file that change what its imports are.
    pub(super) fn calls_hoisted(&self) -> bool {
        !self.hoisted.is_empty() || self.calls_later
    }

    /// Modules whose namespace may be spied upon.
    pub(super) fn spied(&self) -> impl Iterator<Item = &'a str> {
        let imported = self.imports.iter().filter(|import| {
            import.has_namespace
                && self
                    .spied
                    .iter()
                    .any(|symbol| self.locals.get(symbol).is_some_and(|(index, _)| *index == import.index))
        });
        imported
            .map(|import| import.specifier)
            .chain(self.dynamic.iter().filter_map(|import| import.specifier))
    }

    fn symbol(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        self.scoping.get_reference(identifier.reference_id()).symbol_id()
    }

    /// The method of `vi` that is called.
    fn utility<'b>(&self, call: &'b CallExpression<'a>) -> Option<(&'a str, &'b str)> {
        let Expression::StaticMemberExpression(member) = &call.callee else { return None };
        let Expression::Identifier(object) = &member.object else { return None };
        let ours = match self.symbol(object) {
            Some(symbol) => self.utilities.contains(&symbol),
            None => matches!(object.name.as_str(), "vi" | "vitest" | "jest"),
        };
        ours.then(|| (object.name.as_str(), member.property.name.as_str()))
    }

    fn hoistable(&self, expression: &Expression<'a>) -> Option<(Span, String, bool)> {
        let call = match expression {
            Expression::CallExpression(call) => call,
            Expression::AwaitExpression(awaited) => match &awaited.argument {
                Expression::CallExpression(call) => call,
                _ => return None,
            },
            _ => return None,
        };
        let (object, method) = self.utility(call)?;
        matches!(method, "mock" | "unmock" | "hoisted").then(|| {
            let argument = call.arguments.first().map_or("", |argument| match argument {
                Argument::StringLiteral(_) | Argument::ImportExpression(_) => self.text(argument.span()),
                _ => "",
            });
            (call.span, format!("{object}.{method}({argument})"), method == "hoisted")
        })
    }

    fn hoist(&mut self, span: Span, is_part: bool, call: Span, name: String) {
        if self.hoisted.iter().any(|known| known.call == call) {
            return;
        }
        let text = self.text(call);
        self.hoisted.push(Hoisted { span, is_part, call, name, is_exported: self.exporting, text });
    }

    /// Refuses what cannot be hoisted.
    pub(super) fn check(&self, parsed: &Parsed<'_>) -> Result<(), Diagnostic> {
        for one in &self.hoisted {
            if one.is_exported {
                let message = if one.name.contains(".hoisted(") {
                    "Cannot export hoisted variable. You can control hoisting behavior by placing the import from \
                     this file first."
                        .to_owned()
                } else {
                    let method = one.name.split('(').next().unwrap_or_default();
                    format!(
                        "Cannot export the result of \"{method}\". Remove export declaration because \"{method}\" \
                         doesn't return anything."
                    )
                };
                return Err(syntax_error(parsed.location(one.span), message));
            }
            let outer = self.hoisted.iter().find(|outer| {
                outer.call != one.call && outer.span.start <= one.span.start && one.span.end <= outer.span.end
            });
            if let Some(outer) = outer {
                let message = format!(
                    "Cannot call {} inside {}: both methods are hoisted to the top of the file and not actually \
                     called inside each other.",
                    one.name, outer.name
                );
                return Err(syntax_error(parsed.location(one.call), message));
            }
            debug_assert!(!one.text.is_empty());
        }
        Ok(())
    }
}

impl<'a> Visit<'a> for Scan<'a> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if let Some((call, name, _)) = self.hoistable(&it.expression) {
            self.hoist(it.span, false, call, name);
        }
        self.statements.push(it.span);
        walk::walk_expression_statement(self, it);
        self.statements.pop();
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let first = it.declarations.first().and_then(|one| one.init.as_ref());
        if let Some((call, name, true)) = first.and_then(|init| self.hoistable(init)) {
            self.hoist(it.span, false, call, name);
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        // Only what the declaration itself is made of counts as exported.
        if let oxc_ast::ast::Declaration::VariableDeclaration(declaration) = &it.declaration {
            let first = declaration.declarations.first().and_then(|one| one.init.as_ref());
            if let Some((call, name, _)) = first.and_then(|init| self.hoistable(init)) {
                self.exporting = true;
                self.hoist(it.span, false, call, name);
                self.exporting = false;
            }
        }
        walk::walk_export_declaration(self, it);
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        let found = match &it.declaration {
            ExportDefaultDeclarationKind::CallExpression(call) => self
                .utility(call)
                .filter(|(_, method)| matches!(*method, "mock" | "unmock" | "hoisted"))
                .map(|(object, method)| (call.span, format!("{object}.{method}("))),
            _ => None,
        };
        if let Some((call, name)) = found {
            self.exporting = true;
            self.hoist(it.span, false, call, name);
            self.exporting = false;
        }
        walk::walk_export_default_declaration(self, it);
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        let mut specifiers = Vec::new();
        for one in &it.specifiers {
            let local = match &one.local {
                ModuleExportName::IdentifierReference(local) => self.symbol(local),
                _ => None,
            };
            let export = local.and_then(|symbol| self.locals.get(&symbol)).map(|(import, taken)| Export {
                import: *import,
                taken: taken.clone(),
                exported: self.text(one.exported.span()),
            });
            specifiers.push((export, self.text(one.span)));
        }
        self.exports.push(ExportList { span: it.span, from: None, specifiers, names: Vec::new() });
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        let names = it.specifiers.iter().map(|one| (self.name(&one.local), self.text(one.exported.span())));
        let names = names.collect();
        let from = Some((it.source.value.as_str(), self.text(it.source.span)));
        self.exports.push(ExportList { span: it.span, from, specifiers: Vec::new(), names });
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Some((object, method)) = self.utility(it) {
            if matches!(method, "mock" | "unmock" | "hoisted") {
                let name = format!("{object}.{method}()");
                self.hoist(it.span, true, it.span, name);
            }
            self.resets |= method == "resetModules";
            if matches!(method, "doMock" | "doUnmock") {
                self.calls_later = true;
            }
            if matches!(method, "mock" | "unmock" | "doMock" | "doUnmock")
                && let Some(first) = it.arguments.first()
            {
                let import = match first {
                    Argument::ImportExpression(import) => Some(import),
                    Argument::AwaitExpression(awaited) => match &awaited.argument {
                        Expression::ImportExpression(import) => Some(import),
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(import) = import {
                    self.paths.push((first.span(), import.source.span()));
                }
            }
            if method == "spyOn"
                && let Some(Argument::Identifier(object)) = it.arguments.first()
            {
                self.spied.extend(self.symbol(object));
            }
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if !self.paths.iter().any(|(whole, _)| whole.start <= it.span.start && it.span.end <= whole.end) {
            let specifier = match &it.source {
                Expression::StringLiteral(text) => Some(text.value.as_str()),
                _ => None,
            };
            self.dynamic.push(Dynamic { span: it.span, source: it.source.span(), specifier });
        }
        walk::walk_import_expression(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand
            && let (PropertyKey::StaticIdentifier(key), Expression::Identifier(value)) = (&it.key, &it.value)
        {
            self.shorthand = Some((key.name.as_str(), value.span));
        }
        walk::walk_object_property(self, it);
        self.shorthand = None;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let found = self.symbol(it).and_then(|symbol| self.locals.get(&symbol));
        if let Some((import, taken)) = found {
            let shorthand = self.shorthand.filter(|(_, span)| *span == it.span).map(|(name, _)| name);
            self.uses.push(Use { import: *import, taken: taken.clone(), span: it.span, shorthand });
        }
    }
}
