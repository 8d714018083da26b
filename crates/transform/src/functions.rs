//! The functions of a module: their start, name and body.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, Expression, Function,
    FunctionBody, MethodDefinition, MethodDefinitionKind, ObjectProperty, Program, PropertyDefinition,
    PropertyKind, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::scope::ScopeFlags;

/// The start of a function's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// After the brace or the last directive, which may lack a semicolon.
    Block { at: u32, after_open_directive: bool },
    /// The expression body.
    Expression(Span),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FunctionAt {
    /// Where it starts; a method starts at its name.
    pub(crate) start: u32,
    /// The span of the node.
    pub(crate) span: Span,
    /// The name in the source; empty for an anonymous function.
    pub(crate) name: String,
    pub(crate) entry: Entry,
}

/// The functions of a program that have a body, in order of their start.
pub(crate) fn functions(program: &Program<'_>, source: &str) -> Vec<FunctionAt> {
    let mut walker = Walker { source, found: Vec::new(), named: None };
    walker.visit_program(program);
    walker.found.sort_by_key(|function| (function.start, function.span.start));
    walker.found
}

struct Walker<'a> {
    source: &'a str,
    found: Vec<FunctionAt>,
    /// A function named by its context: the start and name, by the start of the function.
    named: Option<(u32, u32, String)>,
}

impl Walker<'_> {
    /// Records the start and name of a function that is the value of a named property or variable.
    fn name(&mut self, value: &Expression<'_>, start: Option<u32>, name: Option<String>) {
        let value = value.without_parentheses();
        if matches!(value, Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)) {
            let at = value.span().start;
            self.named = Some((at, start.unwrap_or(at), name.unwrap_or_default()));
        }
    }

    fn take(&mut self, span: Span, own: Option<String>, entry: Entry) {
        let named = self.named.take().filter(|(at, ..)| *at == span.start);
        let (start, name) =
            named.map_or_else(|| (span.start, String::new()), |(_, start, name)| (start, name));
        self.found.push(FunctionAt { start, span, name: own.unwrap_or(name), entry });
    }

    fn block(&self, body: &FunctionBody<'_>) -> Entry {
        let Some(last) = body.directives.last() else {
            return Entry::Block { at: body.span.start + 1, after_open_directive: false };
        };
        let end = last.span.end;
        let closed = self.source.get(..end as usize).is_some_and(|before| before.ends_with(';'));
        Entry::Block { at: end, after_open_directive: !closed }
    }
}

impl<'a> Visit<'a> for Walker<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(body) = &it.body {
            let name = it.id.as_ref().map(|id| id.name.to_string());
            let entry = self.block(body);
            self.take(it.span, name, entry);
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let entry = match &it.body {
            ArrowFunctionBody::FunctionBody(body) => self.block(body),
            body => Entry::Expression(body.span()),
        };
        self.take(it.span, None, entry);
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.visit_decorators(&it.decorators);
        self.visit_property_key(&it.key);
        let name = match it.kind {
            MethodDefinitionKind::Constructor => Some("constructor".to_owned()),
            _ => it.key.name().map(|name| name.to_string()),
        };
        self.named = Some((it.value.span.start, it.key.span().start, name.unwrap_or_default()));
        self.visit_function(&it.value, ScopeFlags::empty());
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        self.visit_property_key(&it.key);
        let name = it.key.name().map(|name| name.to_string());
        let is_method = it.method || it.kind != PropertyKind::Init;
        self.name(&it.value, is_method.then(|| it.key.span().start), name);
        self.visit_expression(&it.value);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.visit_decorators(&it.decorators);
        self.visit_property_key(&it.key);
        if let Some(value) = &it.value {
            self.name(value, None, it.key.name().map(|name| name.to_string()));
            self.visit_expression(value);
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.visit_binding_pattern(&it.id);
        if let Some(init) = &it.init {
            self.name(init, None, it.id.get_identifier_name().map(|name| name.to_string()));
            self.visit_expression(init);
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.visit_assignment_target(&it.left);
        let name = match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => Some(name.name.to_string()),
            AssignmentTarget::StaticMemberExpression(member) => Some(member.property.name.to_string()),
            _ => None,
        };
        self.name(&it.right, None, name);
        self.visit_expression(&it.right);
    }
}
