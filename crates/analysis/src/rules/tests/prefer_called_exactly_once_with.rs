//! `vitest/prefer-called-exactly-once-with`: prefer `toHaveBeenCalledExactlyOnceWith` over `toHaveBeenCalledOnce` and `toHaveBeenCalledWith`.
//!
//! One assertion says what two say.
//!
//! ```js fails
//! test('calls', () => {
//!   expect(listener).toHaveBeenCalledOnce();
//!   expect(listener).toHaveBeenCalledWith('change');
//! });
//! ```
//!
//! ```js passes
//! test('calls', () => {
//!   expect(listener).toHaveBeenCalledExactlyOnceWith('change');
//! });
//! ```

use oxc_ast::ast::MemberExpression;

use crate::rules::helpers::test_calls::{CallKind, TestCall, argument, argument_span};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/prefer-called-exactly-once-with",
    aliases: &["@vitest/prefer-called-exactly-once-with"],
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[(
        "preferCalledExactlyOnceWith",
        "Using `toHaveBeenCalledOnce` and `toHaveBeenCalledWith` on the same target; prefer `toHaveBeenCalledExactlyOnceWith` instead.",
    )],
    types: &[AstType::Program, AstType::BlockStatement, AstType::FunctionBody],
    run: Run::Nodes(|node, ctx| match node.kind() {
        AstKind::Program(program) => check(&program.body, ctx),
        AstKind::BlockStatement(block) => check(&block.body, ctx),
        AstKind::FunctionBody(body) => check(&body.statements, ctx),
        _ => {}
    }),
    ..Rule::DEFAULT
};

const ONCE: &str = "toHaveBeenCalledOnce";
const WITH: &str = "toHaveBeenCalledWith";

/// An assertion about a mock.
struct Assertion<'a> {
    /// What comes before the matcher.
    target: &'a str,
    matcher: &'a str,
    statement: Span,
    call: &'a CallExpression<'a>,
    callee: &'a MemberExpression<'a>,
}

impl<'a> Assertion<'a> {
    fn of(statement: &'a Statement<'a>, ctx: &Context<'a>) -> Option<Assertion<'a>> {
        let Statement::ExpressionStatement(statement) = statement else { return None };
        let Expression::CallExpression(call) = statement.expression.without_parentheses() else { return None };
        let found = TestCall::of_call(call, ctx).filter(|found| found.kind == CallKind::Expect)?;
        let expectation = found.expectation?;
        if expectation.modifiers.iter().any(|modifier| modifier.name == "not") {
            return None;
        }
        let matcher = Some(expectation.matcher.name).filter(|name| matches!(*name, ONCE | WITH))?;
        let callee = call.callee.without_parentheses().as_member_expression()?;
        let target = ctx.text(callee.object().without_parentheses().span());
        Some(Assertion { target, matcher, statement: statement.span, call, callee })
    }

    /// The name of the mock in `expect(mock)`.
    fn mock(&self) -> Option<&'a str> {
        let Expression::CallExpression(expect) = self.callee.object().without_parentheses() else { return None };
        match argument(expect.arguments.first()?)? {
            Expression::Identifier(mock) => Some(mock.name.as_str()),
            _ => None,
        }
    }
}

fn check<'a>(statements: &'a [Statement<'a>], ctx: &Context<'a>) {
    let mut all = statements.iter().filter_map(|statement| Assertion::of(statement, ctx)).peekable();
    if all.peek().is_none() {
        return;
    }
    // The sort is stable, so each target keeps the order of the source.
    let mut all: Vec<Assertion<'a>> = all.collect();
    all.sort_by_key(|assertion| assertion.target);
    for pair in all.chunk_by(|a, b| a.target == b.target) {
        let [first, second] = pair else { continue };
        let is_both = first.matcher != second.matcher;
        if is_both && !is_reset_between(statements, first, second, ctx) {
            report(first, second, ctx);
        }
    }
}

/// Whether the calls of the mock are forgotten on a line between two assertions.
fn is_reset_between<'a>(
    statements: &'a [Statement<'a>],
    first: &Assertion<'a>,
    second: &Assertion<'a>,
    ctx: &Context<'a>,
) -> bool {
    let Some(mock) = first.mock().filter(|mock| second.mock() == Some(mock)) else { return false };
    let line = |span: Span| ctx.lines.position(span.start).0;
    let (from, to) = (line(first.call.span), line(second.call.span));
    statements.iter().any(|statement| {
        let line = line(statement.span());
        line > from && line < to && is_reset(statement, mock)
    })
}

fn is_reset(statement: &Statement<'_>, mock: &str) -> bool {
    let Statement::ExpressionStatement(statement) = statement else { return false };
    let Expression::CallExpression(call) = statement.expression.without_parentheses() else { return false };
    let Some(callee) = call.callee.without_parentheses().as_member_expression() else { return false };
    let is_method = match callee {
        MemberExpression::StaticMemberExpression(callee) => is_reset_method(&callee.property.name),
        MemberExpression::ComputedMemberExpression(callee) => {
            matches!(callee.expression.without_parentheses(), Expression::Identifier(name) if is_reset_method(&name.name))
        }
        MemberExpression::PrivateFieldExpression(_) => false,
    };
    is_method
        && matches!(callee.object().without_parentheses(), Expression::Identifier(object) if object.name == mock)
}

fn is_reset_method(name: &str) -> bool {
    matches!(name, "mockClear" | "mockReset" | "mockRestore")
}

fn report<'a>(first: &Assertion<'a>, second: &Assertion<'a>, ctx: &Context<'a>) {
    let property = match second.callee {
        MemberExpression::StaticMemberExpression(callee) => callee.property.span,
        MemberExpression::ComputedMemberExpression(callee) => callee.expression.without_parentheses().span(),
        MemberExpression::PrivateFieldExpression(callee) => callee.field.span,
    };
    let report = ctx.report(property, "preferCalledExactlyOnceWith");
    let with = if first.matcher == WITH { first.call } else { second.call };
    let arguments: Vec<&str> = with.arguments.iter().map(|one| ctx.text(argument_span(one))).collect();
    let types = with.type_arguments.as_ref().map_or("", |types| ctx.text(types.span));
    let before = ctx.text(Span::new(first.statement.start, first.call.span.start));
    let instead = format!(
        "{before}{}.toHaveBeenCalledExactlyOnceWith{types}({})",
        first.target,
        arguments.join(", ")
    );
    let line = |at: u32| ctx.lines.position(at).0;
    let start = ctx.lines.span(line(second.statement.start)).start;
    // Where a line less ends, the last line has no line end.
    let end = ctx.lines.span(line(second.statement.end) + 1).start;
    if first.call.span.end <= start {
        let lines = Span::new(start, end);
        drop(report.fixes([Edit::replace(first.call.span, instead), Edit::remove(lines)]));
    }
}
