//! `no-unneeded-ternary`: disallow ternary operators when simpler alternatives exist.
//!
//! `isReady ? true : false` says no more than `!!isReady`.
//!
//! Options: `{ defaultAssignment: true }`; with `false`, `value ? value : other` is found too.
//!
//! ```js fails
//! const isEmpty = length === 0 ? true : false;
//! ```
//!
//! ```js passes
//! const size = length === 0 ? "none" : "some";
//! ```

use oxc_syntax::operator::BinaryOperator;

use crate::rules::helpers::precedence::{UNARY, of_logical, precedence};
use crate::rules::helpers::tokens::{next_token, runs_together};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unneeded-ternary",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[
        ("unnecessaryConditionalExpression", "Unnecessary use of boolean literals in conditional expression."),
        (
            "unnecessaryConditionalAssignment",
            "Unnecessary use of conditional expression for default assignment.",
        ),
    ],
    types: &[AstType::ConditionalExpression],
    run: Run::Configured(|options| {
        let allows = options.only_object(&["defaultAssignment"])?.bool("defaultAssignment", true)?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::ConditionalExpression(conditional) = node.kind() else { return };
            let values = (boolean(&conditional.consequent), boolean(&conditional.alternate));
            if let (Some(consequent), Some(alternate)) = values {
                of_booleans(conditional, consequent, alternate, ctx);
            } else if !allows {
                default_value(conditional, ctx);
            }
        }))
    }),
    ..Rule::DEFAULT
};

fn boolean(expression: &Expression<'_>) -> Option<bool> {
    match expression.without_parentheses() {
        Expression::BooleanLiteral(literal) => Some(literal.value),
        _ => None,
    }
}

fn of_booleans<'a>(conditional: &ConditionalExpression<'a>, consequent: bool, alternate: bool, ctx: &Context<'a>) {
    let report = ctx.report(conditional.span, "unnecessaryConditionalExpression");
    let test = conditional.test.without_parentheses();
    if consequent == alternate {
        if matches!(test, Expression::Identifier(_)) {
            let value = if consequent { "true" } else { "false" };
            let space = if runs_together(conditional.span.start, value, ctx) { " " } else { "" };
            drop(report.fix(conditional.span, format!("{space}{value}")));
        }
        return;
    }
    let text = if alternate {
        inverted(&conditional.test, ctx)
    } else if is_boolean(test) {
        ctx.text(conditional.test.span()).to_owned()
    } else {
        format!("!{}", inverted(&conditional.test, ctx))
    };
    drop(report.fix(conditional.span, text));
}

/// Whether an expression is certainly a boolean.
fn is_boolean(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::BinaryExpression(binary) => {
            let operator = binary.operator;
            operator.is_equality() || operator.is_compare() || operator.is_relational()
        }
        Expression::PrivateInExpression(_) => true,
        Expression::UnaryExpression(unary) => unary.operator.is_not(),
        _ => false,
    }
}

/// The text of the opposite.
fn inverted<'a>(test: &Expression<'a>, ctx: &Context<'a>) -> String {
    let text = ctx.text(test.span());
    if let Expression::BinaryExpression(binary) = test.without_parentheses() {
        let opposite = match binary.operator {
            BinaryOperator::Equality => "!=",
            BinaryOperator::Inequality => "==",
            BinaryOperator::StrictEquality => "!==",
            BinaryOperator::StrictInequality => "===",
            _ => return format!("!({text})"),
        };
        let at = next_token(binary.left.span().end, ctx) as usize;
        let (start, end) = (test.span().start as usize, test.span().end as usize);
        let after = at + binary.operator.as_str().len();
        return format!("{}{opposite}{}", &ctx.source()[start..at], &ctx.source()[after..end]);
    }
    if precedence(test) < UNARY { format!("!({text})") } else { format!("!{text}") }
}

fn default_value<'a>(conditional: &ConditionalExpression<'a>, ctx: &Context<'a>) {
    let names = (conditional.test.without_parentheses(), conditional.consequent.without_parentheses());
    let (Expression::Identifier(test), Expression::Identifier(consequent)) = names else { return };
    if test.name != consequent.name {
        return;
    }
    let alternate = &conditional.alternate;
    let binds_looser = precedence(alternate) < of_logical(LogicalOperator::Or)
        || matches!(alternate, Expression::LogicalExpression(logical) if logical.operator.is_coalesce());
    let is_bare = !matches!(alternate, Expression::ParenthesizedExpression(_));
    let text = ctx.text(alternate.span());
    let alternate = if binds_looser && is_bare { format!("({text})") } else { text.to_owned() };
    let text = format!("{} || {alternate}", ctx.text(conditional.test.span()));
    drop(ctx.report(conditional.span, "unnecessaryConditionalAssignment").fix(conditional.span, text));
}
