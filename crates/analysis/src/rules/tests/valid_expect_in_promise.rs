//! `vitest/valid-expect-in-promise`: require promises that have expectations in their chain to be valid.
//!
//! A test does not wait for a promise that it neither awaits nor returns, so what fails later is lost.
//!
//! ```js fails
//! test('loads', () => { load().then((data) => { expect(data).toBe(1); }); });
//! ```
//!
//! ```js passes
//! test('loads', () => { return load().then((data) => { expect(data).toBe(1); }); });
//! ```

use oxc_ast::ast::{ArrayExpressionElement, AssignmentTarget};
use oxc_syntax::node::NodeId;

use crate::rules::helpers::test_calls::{
    CallKind, Callback, Link, TestCall, argument, dotted, is_call_of, topmost_call,
};
use crate::rules::helpers::walk::{Step, walk};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "vitest/valid-expect-in-promise",
    aliases: &["@vitest/valid-expect-in-promise", "jest/valid-expect-in-promise"],
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[(
        "expectInFloatingPromise",
        "This promise should either be returned or awaited to ensure the expects in its chain are called",
    )],
    types: &[AstType::CallExpression],
    run: Run::File(|ctx| {
        let mut state = State { ctx, takes_callback: false, chains: Vec::new() };
        walk(ctx, &mut |step| match step {
            Step::Enter(node) => state.enter(node),
            Step::Exit(node) => state.exit(node),
        });
    }),
    ..Rule::DEFAULT
};

struct State<'s, 'a> {
    ctx: &'s Context<'a>,
    /// Whether the test around takes a function that ends it.
    takes_callback: bool,
    /// Whether the chains around have an `expect`.
    chains: Vec<bool>,
}

impl<'a> State<'_, 'a> {
    fn enter(&mut self, node: &AstNode<'a>) {
        let AstKind::CallExpression(call) = node.kind() else { return };
        if takes_callback(call, self.ctx) {
            self.takes_callback = true;
        } else if is_chain(call) {
            self.chains.push(false);
        } else if let Some(has_expect) = self.chains.last_mut() {
            *has_expect |= is_call_of(node, CallKind::Expect, self.ctx);
        }
    }

    fn exit(&mut self, node: &AstNode<'a>) {
        let AstKind::CallExpression(call) = node.kind() else { return };
        if self.takes_callback {
            self.takes_callback = !is_call_of(node, CallKind::Test, self.ctx);
            return;
        }
        if is_chain(call) && self.chains.pop() == Some(true) {
            let parent = self.ctx.parent(topmost_call(node.id(), self.ctx));
            if is_directly_in_test(parent, self.ctx) && is_floating(parent, self.ctx) {
                self.ctx.report(parent.kind().span(), "expectInFloatingPromise");
            }
        }
    }
}

/// Whether a call is a test whose function takes one more parameter than its table gives.
fn takes_callback<'a>(call: &'a CallExpression<'a>, ctx: &Context<'a>) -> bool {
    let Some(found) = TestCall::of_call(call, ctx).filter(|found| found.kind == CallKind::Test) else {
        return false;
    };
    let is_each = found.has_member(&["each"]);
    if is_each && !matches!(call.callee.without_parentheses(), Expression::TaggedTemplateExpression(_)) {
        return true;
    }
    let callback = call.arguments.get(1).and_then(Callback::of_argument);
    callback.is_some_and(|callback| callback.arity() == 1 + usize::from(is_each))
}

/// Whether a call is `then`, `catch` or `finally` of a promise.
fn is_chain(call: &CallExpression<'_>) -> bool {
    let most = match Link::of_member(&call.callee).map(|method| method.name) {
        Some("then") => 2,
        Some("catch" | "finally") => 1,
        _ => return false,
    };
    (1..=most).contains(&call.arguments.len())
}

/// Whether the function around a node, if it is no declaration, is that of a test.
fn is_directly_in_test<'a>(node: &'a AstNode<'a>, ctx: &Context<'a>) -> bool {
    let mut around = std::iter::once(node).chain(ctx.nodes().ancestors(node.id()));
    let function = around.find(|node| Callback::of_node(node).is_some());
    function.is_some_and(|function| is_call_of(ctx.parent(function.id()), CallKind::Test, ctx))
}

/// Whether nothing awaits or returns the promise that a node holds.
fn is_floating<'a>(node: &'a AstNode<'a>, ctx: &Context<'a>) -> bool {
    let name = match node.kind() {
        AstKind::ExpressionStatement(_) => return true,
        AstKind::VariableDeclarator(declarator) => match declarator.id.get_binding_identifier() {
            Some(name) if declarator.id.is_binding_identifier() => (name.name.as_str(), name.span),
            _ => return false,
        },
        AstKind::AssignmentExpression(assignment) => match &assignment.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => (name.name.as_str(), name.span),
            _ => return true,
        },
        _ => return false,
    };
    let (name, at) = name;
    let promise = Promise { name, from: at.start, ctx };
    statements_around(node.id(), ctx).is_some_and(|statements| !promise.is_awaited_in(statements))
}

