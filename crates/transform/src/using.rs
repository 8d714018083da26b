//! Identifiers named `using`, which the guest's engine always takes for the start of a declaration.

use std::collections::BTreeMap;

use oxc_allocator::{Allocator, ArenaVec};
use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, AssignmentTargetPropertyIdentifier, BindingIdentifier,
    BindingPattern, BindingProperty, Declaration, ExportDeclaration, ExportDefaultDeclarationKind,
    ExportSpecifier, Expression, Function, IdentifierReference, ImportSpecifier, LabelIdentifier,
    ModuleExportName, ObjectProperty, PropertyKey, Statement, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::scope::ScopeFlags;
use verdict_syntax::Parsed;

use crate::Prepared;
use crate::mocks::{Pieces, Turned};

const NAME: &str = "using";

/// Whether a file has an identifier of that name, even in a type.
pub(crate) fn is_in(parsed: &Parsed<'_>) -> bool {
    let source = parsed.program.source_text;
    // An escape sequence could also spell it.
    (source.contains(NAME) || source.contains("\\u")) && !edits(parsed, String::new()).edits.is_empty()
}

/// Renames each identifier `using` in plain JavaScript to a name that occurs nowhere in it, so that scopes
/// stay intact. Names of properties, imports and exports do not change. Nor does the `name` of functions that
/// are declared or assigned to a variable; a declared class shows the new name.
pub(crate) fn renamed(ready: Prepared) -> Prepared {
    let mut fresh = format!("{NAME}_");
    while ready.text.contains(&fresh) {
        fresh.push('_');
    }
    let allocator = Allocator::default();
    let path = if ready.common_js.is_some() { "/module.cjs" } else { "/module.js" };
    let Ok(parsed) = verdict_syntax::parse(&allocator, path, &ready.text) else { return ready };
    let Rename { edits, exports, .. } = edits(&parsed, fresh);
    let mut pieces = Pieces::new(&ready.text);
    for (start, (end, text)) in edits {
        pieces.replace(start, end, text);
    }
    if !exports.is_empty() {
        pieces.put_at_end(&format!("\n;export {{ {} }};", exports.join(", ")));
    }
    let Turned { text, positions: last } = pieces.finish();
    let mut positions = ready.positions;
    positions.push(last);
    Prepared { text, positions, ..ready }
}

fn edits(parsed: &Parsed<'_>, fresh: String) -> Rename {
    let mut rename = Rename { fresh, edits: BTreeMap::new(), exports: Vec::new() };
    rename.visit_program(&parsed.program);
    rename
}

struct Rename {
    fresh: String,
    /// End and text of replacements by their start. Insertions at a position precede replacements of the text
    /// after it.
    edits: BTreeMap<u32, (u32, String)>,
    /// Names exported at the end, because their declaration cannot export them any more.
    exports: Vec<String>,
}

impl Rename {
    fn replace(&mut self, span: Span, text: &str) {
        let (end, all) = self.edits.entry(span.start).or_insert_with(|| (span.start, String::new()));
        *end = span.end.max(*end);
        all.push_str(text);
    }

    fn insert(&mut self, at: u32, text: &str) {
        self.replace(Span::new(at, at), text);
    }

    fn rename(&mut self, span: Span, name: &str) {
        if name == NAME {
            self.replace(span, &self.fresh.clone());
        }
    }

    /// Expands a shorthand property.
    fn spell_out(&mut self, span: Span) {
        self.replace(span, &format!("{NAME}: {}", self.fresh));
    }

    /// Gives an anonymous function the name that its variable would have given it.
    fn keep_name(&mut self, value: &Expression<'_>) {
        if value.is_anonymous_function_definition() {
            let span = value.span();
            self.insert(span.start, &format!("({{ {NAME}: "));
            self.insert(span.end, &format!(" }}).{NAME}"));
        }
    }

    fn define_name(&self) -> String {
        format!(
            "Object.defineProperty({}, \"name\", {{ value: \"{NAME}\", configurable: true }});",
            self.fresh
        )
    }
}

