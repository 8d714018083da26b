//! `for-direction`: enforce `for` loop update clause moving the counter in the right direction.
//!
//! A loop whose counter moves away from its limit runs for ever, or not at all.
//!
//! ```js fails
//! for (let i = 0; i < 10; i--) step(i);
//! ```
//!
//! ```js passes
//! for (let i = 10; i >= 0; i--) step(i);
//! ```

use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, UpdateOperator};

use crate::rules::helpers::static_number::static_number;
use crate::rules::helpers::tokens::previous_end;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "for-direction",
    recommended: true,
    messages: &[(
        "incorrectDirection",
        "The update clause in this loop moves the variable in the wrong direction.",
    )],
    types: &[AstType::ForStatement],
    run: Run::Nodes(|node, ctx| {
        let AstKind::ForStatement(statement) = node.kind() else { return };
        let (Some(test), Some(update)) = (&statement.test, &statement.update) else { return };
        let Expression::BinaryExpression(test) = test.without_parentheses() else { return };
        let upwards = match test.operator {
            BinaryOperator::LessThan | BinaryOperator::LessEqualThan => 1,
            BinaryOperator::GreaterThan | BinaryOperator::GreaterEqualThan => -1,
            _ => return,
        };
        for (operand, right_way) in [(&test.left, upwards), (&test.right, -upwards)] {
            let Expression::Identifier(counter) = operand.without_parentheses() else { continue };
            let mut changes = Vec::new();
            add_changes(update, &counter.name, &mut changes);
            if let [change] = changes[..]
                && direction(change, ctx) == -right_way
            {
                let end = previous_end(statement.body.span().start, ctx);
                ctx.report(Span::new(statement.span.start, end), "incorrectDirection");
            }
        }
    }),
    ..Rule::DEFAULT
};

/// Adds the expressions of an update that change the counter.
fn add_changes<'e, 'a>(update: &'e Expression<'a>, counter: &str, to: &mut Vec<&'e Expression<'a>>) {
    match update.without_parentheses() {
        Expression::SequenceExpression(sequence) => {
            for expression in &sequence.expressions {
                add_changes(expression, counter, to);
            }
        }
        expression @ Expression::UpdateExpression(update) => {
            if matches!(&update.argument,
                SimpleAssignmentTarget::AssignmentTargetIdentifier(argument) if argument.name == counter)
            {
                to.push(expression);
            }
        }
        expression @ Expression::AssignmentExpression(assignment) => {
            if matches!(&assignment.left,
                AssignmentTarget::AssignmentTargetIdentifier(left) if left.name == counter)
            {
                to.push(expression);
            }
        }
        _ => {}
    }
}

/// 1 for a change that increases the counter, -1 for one that decreases it, 0 if that is unknown.
fn direction<'a>(change: &Expression<'a>, ctx: &Context<'a>) -> i8 {
    match change {
        Expression::UpdateExpression(update) => match update.operator {
            UpdateOperator::Increment => 1,
            UpdateOperator::Decrement => -1,
        },
        Expression::AssignmentExpression(assignment) => {
            let sign = match assignment.operator {
                AssignmentOperator::Addition => 1,
                AssignmentOperator::Subtraction => -1,
                _ => return 0,
            };
            match static_number(&assignment.right, ctx) {
                Some(step) if step > 0.0 => sign,
                Some(step) if step < 0.0 => -sign,
                _ => 0,
            }
        }
        _ => 0,
    }
}
