//! The visitor that collects everything relevant to mocks and module runners.

use oxc_allocator::ArenaVec;
use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, AssignmentTargetPropertyIdentifier, AwaitExpression, BinaryExpression,
    CallExpression, ExportDeclaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    ExportFromDeclaration, ExportNamedDeclaration, Expression, ExpressionStatement, ForOfStatement, Function,
    IdentifierReference, ImportExpression, ImportMeta, ModuleExportName, ObjectProperty, PropertyKey,
    Statement, StringLiteral, TaggedTemplateExpression, VariableDeclaration,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;
use oxc_syntax::operator::BinaryOperator;
use oxc_syntax::scope::ScopeFlags;

use super::scan::{By, Called, Dynamic, Export, ExportList, Named, Scan, Use};

impl<'a> Visit<'a> for Scan<'a> {
    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if let Some((call, name, _)) = self.hoistable(&it.expression) {
            self.hoist(it.span, false, call, name);
        }
        walk::walk_expression_statement(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let first = it.declarations.first().and_then(|one| one.init.as_ref());
        if let Some((call, name, true)) = first.and_then(|init| self.hoistable(init)) {
            self.hoist(it.span, false, call, name);
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        // Only the declaration itself counts as exported.
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
                    self.path_imports.insert(import.span.start);
                }
            }
            if let Some(by) = named_by(method) {
                self.name_first(it, by);
            }
            if method == "spyOn"
                && let Some(Argument::Identifier(object)) = it.arguments.first()
            {
                self.spied.extend(self.symbol(object));
            }
        } else if is_require(&it.callee) {
            self.name_first(it, By::Require);
        }
        let called = if it.optional { Called::Around } else { Called::Direct };
        self.calls(&it.callee, called);
        walk::walk_call_expression(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if !self.path_imports.contains(&it.span.start) {
            let specifier = match &it.source {
                Expression::StringLiteral(text) => Some(text.value.as_str()),
                _ => None,
            };
            let has_phase = it.phase.is_some();
            self.dynamic.push(Dynamic { span: it.span, source: it.source.span(), specifier, has_phase });
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

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.calls(&it.tag, Called::Around);
        walk::walk_tagged_template_expression(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.shorthand = Some((it.binding.name.as_str(), it.binding.span));
        walk::walk_assignment_target_property_identifier(self, it);
        self.shorthand = None;
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.metas.push(it.span);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if it.operator == BinaryOperator::LessThan {
            let before = it.right.span().start.saturating_sub(1);
            let is_comment = self.source.get(before as usize..).is_some_and(|text| text.starts_with("<!--"));
            self.before_comments.extend(is_comment.then_some(before));
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        self.begins.extend(it.iter().map(|statement| statement.span().start));
        walk::walk_statements(self, it);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.awaits |= self.functions == 0;
        walk::walk_await_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.awaits |= it.r#await && self.functions == 0;
        walk::walk_for_of_statement(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, it, flags);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, it);
        self.functions -= 1;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let found = self.symbol(it).and_then(|symbol| self.locals.get(&symbol));
        if let Some((import, taken)) = found {
            let shorthand = self.shorthand.filter(|(_, span)| *span == it.span).map(|(name, _)| name);
            let called =
                self.callee.filter(|(span, _)| *span == it.span).map_or(Called::No, |(_, called)| called);
            let begins = self.begins.contains(&it.span.start);
            let taken = taken.clone();
            self.uses.push(Use { import: *import, taken, span: it.span, shorthand, called, begins });
        }
    }
}

impl<'a> Scan<'a> {
    /// Records the called expression before it is visited.
    fn calls(&mut self, callee: &Expression<'a>, called: Called) {
        self.callee = match callee {
            Expression::Identifier(name) => Some((name.span, called)),
            _ => match callee.without_parentheses() {
                Expression::Identifier(name) => Some((name.span, Called::Around)),
                _ => None,
            },
        };
    }

    /// Records the specifier in the first argument of a call.
    fn name_first(&mut self, call: &CallExpression<'a>, by: By) {
        let first = call.arguments.first().and_then(Argument::as_expression);
        let literal = match first {
            Some(Expression::StringLiteral(literal)) => Some(literal),
            Some(Expression::ImportExpression(import)) => literal(&import.source),
            Some(Expression::AwaitExpression(awaited)) => match &awaited.argument {
                Expression::ImportExpression(import) => literal(&import.source),
                _ => None,
            },
            _ => None,
        };
        if let Some(literal) = literal {
            let specifier = literal.value.as_str();
            self.named.push(Named { specifier, span: literal.span, by });
        }
    }
}

fn literal<'a, 'b>(source: &'b Expression<'a>) -> Option<&'b oxc_allocator::Box<'a, StringLiteral<'a>>> {
    match source {
        Expression::StringLiteral(literal) => Some(literal),
        _ => None,
    }
}

/// How a method of `vi` or `jest` uses its specifier.
pub(super) fn named_by(method: &str) -> Option<By> {
    Some(match method {
        "mock"
        | "unmock"
        | "doMock"
        | "doUnmock"
        | "dontMock"
        | "deepUnmock"
        | "setMock"
        | "unstable_mockModule" => By::Mock,
        "importActual" | "importMock" => By::Import,
        "requireActual" | "requireMock" | "createMockFromModule" | "genMockFromModule" => By::Require,
        _ => return None,
    })
}

/// Whether a callee is `require` or `require.resolve`, including a `require` made by `createRequire`.
fn is_require(callee: &Expression<'_>) -> bool {
    let is_named = |it: &Expression<'_>| matches!(it, Expression::Identifier(name) if name.name == "require");
    match callee {
        Expression::StaticMemberExpression(member) => {
            member.property.name == "resolve" && is_named(&member.object)
        }
        other => is_named(other),
    }
}
