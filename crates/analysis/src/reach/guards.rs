//! Writes that only fill in what a host lacks: `Array.prototype.at ??= at`, and those in
//! `if (!Array.prototype.at)`.

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, IfStatement, Statement};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

use super::scan::Scan;
use crate::rules::static_text;

/// How many constants lead from a condition to what it asks.
const MAX_STEPS: usize = 4;

/// A property that is written.
struct Property<'p> {
    path: &'p [String],
    /// The constant that has its name, if no text tells it.
    key: Option<SymbolId>,
}

impl<'a> Scan<'_, '_, 'a> {
    /// Whether a write to the property at a path happens only where the property is missing.
    pub(super) fn fills_in(&self, node: NodeId, path: &[String]) -> bool {
        let nodes = self.flow.model.semantic.nodes();
        let span = nodes.kind(node).span();
        let key = match nodes.kind(node) {
            AstKind::ComputedMemberExpression(member) => self.flow.constant(&member.expression),
            _ => None,
        };
        let property = Property { path, key: key.filter(|_| path.last().is_some_and(|name| name == "*")) };
        if let AstKind::AssignmentExpression(assignment) = self.flow.parent(node).1
            && assignment.left.span().contains_inclusive(span)
        {
            let is_default = match assignment.operator {
                AssignmentOperator::LogicalNullish | AssignmentOperator::LogicalOr => true,
                AssignmentOperator::Assign => self.is_default_of(&assignment.right, &property),
                _ => false,
            };
            if is_default {
                return true;
            }
        }
        let is_guarded = nodes.ancestors(node).any(|outer| {
            let is_in = |inner: Span| inner.contains_inclusive(span);
            let asks = |test, holds| self.is_missing_where(test, holds, &property, MAX_STEPS);
            match outer.kind() {
                AstKind::IfStatement(statement) if is_in(statement.consequent.span()) => {
                    asks(&statement.test, true)
                }
                AstKind::IfStatement(statement) if !is_in(statement.test.span()) => {
                    asks(&statement.test, false)
                }
                AstKind::ConditionalExpression(either) if is_in(either.consequent.span()) => {
                    asks(&either.test, true)
                }
                AstKind::ConditionalExpression(either) if is_in(either.alternate.span()) => {
                    asks(&either.test, false)
                }
                AstKind::LogicalExpression(logical) if is_in(logical.right.span()) => {
                    match logical.operator {
                        LogicalOperator::And => asks(&logical.left, true),
                        LogicalOperator::Or => asks(&logical.left, false),
                        LogicalOperator::Coalesce => self.is_property(&logical.left, &property),
                    }
                }
                _ => false,
            }
        });
        is_guarded || self.is_left_before(node, &property)
    }

