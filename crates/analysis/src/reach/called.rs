//! Calls, in each way of writing them: `f(a)`, `f.call(self, a)`, `f.apply(self, [a])`, `Reflect.apply(f, self, [a])`.

use oxc_ast::ast::{Argument, ArrayExpressionElement, CallExpression, Expression};
use oxc_span::{GetSpan, Span};

use super::flow::{Flow, Origins};

/// A call of a function.
pub(crate) struct Called<'e, 'a> {
    pub(crate) function: &'e Expression<'a>,
    /// What the function may be.
    pub(crate) callee: Origins,
    /// Until the first that is unknown, which stands for any number.
    arguments: Vec<Given<'e, 'a>>,
}

#[derive(Clone, Copy)]
enum Given<'e, 'a> {
    Known(&'e Expression<'a>),
    /// A spread, a hole or a list that is computed.
    Unknown(Span),
}

impl<'e, 'a> Called<'e, 'a> {
    pub(crate) fn of(call: &'e CallExpression<'a>, flow: &Flow<'_, 'a>) -> Called<'e, 'a> {
        let callee = flow.of(&call.callee);
        let arguments = of_call(call);
        if callee.iter().any(|callee| callee.is_path(&["Reflect", "apply"]))
            && let Some(Given::Known(function)) = arguments.first()
        {
            return Called { function, callee: flow.of(function), arguments: list(arguments.get(2)) };
        }
        let (object, arguments) = match call.callee.get_inner_expression() {
            // What `bind` binds comes first.
            Expression::CallExpression(bind) => {
                let member = bind.callee.get_inner_expression().get_member_expr();
                match member.filter(|member| flow.member_name(member).as_deref() == Some("bind")) {
                    Some(member) => {
                        let bound = of_call(bind).into_iter().skip(1);
                        (member.object(), until_unknown(bound.chain(arguments)))
                    }
                    None => return Called { function: &call.callee, callee, arguments },
                }
            }
            function => {
                let member = function.get_member_expr();
                match (member, member.and_then(|member| flow.member_name(member)).as_deref()) {
                    (Some(member), Some("call")) => {
                        (member.object(), arguments.into_iter().skip(1).collect())
                    }
                    (Some(member), Some("apply")) => (member.object(), list(arguments.get(1))),
                    _ => return Called { function: &call.callee, callee, arguments },
                }
            }
        };
        Called { function: object, callee: flow.of(object), arguments }
    }

    /// An argument, if it is known.
    pub(crate) fn argument(&self, index: usize) -> Option<&'e Expression<'a>> {
        match self.arguments.get(index)? {
            Given::Known(argument) => Some(argument),
            Given::Unknown(_) => None,
        }
    }

    /// Where an argument stands, or what may hold it.
    pub(crate) fn place(&self, index: usize) -> Option<Span> {
        let last = self.arguments.last().filter(|last| matches!(last, Given::Unknown(_)));
        match self.arguments.get(index).or(last)? {
            Given::Known(argument) => Some(argument.span()),
            Given::Unknown(span) => Some(*span),
        }
    }

    /// The arguments; `None` stands for any number that are unknown.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = Option<&'e Expression<'a>>> {
        (0..self.arguments.len()).map(|index| self.argument(index))
    }
}

/// The arguments of a call, with those that it spreads from a list in its place.
fn of_call<'e, 'a>(call: &'e CallExpression<'a>) -> Vec<Given<'e, 'a>> {
    let arguments = call.arguments.iter().flat_map(|argument| match argument {
        Argument::SpreadElement(spread) => match spread.argument.get_inner_expression() {
            Expression::ArrayExpression(_) => list(Some(&Given::Known(&spread.argument))),
            _ => vec![Given::Unknown(spread.span)],
        },
        argument => {
            vec![argument.as_expression().map_or_else(|| Given::Unknown(argument.span()), Given::Known)]
        }
    });
    until_unknown(arguments)
}

fn of_element<'e, 'a>(element: &'e ArrayExpressionElement<'a>) -> Given<'e, 'a> {
    element.as_expression().map_or_else(|| Given::Unknown(element.span()), Given::Known)
}

fn until_unknown<'e, 'a: 'e>(arguments: impl Iterator<Item = Given<'e, 'a>>) -> Vec<Given<'e, 'a>> {
    let mut found = Vec::new();
    for argument in arguments {
        found.push(argument);
        if matches!(argument, Given::Unknown(_)) {
            break;
        }
    }
    found
}

/// The arguments that a list holds.
fn list<'e, 'a>(holder: Option<&Given<'e, 'a>>) -> Vec<Given<'e, 'a>> {
    match holder {
        None => Vec::new(),
        Some(Given::Unknown(span)) => vec![Given::Unknown(*span)],
        Some(Given::Known(list)) => match list.get_inner_expression() {
            Expression::ArrayExpression(array) => until_unknown(array.elements.iter().map(of_element)),
            _ => vec![Given::Unknown(list.span())],
        },
    }
}