fn is_ours(function: &Function<'_>) -> bool {
    function.id.as_ref().is_some_and(|id| id.name == NAME)
}

/// Whether a statement declares a function of that name.
fn declares(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::FunctionDeclaration(function) => is_ours(function),
        Statement::ExportDeclaration(it) => {
            matches!(&it.declaration, Declaration::FunctionDeclaration(function) if is_ours(function))
        }
        Statement::ExportDefaultDeclaration(it) => {
            matches!(&it.declaration, ExportDefaultDeclarationKind::FunctionDeclaration(function) if is_ours(function))
        }
        _ => false,
    }
}

/// The names that an exported declaration binds.
fn bound(declaration: &Declaration<'_>) -> Vec<String> {
    match declaration {
        Declaration::VariableDeclaration(it) => it
            .declarations
            .iter()
            .flat_map(|one| one.id.get_binding_identifiers())
            .map(|id| id.name.to_string())
            .collect(),
        Declaration::FunctionDeclaration(it) => it.id.iter().map(|id| id.name.to_string()).collect(),
        Declaration::ClassDeclaration(it) => it.id.iter().map(|id| id.name.to_string()).collect(),
        _ => Vec::new(),
    }
}

impl<'a> Visit<'a> for Rename {
    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        if it.iter().any(declares)
            && let Some(first) = it.first()
        {
            self.insert(first.span().start, &self.define_name());
        }
        walk::walk_statements(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.rename(it.span, it.name.as_str());
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.rename(it.span, it.name.as_str());
    }

    fn visit_label_identifier(&mut self, it: &LabelIdentifier<'a>) {
        self.rename(it.span, it.name.as_str());
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        match &it.value {
            Expression::Identifier(value) if it.shorthand && value.name == NAME => self.spell_out(value.span),
            _ => walk::walk_object_property(self, it),
        }
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        match &it.key {
            PropertyKey::StaticIdentifier(key) if it.shorthand && key.name == NAME => {
                self.spell_out(key.span);
                if let BindingPattern::AssignmentPattern(value) = &it.value {
                    self.visit_expression(&value.right);
                }
            }
            _ => walk::walk_binding_property(self, it),
        }
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        if it.binding.name == NAME {
            self.spell_out(it.binding.span);
        }
        if let Some(init) = &it.init {
            self.visit_expression(init);
        }
    }

    fn visit_import_specifier(&mut self, it: &ImportSpecifier<'a>) {
        if it.local.name == NAME && it.imported.span() == it.local.span {
            self.replace(it.local.span, &format!("{NAME} as {}", self.fresh));
        } else {
            self.visit_binding_identifier(&it.local);
        }
    }

    fn visit_export_specifier(&mut self, it: &ExportSpecifier<'a>) {
        // Names of another module are not bound here.
        let ModuleExportName::IdentifierReference(local) = &it.local else { return };
        if local.name == NAME && it.exported.span() == local.span {
            self.replace(local.span, &format!("{} as {NAME}", self.fresh));
        } else {
            self.visit_identifier_reference(local);
        }
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        let bound = bound(&it.declaration);
        if bound.iter().any(|name| name == NAME) {
            self.replace(Span::new(it.span.start, it.declaration.span().start), "");
            let exported = bound.into_iter().map(|name| match name.as_str() {
                NAME => format!("{} as {NAME}", self.fresh),
                _ => name,
            });
            self.exports.extend(exported);
        }
        walk::walk_export_declaration(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(id), Some(value)) = (&it.id, &it.init)
            && id.name == NAME
        {
            self.keep_name(value);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left
            && target.name == NAME
        {
            self.keep_name(&it.right);
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let keeps = it.is_expression() && is_ours(it);
        if keeps {
            self.insert(it.span.start, "Object.defineProperty(");
        }
        walk::walk_function(self, it, flags);
        if keeps {
            self.insert(it.span.end, &format!(", \"name\", {{ value: \"{NAME}\", configurable: true }})"));
        }
    }
}
