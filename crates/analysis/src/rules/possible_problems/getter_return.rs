//! `getter-return`: enforce `return` statements in getters.
//!
//! A getter without a value gives `undefined`, which is mostly a forgotten `return`.
//!
//! Options: `{ allowImplicit: false }`; `true` allows `return` without a value.
//!
//! ```js fails
//! const size = { get width() { this.measure(); } };
//! ```
//!
//! ```js passes
//! const size = { get width() { return this.measure(); } };
//! ```

use oxc_syntax::node::NodeId;

use crate::hash::HashSet;
use crate::lint::Place;
use crate::rules::helpers::keys::{static_key, static_member};
use crate::rules::helpers::measure::Function as Named;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "getter-return",
    recommended: true,
    messages: &[
        ("expected", "Expected to return a value in {{name}}."),
        ("expectedAlways", "Expected {{name}} to always return a value."),
    ],
    types: &[AstType::Function, AstType::ArrowFunctionExpression],
    run: Run::Configured(|options| {
        let implicit = options.only_object(&["allowImplicit"])?.bool("allowImplicit", false)?;
        Ok(Check::file(move |ctx| check(implicit, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check(implicit: bool, ctx: &Context<'_>) {
    let nodes = ctx.nodes();
    let functions = ctx.nodes_of(AstType::Function).chain(ctx.nodes_of(AstType::ArrowFunctionExpression));
    let getters: HashSet<NodeId> = functions.map(AstNode::id).filter(|id| is_getter(*id, ctx)).collect();
    if getters.is_empty() {
        return;
    }
    let name = |id: NodeId| {
        let name = Named::any(nodes.get_node(id), ctx).name();
        let mut chars = name.chars();
        chars.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + chars.as_str())
    };
    for getter in getters {
        let Some(path) = ctx.code_paths().of(getter) else { continue };
        let mut returns = false;
        let own = path.places().filter(|place| place.inner().is_none()).flat_map(Place::nodes);
        for id in own {
            let AstKind::ReturnStatement(statement) = nodes.kind(id) else { continue };
            returns = true;
            if !implicit && statement.argument.is_none() {
                ctx.report(statement.span, "expected").data("name", name(getter));
            }
        }
        if path.at_end(getter).is_some_and(Place::is_reachable) {
            let head = Named::any(nodes.get_node(getter), ctx).head(ctx);
            let message_id = if returns { "expectedAlways" } else { "expected" };
            ctx.report(head, message_id).data("name", name(getter));
        }
    }
}

/// Whether a function with a block is a getter of a class, an object, or a property descriptor.
fn is_getter(function: NodeId, ctx: &Context<'_>) -> bool {
    let span = match ctx.nodes().kind(function) {
        AstKind::Function(function) if function.is_expression() && function.body.is_some() => function.span,
        AstKind::ArrowFunctionExpression(arrow) if !arrow.is_expression() => arrow.span,
        _ => return false,
    };
    let parent = ctx.parent(function);
    match parent.kind() {
        AstKind::MethodDefinition(method) => method.kind == MethodDefinitionKind::Get,
        AstKind::ObjectProperty(property) if property.kind == PropertyKind::Get => true,
        AstKind::ObjectProperty(property) => {
            property.value.without_parentheses().span() == span
                && static_key(&property.key).is_some_and(|name| name == "get")
                && is_descriptor(ctx.parent(parent.id()), ctx)
        }
        _ => false,
    }
}

/// Whether an object describes a property.
fn is_descriptor(object: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    if is_argument(object, 2, &[("Object", "defineProperty"), ("Reflect", "defineProperty")], ctx) {
        return true;
    }
    let property = ctx.parent(object.id());
    let AstKind::ObjectProperty(_) = property.kind() else { return false };
    let outer = ctx.parent(property.id());
    is_argument(outer, 1, &[("Object", "create"), ("Object", "defineProperties")], ctx)
}

/// Whether a node is an argument of one of these methods of global objects.
fn is_argument(node: &AstNode<'_>, index: usize, methods: &[(&str, &str)], ctx: &Context<'_>) -> bool {
    let AstKind::CallExpression(call) = ctx.parent_kind(node.id()) else { return false };
    let argument = call.arguments.get(index).and_then(Argument::as_expression);
    if argument.is_none_or(|argument| argument.without_parentheses().span() != node.kind().span()) {
        return false;
    }
    let Some(member) = call.callee.get_member_expr() else { return false };
    let Expression::Identifier(object) = member.object().without_parentheses() else { return false };
    let Some(name) = static_member(member) else { return false };
    methods.iter().any(|(of, method)| object.name == *of && name == *method) && ctx.is_global(object)
}
