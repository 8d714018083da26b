//! `valid-typeof`: enforce comparing `typeof` expressions against valid strings.
//!
//! `typeof` gives one of eight strings. A comparison with anything else is always false.
//!
//! Options: `{ requireStringLiterals: false }`; with `true`, nothing but string literals and other `typeof` expressions
//! is allowed.
//!
//! ```js fails
//! if (typeof name === 'strnig') print(name);
//! ```
//!
//! ```js passes
//! if (typeof name === 'string') print(name);
//! ```

use oxc_syntax::operator::UnaryOperator;

use crate::rules::helpers::constant::is_undefined;
use crate::rules::prelude::*;

const TYPES: [&str; 8] =
    ["symbol", "undefined", "object", "boolean", "number", "string", "function", "bigint"];

pub(crate) const RULE: Rule = Rule {
    id: "valid-typeof",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("invalidValue", "Invalid typeof comparison value."),
        ("notString", "Typeof comparisons should be to string literals."),
        ("suggestString", "Use `\"{{type}}\"` instead of `{{type}}`."),
    ],
    types: &[AstType::UnaryExpression],
    run: Run::Configured(|options| {
        let is_strict = options.only_object(&["requireStringLiterals"])?.bool("requireStringLiterals", false)?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::UnaryExpression(unary) = node.kind() else { return };
            if unary.operator != UnaryOperator::Typeof {
                return;
            }
            let AstKind::BinaryExpression(binary) = ctx.parent_kind(node.id()) else { return };
            if !binary.operator.is_equality() {
                return;
            }
            let is_left = binary.left.without_parentheses().span() == unary.span;
            let sibling = if is_left { &binary.right } else { &binary.left }.without_parentheses();
            compare(sibling, is_strict, ctx);
        }))
    }),
    ..Rule::DEFAULT
};

fn compare<'a>(sibling: &Expression<'a>, is_strict: bool, ctx: &Context<'a>) {
    let text = match sibling {
        Expression::StringLiteral(literal) => literal.value.as_str(),
        Expression::TemplateLiteral(template) if template.expressions.is_empty() => {
            template.quasis.first().and_then(|quasi| quasi.value.cooked).map_or("", |cooked| cooked.as_str())
        }
        Expression::Identifier(identifier) if is_undefined(identifier, ctx) => {
            let message = if is_strict { "notString" } else { "invalidValue" };
            drop(ctx.report(identifier.span, message).suggest_with(
                "suggestString",
                vec![("type", "undefined".to_owned())],
                vec![Edit::replace(identifier.span, "\"undefined\"")],
            ));
            return;
        }
        literal if literal.is_literal() => "",
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::Typeof => return,
        _ => {
            if is_strict {
                ctx.report(sibling.span(), "notString");
            }
            return;
        }
    };
    if !TYPES.contains(&text) {
        ctx.report(sibling.span(), "invalidValue");
    }
}
