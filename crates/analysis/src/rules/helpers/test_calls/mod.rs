//! Calls of the test API, as `parseVitestFnCall` of the plugin for Vitest finds them. The names are imports or
//! globals that no scope shadows, and calls may be chains.

mod callback;
mod chains;
mod expectation;
mod links;
mod origin;

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, BindingPattern, CallExpression, Expression, ObjectPropertyKind};
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};
use serde_json::Value;

pub(crate) use self::callback::{Body, Callback};
pub(crate) use self::chains::{CallKind, HOOKS};
pub(crate) use self::expectation::{Expectation, Invalid, topmost_call};
pub(crate) use self::links::{Link, dotted, is_member, text};
pub(crate) use self::origin::Origin;

use self::chains::{hook_of, is_known, kind_of};
use self::expectation::{expectation, type_expectation};
use self::links::links;
use crate::lint::{Context, Object};

/// A call of the test API.
pub(crate) struct TestCall<'a> {
    pub(crate) kind: CallKind,
    /// The name in Vitest of what is called; of `test.beforeEach()`, the hook.
    pub(crate) name: &'a str,
    /// The first name of the chain in the code.
    pub(crate) head: Link<'a>,
    /// Whether the first name is a parameter of a test.
    pub(crate) is_of_context: bool,
    /// The other names of the chain; of `expect`, up to the matcher.
    pub(crate) members: Vec<Link<'a>>,
    /// For `expect` and `expectTypeOf`.
    pub(crate) expectation: Option<Expectation<'a>>,
}

/// What is known of a call.
pub(crate) enum Parsed<'a> {
    /// It is none of the test API.
    Other,
    /// It is an `expect` that asserts nothing.
    Invalid(Invalid),
    Call(TestCall<'a>),
}

impl<'a> TestCall<'a> {
    /// The call of the test API at a node.
    pub(crate) fn of(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<TestCall<'a>> {
        match node.kind() {
            AstKind::CallExpression(call) => TestCall::of_call(call, ctx),
            _ => None,
        }
    }

    /// A call as one of the test API.
    pub(crate) fn of_call(call: &'a CallExpression<'a>, ctx: &Context<'a>) -> Option<TestCall<'a>> {
        match Parsed::of(call, ctx) {
            Parsed::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The matcher of an `expect`, and what it expects.
    pub(crate) fn into_matcher(self) -> Option<(Link<'a>, Expectation<'a>)> {
        let expectation = self.expectation.filter(|_| self.kind == CallKind::Expect)?;
        Some((expectation.matcher, expectation))
    }

    /// Whether one of the names after the first is among these.
    pub(crate) fn has_member(&self, names: &[&str]) -> bool {
        self.members.iter().any(|member| names.contains(&member.name))
    }
}

/// Whether a node is a call of this kind.
pub(crate) fn is_call_of<'a>(node: &AstNode<'a>, kind: CallKind, ctx: &Context<'a>) -> bool {
    TestCall::of(node, ctx).is_some_and(|call| call.kind == kind)
}

impl<'a> Parsed<'a> {
    /// Reads a call.
    pub(crate) fn of(call: &'a CallExpression<'a>, ctx: &Context<'a>) -> Parsed<'a> {
        read(call, ctx).unwrap_or(Parsed::Other)
    }
}

fn read<'a>(call: &'a CallExpression<'a>, ctx: &Context<'a>) -> Option<Parsed<'a>> {
    let chain = links(&call.callee)?;
    let (head, members) = chain.split_first()?;
    let is_each = chain.last().is_some_and(|last| last.name == "each");
    match call.callee.without_parentheses() {
        Expression::TaggedTemplateExpression(_) if !is_each => return None,
        Expression::TaggedTemplateExpression(_) | Expression::CallExpression(_) => {}
        _ if is_each => return None,
        _ => {}
    }
    let scope = ctx.nodes().get_node(call.node_id()).scope_id();
    let (name, is_of_context) = match Origin::of(head.name, scope, ctx) {
        Origin::Local => return None,
        Origin::Parameter => (head.name, true),
        Origin::Import { module, name } => (is_of_vitest(module, ctx).then_some(name)?, false),
        Origin::Global => (aliased(head.name, ctx).unwrap_or(head.name), false),
    };
    let names: Vec<&str> = std::iter::once(name).chain(members.iter().map(|member| member.name)).collect();
    let has_any_chain = matches!(name, "vi" | "vitest" | "expect" | "expectTypeOf");
    if !is_of_context && !has_any_chain && !is_known(&names) {
        return None;
    }
    let name = hook_of(&names).unwrap_or(name);
    let kind = kind_of(name);
    let found =
        TestCall { kind, name, head: *head, is_of_context, members: members.to_vec(), expectation: None };
    match kind {
        CallKind::Expect => return Some(expectation(call, found, ctx)),
        CallKind::ExpectTypeOf => return Some(type_expectation(call, found, ctx)),
        _ => {}
    }
    let is_called_between = chain[..chain.len() - 1].iter().any(|link| !link.is_in_member(ctx));
    let parent = ctx.parent_kind(call.node_id());
    if is_called_between || is_member(parent) || matches!(parent, AstKind::CallExpression(_)) {
        return None;
    }
    Some(Parsed::Call(found))
}

/// A setting of the plugin for Vitest.
pub(crate) fn setting<'a>(key: &str, ctx: &Context<'a>) -> Option<&'a Value> {
    let language = ctx.model.language;
    language.settings.get("vitest")?.get(key)
}

