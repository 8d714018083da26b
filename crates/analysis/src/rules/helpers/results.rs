//! Edits that take the result from a function whose result nobody uses.

use oxc_ast::AstKind;
use oxc_ast::ast::{ArrowFunctionExpression, Expression};
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};

use super::precedence::{UNARY, precedence};
use super::tokens::{next_token, punctuator};
use crate::lint::{Context, Edit};

/// The `=>` of an arrow function.
pub(crate) fn arrow_token(function: &ArrowFunctionExpression<'_>, ctx: &Context<'_>) -> Span {
    let from = function.return_type.as_ref().map_or(function.params.span.end, |of| of.span.end);
    punctuator("=>", from, ctx).unwrap_or(Span::empty(from))
}

/// Whether an expression is `void …`.
pub(crate) fn is_void(expression: &Expression<'_>) -> bool {
    matches!(expression.without_parentheses(), Expression::UnaryExpression(unary) if unary.operator.is_void())
}

/// Puts `void` before what `return` or an arrow gives back. `after` is the end of that token.
pub(crate) fn prepend_void(
    value: &Expression<'_>,
    after: u32,
    is_return: bool,
    ctx: &Context<'_>,
) -> Vec<Edit> {
    let is_parenthesized = matches!(value, Expression::ParenthesizedExpression(_));
    let takes_parentheses = !is_parenthesized && precedence(value) < UNARY;
    let first = next_token(after, ctx);
    let space = if is_return && first == after { " " } else { "" };
    let open = if takes_parentheses { "(" } else { "" };
    let mut edits = vec![Edit::insert(first, format!("{space}void {open}"))];
    if takes_parentheses {
        edits.push(Edit::insert(value.span().end, ")"));
    }
    edits
}

/// Puts braces around the expression that is the body of an arrow function.
pub(crate) fn wrap_in_braces(function: &ArrowFunctionExpression<'_>, ctx: &Context<'_>) -> Vec<Edit> {
    let first = next_token(arrow_token(function, ctx).end, ctx);
    vec![Edit::insert(first, "{"), Edit::insert(function.span.end, "}")]
}

/// The function around a node.
pub(crate) fn function_around<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<&'a AstNode<'a>> {
    ctx.nodes()
        .ancestors(node.id())
        .find(|node| matches!(node.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)))
}
