//! Where a name of the test API comes from.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, BindingPattern, Expression, FormalParameters, ImportSpecifier, ModuleExportName, PropertyKey,
    VariableDeclarator,
};
use oxc_semantic::ScopeId;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::chains::is_test;
use super::links::{Link, dotted, text};
use crate::lint::Context;
use crate::rules::helpers::variables::{Definition, definitions};

/// Maximum number of variables that extend one another.
const MAX_EXTENSIONS: usize = 32;

/// Where a name comes from.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// No scope declares it.
    Global,
    /// A scope declares it as something else.
    Local,
    /// It is a parameter of a test.
    Parameter,
    /// The name of an import.
    Import { module: &'a str, name: &'a str },
}

impl<'a> Origin<'a> {
    /// The origin of a name in a scope.
    pub(crate) fn of(name: &str, scope: ScopeId, ctx: &Context<'a>) -> Origin<'a> {
        find(name, scope, ctx, MAX_EXTENSIONS)
    }
}

fn find<'a>(name: &str, scope: ScopeId, ctx: &Context<'a>, more: usize) -> Origin<'a> {
    let scoping = ctx.scoping();
    let Some(symbol) = scoping.find_binding(scope, name.into()) else { return Origin::Global };
    let Some(definition) = definitions(symbol, ctx).last() else { return Origin::Local };
    match ctx.nodes().kind(definition.node) {
        AstKind::VariableDeclarator(declarator) => {
            let extended = extended(declarator).filter(|root| root != name && more > 0);
            let base = extended.map(|root| find(&root, scoping.symbol_scope_id(symbol), ctx, more - 1));
            match base {
                Some(Origin::Import { name, .. }) if !is_test(name) => Origin::Local,
                Some(origin @ Origin::Import { .. }) => origin,
                _ => loaded(declarator, definition).unwrap_or(Origin::Local),
            }
        }
        AstKind::FormalParameter(_) | AstKind::FormalParameterRest(_) => {
            of_parameter(name, definition.node, ctx)
        }
        AstKind::Function(_) => of_function(name, definition.node, ctx),
        AstKind::ImportSpecifier(specifier) => imported(specifier, definition, ctx).unwrap_or(Origin::Local),
        _ => Origin::Local,
    }
}

/// The first name of what a variable extends: `const it = base.extend({})`.
fn extended(declarator: &VariableDeclarator<'_>) -> Option<String> {
    let Some(Expression::CallExpression(call)) =
        declarator.init.as_ref().map(Expression::without_parentheses)
    else {
        return None;
    };
    let is_extension = Link::of_member(&call.callee).is_some_and(|property| property.is("extend"));
    if !is_extension || !declarator.id.is_binding_identifier() {
        return None;
    }
    let object = call.callee.without_parentheses().as_member_expression()?.object();
    let names = dotted(object)?;
    names.split('.').next().filter(|root| !root.is_empty()).map(str::to_owned)
}

fn of_parameter<'a>(name: &str, node: NodeId, ctx: &Context<'a>) -> Origin<'a> {
    let is_function =
        |kind: AstKind<'_>| matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_));
    let function = ctx.nodes().ancestors(node).find(|node| is_function(node.kind()));
    function.map_or(Origin::Local, |function| of_function(name, function.id(), ctx))
}

/// The origin of a name that a function declares: its own, or a parameter.
fn of_function<'a>(name: &str, function: NodeId, ctx: &Context<'a>) -> Origin<'a> {
    let (parameters, has_this) = match ctx.nodes().kind(function) {
        AstKind::Function(function) if function.is_expression() => {
            (&function.params, function.this_param.is_some())
        }
        AstKind::ArrowFunctionExpression(function) => (&function.params, false),
        _ => return Origin::Local,
    };
    if takes_from_context(name, parameters) {
        return Origin::Parameter;
    }
    let is_named = |pattern: &BindingPattern<'_>| pattern.is_binding_identifier();
    let mut plain = plain_patterns(parameters);
    if (has_this || plain.any(is_named)) && is_of_test(function, ctx) {
        return Origin::Parameter;
    }
    Origin::Local
}

