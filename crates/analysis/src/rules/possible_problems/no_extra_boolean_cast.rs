//! `no-extra-boolean-cast`: disallow unnecessary boolean casts.
//!
//! In a condition, a value is converted to a boolean anyway.
//!
//! Options: `{ enforceForInnerExpressions: false }`. The deprecated `{ enforceForLogicalOperands: false }` looks
//! into `&&` and `||` only.
//!
//! ```js fails
//! if (!!list.length) show(list);
//! ```
//!
//! ```js passes
//! const hasItems = !!list.length;
//! ```

use oxc_syntax::node::NodeId;
use oxc_syntax::operator::UnaryOperator;

use crate::rules::helpers::precedence::{
    ASSIGNMENT, CONDITIONAL, UNARY, mixes_coalesce, of_logical, precedence,
};
use crate::rules::helpers::tokens::runs_together;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-extra-boolean-cast",
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[
        ("unexpectedCall", "Redundant Boolean call."),
        ("unexpectedNegation", "Redundant double negation."),
    ],
    types: &[AstType::UnaryExpression, AstType::CallExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["enforceForInnerExpressions", "enforceForLogicalOperands"])?;
        let inner = options.bool("enforceForInnerExpressions", false)?;
        let logical = options.bool("enforceForLogicalOperands", false)? || inner;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
                negation(unary, node, Into { logical, inner }, ctx);
            }
            AstKind::CallExpression(call) if is_boolean(&call.callee, ctx) => {
                cast(call, node, Into { logical, inner }, ctx);
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

/// Into which expressions the context of a boolean reaches.
#[derive(Clone, Copy)]
struct Into {
    logical: bool,
    inner: bool,
}

fn is_boolean<'a>(callee: &Expression<'a>, ctx: &Context<'a>) -> bool {
    matches!(callee.without_parentheses(), Expression::Identifier(callee)
        if callee.name == "Boolean" && ctx.is_global(callee))
}

fn is_same(expression: &Expression<'_>, span: Span) -> bool {
    expression.without_parentheses().span() == span
}

/// Whether a node is where its value becomes a boolean.
fn is_flagged<'a>(node: NodeId, into: Into, ctx: &Context<'a>) -> bool {
    let span = ctx.nodes().kind(node).span();
    let parent = ctx.parent(node);
    let up = || is_flagged(parent.id(), into, ctx);
    let is_first = |arguments: &[Argument<'a>]| {
        let first = arguments.first().and_then(Argument::as_expression);
        first.is_some_and(|first| is_same(first, span))
    };
    match parent.kind() {
        AstKind::ChainExpression(_) => up(),
        AstKind::LogicalExpression(logical) if logical.operator.is_coalesce() => {
            into.inner && is_same(&logical.right, span) && up()
        }
        AstKind::LogicalExpression(_) => into.logical && up(),
        AstKind::ConditionalExpression(conditional) => {
            is_same(&conditional.test, span) || (into.inner && up())
        }
        AstKind::SequenceExpression(sequence) => {
            into.inner && sequence.expressions.last().is_some_and(|last| is_same(last, span)) && up()
        }
        AstKind::CallExpression(call) => is_first(&call.arguments) && is_boolean(&call.callee, ctx),
        AstKind::NewExpression(new) => is_first(&new.arguments) && is_boolean(&new.callee, ctx),
        AstKind::IfStatement(statement) => is_same(&statement.test, span),
        AstKind::DoWhileStatement(statement) => is_same(&statement.test, span),
        AstKind::WhileStatement(statement) => is_same(&statement.test, span),
        AstKind::ForStatement(statement) => statement.test.as_ref().is_some_and(|test| is_same(test, span)),
        AstKind::UnaryExpression(unary) => unary.operator == UnaryOperator::LogicalNot,
        _ => false,
    }
}

/// Whether what replaces a node needs parentheses there.
fn needs_parentheses<'a>(replaced: NodeId, by: &Expression<'a>, ctx: &Context<'a>) -> bool {
    if matches!(ctx.nodes().parent_kind(replaced), AstKind::ParenthesizedExpression(_)) {
        return false;
    }
    let span = ctx.nodes().kind(replaced).span();
    let parent = ctx.parent(replaced);
    match parent.kind() {
        AstKind::ChainExpression(_) => needs_parentheses(parent.id(), by, ctx),
        AstKind::CallExpression(_) | AstKind::NewExpression(_) => {
            matches!(by.without_parentheses(), Expression::SequenceExpression(_))
        }
        AstKind::ConditionalExpression(conditional) if is_same(&conditional.test, span) => {
            precedence(by) <= CONDITIONAL
        }
        AstKind::ConditionalExpression(_) => precedence(by) < ASSIGNMENT,
        AstKind::UnaryExpression(_) => precedence(by) < UNARY,
        AstKind::LogicalExpression(logical) => {
            let outer = of_logical(logical.operator);
            mixes_coalesce(by, logical.operator)
                || precedence(by) < outer
                || (precedence(by) == outer && !is_same(&logical.left, span))
        }
        _ => false,
    }
}

/// Reports `!!value`.
fn negation<'a>(unary: &UnaryExpression<'a>, node: &AstNode<'a>, into: Into, ctx: &Context<'a>) {
    let outer = ctx.parent(node.id());
    let AstKind::UnaryExpression(parent) = outer.kind() else { return };
    if parent.operator != UnaryOperator::LogicalNot || !is_flagged(outer.id(), into, ctx) {
        return;
    }
    let report = ctx.report(parent.span, "unexpectedNegation");
    if ctx.has_comments(parent.span) {
        return;
    }
    let text = ctx.text(unary.argument.without_parentheses().span());
    let text = if needs_parentheses(outer.id(), &unary.argument, ctx) {
        format!("({text})")
    } else if runs_together(parent.span.start, text, ctx) {
        format!(" {text}")
    } else {
        text.to_owned()
    };
    drop(report.fix(parent.span, text));
}

/// Reports `Boolean(value)`.
fn cast<'a>(call: &CallExpression<'a>, node: &AstNode<'a>, into: Into, ctx: &Context<'a>) {
    if !is_flagged(node.id(), into, ctx) {
        return;
    }
    let report = ctx.report(call.span, "unexpectedCall");
    match call.arguments.as_slice() {
        [] => {
            let (span, text) = match ctx.parent_kind(node.id()) {
                AstKind::UnaryExpression(parent) if parent.operator == UnaryOperator::LogicalNot => {
                    let is_joined = runs_together(parent.span.start, "true", ctx);
                    (parent.span, if is_joined { " true" } else { "true" })
                }
                _ => (call.span, "false"),
            };
            if !ctx.has_comments(span) {
                drop(report.fix(span, text));
            }
        }
        [argument] if !ctx.has_comments(call.span) => {
            let Some(argument) = argument.as_expression() else { return };
            let text = ctx.text(argument.without_parentheses().span());
            let wraps = needs_parentheses(node.id(), argument, ctx);
            drop(report.fix(call.span, if wraps { format!("({text})") } else { text.to_owned() }));
        }
        _ => {}
    }
}
