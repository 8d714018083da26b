//! Calls of `expect` and `expectTypeOf`: modifiers, and the matcher that asserts.

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, CallExpression};
use oxc_syntax::node::NodeId;

use super::links::{Link, is_member};
use super::{Parsed, TestCall};
use crate::lint::Context;

/// Words of a chain that read as English and do nothing else.
const WORDS: [&str; 18] = [
    "also", "and", "at", "be", "been", "but", "does", "has", "have", "is", "itself", "of", "same", "still",
    "that", "to", "which", "with",
];
/// Words that change the assertion that follows.
const FLAGS: [&str; 6] = ["all", "any", "deep", "nested", "ordered", "own"];
/// Words that are assertions if they are called.
const DUAL: [&str; 9] =
    ["a", "an", "contain", "contains", "include", "includes", "length", "lengthOf", "respondTo"];
const MODIFIERS: [&str; 3] = ["not", "rejects", "resolves"];
const TYPE_MODIFIERS: [&str; 11] = [
    "not",
    "resolves",
    "returns",
    "branded",
    "asserts",
    "constructorParameters",
    "parameters",
    "thisParameter",
    "guards",
    "instance",
    "items",
];

/// Why a call of `expect` asserts nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Invalid {
    ModifierUnknown,
    MatcherNotFound,
    MatcherNotCalled,
}

/// What an `expect` expects.
pub(crate) struct Expectation<'a> {
    pub(crate) matcher: Link<'a>,
    /// The arguments of the matcher.
    pub(crate) arguments: &'a [Argument<'a>],
    /// The call that takes the value: `expect(value)`, `expect.soft(value)`.
    pub(crate) call: Option<&'a CallExpression<'a>>,
    /// `soft`, `poll`, `element` or `assert`.
    pub(crate) api: Option<&'a str>,
    pub(crate) modifiers: Vec<Link<'a>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Api,
    Matcher,
    Word,
    Modifier,
    Unknown,
}

/// A name of the chain with what it is.
struct Part<'a> {
    link: Link<'a>,
    call: Option<&'a CallExpression<'a>>,
    role: Role,
}

impl<'a> Part<'a> {
    fn of(link: Link<'a>, is_first_of_static: bool, ctx: &Context<'a>) -> Part<'a> {
        let call = link.call(ctx);
        let (name, is_called) = (link.name, call.is_some());
        let role = match name {
            "element" | "poll" | "soft" if is_called && is_first_of_static => Role::Api,
            "assert" if !is_called && is_first_of_static => Role::Api,
            "any" if is_called && is_first_of_static => Role::Matcher,
            name if WORDS.contains(&name) || FLAGS.contains(&name) => Role::Word,
            name if DUAL.contains(&name) && !is_called => Role::Word,
            name if MODIFIERS.contains(&name) => {
                if is_called {
                    Role::Word
                } else {
                    Role::Modifier
                }
            }
            _ => {
                if is_called {
                    Role::Matcher
                } else {
                    Role::Unknown
                }
            }
        };
        Part { link, call, role }
    }

    /// Whether it is called though it is none that can be.
    fn is_called_wrongly(&self) -> bool {
        self.call.is_some() && !matches!(self.role, Role::Api | Role::Matcher)
    }
}

/// The topmost call around a node, through members.
pub(crate) fn topmost_call(node: NodeId, ctx: &Context<'_>) -> NodeId {
    let (mut topmost, mut at) = (node, node);
    loop {
        let parent = ctx.parent(at);
        match parent.kind() {
            AstKind::CallExpression(_) => topmost = parent.id(),
            kind if is_member(kind) => {}
            _ => return topmost,
        }
        at = parent.id();
    }
}

/// Whether a call is a part of a chain that goes on.
fn is_inner(call: &CallExpression<'_>, ctx: &Context<'_>) -> bool {
    let node = call.node_id();
    is_member(ctx.parent_kind(node)) && topmost_call(node, ctx) != node
}

