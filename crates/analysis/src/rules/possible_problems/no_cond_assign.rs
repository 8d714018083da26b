//! `no-cond-assign`: disallow assignment operators in conditional expressions.
//!
//! `if (user = admin)` is often a slip for `===`. Parentheses of its own say that an assignment is meant.
//!
//! Options: `"except-parens"` (the default), or `"always"`, which allows no assignment in a condition.
//!
//! ```js fails
//! if (user = admin) open();
//! ```
//!
//! ```js fails ["always"]
//! if ((user = admin)) open();
//! ```
//!
//! ```js passes
//! while ((node = node.parent)) visit(node);
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-cond-assign",
    recommended: true,
    messages: &[
        ("unexpected", "Unexpected assignment within {{type}}."),
        ("missing", "Expected a conditional expression and instead saw an assignment."),
    ],
    types: &[
        AstType::AssignmentExpression,
        AstType::DoWhileStatement,
        AstType::ForStatement,
        AstType::IfStatement,
        AstType::WhileStatement,
        AstType::ConditionalExpression,
    ],
    run: Run::Configured(|options| {
        options.at_most(1)?;
        let is_strict = options.choice(0, &["except-parens", "always"])? == "always";
        Ok(Check::nodes(move |node, ctx| match (node.kind(), is_strict) {
            (AstKind::AssignmentExpression(_), true) => within(node, ctx),
            (AstKind::AssignmentExpression(_), false) | (_, true) => {}
            (kind, false) => as_test(kind, ctx),
        }))
    }),
    ..Rule::DEFAULT
};

/// The test of a node that has one.
fn test_of<'a>(kind: AstKind<'a>) -> Option<&'a Expression<'a>> {
    match kind {
        AstKind::DoWhileStatement(statement) => Some(&statement.test),
        AstKind::ForStatement(statement) => statement.test.as_ref(),
        AstKind::IfStatement(statement) => Some(&statement.test),
        AstKind::WhileStatement(statement) => Some(&statement.test),
        AstKind::ConditionalExpression(conditional) => Some(&conditional.test),
        _ => None,
    }
}

/// Reports an assignment that is a test, if it lacks parentheses of its own.
fn as_test<'a>(kind: AstKind<'a>, ctx: &Context<'a>) {
    let Some(test) = test_of(kind) else { return };
    // The parentheses of a statement say nothing; those of a conditional expression need a second pair.
    let test = match (kind, test) {
        (AstKind::ConditionalExpression(_), Expression::ParenthesizedExpression(inner)) => &inner.expression,
        (_, test) => test,
    };
    if let Expression::AssignmentExpression(assignment) = test {
        ctx.report(assignment.span, "missing");
    }
}

/// Reports an assignment anywhere in a test of the same function.
fn within<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    let mut child = node.kind().span();
    for parent in ctx.nodes().ancestor_kinds(node.id()) {
        if test_of(parent).is_some_and(|test| test.span() == child) {
            let of = match parent {
                AstKind::DoWhileStatement(_) => "a 'do...while' statement",
                AstKind::ForStatement(_) => "a 'for' statement",
                AstKind::IfStatement(_) => "an 'if' statement",
                AstKind::WhileStatement(_) => "a 'while' statement",
                _ => "ConditionalExpression",
            };
            ctx.report(node.kind().span(), "unexpected").data("type", of);
            return;
        }
        if matches!(parent, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)) {
            return;
        }
        child = parent.span();
    }
}
