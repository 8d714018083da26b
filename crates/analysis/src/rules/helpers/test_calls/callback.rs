//! Function expressions as arguments of calls.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, Expression, FormalParameters, Function, Statement,
};
use oxc_semantic::AstNode;
use oxc_span::Span;

/// A function expression or an arrow function.
#[derive(Clone, Copy)]
pub(crate) enum Callback<'a> {
    Function(&'a Function<'a>),
    Arrow(&'a ArrowFunctionExpression<'a>),
}

/// The body of a function.
pub(crate) enum Body<'a> {
    Statements(&'a [Statement<'a>]),
    Expression(&'a Expression<'a>),
}

impl<'a> Callback<'a> {
    pub(crate) fn of(expression: &'a Expression<'a>) -> Option<Callback<'a>> {
        match expression.without_parentheses() {
            Expression::FunctionExpression(function) => Some(Callback::Function(function)),
            Expression::ArrowFunctionExpression(function) => Some(Callback::Arrow(function)),
            _ => None,
        }
    }

    pub(crate) fn of_argument(argument: &'a Argument<'a>) -> Option<Callback<'a>> {
        Callback::of(argument.as_expression()?)
    }

    /// The function that a node is, if it is no declaration.
    pub(crate) fn of_node(node: &AstNode<'a>) -> Option<Callback<'a>> {
        match node.kind() {
            AstKind::Function(function) if function.is_expression() => Some(Callback::Function(function)),
            AstKind::ArrowFunctionExpression(function) => Some(Callback::Arrow(function)),
            _ => None,
        }
    }

    pub(crate) fn span(self) -> Span {
        match self {
            Callback::Function(function) => function.span,
            Callback::Arrow(function) => function.span,
        }
    }

    pub(crate) fn is_async(self) -> bool {
        match self {
            Callback::Function(function) => function.r#async,
            Callback::Arrow(function) => function.r#async,
        }
    }

    fn params(self) -> &'a FormalParameters<'a> {
        match self {
            Callback::Function(function) => &function.params,
            Callback::Arrow(function) => &function.params,
        }
    }

    /// Whether the body starts with directives, which are statements in ESLint's trees.
    pub(crate) fn has_directives(self) -> bool {
        let body = match self {
            Callback::Function(function) => function.body.as_deref(),
            Callback::Arrow(function) => match &function.body {
                ArrowFunctionBody::FunctionBody(body) => Some(&**body),
                _ => None,
            },
        };
        body.is_some_and(|body| !body.directives.is_empty())
    }

    /// The number of parameters, with `this` and the rest.
    pub(crate) fn arity(self) -> usize {
        let has_this = matches!(self, Callback::Function(function) if function.this_param.is_some());
        let params = self.params();
        params.items.len() + usize::from(params.rest.is_some()) + usize::from(has_this)
    }

    pub(crate) fn body(self) -> Body<'a> {
        match self {
            Callback::Function(function) => {
                Body::Statements(function.body.as_ref().map_or(&[], |body| &body.statements))
            }
            Callback::Arrow(function) => match &function.body {
                ArrowFunctionBody::FunctionBody(body) => Body::Statements(&body.statements),
                body => body.as_expression().map_or(Body::Statements(&[]), Body::Expression),
            },
        }
    }
}
