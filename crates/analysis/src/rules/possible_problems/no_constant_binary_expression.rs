//! `no-constant-binary-expression`: disallow expressions where the operation doesn't affect the value.
//!
//! A comparison that is always true, and `??`, `||` or `&&` that always takes the same side, are often slips of
//! precedence, such as `!a == null`.
//!
//! Options: `{ checkRelationalComparisons: false }`; with `true`, `<`, `<=`, `>` and `>=` between literals are reported.
//!
//! ```js fails
//! const value = a + b ?? 0;
//! ```
//!
//! ```js fails
//! if (list === []) clear();
//! ```
//!
//! ```js passes
//! const value = a + (b ?? 0);
//! ```

use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

use crate::globals::is_of_language;
use crate::rules::helpers::constant::{
    is_constant, is_constant_boolean_call, is_null_or_undefined, is_undefined,
};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-constant-binary-expression",
    recommended: true,
    messages: &[
        (
            "constantBinaryOperand",
            "Unexpected constant binary expression. Compares constantly with the {{otherSide}}-hand side of the `{{operator}}`.",
        ),
        (
            "constantShortCircuit",
            "Unexpected constant {{property}} on the left-hand side of a `{{operator}}` expression.",
        ),
        (
            "alwaysNew",
            "Unexpected comparison to newly constructed object. These two values can never be equal.",
        ),
        (
            "bothAlwaysNew",
            "Unexpected comparison of two newly constructed objects. These two values can never be equal.",
        ),
        (
            "constantRelationalComparison",
            "Unexpected constant relational comparison. Both sides of the `{{operator}}` are literal values.",
        ),
    ],
    types: &[AstType::LogicalExpression, AstType::BinaryExpression],
    run: Run::Configured(|options| {
        let key = "checkRelationalComparisons";
        let relational = options.only_object(&[key])?.bool(key, false)?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::LogicalExpression(logical) => short_circuit(logical, ctx),
            AstKind::BinaryExpression(binary) if binary.operator.is_equality() => equality(binary, ctx),
            AstKind::BinaryExpression(binary)
                if relational
                    && binary.operator.is_compare()
                    && is_static_literal(&binary.left, ctx)
                    && is_static_literal(&binary.right, ctx) =>
            {
                ctx.report(binary.span, "constantRelationalComparison")
                    .data("operator", binary.operator.as_str());
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

fn short_circuit<'a>(logical: &LogicalExpression<'a>, ctx: &Context<'a>) {
    let (is_constant, property) = match logical.operator {
        LogicalOperator::Coalesce => (has_constant_nullishness(&logical.left, false, ctx), "nullishness"),
        _ => (is_constant(&logical.left, true, ctx), "truthiness"),
    };
    if is_constant {
        ctx.report(logical.left.without_parentheses().span(), "constantShortCircuit")
            .data("property", property)
            .data("operator", logical.operator.as_str());
    }
}

fn equality<'a>(binary: &BinaryExpression<'a>, ctx: &Context<'a>) {
    let (left, right) = (&binary.left, &binary.right);
    let is_strict = matches!(binary.operator, BinaryOperator::StrictEquality | BinaryOperator::StrictInequality);
    let constant = if compares_constantly(left, right, is_strict, ctx) {
        Some((right, "left"))
    } else if compares_constantly(right, left, is_strict, ctx) {
        Some((left, "right"))
    } else {
        None
    };
    if let Some((operand, other)) = constant {
        ctx.report(operand.without_parentheses().span(), "constantBinaryOperand")
            .data("operator", binary.operator.as_str())
            .data("otherSide", other);
        return;
    }
    let (is_left_new, is_right_new) = (is_always_new(left, ctx), is_always_new(right, ctx));
    if is_strict && (is_left_new || is_right_new) {
        let operand = if is_left_new { left } else { right };
        ctx.report(operand.without_parentheses().span(), "alwaysNew");
    } else if is_left_new && is_right_new {
        ctx.report(left.without_parentheses().span(), "bothAlwaysNew");
    }
}

/// Whether the comparison of an operand with another has a constant result because of what the first one is.
fn compares_constantly<'a>(
    with: &Expression<'a>,
    operand: &Expression<'a>,
    is_strict: bool,
    ctx: &Context<'a>,
) -> bool {
    if is_null_or_undefined(with, ctx) && has_constant_nullishness(operand, false, ctx) {
        return true;
    }
    is_static_boolean(with, ctx)
        && if is_strict { is_strictly_constant(operand, ctx) } else { is_loosely_constant(operand, ctx) }
}

/// The name of the global function that is called.
fn called_global<'a>(callee: &Expression<'a>, ctx: &Context<'a>) -> Option<&'a str> {
    match callee.without_parentheses() {
        Expression::Identifier(callee) if ctx.is_global(callee) => Some(callee.name.as_str()),
        _ => None,
    }
}

