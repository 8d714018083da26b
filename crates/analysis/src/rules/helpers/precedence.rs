//! How tightly expressions bind, with ESLint's numbers.

use oxc_ast::ast::Expression;
use oxc_syntax::operator::{BinaryOperator, LogicalOperator};

/// Of an assignment.
pub(crate) const ASSIGNMENT: i32 = 1;
/// Of a condition.
pub(crate) const CONDITIONAL: i32 = 3;
/// Of a unary operator.
pub(crate) const UNARY: i32 = 16;

/// The precedence of an expression. What ESLint does not know is -1.
pub(crate) fn precedence(expression: &Expression<'_>) -> i32 {
    match expression.without_parentheses() {
        Expression::SequenceExpression(_) => 0,
        Expression::AssignmentExpression(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::YieldExpression(_) => ASSIGNMENT,
        Expression::ConditionalExpression(_) => CONDITIONAL,
        Expression::LogicalExpression(logical) => of_logical(logical.operator),
        Expression::BinaryExpression(binary) => of_binary(binary.operator),
        Expression::PrivateInExpression(_) => of_binary(BinaryOperator::In),
        Expression::UnaryExpression(_) | Expression::AwaitExpression(_) => UNARY,
        Expression::UpdateExpression(_) => 17,
        Expression::CallExpression(_) | Expression::ChainExpression(_) | Expression::ImportExpression(_) => {
            18
        }
        Expression::NewExpression(_) => 19,
        Expression::TSAsExpression(_)
        | Expression::TSSatisfiesExpression(_)
        | Expression::TSTypeAssertion(_)
        | Expression::TSNonNullExpression(_)
        | Expression::TSInstantiationExpression(_) => -1,
        _ => 20,
    }
}

/// The precedence of a logical operator.
pub(crate) fn of_logical(operator: LogicalOperator) -> i32 {
    match operator {
        LogicalOperator::Or | LogicalOperator::Coalesce => 4,
        LogicalOperator::And => 5,
    }
}

/// The precedence of a binary operator.
pub(crate) fn of_binary(operator: BinaryOperator) -> i32 {
    match operator {
        BinaryOperator::BitwiseOR => 6,
        BinaryOperator::BitwiseXOR => 7,
        BinaryOperator::BitwiseAnd => 8,
        operator if operator.is_equality() => 9,
        operator if operator.is_relational() || operator.is_compare() => 10,
        operator if operator.is_bitshift() => 11,
        BinaryOperator::Addition | BinaryOperator::Subtraction => 12,
        BinaryOperator::Exponential => 15,
        _ => 13,
    }
}

/// Whether an expression mixes `??` with another logical operator around it, which takes parentheses.
pub(crate) fn mixes_coalesce(inner: &Expression<'_>, outer: LogicalOperator) -> bool {
    match inner.without_parentheses() {
        Expression::LogicalExpression(inner) => inner.operator.is_coalesce() != outer.is_coalesce(),
        _ => false,
    }
}