/// The statements of the block around a node.
fn statements_around<'a>(node: NodeId, ctx: &Context<'a>) -> Option<&'a [Statement<'a>]> {
    ctx.nodes().ancestors(node).find_map(|node| match node.kind() {
        AstKind::BlockStatement(block) => Some(block.body.as_slice()),
        AstKind::FunctionBody(body) => Some(body.statements.as_slice()),
        _ => None,
    })
}

/// A variable that holds a promise.
struct Promise<'p, 'a> {
    name: &'a str,
    /// Where the variable gets it.
    from: u32,
    ctx: &'p Context<'a>,
}

impl<'a> Promise<'_, 'a> {
    fn is(&self, expression: &Expression<'_>) -> bool {
        matches!(expression.without_parentheses(), Expression::Identifier(name) if name.name == self.name)
    }

    /// Whether one of the statements that follow awaits or returns it.
    fn is_awaited_in(&self, statements: &'a [Statement<'a>]) -> bool {
        for statement in statements.iter().filter(|statement| statement.span().start > self.from) {
            match statement {
                Statement::ReturnStatement(statement) => {
                    return statement.argument.as_ref().is_some_and(|value| self.is_used_by(value));
                }
                Statement::ExpressionStatement(statement) => {
                    let expression = statement.expression.without_parentheses();
                    if let Some(is_awaited) = self.is_awaited_by(expression) {
                        return is_awaited;
                    }
                }
                Statement::BlockStatement(block) if self.is_awaited_in(&block.body) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether a statement awaits it; `None` if the statements that follow may.
    fn is_awaited_by(&self, expression: &'a Expression<'a>) -> Option<bool> {
        match expression {
            Expression::CallExpression(call) => {
                (self.is_awaited_in_arguments(call) || self.is_expected(call)).then_some(true)
            }
            Expression::AwaitExpression(awaited) => self.is_used_by(&awaited.argument).then_some(true),
            Expression::AssignmentExpression(assignment) => {
                let is_own = matches!(&assignment.left,
                    AssignmentTarget::AssignmentTargetIdentifier(left) if left.name == self.name);
                let right = assignment.right.without_parentheses();
                let is_continued = matches!(right, Expression::CallExpression(call) if is_chain(call))
                    && dotted(right).is_some_and(|names| {
                        names.strip_prefix(self.name).is_some_and(|rest| rest.starts_with('.'))
                    });
                if is_own && is_continued { None } else { Some(false) }
            }
            _ => None,
        }
    }

    /// Whether a value is the promise, or one of `Promise` that takes it.
    fn is_used_by(&self, value: &'a Expression<'a>) -> bool {
        let value = value.without_parentheses();
        let Expression::CallExpression(call) = value else { return self.is(value) };
        let Some(first) = call.arguments.first().map(argument) else { return false };
        match dotted(value).as_deref() {
            Some("Promise.all" | "Promise.allSettled") => match first {
                Some(Expression::ArrayExpression(array)) => {
                    array.elements.iter().any(|one| one.as_expression().is_some_and(|one| self.is(one)))
                }
                _ => false,
            },
            Some("Promise.resolve" | "Promise.reject") if call.arguments.len() == 1 => {
                first.is_some_and(|first| self.is(first))
            }
            _ => false,
        }
    }

    /// Whether an `expect` of it has `resolves` or `rejects`.
    fn is_expected(&self, call: &'a CallExpression<'a>) -> bool {
        let first = calls_of_chain(call).last().and_then(|call| call.arguments.first());
        let is_given = first.and_then(argument).is_some_and(|first| self.is(first));
        is_given
            && TestCall::of_call(call, self.ctx).is_some_and(|found| {
                found.kind == CallKind::Expect && found.has_member(&["resolves", "rejects"])
            })
    }

    fn is_awaited_in_arguments(&self, call: &'a CallExpression<'a>) -> bool {
        let mut arguments = calls_of_chain(call).flat_map(|call| &call.arguments).filter_map(argument);
        arguments.any(|argument| self.is_awaited_element(argument))
    }

    fn is_awaited_element(&self, expression: &Expression<'_>) -> bool {
        match expression.without_parentheses() {
            Expression::AwaitExpression(awaited) => self.is(&awaited.argument),
            Expression::ArrayExpression(array) => {
                let mut elements = array.elements.iter().filter_map(ArrayExpressionElement::as_expression);
                elements.any(|element| self.is_awaited_element(element))
            }
            _ => false,
        }
    }
}

/// The calls of a chain of members, the last first.
fn calls_of_chain<'a>(call: &'a CallExpression<'a>) -> impl Iterator<Item = &'a CallExpression<'a>> {
    std::iter::successors(Some(call), |call| {
        let mut callee = call.callee.without_parentheses();
        loop {
            callee = callee.as_member_expression()?.object().without_parentheses();
            if let Expression::CallExpression(call) = callee {
                return Some(call);
            }
        }
    })
}
