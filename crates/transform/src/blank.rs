//! The visitor that finds the ranges to blank.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use crate::Edits;
use crate::erased::is_type_only;
use crate::exported::{Origin, Scope};
use crate::imports::{Imports, Unused};
use crate::refuse::Construct;
use crate::text::{has_line_end, skip_trivia, tokens};

/// Whether an export of a module, by specifier and name, is a type.
pub(crate) type IsType<'s> = &'s dyn Fn(&str, &str) -> bool;

/// Finds the ranges to blank in a program.
pub(crate) struct Blank<'s> {
    pub(crate) source: &'s str,
    is_type: IsType<'s>,
    pub(crate) edits: Edits,
    /// Whether class fields are assigned, so that fields without a value do not exist.
    sets_class_fields: bool,
    /// The first construct that cannot be blanked.
    pub(crate) more: Option<(Span, Construct)>,
    /// The first construct that cannot be lowered either, except decorators.
    pub(crate) refused: Option<(Span, Construct)>,
    /// The first decorator.
    pub(crate) decorator: Option<(Span, Construct)>,
    /// Whether the statement before the visited one has no `;` of its own.
    open_statement: bool,
    pub(crate) imports: Imports,
}

impl<'s> Blank<'s> {
    pub(crate) fn new(source: &'s str, is_type: IsType<'s>, sets_class_fields: bool) -> Blank<'s> {
        Blank {
            source,
            is_type,
            edits: Edits::default(),
            sets_class_fields,
            more: None,
            refused: None,
            decorator: None,
            open_statement: true,
            imports: Imports::default(),
        }
    }

    fn refuse(&mut self, span: Span, construct: Construct) {
        note(&mut self.more, span, construct);
        match construct {
            Construct::Accessor => note(&mut self.refused, span, construct),
            Construct::Decorator => note(&mut self.decorator, span, construct),
            _ => {}
        }
    }

    fn text(&self, span: Span) -> &'s str {
        &self.source[span.start as usize..span.end as usize]
    }

    fn end_of_source(&self) -> u32 {
        u32::try_from(self.source.len()).unwrap_or(u32::MAX)
    }

    fn next_char(&self, at: u32) -> Option<char> {
        self.source[skip_trivia(self.source, at, self.end_of_source()) as usize..].chars().next()
    }

    /// Blanks the character at or after `at`, if it is one of `marks`.
    fn blank_mark(&mut self, at: u32, marks: &[char]) {
        let start = skip_trivia(self.source, at, self.end_of_source());
        if self.source[start as usize..].starts_with(marks) {
            self.edits.blank(start, start + 1);
        }
    }

    /// Blanks the text after an operand. Inserts a `;` if the next line would otherwise continue the
    /// expression.
    fn blank_after_operand(&mut self, start: u32, end: u32) {
        let next = skip_trivia(self.source, end, self.end_of_source());
        let goes_on = matches!(self.next_char(end), Some('(' | '[' | '`'));
        if goes_on && has_line_end(self.source, end, next) {
            self.edits.blank_with_semicolon(start, end);
        } else {
            self.edits.blank(start, end);
        }
    }

    /// Blanks imports that are never used as a value, and exports of types by name. TypeScript drops them:
    /// often they name a type, which the other module no longer exports once its types are blanked.
    pub(crate) fn blank_unused_imports(&mut self, program: &Program<'_>, scope: &Scope<'_>) {
        self.imports.tell_apart(program);
        let is_type = |name: &str| match scope.origin(name) {
            Origin::Type => true,
            Origin::Value => false,
            Origin::From { specifier, name } => (self.is_type)(&specifier, &name),
        };
        for unused in std::mem::take(&mut self.imports).unused(is_type) {
            match unused {
                Unused::Declaration { span, open_statement: true } => {
                    self.edits.blank_with_semicolon(span.start, span.end);
                }
                Unused::Declaration { span, .. } => self.edits.blank(span.start, span.end),
                Unused::Specifier(span) => self.blank_item(span),
                // `, * as name`: the preceding comma is blanked too.
                Unused::Namespace { after, span } => self.edits.blank(after, span.end),
            }
        }
    }

    /// Blanks a list item and the comma after it.
    fn blank_item(&mut self, span: Span) {
        let next = skip_trivia(self.source, span.end, self.end_of_source());
        let comma = self.source[next as usize..].starts_with(',');
        self.edits.blank(span.start, if comma { next + 1 } else { span.end });
    }

    /// Blanks TypeScript's modifiers in a range.
    fn blank_modifiers(&mut self, start: u32, end: u32) {
        const MODIFIERS: [&str; 7] =
            ["public", "private", "protected", "readonly", "override", "abstract", "declare"];
        let mut kept = false;
        for (from, to, word) in tokens(self.source, start, end) {
            if !MODIFIERS.contains(&word) {
                kept = true;
            } else if !kept && matches!(self.next_char(to), Some('[' | '*')) {
                // The value of the preceding member must not continue.
                self.edits.blank_with_semicolon(from, to);
            } else {
                self.edits.blank(from, to);
            }
        }
    }

    /// The end of a class member's name, including the `]` of a computed one.
    fn after_key(&self, key: &PropertyKey<'_>, computed: bool) -> u32 {
        let end = key.span().end;
        if !computed {
            return end;
        }
        let bracket = skip_trivia(self.source, end, self.end_of_source());
        bracket + u32::from(self.source[bracket as usize..].starts_with(']'))
    }

    /// Whether a field only declares a type.
    fn is_no_field(&self, property: &PropertyDefinition<'_>) -> bool {
        let is_private = matches!(property.key, PropertyKey::PrivateIdentifier(_));
        let is_plain = !property.computed && !is_private && property.decorators.is_empty();
        self.sets_class_fields && property.value.is_none() && is_plain
    }

    /// Whether the operand of an assertion `<T>x` would change its meaning without the assertion.
    fn changes_meaning(&self, assertion: &TSTypeAssertion<'_>) -> bool {
        let operand = self.text(assertion.expression.span());
        operand.starts_with('{')
            || ["function", "class", "let", "async"].iter().any(|word| operand.starts_with(word))
            || has_line_end(self.source, assertion.span.start, assertion.expression.span().start)
    }
}