/// Whether the project checks types of tests (`settings.vitest.typecheck`).
pub(crate) fn checks_types(ctx: &Context<'_>) -> bool {
    match setting("typecheck", ctx) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(_) => true,
    }
}

/// Whether a module exports the test API. It is `vitest`, or a name in `settings.vitest.vitestImports`. For
/// rules with their names in the plugin for Jest, it is the package of Jest.
fn is_of_vitest(module: &str, ctx: &Context<'_>) -> bool {
    let named = setting("vitestImports", ctx).and_then(Value::as_array);
    module == "vitest"
        || named.is_some_and(|names| names.iter().any(|name| name.as_str() == Some(module)))
        || ctx.called.starts_with("jest/") && module == jest_package(ctx)
}

fn jest_package<'a>(ctx: &Context<'a>) -> &'a str {
    let language = ctx.model.language;
    let settings = language.settings.get("jest");
    settings.and_then(|settings| settings.get("globalPackage")?.as_str()).unwrap_or("@jest/globals")
}

/// The name in Vitest of a global that `settings.vitest.globalAliases` gives another name.
fn aliased<'a>(name: &str, ctx: &Context<'a>) -> Option<&'a str> {
    let has = |names: &Value| match names {
        Value::Array(names) => names.iter().any(|alias| alias.as_str() == Some(name)),
        _ => false,
    };
    let language = ctx.model.language;
    let of = |plugin: &str| language.settings.get(plugin).and_then(|settings| settings.get("globalAliases"));
    let aliases = of("vitest").or_else(|| of("jest").filter(|_| ctx.called.starts_with("jest/")))?;
    aliases.as_object()?.iter().find(|(_, aliases)| has(aliases)).map(|(name, _)| name.as_str())
}

/// An option that is a number, or `default`.
pub(crate) fn number(options: &Object<'_>, key: &str, default: f64) -> Result<f64, String> {
    let Some(value) = options.get(key) else { return Ok(default) };
    value.as_f64().ok_or_else(|| format!("Value {value} should be number."))
}

/// An argument without parentheses; `None` for a spread one.
pub(crate) fn argument<'a>(argument: &'a Argument<'a>) -> Option<&'a Expression<'a>> {
    argument.as_expression().map(Expression::without_parentheses)
}

/// The span of an argument without parentheses.
pub(crate) fn argument_span(argument: &Argument<'_>) -> Span {
    argument
        .as_expression()
        .map_or_else(|| argument.span(), |expression| expression.without_parentheses().span())
}

/// The key and the value of an option of a test that is `true`: `test('name', { skip: true }, …)`.
pub(crate) fn mode<'a>(call: &'a CallExpression<'a>, name: &str) -> Option<(Link<'a>, Span)> {
    let Expression::ObjectExpression(options) = argument(call.arguments.get(1)?)? else { return None };
    options
        .properties
        .iter()
        .rev()
        .find_map(|property| {
            let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
            let key = Link::of_key(&property.key).filter(|key| key.name == name)?;
            Some((key, &property.value))
        })
        .and_then(|(key, value)| match value.without_parentheses() {
            Expression::BooleanLiteral(literal) if literal.value => Some((key, literal.span)),
            _ => None,
        })
}

/// The calls of tests that the function at a node, or one of its parameters, is part of: as their callee or
/// as an argument.
pub(crate) fn tests_with<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Vec<&'a AstNode<'a>> {
    let AstKind::Function(function) = node.kind() else { return Vec::new() };
    let own = function.id.as_ref().and_then(|name| name.symbol_id.get());
    let names = function.params.iter_bindings().flat_map(BindingPattern::get_binding_identifiers);
    let symbols = own.into_iter().chain(names.filter_map(|name| name.symbol_id.get()));
    let references = symbols.flat_map(|symbol| ctx.scoping().get_resolved_references(symbol));
    let parents = references.map(|reference| ctx.parent(reference.node_id()));
    parents.filter(|parent| is_call_of(parent, CallKind::Test, ctx)).collect()
}
