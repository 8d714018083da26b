//! `no-unsafe-negation`: disallow negating the left operand of relational operators.
//!
//! `!key in object` negates the key, not the result of `in`.
//!
//! Options: `{ enforceForOrderingRelations: false }`; with `true`, `<`, `>`, `<=` and `>=` are examined too.
//!
//! ```js fails
//! if (!key in object) add(key);
//! ```
//!
//! ```js passes
//! if (!(key in object)) add(key);
//! ```

use oxc_syntax::operator::{BinaryOperator, UnaryOperator};

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unsafe-negation",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("unexpected", "Unexpected negating the left operand of '{{operator}}' operator."),
        (
            "suggestNegatedExpression",
            "Negate '{{operator}}' expression instead of its left operand. This changes the current behavior.",
        ),
        (
            "suggestParenthesisedNegation",
            "Wrap negation in '()' to make the intention explicit. This preserves the current behavior.",
        ),
    ],
    types: &[AstType::BinaryExpression],
    run: Run::Configured(|options| {
        let key = "enforceForOrderingRelations";
        let ordering = options.only_object(&[key])?.bool(key, false)?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::BinaryExpression(binary) = node.kind() else { return };
            let operator = binary.operator;
            let applies = matches!(operator, BinaryOperator::In | BinaryOperator::Instanceof)
                || (ordering && operator.is_compare());
            let Expression::UnaryExpression(left) = &binary.left else { return };
            if !applies || left.operator != UnaryOperator::LogicalNot {
                return;
            }
            let operator = operator.as_str();
            let rest = Span::new(left.span.start + 1, binary.span.end);
            let edit = Edit::replace(rest, format!("({})", ctx.text(rest)));
            drop(
                ctx.report(left.span, "unexpected")
                    .data("operator", operator)
                    .suggest_with(
                        "suggestNegatedExpression",
                        vec![("operator", operator.to_owned())],
                        vec![edit],
                    )
                    .suggest(
                        "suggestParenthesisedNegation",
                        left.span,
                        format!("({})", ctx.text(left.span)),
                    ),
            );
        }))
    }),
    ..Rule::DEFAULT
};