/// Keeps the first construct in source order.
fn note(first: &mut Option<(Span, Construct)>, span: Span, construct: Construct) {
    if first.is_none_or(|(first, _)| span.start < first.start) {
        *first = Some((span, construct));
    }
}

impl<'a> Visit<'a> for Blank<'_> {
    // ---- statements ----

    fn visit_statements(&mut self, it: &oxc_allocator::Vec<'a, Statement<'a>>) {
        let mut open = false;
        for statement in it {
            self.open_statement = open;
            self.visit_statement(statement);
            if !is_type_only(statement) {
                open = !self.text(statement.span()).ends_with(';');
            }
        }
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        if !is_type_only(it) {
            if let Statement::ImportDeclaration(import) = it {
                self.imports.declared(import, self.open_statement);
                return;
            }
            self.open_statement = true;
            return walk::walk_statement(self, it);
        }
        let span = it.span();
        if self.open_statement {
            self.edits.blank_with_semicolon(span.start, span.end);
        } else {
            self.edits.blank(span.start, span.end);
        }
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.imports.declared_again(it.name.as_str());
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        // Types are not walked, so every identifier here is a value.
        self.imports.used(it.name.as_str());
    }

    fn visit_export_specifier(&mut self, it: &ExportSpecifier<'a>) {
        if it.export_kind.is_type() {
            self.blank_item(it.span);
        } else if let ModuleExportName::IdentifierReference(local) = &it.local {
            self.imports.exported(local.name.as_str(), it.span);
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        for specifier in &it.specifiers {
            let name = specifier.local.name();
            if specifier.export_kind.is_type() || (self.is_type)(it.source.value.as_str(), name.as_str()) {
                self.blank_item(specifier.span);
            }
        }
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        self.refuse(it.span, Construct::Enum);
        walk::walk_ts_enum_declaration(self, it);
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.refuse(it.span, Construct::Namespace);
        walk::walk_ts_namespace_declaration(self, it);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        self.refuse(it.span, Construct::ImportEquals);
        walk::walk_ts_import_equals_declaration(self, it);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.refuse(it.span, Construct::ExportEquals);
        walk::walk_ts_export_assignment(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if matches!(it.kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing) {
            self.refuse(it.span, Construct::Using);
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.blank_mark(it.id.span().end, &['!']);
        }
        walk::walk_variable_declarator(self, it);
    }

    // ---- types ----

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.edits.blank(it.span.start, it.span.end);
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        self.blank_item(it.span);
    }

    // ---- expressions ----

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_after_operand(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_after_operand(it.expression.span().end, it.span.end);
    }

    fn visit_ts_instantiation_expression(&mut self, it: &TSInstantiationExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank_after_operand(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.edits.blank(it.expression.span().end, it.span.end);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        if self.changes_meaning(it) {
            self.refuse(it.span, Construct::PrefixAssertion);
        }
        self.edits.blank(it.span.start, it.expression.span().start);
        self.visit_expression(&it.expression);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let Some(types) = &it.type_parameters {
            if has_line_end(self.source, types.span.start, it.params.span.start) {
                // No line break is allowed between `return` or `async` and the parameters.
                self.edits.blank_with_first(types.span.start, types.span.end, '(');
                self.edits.blank(it.params.span.start, it.params.span.start + 1);
            } else {
                self.edits.blank(types.span.start, types.span.end);
            }
        }
        if let Some(result) = &it.return_type {
            let close = it.params.span.end - 1;
            if has_line_end(self.source, close, result.span.end) {
                // Nor between the parameters and `=>`.
                self.edits.blank(close, close + 1);
                self.edits.blank_with_last(result.span.start, result.span.end, ')');
            } else {
                self.edits.blank(result.span.start, result.span.end);
            }
        }
        self.visit_formal_parameters(&it.params);
        self.visit_arrow_function_body(&it.body);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.accessibility.is_some() || it.readonly || it.r#override {
            self.refuse(it.span, Construct::ParameterProperty);
        }
        if it.optional {
            self.blank_mark(it.pattern.span().end, &['?']);
        }
        walk::walk_formal_parameter(self, it);
    }

    // ---- classes ----

    fn visit_class(&mut self, it: &Class<'a>) {
        if it.r#abstract {
            // `export abstract class`: the span may start at `class`.
            let start = it.span.start;
            if self.source[start as usize..].starts_with("abstract") {
                self.edits.blank(start, start + 8);
            } else if let Some(before) = self.source[..start as usize].rfind("abstract") {
                let before = u32::try_from(before).unwrap_or(u32::MAX);
                self.edits.blank(before, before + 8);
            }
        }
        if let (Some(first), Some(last)) = (it.implements.first(), it.implements.last()) {
            let head = [
                it.id.as_ref().map(|id| id.span.end),
                it.type_parameters.as_ref().map(|types| types.span.end),
                it.heritage.as_ref().map(|heritage| {
                    let types = heritage.type_arguments.as_ref().map(|types| types.span.end);
                    types.unwrap_or_else(|| heritage.expression.span().end)
                }),
            ];
            let from = head.into_iter().flatten().max().unwrap_or(it.span.start);
            let keyword = tokens(self.source, from, first.span.start)
                .find(|(_, _, word)| *word == "implements")
                .map_or(first.span.start, |(start, ..)| start);
            self.edits.blank(keyword, last.span.end);
        }
        self.visit_decorators(&it.decorators);
        if let Some(types) = &it.type_parameters {
            self.visit_ts_type_parameter_declaration(types);
        }
        if let Some(heritage) = &it.heritage {
            self.visit_class_heritage(heritage);
        }
        self.visit_class_body(&it.body);
    }

    fn visit_class_element(&mut self, it: &ClassElement<'a>) {
        let only_types = match it {
            ClassElement::TSIndexSignature(_) => true,
            ClassElement::MethodDefinition(method) => {
                method.value.body.is_none() || method.r#type.is_abstract()
            }
            ClassElement::PropertyDefinition(property) => {
                property.declare || property.r#type.is_abstract() || self.is_no_field(property)
            }
            ClassElement::AccessorProperty(property) => property.r#type.is_abstract(),
            ClassElement::StaticBlock(_) => false,
        };
        if only_types {
            let span = it.span();
            self.edits.blank_with_semicolon(span.start, span.end);
        } else {
            walk::walk_class_element(self, it);
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.blank_modifiers(it.span.start, it.key.span().start);
        if it.optional {
            self.blank_mark(self.after_key(&it.key, it.computed), &['?']);
        }
        walk::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.blank_modifiers(it.span.start, it.key.span().start);
        if it.optional || it.definite {
            self.blank_mark(self.after_key(&it.key, it.computed), &['?', '!']);
        }
        self.visit_decorators(&it.decorators);
        self.visit_property_key(&it.key);
        if let Some(types) = &it.type_annotation {
            if it.value.is_none() {
                // A field named `get` must not turn the next member into a getter.
                self.edits.blank_with_semicolon(types.span.start, types.span.end);
            } else {
                self.edits.blank(types.span.start, types.span.end);
            }
        }
        if let Some(value) = &it.value {
            self.visit_expression(value);
        }
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.refuse(it.span, Construct::Accessor);
        walk::walk_accessor_property(self, it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.refuse(it.span, Construct::Decorator);
        walk::walk_decorator(self, it);
    }

    // ---- JSX ----

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.refuse(it.span, Construct::Jsx);
        walk::walk_jsx_element(self, it);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.refuse(it.span, Construct::Jsx);
        walk::walk_jsx_fragment(self, it);
    }
}
