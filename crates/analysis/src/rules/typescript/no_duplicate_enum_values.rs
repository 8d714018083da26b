//! `@typescript-eslint/no-duplicate-enum-values`: disallow two members of an enum with the same value.
//!
//! No test can tell such members from each other.
//!
//! ```ts fails
//! enum State { Open = 1, Closed = 1 }
//! ```
//!
//! ```ts passes
//! enum State { Open = 1, Closed = 2 }
//! ```

use oxc_syntax::number::ToJsString as _;

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-duplicate-enum-values",
    recommended: true,
    messages: &[("duplicateValue", "Duplicate enum member value {{value}}.")],
    types: &[AstType::TSEnumDeclaration],
    run: Run::Nodes(|node, ctx| {
        let AstKind::TSEnumDeclaration(declaration) = node.kind() else { return };
        let mut seen = std::collections::BTreeSet::new();
        for member in &declaration.body.members {
            let Some(value) = member.initializer.as_ref().and_then(value) else { continue };
            let text = value.text();
            if !seen.insert(value.key()) {
                drop(ctx.report(member.span, "duplicateValue").data("value", text));
            }
        }
    }),
    ..Rule::DEFAULT
};

enum Value {
    Text(String),
    Number(f64),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_js_string(),
        }
    }

    /// Zero and its negative are two values.
    fn key(self) -> (Option<String>, u64) {
        match self {
            Value::Text(text) => (Some(text), 0),
            Value::Number(number) => (None, number.to_bits()),
        }
    }
}

/// The value of literals and their signs.
fn value(expression: &Expression<'_>) -> Option<Value> {
    match expression.without_parentheses() {
        Expression::StringLiteral(literal) => Some(Value::Text(literal.value.to_string())),
        Expression::NumericLiteral(literal) => Some(Value::Number(literal.value)),
        Expression::TemplateLiteral(template) if template.expressions.is_empty() => {
            Some(Value::Text(template.quasis.first()?.value.cooked.as_ref()?.to_string()))
        }
        Expression::UnaryExpression(unary) => {
            let sign = match unary.operator {
                UnaryOperator::UnaryNegation => -1.0,
                UnaryOperator::UnaryPlus => 1.0,
                _ => return None,
            };
            let inner = match value(&unary.argument)? {
                Value::Number(number) => number,
                Value::Text(text) if text.trim().is_empty() => 0.0,
                Value::Text(text) => text.trim().parse().ok()?,
            };
            (!inner.is_nan()).then_some(Value::Number(sign * inner))
        }
        _ => None,
    }
}
