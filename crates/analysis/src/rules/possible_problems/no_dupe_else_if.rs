//! `no-dupe-else-if`: disallow duplicate conditions in if-else-if chains.
//!
//! A branch whose condition is the same as an earlier one of the chain, or covered by earlier ones, never runs.
//!
//! ```js fails
//! if (isReady) start(); else if (isReady) stop();
//! ```
//!
//! ```js passes
//! if (isReady) start(); else if (isDone) stop();
//! ```

use std::borrow::Cow;

use oxc_syntax::operator::LogicalOperator;

use crate::rules::helpers::token_text::token_text;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-dupe-else-if",
    recommended: true,
    messages: &[(
        "unexpected",
        "This branch can never execute. Its condition is a duplicate or covered by previous conditions in the if-else-if chain.",
    )],
    types: &[AstType::IfStatement],
    run: Run::Nodes(|node, ctx| {
        // A chain is examined as a whole, from its first `if`.
        let AstKind::IfStatement(statement) = node.kind() else { return };
        let is_else = matches!(ctx.nodes().parent_kind(node.id()), AstKind::IfStatement(parent)
            if parent.alternate.as_ref().is_some_and(|other| other.span() == statement.span));
        if !is_else && matches!(statement.alternate, Some(Statement::IfStatement(_))) {
            chain(statement, ctx);
        }
    }),
    ..Rule::DEFAULT
};

/// The compared operands: a tree of `&&` and `||` with the texts of its leaves.
#[derive(PartialEq)]
struct Part<'a> {
    text: Cow<'a, str>,
    operator: Option<LogicalOperator>,
    operands: Vec<Part<'a>>,
}

impl<'a> Part<'a> {
    fn of(expression: &Expression<'a>, ctx: &Context<'a>) -> Part<'a> {
        let expression = expression.without_parentheses();
        let (operator, operands) = match expression {
            Expression::LogicalExpression(logical) if logical.operator != LogicalOperator::Coalesce => {
                (Some(logical.operator), vec![Part::of(&logical.left, ctx), Part::of(&logical.right, ctx)])
            }
            _ => (None, Vec::new()),
        };
        let text = if operator.is_none() { token_text(expression.span(), ctx) } else { Cow::Borrowed("") };
        Part { text, operator, operands }
    }

    /// Whether both are the same condition; operands can be swapped.
    fn equals(&self, other: &Part<'a>) -> bool {
        if self.operator != other.operator {
            return false;
        }
        match (&self.operands[..], &other.operands[..]) {
            ([left, right], [first, second]) => {
                (left.equals(first) && right.equals(second)) || (left.equals(second) && right.equals(first))
            }
            _ => self.text == other.text,
        }
    }

    /// The operands of a tree of one operator.
    fn split(&self, operator: LogicalOperator) -> Vec<&Part<'a>> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(part) = open.pop() {
            if part.operator == Some(operator) {
                open.extend(part.operands.iter().rev());
            } else {
                found.push(part);
            }
        }
        found
    }

    /// The alternatives, each as what has to hold together.
    fn alternatives(&self) -> Vec<Vec<&Part<'a>>> {
        self.split(LogicalOperator::Or).into_iter().map(|part| part.split(LogicalOperator::And)).collect()
    }
}

fn chain<'a>(first: &IfStatement<'a>, ctx: &Context<'a>) {
    let mut tests = vec![(Part::of(&first.test, ctx), first.test.without_parentheses().span())];
    let mut next = first.alternate.as_ref();
    while let Some(Statement::IfStatement(statement)) = next {
        tests.push((Part::of(&statement.test, ctx), statement.test.without_parentheses().span()));
        next = statement.alternate.as_ref();
    }
    let alternatives: Vec<_> = tests.iter().map(|(part, _)| part.alternatives()).collect();
    for (index, (test, span)) in tests.iter().enumerate().skip(1) {
        let mut to_check = vec![test];
        let operands = test.split(LogicalOperator::And);
        if operands.len() > 1 {
            to_check.extend(operands);
        }
        let before = &alternatives[..index];
        let is_covered = |part: &&Part<'a>| {
            part.alternatives().iter().all(|wanted| {
                before.iter().rev().flatten().any(|earlier| {
                    earlier.iter().all(|a| wanted.iter().any(|b| a.equals(b)))
                })
            })
        };
        if to_check.iter().any(is_covered) {
            ctx.report(*span, "unexpected");
        }
    }
}
