//! `== null` and `!= null`, under ESLint's id.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::BinaryOperator;

use super::Problem;
use crate::model::Model;

/// ESLint's id.
pub(super) const RULE: &str = "eqeqeq";

pub(super) fn check(model: &Model<'_>, problems: &mut Vec<Problem>) {
    for node in model.semantic.nodes().iter() {
        let AstKind::BinaryExpression(binary) = node.kind() else { continue };
        let operator = match binary.operator {
            BinaryOperator::Equality => "==",
            BinaryOperator::Inequality => "!=",
            _ => continue,
        };
        let is_null =
            |side: &Expression<'_>| matches!(side.without_parentheses(), Expression::NullLiteral(_));
        if !is_null(&binary.left) && !is_null(&binary.right) {
            continue;
        }
        problems.push(Problem {
            span: operator_span(model, binary.left.span().end, operator),
            code: None,
            rule: Some(RULE),
            variable: None,
            severity: None,
            message: "Use strict equality (===) for null checks".into(),
        });
    }
}

/// The operator, which is ESLint's location: the first one outside comments after the left operand.
fn operator_span(model: &Model<'_>, from: u32, operator: &str) -> Span {
    let source = model.lines.source();
    let mut at = from as usize;
    while let Some(found) = source[at..].find(operator) {
        let start = at + found;
        let offset = u32::try_from(start).unwrap_or(u32::MAX);
        match model.semantic.get_comment_at(offset) {
            Some(comment) => at = comment.span.end as usize,
            None => return Span::new(offset, offset + 2),
        }
    }
    Span::new(from, from)
}
