//! `eqeqeq`: require the use of `===` and `!==`.
//!
//! `==` converts its operands first, by rules that few remember: `[] == false` holds.
//!
//! Options: `"always"` (default), with `{ null: "always" | "never" | "ignore" }` for comparisons with `null`.
//! `"smart"` allows `==` between literals of one type, with `typeof` and with `null`. `"allow-null"` allows it with
//! `null`.
//!
//! ```js fails
//! if (count == total) stop();
//! ```
//!
//! ```js passes ["always", { "null": "ignore" }]
//! if (value == null) value = fallback;
//! ```

use oxc_syntax::operator::BinaryOperator;

use crate::rules::helpers::tokens::next_token;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "eqeqeq",
    kind: Kind::Suggestion,
    fixable: true,
    has_suggestions: true,
    messages: &[
        ("unexpected", "Expected '{{expectedOperator}}' and instead saw '{{actualOperator}}'."),
        ("replaceOperator", "Use '{{expectedOperator}}' instead of '{{actualOperator}}'."),
    ],
    types: &[AstType::BinaryExpression],
    run: Run::Configured(|options| {
        let mode = options.choice(0, &["always", "smart", "allow-null"])?;
        options.at_most(if mode == "always" { 2 } else { 1 })?;
        let null = options.object(1, &["null"])?.choice("null", &["always", "never", "ignore"])?;
        let null = if mode == "always" { null } else { "ignore" };
        Ok(Check::nodes(move |node, ctx| {
            if let AstKind::BinaryExpression(binary) = node.kind() {
                check(binary, mode == "smart", null, ctx);
            }
        }))
    }),
    ..Rule::DEFAULT
};

fn check<'a>(binary: &BinaryExpression<'a>, is_smart: bool, null: &str, ctx: &Context<'a>) {
    if !binary.operator.is_equality() {
        return;
    }
    let (left, right) = (binary.left.without_parentheses(), binary.right.without_parentheses());
    let is_null = matches!(left, Expression::NullLiteral(_)) || matches!(right, Expression::NullLiteral(_));
    let expected = match binary.operator {
        BinaryOperator::StrictEquality if null == "never" && is_null => "==",
        BinaryOperator::StrictInequality if null == "never" && is_null => "!=",
        BinaryOperator::Equality => "===",
        BinaryOperator::Inequality => "!==",
        _ => return,
    };
    let of_type = type_of(left);
    let is_certain = is_typeof(left) || is_typeof(right) || (of_type.is_some() && of_type == type_of(right));
    let is_loose = expected.len() == 3;
    if is_loose && ((is_smart && is_certain) || (null != "always" && is_null)) {
        return;
    }
    let actual = binary.operator.as_str();
    let start = next_token(binary.left.span().end, ctx);
    let operator = Span::sized(start, u32::try_from(actual.len()).unwrap_or(0));
    let report = ctx.report(operator, "unexpected").data("expectedOperator", expected).data("actualOperator", actual);
    if is_certain {
        drop(report.fix(operator, expected));
    } else {
        let data = vec![("expectedOperator", expected.to_owned()), ("actualOperator", actual.to_owned())];
        drop(report.suggest_with("replaceOperator", data, vec![Edit::replace(operator, expected)]));
    }
}

fn is_typeof(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::UnaryExpression(unary) if unary.operator.is_typeof())
}

/// What `typeof` says of a literal.
fn type_of(expression: &Expression<'_>) -> Option<&'static str> {
    match expression {
        Expression::StringLiteral(_) => Some("string"),
        Expression::TemplateLiteral(template) if template.expressions.is_empty() => Some("string"),
        Expression::NumericLiteral(_) => Some("number"),
        Expression::BigIntLiteral(_) => Some("bigint"),
        Expression::BooleanLiteral(_) => Some("boolean"),
        Expression::NullLiteral(_) | Expression::RegExpLiteral(_) => Some("object"),
        _ => None,
    }
}
