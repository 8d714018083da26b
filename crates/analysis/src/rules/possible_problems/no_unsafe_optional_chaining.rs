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
    types: &[AstType::ChainExpression],
    run: Run::Configured(|options| {
        let key = "disallowArithmeticOperators";
        let arithmetic = options.only_object(&[key])?.bool(key, false)?;
        Ok(Check::nodes(move |chain, ctx| {
            let (value, user) = user(chain, ctx);
            let is_value = |part: &Expression<'_>| part.without_parentheses().span() == value;
            if must_be_defined(user, ctx).is_some_and(is_value) {
                ctx.report(chain.kind().span(), "unsafeOptionalChain");
            }
            if arithmetic && operands(user).into_iter().flatten().any(is_value) {
                ctx.report(chain.kind().span(), "unsafeArithmetic");
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// The node that uses the value of a chain, and where the expression is that has this value in it.
fn user<'a>(chain: &AstNode<'a>, ctx: &Context<'a>) -> (Span, &'a AstNode<'a>) {
    let mut value = chain.kind().span();
    let mut parent = ctx.parent(chain.id());
    loop {
        let is = |part: &Expression<'_>| part.without_parentheses().span() == value;
        let passes_on = match parent.kind() {
            AstKind::LogicalExpression(logical) => logical.operator == LogicalOperator::And || is(&logical.right),
            AstKind::SequenceExpression(sequence) => sequence.expressions.last().is_some_and(is),
            AstKind::ConditionalExpression(conditional) => !is(&conditional.test),
            AstKind::AwaitExpression(_) => true,
            _ => false,
        };
        if !passes_on {
            return (value, parent);
        }
        (value, parent) = (parent.kind().span(), ctx.parent(parent.id()));
    }
}

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

/// The operands of arithmetic.
fn operands<'a>(node: &AstNode<'a>) -> [Option<&'a Expression<'a>>; 2] {
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
            [Some(&binary.right), Some(&binary.left)]
        }
        AstKind::UnaryExpression(unary)
            if matches!(unary.operator, UnaryOperator::UnaryPlus | UnaryOperator::UnaryNegation) =>
        {
            [Some(&unary.argument), None]
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
            [Some(&assignment.right), None]
        }
        _ => [None, None],
    }
}
