//! Texts that a timer would run as code.

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, IdentifierReference};

use super::flow::Flow;
use super::origin::Origin;
use crate::rules::is_text;

/// How many variables and functions lead to a text.
const MAX_STEPS: usize = 4;
/// Methods whose result is a text, whatever has them.
const METHODS: [&str; 11] = [
    "padEnd",
    "padStart",
    "replaceAll",
    "substring",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "toWellFormed",
    "trim",
    "trimEnd",
    "trimStart",
];
/// Methods whose result is a text, if a text has them.
const OF_TEXTS: [&str; 8] = ["at", "charAt", "concat", "normalize", "repeat", "replace", "slice", "substr"];
/// Functions whose result is a text.
const FUNCTIONS: [&[&str]; 10] = [
    &["JSON", "stringify"],
    &["String"],
    &["String", "fromCharCode"],
    &["String", "fromCodePoint"],
    &["String", "raw"],
    &["atob"],
    &["btoa"],
    &["decodeURI"],
    &["decodeURIComponent"],
    &["unescape"],
];

impl<'a> Flow<'_, 'a> {
    /// Whether an expression may be a text, or what becomes one where a text is run.
    pub(super) fn may_be_text(&self, expression: &Expression<'a>) -> bool {
        self.may_be_text_in(expression, MAX_STEPS)
    }

    fn may_be_text_in(&self, expression: &Expression<'a>, steps: usize) -> bool {
        let may_be = |expression: &Expression<'a>| self.may_be_text_in(expression, steps);
        match expression.get_inner_expression() {
            Expression::ConditionalExpression(either) => {
                may_be(&either.consequent) || may_be(&either.alternate)
            }
            Expression::LogicalExpression(logical) => may_be(&logical.left) || may_be(&logical.right),
            Expression::SequenceExpression(sequence) => sequence.expressions.last().is_some_and(may_be),
            Expression::AssignmentExpression(assignment) => may_be(&assignment.right),
            Expression::AwaitExpression(awaited) => may_be(&awaited.argument),
            // Lists and objects become texts.
            Expression::ArrayExpression(_) | Expression::ObjectExpression(_) => true,
            Expression::NewExpression(new) => {
                self.of(&new.callee).iter().any(|class| class.is_path(&["String"]))
            }
            Expression::CallExpression(call) => self.gives_text(call, steps),
            inner if is_text(inner, self.model) => true,
            Expression::Identifier(name) => {
                steps.checked_sub(1).is_some_and(|steps| self.holds_text(name, steps))
            }
            _ => false,
        }
    }

    /// Whether a call gives a text.
    fn gives_text(&self, call: &CallExpression<'a>, steps: usize) -> bool {
        let function = call.callee.get_inner_expression();
        if let Some(member) = function.get_member_expr()
            && let Some(name) = self.member_name(member)
        {
            let object = member.object().get_inner_expression();
            if METHODS.contains(&name.as_ref())
                || (name == "join" && matches!(object, Expression::ArrayExpression(_)))
                || (OF_TEXTS.contains(&name.as_ref()) && is_text(object, self.model))
            {
                return true;
            }
        }
        self.of(function).iter().any(|callee| match (callee, steps.checked_sub(1)) {
            (Origin::Function(Some(node)), Some(steps)) => {
                self.returned_expressions(*node).iter().any(|returned| self.may_be_text_in(returned, steps))
            }
            (callee, _) => FUNCTIONS.iter().any(|known| callee.is_path(known)),
        })
    }

    /// Whether a variable may hold a text: by its declaration, or by an assignment.
    fn holds_text(&self, name: &IdentifierReference<'a>, steps: usize) -> bool {
        if self.initial(name).is_some_and(|init| self.may_be_text_in(init, steps)) {
            return true;
        }
        let Some(symbol) = self.variable(name) else { return false };
        let mut references = self.model.semantic.scoping().get_resolved_references(symbol);
        references.any(|reference| match self.parent(reference.node_id()).1 {
            AstKind::AssignmentExpression(assignment) if reference.is_write() => {
                self.may_be_text_in(&assignment.right, steps)
            }
            _ => false,
        })
    }
}
