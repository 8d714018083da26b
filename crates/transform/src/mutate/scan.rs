//! Finds all possible mutations of a program.

use std::collections::BTreeSet;

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BinaryExpression, CallExpression, ChainElement,
    ConditionalExpression, DoWhileStatement, Expression, ExpressionStatement, ForStatement, IfStatement,
    Program, ReturnStatement, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::operator::BinaryOperator;
use verdict_protocol::MutantKind;

use super::change::{Change, Into};

/// Bound above which a number may differ from its literal.
const GREATEST: f64 = 1e15;

pub(super) struct Scan<'a> {
    source: &'a str,
    found: Vec<Change>,
    /// Expressions that are negated as a whole.
    conditions: BTreeSet<Span>,
}

impl Scan<'_> {
    /// All changes, in text order. No two have the same offset and kind: of conditions with the same start,
    /// the outermost is changed.
    pub(super) fn of(program: &Program<'_>, source: &str) -> Vec<Change> {
        let mut scan = Scan { source, found: Vec::new(), conditions: BTreeSet::new() };
        scan.visit_program(program);
        let mut seen = BTreeSet::new();
        scan.found.retain(|change| seen.insert((change.offset, change.kind)));
        scan.found.sort_by_key(|change| (change.offset, change.kind));
        scan.found
    }

    fn add(&mut self, kind: MutantKind, span: Span, into: Into) {
        self.found.push(Change { kind, offset: span.start, span, into });
    }

    fn condition(&mut self, test: &Expression<'_>) {
        self.conditions.insert(test.span());
        self.add(MutantKind::NegateCondition, test.span(), Into::Negated);
    }

    fn returned(&mut self, value: &Expression<'_>) {
        let Some(into) = other_constant(value.without_parentheses()) else { return };
        self.add(MutantKind::ReturnConstant, value.span(), into);
        if has_open_type(value.without_parentheses()) {
            self.add(MutantKind::ReturnOther, value.span(), Into::Other);
        }
    }

    /// Location of the operator between its operands.
    fn operator(&self, it: &BinaryExpression<'_>) -> Option<Span> {
        let written = it.operator.as_str();
        let (start, end) = (it.left.span().end, it.right.span().start);
        let between = self.source.get(start as usize..end as usize)?;
        // A comment may contain the operator.
        if between.trim() != written {
            return None;
        }
        let at = start + u32::try_from(between.find(written)?).ok()?;
        Some(Span::new(at, at + u32::try_from(written.len()).ok()?))
    }
}

/// A constant that differs from the returned one; `None` if the return value is empty.
fn other_constant(value: &Expression<'_>) -> Option<Into> {
    Some(match value {
        Expression::BooleanLiteral(value) => Into::Text(if value.value { "false" } else { "true" }),
        Expression::NumericLiteral(value) if value.value.fract() == 0.0 && value.value < GREATEST =>
        {
            #[expect(clippy::cast_possible_truncation, reason = "an integer below 10^15")]
            Into::Next(value.value as i64)
        }
        Expression::StringLiteral(value) if value.value.is_empty() => Into::Text("'mutant'"),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Into::Text("''"),
        Expression::Identifier(name) if name.name == "undefined" => return None,
        Expression::UnaryExpression(it) if it.operator.is_void() => return None,
        _ => Into::Text("undefined"),
    })
}

/// Whether only running a returned expression shows its type. Literals have other constants already.
fn has_open_type(value: &Expression<'_>) -> bool {
    !(value.is_literal()
        || matches!(
            value,
            Expression::ArrowFunctionExpression(_)
                | Expression::ClassExpression(_)
                | Expression::FunctionExpression(_)
                | Expression::NewExpression(_)
                | Expression::ObjectExpression(_)
                | Expression::TemplateLiteral(_)
        ))
}

fn turned(operator: BinaryOperator) -> Option<&'static str> {
    Some(match operator {
        BinaryOperator::Equality => "!=",
        BinaryOperator::Inequality => "==",
        BinaryOperator::StrictEquality => "!==",
        BinaryOperator::StrictInequality => "===",
        BinaryOperator::LessThan => ">=",
        BinaryOperator::LessEqualThan => ">",
        BinaryOperator::GreaterThan => "<=",
        BinaryOperator::GreaterEqualThan => "<",
        _ => return None,
    })
}

/// The call of an expression statement. `super()` cannot be removed and does not count.
fn call<'a, 'b>(value: &'b Expression<'a>) -> Option<&'b CallExpression<'a>> {
    let call = match value.without_parentheses() {
        Expression::CallExpression(call) => call,
        Expression::AwaitExpression(awaited) => return call_of(&awaited.argument),
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(call) => call,
            _ => return None,
        },
        _ => return None,
    };
    (!matches!(call.callee, Expression::Super(_))).then_some(call)
}

fn call_of<'a, 'b>(value: &'b Expression<'a>) -> Option<&'b CallExpression<'a>> {
    match value {
        Expression::AwaitExpression(_) => None,
        value => call(value),
    }
}

impl<'a> Visit<'a> for Scan<'_> {
    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.condition(&it.test);
        walk::walk_if_statement(self, it);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.condition(&it.test);
        walk::walk_while_statement(self, it);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.condition(&it.test);
        walk::walk_do_while_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        if let Some(test) = &it.test {
            self.condition(test);
        }
        walk::walk_for_statement(self, it);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        self.condition(&it.test);
        walk::walk_conditional_expression(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        // A complete condition is negated as a whole.
        if !self.conditions.contains(&it.span)
            && let (Some(turned), Some(span)) = (turned(it.operator), self.operator(it))
        {
            self.add(MutantKind::NegateCondition, span, Into::Text(turned));
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        if let Some(value) = &it.argument {
            self.returned(value);
        }
        walk::walk_return_statement(self, it);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        if let ArrowFunctionBody::FunctionBody(_) = &it.body {
        } else if let Some(value) = it.body.as_expression() {
            self.returned(value);
        }
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if call(&it.expression).is_some() {
            self.add(MutantKind::DropCall, it.span, Into::Text(";"));
        }
        walk::walk_expression_statement(self, it);
    }
}