/// Whether an expression is always nullish or never; with `never`, only the latter.
fn has_constant_nullishness<'a>(expression: &Expression<'a>, never: bool, ctx: &Context<'a>) -> bool {
    if never && is_null_or_undefined(expression, ctx) {
        return false;
    }
    match expression.without_parentheses() {
        Expression::ObjectExpression(_)
        | Expression::ArrayExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::NewExpression(_)
        | Expression::TemplateLiteral(_)
        | Expression::UpdateExpression(_)
        | Expression::BinaryExpression(_)
        | Expression::PrivateInExpression(_)
        | Expression::UnaryExpression(_) => true,
        Expression::CallExpression(call) => called_global(&call.callee, ctx)
            .is_some_and(|name| matches!(name, "Boolean" | "String" | "Number" | "Symbol" | "BigInt")),
        Expression::LogicalExpression(logical) => {
            logical.operator.is_coalesce() && has_constant_nullishness(&logical.right, true, ctx)
        }
        Expression::AssignmentExpression(assignment) => match assignment.operator {
            AssignmentOperator::Assign => has_constant_nullishness(&assignment.right, never, ctx),
            operator => !operator.is_logical(),
        },
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.last().is_some_and(|last| has_constant_nullishness(last, never, ctx))
        }
        Expression::Identifier(identifier) => is_undefined(identifier, ctx),
        expression => expression.is_literal(),
    }
}

/// Whether an expression is always the same boolean.
fn is_static_boolean<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::BooleanLiteral(_) => true,
        Expression::CallExpression(call) => is_constant_boolean_call(call, ctx),
        Expression::UnaryExpression(unary) => {
            unary.operator == UnaryOperator::LogicalNot && is_constant(&unary.argument, true, ctx)
        }
        _ => false,
    }
}

/// Whether `==` with a boolean always has the same result.
fn is_loosely_constant<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::ObjectExpression(_)
        | Expression::ClassExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_) => true,
        Expression::ArrayExpression(array) => {
            let elements = array.elements.iter();
            array.elements.is_empty()
                || elements.filter(|element| !element.is_elision() && !element.is_spread()).nth(1).is_some()
        }
        Expression::UnaryExpression(unary) => match unary.operator {
            UnaryOperator::Void | UnaryOperator::Typeof => true,
            UnaryOperator::LogicalNot => is_constant(&unary.argument, true, ctx),
            _ => false,
        },
        Expression::CallExpression(call) => is_constant_boolean_call(call, ctx),
        Expression::Identifier(identifier) => is_undefined(identifier, ctx),
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        Expression::AssignmentExpression(assignment) => {
            assignment.operator == AssignmentOperator::Assign && is_loosely_constant(&assignment.right, ctx)
        }
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.last().is_some_and(|last| is_loosely_constant(last, ctx))
        }
        expression => expression.is_literal(),
    }
}

/// Whether `===` with a boolean always has the same result.
fn is_strictly_constant<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::ObjectExpression(_)
        | Expression::ArrayExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::NewExpression(_)
        | Expression::TemplateLiteral(_)
        | Expression::UpdateExpression(_) => true,
        Expression::BinaryExpression(binary) => {
            !binary.operator.is_equality() && !binary.operator.is_compare() && !binary.operator.is_relational()
        }
        Expression::UnaryExpression(unary) => match unary.operator {
            UnaryOperator::Delete => false,
            UnaryOperator::LogicalNot => is_constant(&unary.argument, true, ctx),
            _ => true,
        },
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.last().is_some_and(|last| is_strictly_constant(last, ctx))
        }
        Expression::Identifier(identifier) => is_undefined(identifier, ctx),
        Expression::AssignmentExpression(assignment) => match assignment.operator {
            AssignmentOperator::Assign => is_strictly_constant(&assignment.right, ctx),
            operator => !operator.is_logical(),
        },
        Expression::CallExpression(call) => match called_global(&call.callee, ctx) {
            Some("String" | "Number" | "BigInt" | "Symbol") => true,
            _ => is_constant_boolean_call(call, ctx),
        },
        expression => expression.is_literal(),
    }
}

/// Whether an expression makes a new object each time.
fn is_always_new<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::ObjectExpression(_)
        | Expression::ArrayExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::RegExpLiteral(_) => true,
        Expression::NewExpression(new) => {
            called_global(&new.callee, ctx).is_some_and(|name| is_of_language(name, u32::MAX))
        }
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.last().is_some_and(|last| is_always_new(last, ctx))
        }
        Expression::AssignmentExpression(assignment) => {
            assignment.operator == AssignmentOperator::Assign && is_always_new(&assignment.right, ctx)
        }
        Expression::ConditionalExpression(conditional) => {
            is_always_new(&conditional.consequent, ctx) && is_always_new(&conditional.alternate, ctx)
        }
        _ => false,
    }
}

/// Whether an expression is a literal, possibly with a sign.
fn is_static_literal<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::UnaryExpression(unary) => {
            matches!(
                unary.operator,
                UnaryOperator::UnaryNegation | UnaryOperator::UnaryPlus | UnaryOperator::BitwiseNot
            ) && unary.argument.without_parentheses().is_literal()
        }
        Expression::Identifier(identifier) => is_undefined(identifier, ctx),
        Expression::TemplateLiteral(template) => template.expressions.is_empty(),
        expression => expression.is_literal(),
    }
}
