//! `no-compare-neg-zero`: disallow comparing against `-0`.
//!
//! Comparisons do not tell `-0` from `0`. `Object.is` does.
//!
//! ```js fails
//! if (x === -0) flip();
//! ```
//!
//! ```js passes
//! if (Object.is(x, -0)) flip();
//! ```

use oxc_syntax::operator::{BinaryOperator, UnaryOperator};

use crate::rules::helpers::shadowing::is_shadowed;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-compare-neg-zero",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("unexpected", "Do not use the '{{operator}}' operator to compare against -0."),
        ("suggestRemoveMinus", "Replace '-0' with '0' (keeps the current comparison behavior)."),
        (
            "suggestObjectIs",
            "Replace with 'Object.is()' (changes the comparison to distinguish -0 from +0).",
        ),
        (
            "suggestNotObjectIs",
            "Replace with '!Object.is()' (changes the comparison to distinguish -0 from +0).",
        ),
    ],
    types: &[AstType::BinaryExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::BinaryExpression(binary) = node.kind() else { return };
        let operator = binary.operator;
        if !operator.is_equality() && !operator.is_compare() {
            return;
        }
        let operands = [&binary.left, &binary.right].map(Expression::without_parentheses);
        let zeros = operands.iter().filter(|operand| is_negative_zero(operand));
        let zeros: Vec<Edit> = zeros.map(|operand| Edit::replace(operand.span(), "0")).collect();
        if zeros.is_empty() {
            return;
        }
        let report = ctx.report(binary.span, "unexpected").data("operator", operator.as_str());
        let report = report.suggest_with("suggestRemoveMinus", Vec::new(), zeros);
        let (suggestion, not) = match operator {
            BinaryOperator::StrictEquality => ("suggestObjectIs", ""),
            BinaryOperator::StrictInequality => ("suggestNotObjectIs", "!"),
            _ => return,
        };
        if !ctx.has_comments(binary.span) && !is_shadowed("Object", node, ctx) {
            let [left, right] = operands.map(|operand| {
                let text = ctx.text(operand.span());
                let is_sequence = matches!(operand, Expression::SequenceExpression(_));
                if is_sequence { format!("({text})") } else { text.to_owned() }
            });
            drop(report.suggest(suggestion, binary.span, format!("{not}Object.is({left}, {right})")));
        }
    }),
    ..Rule::DEFAULT
};

fn is_negative_zero(operand: &Expression<'_>) -> bool {
    let Expression::UnaryExpression(unary) = operand else { return false };
    unary.operator == UnaryOperator::UnaryNegation
        && matches!(unary.argument.without_parentheses(), Expression::NumericLiteral(literal) if literal.value == 0.0)
}