fn without_matcher<'a>(call: &CallExpression<'a>, ctx: &Context<'a>) -> Parsed<'a> {
    let is_in_member = is_member(ctx.parent_kind(call.node_id()));
    Parsed::Invalid(if is_in_member { Invalid::MatcherNotCalled } else { Invalid::MatcherNotFound })
}

/// The call in which `expect` itself is called.
fn own_call<'a>(head: &Link<'a>, ctx: &Context<'a>) -> Option<&'a CallExpression<'a>> {
    match head.parent(ctx) {
        AstKind::CallExpression(call) => Some(call),
        _ => None,
    }
}

/// Reads a call of `expect`.
pub(super) fn expectation<'a>(call: &CallExpression<'a>, of: TestCall<'a>, ctx: &Context<'a>) -> Parsed<'a> {
    if is_inner(call, ctx) {
        return Parsed::Other;
    }
    let is_static = of.head.is_in_member(ctx);
    let parts = of.members.iter().enumerate();
    let parts: Vec<Part<'a>> =
        parts.map(|(index, link)| Part::of(*link, index == 0 && is_static, ctx)).collect();
    let matcher = parts.iter().position(|part| part.role == Role::Matcher);
    if is_invalid(&parts, matcher) {
        return Parsed::Invalid(Invalid::ModifierUnknown);
    }
    let Some(index) = matcher else { return without_matcher(call, ctx) };
    let api = parts.iter().find(|part| part.role == Role::Api);
    let modifiers = parts[..index].iter().filter(|part| part.role == Role::Modifier);
    let expectation = Expectation {
        matcher: parts[index].link,
        arguments: parts[index].call.map_or(&[], |call| &call.arguments),
        call: api.and_then(|api| api.call).or_else(|| own_call(&of.head, ctx)),
        api: api.map(|api| api.link.name),
        modifiers: modifiers.map(|part| part.link).collect(),
    };
    let mut members = of.members;
    members.truncate(index + 1);
    Parsed::Call(TestCall { members, expectation: Some(expectation), ..of })
}

fn is_invalid(parts: &[Part<'_>], matcher: Option<usize>) -> bool {
    let (before, after) = match matcher {
        Some(index) => (&parts[..index], &parts[index + 1..]),
        None => (parts, parts),
    };
    let modifiers = |names: &[&str]| {
        let modifiers = before.iter().filter(|part| part.role == Role::Modifier);
        modifiers.filter(|part| names.contains(&part.link.name)).count()
    };
    let is_wrong = |part: &Part<'_>| part.role == Role::Unknown || part.is_called_wrongly();
    before.iter().any(is_wrong)
        || modifiers(&["not"]) > 1
        || modifiers(&["resolves", "rejects"]) > 1
        || after.iter().any(is_wrong)
}

/// Reads a call of `expectTypeOf`.
pub(super) fn type_expectation<'a>(
    call: &CallExpression<'a>,
    of: TestCall<'a>,
    ctx: &Context<'a>,
) -> Parsed<'a> {
    if is_inner(call, ctx) {
        return Parsed::Other;
    }
    let matcher =
        of.members.iter().enumerate().find_map(|(index, link)| Some((index, *link, link.call(ctx)?)));
    let modifiers = &of.members[..matcher.map_or(of.members.len(), |(index, ..)| index)];
    let is_modifier = |link: &Link<'_>| TYPE_MODIFIERS.contains(&link.name);
    let negations = modifiers.iter().filter(|link| link.name == "not").count();
    if !modifiers.iter().all(is_modifier)
        || negations > 1
        || matcher.is_some_and(|(_, link, _)| is_modifier(&link))
    {
        return Parsed::Invalid(Invalid::ModifierUnknown);
    }
    let Some((_, matcher, matcher_call)) = matcher else { return without_matcher(call, ctx) };
    let expectation = Expectation {
        matcher,
        arguments: &matcher_call.arguments,
        call: own_call(&of.head, ctx),
        api: None,
        modifiers: modifiers.to_vec(),
    };
    Parsed::Call(TestCall { expectation: Some(expectation), ..of })
}
