//! `agent/no-unbounded-loop`: disallow loops that nothing ends.
//!
//! A loop whose condition is always true, and that has no `break`, `return`, `throw`, `yield` or `await`, blocks the
//! page for good.
//!
//! What it cannot see: a condition that never becomes false, a `break` that never runs, and recursion.
//!
//! ```js fails
//! while (true) { tick(); }
//! ```
//!
//! ```js passes
//! while (true) { if (tick()) break; }
//! ```

use oxc_syntax::operator::UnaryOperator;

use crate::rules::helpers::static_value::static_value;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-unbounded-loop",
    messages: &[("unexpected", "Nothing ends this loop.")],
    types: &[AstType::WhileStatement, AstType::DoWhileStatement, AstType::ForStatement],
    run: Run::File(|ctx| {
        let ways_out = ways_out(ctx);
        let loops = [AstType::WhileStatement, AstType::DoWhileStatement, AstType::ForStatement];
        for node in loops.iter().flat_map(|of| ctx.nodes_of(*of)) {
            let (test, body) = match node.kind() {
                AstKind::WhileStatement(one) => (Some(&one.test), one.body.span()),
                AstKind::DoWhileStatement(one) => (Some(&one.test), one.body.span()),
                AstKind::ForStatement(one) => (one.test.as_ref(), one.body.span()),
                _ => continue,
            };
            if test.is_none_or(|test| is_true(test, ctx)) && !ways_out.contains(&node.id()) {
                let span = node.kind().span();
                ctx.report(Span::new(span.start, body.start.max(span.start)), "unexpected");
            }
        }
    }),
    ..Rule::DEFAULT
};

/// The loops that some statement or expression can leave, or can pause for good.
fn ways_out(ctx: &Context<'_>) -> crate::hash::HashSet<oxc_syntax::node::NodeId> {
    let leaving = [
        AstType::BreakStatement,
        AstType::ContinueStatement,
        AstType::ReturnStatement,
        AstType::ThrowStatement,
        AstType::YieldExpression,
        AstType::AwaitExpression,
        AstType::ForOfStatement,
        AstType::VariableDeclaration,
    ];
    let mut found = crate::hash::HashSet::default();
    for node in leaving.iter().flat_map(|of| ctx.nodes_of(*of)) {
        let label = match node.kind() {
            AstKind::BreakStatement(one) => one.label.as_ref(),
            AstKind::ContinueStatement(one) => match &one.label {
                Some(label) => Some(label),
                None => continue,
            },
            AstKind::ForOfStatement(one) if !one.r#await => continue,
            AstKind::VariableDeclaration(one) if one.kind != VariableDeclarationKind::AwaitUsing => continue,
            _ => None,
        };
        let is_break = matches!(node.kind(), AstKind::BreakStatement(_));
        let is_continue = matches!(node.kind(), AstKind::ContinueStatement(_));
        for outer in ctx.nodes().ancestors(node.id()) {
            let is_loop = matches!(
                outer.kind(),
                AstKind::WhileStatement(_)
                    | AstKind::DoWhileStatement(_)
                    | AstKind::ForStatement(_)
                    | AstKind::ForInStatement(_)
                    | AstKind::ForOfStatement(_)
            );
            let labels = ctx.nodes().ancestor_kinds(outer.id()).map_while(|kind| match kind {
                AstKind::LabeledStatement(statement) => Some(statement.label.name),
                _ => None,
            });
            let is_target = label.is_some_and(|label| labels.into_iter().any(|name| name == label.name));
            match outer.kind() {
                AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => break,
                // The next round of the loop with the label is no way out of that loop.
                _ if is_continue && is_target => break,
                AstKind::SwitchStatement(_) if is_break && label.is_none() => break,
                _ => {}
            }
            if is_loop {
                found.insert(outer.id());
            }
            if is_break && (is_target || (is_loop && label.is_none())) {
                break;
            }
        }
    }
    found
}

/// Whether a condition is always true.
fn is_true(test: &Expression<'_>, ctx: &Context<'_>) -> bool {
    if let Some(value) = static_value(test, ctx) {
        return value.is_true();
    }
    match test.get_inner_expression() {
        Expression::ArrayExpression(_)
        | Expression::ObjectExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::RegExpLiteral(_)
        | Expression::ImportMeta(_)
        | Expression::NewExpression(_) => true,
        Expression::CallExpression(call) => {
            matches!(&call.callee, Expression::Identifier(name) if name.name == "Symbol" && ctx.is_unresolved(name))
        }
        Expression::TemplateLiteral(template) => template.quasis.iter().any(|text| !text.value.raw.is_empty()),
        Expression::UnaryExpression(unary) => match unary.operator {
            UnaryOperator::LogicalNot => is_false(&unary.argument, ctx),
            UnaryOperator::Typeof => true,
            _ => false,
        },
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.last().is_some_and(|last| is_true(last, ctx))
        }
        Expression::AssignmentExpression(assignment) => {
            assignment.operator.is_assign() && is_true(&assignment.right, ctx)
        }
        Expression::ConditionalExpression(either) => {
            is_true(&either.consequent, ctx) && is_true(&either.alternate, ctx)
        }
        Expression::LogicalExpression(logical) => {
            if logical.operator.is_or() {
                is_true(&logical.left, ctx) || is_true(&logical.right, ctx)
            } else {
                logical.operator.is_and() && is_true(&logical.left, ctx) && is_true(&logical.right, ctx)
            }
        }
        _ => false,
    }
}

/// Whether a condition is always false.
fn is_false(test: &Expression<'_>, ctx: &Context<'_>) -> bool {
    if let Some(value) = static_value(test, ctx) {
        return !value.is_true();
    }
    match test.get_inner_expression() {
        Expression::UnaryExpression(unary) => match unary.operator {
            UnaryOperator::LogicalNot => is_true(&unary.argument, ctx),
            UnaryOperator::Void => true,
            _ => false,
        },
        _ => false,
    }
}