/// The parameters without defaults and modifiers.
fn plain_patterns<'p, 'a>(
    parameters: &'p FormalParameters<'a>,
) -> impl Iterator<Item = &'p BindingPattern<'a>> {
    let plain = |parameter: &&'p oxc_ast::ast::FormalParameter<'a>| {
        parameter.initializer.is_none() && !parameter.has_modifier()
    };
    parameters.items.iter().filter(plain).map(|parameter| &parameter.pattern)
}

/// Whether a name is the first that a function takes from an object: `({ expect }) => {}`.
fn takes_from_context(name: &str, parameters: &FormalParameters<'_>) -> bool {
    let object = plain_patterns(parameters).find_map(|pattern| match pattern {
        BindingPattern::ObjectPattern(object) => Some(object),
        _ => None,
    });
    let first = object.and_then(|object| object.properties.first());
    match first.map(|property| &property.key) {
        Some(PropertyKey::StaticIdentifier(key)) => key.name == name,
        Some(PropertyKey::Identifier(key)) => key.name == name,
        _ => false,
    }
}

/// Whether a function is an argument of a test.
fn is_of_test(function: NodeId, ctx: &Context<'_>) -> bool {
    let AstKind::CallExpression(call) = ctx.parent_kind(function) else { return false };
    matches!(call.callee.without_parentheses(), Expression::Identifier(callee) if is_test(&callee.name))
}

/// The origin of a variable that is taken from `require()` or `await import()`.
fn loaded<'a>(declarator: &'a VariableDeclarator<'a>, definition: Definition) -> Option<Origin<'a>> {
    let source = match declarator.init.as_ref()?.without_parentheses() {
        Expression::AwaitExpression(awaited) => match awaited.argument.without_parentheses() {
            Expression::ImportExpression(import) => &import.source,
            _ => return None,
        },
        Expression::CallExpression(call) => {
            let Expression::Identifier(callee) = call.callee.without_parentheses() else { return None };
            call.arguments.first().filter(|_| callee.name == "require").and_then(Argument::as_expression)?
        }
        _ => return None,
    };
    let key = Link::of_key(key_of(&declarator.id, definition.span)?)?;
    Some(Origin::Import { module: text(source)?, name: key.name })
}

/// The key of the property whose whole value is the identifier at a span.
fn key_of<'a>(pattern: &'a BindingPattern<'a>, at: Span) -> Option<&'a PropertyKey<'a>> {
    let mut pattern = pattern;
    loop {
        pattern = match pattern {
            BindingPattern::BindingIdentifier(_) => return None,
            BindingPattern::AssignmentPattern(assignment) => &assignment.left,
            BindingPattern::ObjectPattern(object) => {
                let mut properties = object.properties.iter();
                match properties.find(|property| property.value.span().contains_inclusive(at)) {
                    Some(property) if property.value.is_binding_identifier() => return Some(&property.key),
                    Some(property) => &property.value,
                    None => return None,
                }
            }
            BindingPattern::ArrayPattern(array) => {
                let mut elements = array.elements.iter().flatten();
                elements.find(|element| element.span().contains_inclusive(at))?
            }
        };
    }
}

fn imported<'a>(
    specifier: &'a ImportSpecifier<'a>,
    definition: Definition,
    ctx: &Context<'a>,
) -> Option<Origin<'a>> {
    let AstKind::ImportDeclaration(import) = ctx.parent_kind(definition.node) else { return None };
    match &specifier.imported {
        ModuleExportName::IdentifierName(name) if !import.import_kind.is_type() => {
            Some(Origin::Import { module: import.source.value.as_str(), name: name.name.as_str() })
        }
        _ => None,
    }
}