    /// Whether the function has ended before a node where a property is there: `if (Array.prototype.at) return;`.
    fn is_left_before(&self, node: NodeId, property: &Property<'_>) -> bool {
        let nodes = self.flow.model.semantic.nodes();
        let span = nodes.kind(node).span();
        for outer in nodes.ancestor_kinds(node) {
            let statements = match outer {
                AstKind::BlockStatement(block) => &block.body,
                AstKind::FunctionBody(body) => &body.statements,
                _ => continue,
            };
            let before = statements.iter().take_while(|statement| statement.span().end <= span.start);
            let leaves = |statement: &Statement<'a>| match statement {
                Statement::IfStatement(statement) => {
                    ends(statement) && self.is_missing_where(&statement.test, false, property, MAX_STEPS)
                }
                _ => false,
            };
            if before.into_iter().any(leaves) {
                return true;
            }
            // What a function does may happen before what stands before the function.
            if matches!(outer, AstKind::FunctionBody(_)) {
                return false;
            }
        }
        false
    }

    /// Whether an expression is `a.b || x` or `a.b ?? x`, where `a.b` is the property.
    fn is_default_of(&self, value: &Expression<'a>, property: &Property<'_>) -> bool {
        matches!(value.get_inner_expression(), Expression::LogicalExpression(logical)
            if logical.operator != LogicalOperator::And && self.is_property(&logical.left, property))
    }

    /// Whether an expression is a property, and nothing else.
    fn is_property(&self, expression: &Expression<'a>, property: &Property<'_>) -> bool {
        let (Some(key), [object @ .., _]) = (property.key, property.path) else {
            return self.is_at(expression, property.path);
        };
        matches!(expression.get_inner_expression(), Expression::ComputedMemberExpression(member)
            if self.flow.constant(&member.expression) == Some(key) && self.is_at(&member.object, object))
    }

    fn is_at(&self, expression: &Expression<'a>, path: &[String]) -> bool {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let origins = self.flow.of(expression);
        self.is_one_value(expression, MAX_STEPS)
            && !origins.is_empty()
            && origins.iter().all(|origin| origin.is_path(&path))
    }

    /// Whether an expression is a name or a member, as what it is set to is: no choice between values.
    fn is_one_value(&self, expression: &Expression<'a>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let expression = expression.get_inner_expression();
        if let Some(member) = expression.get_member_expr() {
            return self.is_one_value(member.object(), steps);
        }
        match expression {
            Expression::Identifier(name) => {
                self.flow.initial(name).is_none_or(|init| self.is_one_value(init, steps))
            }
            expression => expression.is_literal() || matches!(expression, Expression::ThisExpression(_)),
        }
    }

    /// Whether a property is missing, or no function, wherever a condition holds, or does not.
    fn is_missing_where(
        &self,
        test: &Expression<'a>,
        holds: bool,
        property: &Property<'_>,
        steps: usize,
    ) -> bool {
        let test = test.get_inner_expression();
        if self.is_property(test, property) {
            return !holds;
        }
        match test {
            Expression::UnaryExpression(not) if not.operator == UnaryOperator::LogicalNot => {
                self.is_missing_where(&not.argument, !holds, property, steps)
            }
            Expression::LogicalExpression(logical) => {
                let mut sides = [&logical.left, &logical.right].into_iter();
                let tells = |side| self.is_missing_where(side, holds, property, steps);
                match (logical.operator, holds) {
                    (LogicalOperator::And, true) | (LogicalOperator::Or, false) => sides.any(tells),
                    (LogicalOperator::And, false) | (LogicalOperator::Or, true) => sides.all(tells),
                    (LogicalOperator::Coalesce, _) => tells(&logical.left) && tells(&logical.right),
                }
            }
            Expression::BinaryExpression(binary) => match binary.operator {
                BinaryOperator::In => !holds && self.asks_for(&binary.right, &binary.left, property),
                BinaryOperator::Equality | BinaryOperator::StrictEquality => {
                    self.is_missing_if_equal(&binary.left, &binary.right, holds, property)
                }
                BinaryOperator::Inequality | BinaryOperator::StrictInequality => {
                    self.is_missing_if_equal(&binary.left, &binary.right, !holds, property)
                }
                _ => false,
            },
            Expression::CallExpression(call) => !holds && self.asks_by_call(call, property),
            Expression::Identifier(_) => {
                let set_to = self.flow.value_of_constant(test).zip(steps.checked_sub(1));
                set_to.is_some_and(|(test, steps)| self.is_missing_where(test, holds, property, steps))
            }
            _ => false,
        }
    }

    /// Whether a property is missing, or no function, if two values are equal, or if they are not.
    fn is_missing_if_equal(
        &self,
        left: &Expression<'a>,
        right: &Expression<'a>,
        equal: bool,
        property: &Property<'_>,
    ) -> bool {
        [(left, right), (right, left)].into_iter().any(|(asked, other)| match asked.get_inner_expression() {
            Expression::UnaryExpression(of) if of.operator == UnaryOperator::Typeof => {
                let is_told = match static_text(other, self.flow.model).as_deref() {
                    Some("undefined") => equal,
                    Some("function") => !equal,
                    _ => false,
                };
                is_told && self.is_property(&of.argument, property)
            }
            asked => equal && is_nothing(other) && self.is_property(asked, property),
        })
    }

    /// Whether a call is `Object.hasOwn(a, 'b')` or its like, where `a.b` is the property.
    fn asks_by_call(&self, call: &CallExpression<'a>, property: &Property<'_>) -> bool {
        let arguments =
            [0, 1].map(|index| call.arguments.get(index).and_then(oxc_ast::ast::Argument::as_expression));
        let Some(member) = call.callee.get_inner_expression().get_member_expr() else { return false };
        let name = self.flow.member_name(member);
        match (name.as_deref(), arguments) {
            (Some("hasOwnProperty"), [Some(name), None]) => self.asks_for(member.object(), name, property),
            (Some("call"), [Some(object), Some(name)]) => {
                let function = member.object().get_inner_expression().get_member_expr();
                let function = function.and_then(|function| self.flow.member_name(function));
                function.as_deref() == Some("hasOwnProperty") && self.asks_for(object, name, property)
            }
            (Some("hasOwn" | "has"), [Some(object), Some(name)]) => {
                let callee = self.flow.of(&call.callee);
                let is_known = [["Object", "hasOwn"], ["Reflect", "has"]];
                callee.iter().any(|callee| is_known.iter().any(|known| callee.is_path(known)))
                    && self.asks_for(object, name, property)
            }
            _ => false,
        }
    }

    /// Whether an object and a name are those of a property.
    fn asks_for(&self, object: &Expression<'a>, name: &Expression<'a>, property: &Property<'_>) -> bool {
        let [path @ .., last] = property.path else { return false };
        let is_name = match property.key {
            Some(key) => self.flow.constant(name) == Some(key),
            None => static_text(name, self.flow.model).is_some_and(|name| name == *last),
        };
        is_name && self.is_at(object, path)
    }
}

/// Whether the function, or the turn of a loop, ends where a condition holds.
fn ends(statement: &IfStatement<'_>) -> bool {
    let last = match &statement.consequent {
        Statement::BlockStatement(block) => block.body.last(),
        other => Some(other),
    };
    statement.alternate.is_none()
        && match last {
            Some(Statement::ReturnStatement(_) | Statement::ThrowStatement(_)) => true,
            Some(Statement::ContinueStatement(next)) => next.label.is_none(),
            _ => false,
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
