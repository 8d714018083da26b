//! `use-isnan`: require calls to `isNaN()` when checking for `NaN`.
//!
//! `NaN` is not equal to anything, itself included: a comparison with it has a constant result.
//!
//! ```js fails
//! if (count === NaN) reset();
//! ```
//!
//! ```js passes
//! if (Number.isNaN(count)) reset();
//! ```

use oxc_syntax::operator::BinaryOperator;

use crate::rules::helpers::keys::static_member;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "use-isnan",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("comparisonWithNaN", "Use the isNaN function to compare with NaN."),
        ("switchNaN", "'switch(NaN)' can never match a case clause. Use Number.isNaN instead of the switch."),
        (
            "caseNaN",
            "'case NaN' can never match. Use Number.isNaN before the switch.",
        ),
        ("indexOfNaN", "Array prototype method '{{ methodName }}' cannot find NaN."),
        ("replaceWithIsNaN", "Replace with Number.isNaN."),
        ("replaceWithCastingAndIsNaN", "Replace with Number.isNaN and cast to a Number."),
        ("replaceWithFindIndex", "Replace with Array.prototype.{{ methodName }}."),
    ],
    types: &[AstType::BinaryExpression, AstType::SwitchStatement, AstType::CallExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["enforceForSwitchCase", "enforceForIndexOf"])?;
        let switches = options.bool("enforceForSwitchCase", true)?;
        let searches = options.bool("enforceForIndexOf", false)?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::BinaryExpression(binary) => comparison(binary, ctx),
            AstKind::SwitchStatement(statement) if switches => switch(statement, ctx),
            AstKind::CallExpression(call) if searches => search(call, ctx),
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

/// Whether an expression is `NaN` or `Number.NaN`, or a sequence that ends with it.
fn is_nan<'a>(expression: &Expression<'a>, ctx: &Context<'a>) -> bool {
    match expression.without_parentheses() {
        Expression::SequenceExpression(sequence) => {
            sequence.expressions.last().is_some_and(|last| is_nan(last, ctx))
        }
        Expression::Identifier(identifier) => identifier.name == "NaN" && ctx.is_global(identifier),
        expression => {
            let Some(member) = expression.get_member_expr() else { return false };
            static_member(member).is_some_and(|name| name == "NaN")
                && matches!(member.object().without_parentheses(), Expression::Identifier(object)
                    if object.name == "Number" && ctx.is_global(object))
        }
    }
}

fn comparison<'a>(binary: &BinaryExpression<'a>, ctx: &Context<'a>) {
    let operator = binary.operator;
    if !(operator.is_equality() || operator.is_compare()) {
        return;
    }
    let (left, right) = (is_nan(&binary.left, ctx), is_nan(&binary.right, ctx));
    if !left && !right {
        return;
    }
    let report = ctx.report(binary.span, "comparisonWithNaN");
    let nan = if left { &binary.left } else { &binary.right };
    let is_sequence = matches!(nan.without_parentheses(), Expression::SequenceExpression(_));
    if !operator.is_equality() || is_sequence {
        return;
    }
    let other = if left { &binary.right } else { &binary.left }.without_parentheses();
    let text = ctx.text(other.span());
    let other = match other {
        Expression::SequenceExpression(_) => format!("({text})"),
        _ => text.to_owned(),
    };
    let not = match operator {
        BinaryOperator::Inequality | BinaryOperator::StrictInequality => "!",
        _ => "",
    };
    let report = report.suggest("replaceWithIsNaN", binary.span, format!("{not}Number.isNaN({other})"));
    if !matches!(operator, BinaryOperator::StrictEquality | BinaryOperator::StrictInequality) {
        let cast = format!("{not}Number.isNaN(Number({other}))");
        drop(report.suggest("replaceWithCastingAndIsNaN", binary.span, cast));
    }
}

fn switch<'a>(statement: &SwitchStatement<'a>, ctx: &Context<'a>) {
    if is_nan(&statement.discriminant, ctx) {
        ctx.report(statement.span, "switchNaN");
    }
    for case in &statement.cases {
        if case.test.as_ref().is_some_and(|test| is_nan(test, ctx)) {
            ctx.report(case.span, "caseNaN");
        }
    }
}

fn search<'a>(call: &CallExpression<'a>, ctx: &Context<'a>) {
    let Some(member) = call.callee.get_member_expr() else { return };
    let Some(name) = static_member(member) else { return };
    let find = match name.as_ref() {
        "indexOf" => "findIndex",
        "lastIndexOf" => "findLastIndex",
        _ => return,
    };
    let Some(first) = call.arguments.first().and_then(Argument::as_expression) else { return };
    if call.arguments.len() > 2 || !is_nan(first, ctx) {
        return;
    }
    let report = ctx.report(call.span, "indexOfNaN").data("methodName", name);
    // A start index, and what a sequence does before, would be lost.
    let is_sequence = matches!(first.without_parentheses(), Expression::SequenceExpression(_));
    let Some((property, is_computed)) = property(member) else { return };
    if is_sequence || call.arguments.len() != 1 {
        return;
    }
    let property = Edit::replace(property, if is_computed { format!("\"{find}\"") } else { find.to_owned() });
    let argument = Edit::replace(first.without_parentheses().span(), "Number.isNaN");
    drop(report.suggest_with(
        "replaceWithFindIndex",
        vec![("methodName", find.to_owned())],
        vec![property, argument],
    ));
}

fn property(member: &MemberExpression<'_>) -> Option<(Span, bool)> {
    match member {
        MemberExpression::StaticMemberExpression(member) => Some((member.property.span, false)),
        MemberExpression::ComputedMemberExpression(member) => Some((member.expression.without_parentheses().span(), true)),
        MemberExpression::PrivateFieldExpression(_) => None,
    }
}
