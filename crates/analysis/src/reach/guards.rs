//! Writes that only fill in what a host lacks: `Array.prototype.at ??= at`, and those in
//! `if (!Array.prototype.at)`.

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

use super::scan::Scan;
use crate::rules::static_text;

impl<'a> Scan<'_, '_, 'a> {
    /// Whether a write to the property at a path happens only where the property is missing.
    pub(super) fn fills_in(&self, node: NodeId, path: &[String]) -> bool {
        let span = self.flow.model.semantic.nodes().kind(node).span();
        if let AstKind::AssignmentExpression(assignment) = self.flow.parent(node).1
            && assignment.left.span().contains_inclusive(span)
        {
            let is_default = match assignment.operator {
                AssignmentOperator::LogicalNullish | AssignmentOperator::LogicalOr => true,
                AssignmentOperator::Assign => self.is_default_of(&assignment.right, path),
                _ => false,
            };
            if is_default {
                return true;
            }
        }
        self.flow.model.semantic.nodes().ancestors(node).any(|outer| {
            let is_in = |inner: &dyn GetSpan| inner.span().contains_inclusive(span);
            match outer.kind() {
                AstKind::IfStatement(statement) => {
                    is_in(&statement.consequent) && self.asks_whether_missing(&statement.test, path)
                }
                AstKind::ConditionalExpression(conditional) => {
                    is_in(&conditional.consequent) && self.asks_whether_missing(&conditional.test, path)
                }
                AstKind::LogicalExpression(logical) if is_in(&logical.right) => match logical.operator {
                    LogicalOperator::And => self.asks_whether_missing(&logical.left, path),
                    LogicalOperator::Or | LogicalOperator::Coalesce => self.is_at(&logical.left, path),
                },
                _ => false,
            }
        })
    }

    /// Whether an expression is `a.b || x` or `a.b ?? x`, where `a.b` is at the path.
    fn is_default_of(&self, value: &Expression<'a>, path: &[String]) -> bool {
        matches!(value.get_inner_expression(), Expression::LogicalExpression(logical)
            if logical.operator != LogicalOperator::And && self.is_at(&logical.left, path))
    }

    fn is_at(&self, expression: &Expression<'a>, path: &[String]) -> bool {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        self.flow.of(expression).iter().any(|origin| origin.is_path(&path))
    }

    /// Whether a condition holds only if the property at a path is missing, or no function.
    fn asks_whether_missing(&self, test: &Expression<'a>, path: &[String]) -> bool {
        match test.get_inner_expression() {
            Expression::UnaryExpression(not) if not.operator == UnaryOperator::LogicalNot => {
                self.is_at(&not.argument, path) || self.asks_whether_there(&not.argument, path)
            }
            Expression::LogicalExpression(logical) if logical.operator == LogicalOperator::And => {
                self.asks_whether_missing(&logical.left, path)
                    || self.asks_whether_missing(&logical.right, path)
            }
            Expression::BinaryExpression(binary) => {
                let sides = [(&binary.left, &binary.right), (&binary.right, &binary.left)];
                sides.into_iter().any(|(asked, other)| {
                    let text = static_text(other, self.flow.model);
                    match (asked.get_inner_expression(), text.as_deref(), binary.operator) {
                        (
                            Expression::UnaryExpression(of),
                            Some("undefined"),
                            BinaryOperator::Equality | BinaryOperator::StrictEquality,
                        )
                        | (
                            Expression::UnaryExpression(of),
                            Some("function"),
                            BinaryOperator::Inequality | BinaryOperator::StrictInequality,
                        ) => of.operator == UnaryOperator::Typeof && self.is_at(&of.argument, path),
                        (asked, None, BinaryOperator::Equality | BinaryOperator::StrictEquality) => {
                            is_nothing(other) && self.is_at(asked, path)
                        }
                        _ => false,
                    }
                })
            }
            _ => false,
        }
    }

    /// Whether a condition is `'b' in a`, where `a.b` is at the path.
    fn asks_whether_there(&self, test: &Expression<'a>, path: &[String]) -> bool {
        let Expression::BinaryExpression(binary) = test.get_inner_expression() else { return false };
        let [object @ .., name] = path else { return false };
        binary.operator == BinaryOperator::In
            && static_text(&binary.left, self.flow.model).is_some_and(|text| text == *name)
            && self.is_at(&binary.right, object)
    }
}

/// Whether an expression is `undefined` or `null`.
fn is_nothing(value: &Expression<'_>) -> bool {
    match value.get_inner_expression() {
        Expression::NullLiteral(_) => true,
        Expression::Identifier(name) => name.name == "undefined",
        _ => false,
    }
}
