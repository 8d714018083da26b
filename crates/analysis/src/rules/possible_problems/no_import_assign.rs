//! `no-import-assign`: disallow assigning to imported bindings.
//!
//! Imported names are read-only, and so are the members of a namespace: such an assignment throws.
//!
//! ```js fails
//! import limit from './limit.js';
//! limit = 2;
//! ```
//!
//! ```js passes
//! import limit from './limit.js';
//! limit.value = 2;
//! ```

use crate::rules::helpers::keys::static_member;
use crate::rules::helpers::variables::{definitions, initial_writes, typed_identifier};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-import-assign",
    recommended: true,
    messages: &[
        ("readonly", "'{{name}}' is read-only."),
        ("readonlyMember", "The members of '{{name}}' are read-only."),
    ],
    types: &[
        AstType::ImportSpecifier,
        AstType::ImportDefaultSpecifier,
        AstType::ImportNamespaceSpecifier,
    ],
    run: Run::Nodes(|node, ctx| {
        let (local, is_namespace) = match node.kind() {
            AstKind::ImportSpecifier(specifier) => (&specifier.local, false),
            AstKind::ImportDefaultSpecifier(specifier) => (&specifier.local, false),
            AstKind::ImportNamespaceSpecifier(specifier) => (&specifier.local, true),
            _ => return,
        };
        let Some(symbol) = local.symbol_id.get() else { return };
        // In TypeScript, the compiler refuses a second declaration of the name, and the parser does not.
        for definition in definitions(symbol, ctx).filter(|one| initial_writes(*one, ctx) > 0) {
            ctx.report(typed_identifier(definition, ctx), "readonly").data("name", local.name.as_str());
        }
        for reference in ctx.scoping().get_resolved_references(symbol) {
            let identifier = ctx.nodes().get_node(reference.node_id());
            let message_id = if reference.is_write() {
                "readonly"
            } else if is_namespace && writes_member(identifier, ctx) {
                "readonlyMember"
            } else {
                continue;
            };
            ctx.report(writing(identifier, ctx), message_id).data("name", local.name.as_str());
        }
    }),
    ..Rule::DEFAULT
};

/// The expression or loop that writes.
fn writing(identifier: &AstNode<'_>, ctx: &Context<'_>) -> Span {
    let writing = ctx.nodes().ancestor_kinds(identifier.id()).find(|kind| {
        matches!(
            kind,
            AstKind::AssignmentExpression(_)
                | AstKind::UpdateExpression(_)
                | AstKind::UnaryExpression(_)
                | AstKind::CallExpression(_)
                | AstKind::ForInStatement(_)
                | AstKind::ForOfStatement(_)
        )
    });
    writing.map_or(identifier.kind().span(), |kind| kind.span())
}

/// Whether an identifier is an object of which a member is written.
fn writes_member<'a>(identifier: &AstNode<'a>, ctx: &Context<'a>) -> bool {
    let span = identifier.kind().span();
    let parent = ctx.parent(identifier.id());
    match parent.kind() {
        AstKind::StaticMemberExpression(_) => is_target(parent, ctx),
        AstKind::ComputedMemberExpression(member) if is(&member.object, span) => is_target(parent, ctx),
        AstKind::CallExpression(call) => {
            let first = call.arguments.first().and_then(Argument::as_expression);
            first.is_some_and(|first| is(first, span)) && mutates_argument(&call.callee, ctx)
        }
        _ => false,
    }
}

fn is(expression: &Expression<'_>, span: Span) -> bool {
    expression.without_parentheses().span() == span
}

/// Whether a member is what an expression writes or deletes.
fn is_target(member: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let span = member.kind().span();
    let mut parent = ctx.parent(member.id());
    if matches!(parent.kind(), AstKind::ChainExpression(_)) {
        parent = ctx.parent(parent.id());
    }
    match parent.kind() {
        AstKind::AssignmentExpression(assignment) => assignment.left.span() == span,
        AstKind::AssignmentTargetWithDefault(target) => target.binding.span() == span,
        AstKind::AssignmentTargetPropertyProperty(property) => property.binding.span() == span,
        AstKind::ArrayAssignmentTarget(_) | AstKind::AssignmentTargetRest(_) | AstKind::UpdateExpression(_) => true,
        AstKind::UnaryExpression(unary) => unary.operator.is_delete(),
        AstKind::ForInStatement(statement) => statement.left.span() == span,
        AstKind::ForOfStatement(statement) => statement.left.span() == span,
        _ => false,
    }
}

/// Whether a callee is a function of the language that changes its first argument.
fn mutates_argument<'a>(callee: &Expression<'a>, ctx: &Context<'a>) -> bool {
    let Some(member) = callee.get_member_expr() else { return false };
    let Expression::Identifier(object) = member.object().without_parentheses() else { return false };
    let Some(name) = static_member(member) else { return false };
    let is_known = match object.name.as_str() {
        "Object" => matches!(
            name.as_ref(),
            "assign" | "defineProperty" | "defineProperties" | "freeze" | "setPrototypeOf"
        ),
        "Reflect" => matches!(name.as_ref(), "defineProperty" | "deleteProperty" | "set" | "setPrototypeOf"),
        _ => false,
    };
    is_known && ctx.is_global(object)
}
