//! `no-setter-return`: disallow returning values from setters.
//!
//! Nobody gets what a setter returns.
//!
//! ```js fails
//! const box = { set size(to) { return to; } };
//! ```
//!
//! ```js passes
//! const box = { set size(to) { if (!to) return; this.width = to; } };
//! ```

use crate::rules::helpers::keys::{static_key, static_member};
use crate::rules::helpers::same_reference::member_of;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-setter-return",
    recommended: true,
    messages: &[("returnsValue", "Setter cannot return a value.")],
    types: &[AstType::ReturnStatement, AstType::ArrowFunctionExpression],
    run: Run::Nodes(|node, ctx| match node.kind() {
        AstKind::ReturnStatement(statement) if statement.argument.is_some() => {
            let mut outer = ctx.nodes().ancestors(node.id());
            let is_function =
                |node: &&AstNode<'_>| matches!(node.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_));
            if outer.find(is_function).is_some_and(|function| is_setter(function, ctx)) {
                ctx.report(statement.span, "returnsValue");
            }
        }
        AstKind::ArrowFunctionExpression(function) => {
            if let Some(value) = function.body.as_expression()
                && is_setter(node, ctx)
            {
                ctx.report(value.without_parentheses().span(), "returnsValue");
            }
        }
        _ => {}
    }),
    ..Rule::DEFAULT
};

fn is_same(expression: &Expression<'_>, node: &AstNode<'_>) -> bool {
    expression.without_parentheses().span() == node.kind().span()
}

/// Whether a function is the setter of an object, a class or a property descriptor.
fn is_setter<'a>(function: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let parent = ctx.parent(function.id());
    match parent.kind() {
        AstKind::MethodDefinition(method) => {
            method.kind == MethodDefinitionKind::Set && method.value.span == function.kind().span()
        }
        AstKind::ObjectProperty(property) if is_same(&property.value, function) => {
            property.kind == PropertyKind::Set
                || (static_key(&property.key).is_some_and(|name| name == "set")
                    && is_descriptor(ctx.parent(parent.id()), ctx))
        }
        _ => false,
    }
}

/// Whether an object describes a property.
fn is_descriptor<'a>(object: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    if is_argument(object, 2, &[("Object", "defineProperty"), ("Reflect", "defineProperty")], ctx) {
        return true;
    }
    let parent = ctx.parent(object.id());
    matches!(parent.kind(), AstKind::ObjectProperty(property) if is_same(&property.value, object))
        && is_argument(
            ctx.parent(parent.id()),
            1,
            &[("Object", "create"), ("Object", "defineProperties")],
            ctx,
        )
}

/// Whether a node is that argument of one of these methods.
fn is_argument<'a>(node: &AstNode<'a>, index: usize, of: &[(&str, &str)], ctx: &Context<'a>) -> bool {
    let AstKind::CallExpression(call) = ctx.parent_kind(node.id()) else { return false };
    let argument = call.arguments.get(index).and_then(Argument::as_expression);
    if !argument.is_some_and(|argument| is_same(argument, node)) {
        return false;
    }
    let Some(member) = member_of(&call.callee) else { return false };
    let Expression::Identifier(object) = member.object().without_parentheses() else { return false };
    let Some(name) = static_member(member) else { return false };
    of.iter().any(|(of, method)| object.name == *of && name == *method) && ctx.is_global(object)
}
