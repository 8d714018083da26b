//! `no-unsafe-optional-chaining`: disallow use of optional chaining in contexts where `undefined` is not allowed.
//!
//! `(a?.b)()` and `const { c } = a?.b` throw if the chain ends early.
//!
//! Options: `{ disallowArithmeticOperators: false }`; with `true`, arithmetic on optional chains is reported, which can give
//! `NaN`.
//!
//! ```js fails
//! const { name } = user?.profile;
//! ```
//!
//! ```js passes
//! const { name } = user?.profile ?? {};
//! ```

use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unsafe-optional-chaining",
    recommended: true,
    messages: &[
        (
            "unsafeOptionalChain",
            "Unsafe usage of optional chaining. If it short-circuits with 'undefined' the evaluation will throw TypeError.",
        ),
        ("unsafeArithmetic", "Unsafe arithmetic operation on optional chaining. It can result in NaN."),
    ],
    types: &[
        AstType::AssignmentExpression,
        AstType::AssignmentPattern,
        AstType::AssignmentTargetWithDefault,
        AstType::FormalParameter,
        AstType::Class,
        AstType::CallExpression,
        AstType::NewExpression,
        AstType::VariableDeclarator,
        AstType::StaticMemberExpression,
        AstType::ComputedMemberExpression,
        AstType::PrivateFieldExpression,
        AstType::TaggedTemplateExpression,
        AstType::ForOfStatement,
        AstType::SpreadElement,
        AstType::YieldExpression,
        AstType::BinaryExpression,
        AstType::PrivateInExpression,
        AstType::WithStatement,
        AstType::UnaryExpression,
    ],
    applies: |ctx| ctx.nodes_of(AstType::ChainExpression).next().is_some(),
    run: Run::Configured(|options| {
        let key = "disallowArithmeticOperators";
        let arithmetic = options.only_object(&[key])?.bool(key, false)?;
        Ok(Check::nodes(move |node, ctx| {
            if let Some(expression) = must_be_defined(node, ctx) {
                check(expression, "unsafeOptionalChain", ctx);
            }
            if arithmetic {
                operands(node, ctx);
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// The part of a node that must not be `undefined`.
fn must_be_defined<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<&'a Expression<'a>> {
    match node.kind() {
        AstKind::AssignmentExpression(assignment) => {
            is_pattern(&assignment.left).then_some(&assignment.right)
        }
        AstKind::AssignmentPattern(pattern) => {
            pattern.left.is_destructuring_pattern().then_some(&pattern.right)
        }
        AstKind::AssignmentTargetWithDefault(target) => is_pattern(&target.binding).then_some(&target.init),
        AstKind::FormalParameter(parameter) => {
            parameter.initializer.as_deref().filter(|_| parameter.pattern.is_destructuring_pattern())
        }
        AstKind::Class(class) => class.heritage.as_ref().map(|heritage| &heritage.expression),
        AstKind::CallExpression(call) => (!call.optional).then_some(&call.callee),
        AstKind::NewExpression(new) => Some(&new.callee),
        AstKind::VariableDeclarator(declarator) => {
            declarator.init.as_ref().filter(|_| declarator.id.is_destructuring_pattern())
        }
        AstKind::StaticMemberExpression(member) => (!member.optional).then_some(&member.object),
        AstKind::ComputedMemberExpression(member) => (!member.optional).then_some(&member.object),
        AstKind::PrivateFieldExpression(member) => (!member.optional).then_some(&member.object),
        AstKind::TaggedTemplateExpression(tagged) => Some(&tagged.tag),
        AstKind::ForOfStatement(statement) => Some(&statement.right),
        AstKind::SpreadElement(spread) => {
            let parent = ctx.parent_kind(node.id());
            (!matches!(parent, AstKind::ObjectExpression(_))).then_some(&spread.argument)
        }
        AstKind::YieldExpression(expression) => expression.argument.as_ref().filter(|_| expression.delegate),
        AstKind::BinaryExpression(binary) => {
            matches!(binary.operator, BinaryOperator::In | BinaryOperator::Instanceof).then_some(&binary.right)
        }
        AstKind::PrivateInExpression(binary) => Some(&binary.right),
        AstKind::WithStatement(statement) => Some(&statement.object),
        _ => None,
    }
}

fn is_pattern(target: &AssignmentTarget<'_>) -> bool {
    matches!(target, AssignmentTarget::ArrayAssignmentTarget(_) | AssignmentTarget::ObjectAssignmentTarget(_))
}

/// Examines the operands of arithmetic.
fn operands<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    match node.kind() {
        AstKind::BinaryExpression(binary)
            if matches!(
                binary.operator,
                BinaryOperator::Addition
                    | BinaryOperator::Subtraction
                    | BinaryOperator::Division
                    | BinaryOperator::Multiplication
                    | BinaryOperator::Remainder
                    | BinaryOperator::Exponential
            ) =>
        {
            check(&binary.right, "unsafeArithmetic", ctx);
            check(&binary.left, "unsafeArithmetic", ctx);
        }
        AstKind::UnaryExpression(unary)
            if matches!(unary.operator, UnaryOperator::UnaryPlus | UnaryOperator::UnaryNegation) =>
        {
            check(&unary.argument, "unsafeArithmetic", ctx);
        }
        AstKind::AssignmentExpression(assignment)
            if matches!(
                assignment.operator,
                AssignmentOperator::Addition
                    | AssignmentOperator::Subtraction
                    | AssignmentOperator::Division
                    | AssignmentOperator::Multiplication
                    | AssignmentOperator::Remainder
                    | AssignmentOperator::Exponential
            ) =>
        {
            check(&assignment.right, "unsafeArithmetic", ctx);
        }
        _ => {}
    }
}

/// Reports the optional chains that can be the value of an expression.
fn check<'a>(expression: &Expression<'a>, message: &'static str, ctx: &Context<'a>) {
    match expression.without_parentheses() {
        Expression::LogicalExpression(logical) => {
            if logical.operator == LogicalOperator::And {
                check(&logical.left, message, ctx);
            }
            check(&logical.right, message, ctx);
        }
        Expression::SequenceExpression(sequence) => {
            if let Some(last) = sequence.expressions.last() {
                check(last, message, ctx);
            }
        }
        Expression::ConditionalExpression(conditional) => {
            check(&conditional.consequent, message, ctx);
            check(&conditional.alternate, message, ctx);
        }
        Expression::AwaitExpression(awaited) => check(&awaited.argument, message, ctx),
        Expression::ChainExpression(chain) => {
            ctx.report(chain.span, message);
        }
        _ => {}
    }
}
