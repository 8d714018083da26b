//! `vitest/valid-expect`: enforce valid `expect()` usage.
//!
//! An `expect` without a matcher that is called, or one that nobody awaits, asserts nothing.
//!
//! Options: `{ alwaysAwait: false, asyncMatchers: ['toReject', 'toResolve'], minArgs: 1, maxArgs: 1 }`. With the first, a
//! test awaits its assertions, and does not return them.
//!
//! ```js fails
//! test('adds', () => { expect(add(1, 2)).toBe; });
//! ```
//!
//! ```js passes
//! test('adds', () => { expect(add(1, 2)).toBe(3); });
//! ```


use oxc_syntax::node::NodeId;
use serde_json::Value;

use crate::hash::HashSet;
use crate::lint::Object;
use crate::rules::helpers::test_calls::{
    CallKind, Callback, Expectation, Invalid, Link, Parsed, argument_span, is_member,
};
use crate::rules::prelude::*;

/// Names that end an unfinished chain and are no matchers.
const MODIFIERS: [&str; 14] = [
    "to",
    "have",
    "not",
    "rejects",
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

pub(crate) const RULE: Rule = Rule {
    id: "vitest/valid-expect",
    aliases: &["@vitest/valid-expect", "jest/valid-expect"],
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    messages: &[
        ("tooManyArgs", "Expect takes at most {{ amount}} argument{{ s }}"),
        ("notEnoughArgs", "Expect requires at least {{ amount }} argument{{ s }}"),
        ("modifierUnknown", "Expect has an unknown modifier"),
        ("matcherNotFound", "Expect must have a corresponding matcher call"),
        ("matcherNotCalled", "Matchers must be called to assert"),
        ("asyncMustBeAwaited", "Async assertions must be awaited{{ orReturned }}"),
        (
            "promisesWithAsyncAssertionsMustBeAwaited",
            "Promises which return async assertions must be awaited{{ orReturned }}",
        ),
    ],
    types: &[AstType::CallExpression],
    run: Run::Configured(|options| {
        let options = options.only_object(&["alwaysAwait", "asyncMatchers", "minArgs", "maxArgs"])?;
        let async_matchers = match options.get("asyncMatchers") {
            Some(_) => options.texts("asyncMatchers")?,
            None => vec!["toReject".to_owned(), "toResolve".to_owned()],
        };
        let settings = Settings {
            always_awaits: options.bool("alwaysAwait", false)?,
            async_matchers,
            min: count(&options, "minArgs")?,
            max: count(&options, "maxArgs")?,
        };
        Ok(Check::file(move |ctx| settings.check(ctx)))
    }),
    ..Rule::DEFAULT
};

struct Settings {
    always_awaits: bool,
    async_matchers: Vec<String>,
    min: usize,
    max: usize,
}

fn count(options: &Object<'_>, key: &str) -> Result<usize, String> {
    let Some(value) = options.get(key) else { return Ok(1) };
    let count = value.as_u64().filter(|count| *count > 0).and_then(|count| usize::try_from(count).ok());
    count.ok_or_else(|| match value {
        Value::Number(_) => format!("Value {value} should be a whole number >= 1."),
        _ => format!("Value {value} should be number."),
    })
}

/// An assertion that nobody awaits.
struct Floating {
    node: NodeId,
    message: &'static str,
}

/// What is found in a file.
#[derive(Default)]
struct Found {
    floating: Vec<Floating>,
    /// Calls with a list of promises, which are reported once.
    lists: HashSet<Span>,
}

impl Settings {
    fn check(&self, ctx: &Context<'_>) {
        let mut found = Found::default();
        for node in ctx.nodes_of(AstType::CallExpression) {
            let AstKind::CallExpression(call) = node.kind() else { continue };
            match Parsed::of(call, ctx) {
                Parsed::Invalid(why) => report_invalid(node, why, ctx),
                Parsed::Call(parsed) if parsed.kind == CallKind::Expect => {
                    if let Some(expectation) = &parsed.expectation {
                        self.check_expectation(expectation, &mut found, ctx);
                    }
                }
                _ => {}
            }
        }
        self.report_floating(&found.floating, ctx);
    }

    fn check_expectation<'a>(&self, of: &Expectation<'a>, found: &mut Found, ctx: &Context<'a>) {
        let Some(expect) = of.call else { return };
        let given = expect.arguments.len();
        if given < self.min {
            self.report_too_few(expect, ctx);
        }
        if given > self.max {
            let second = expect.arguments.get(1).filter(|_| given == 2);
            let is_message = second.and_then(Argument::as_expression).map(Expression::without_parentheses);
            let is_message =
                matches!(is_message, Some(Expression::StringLiteral(_) | Expression::TemplateLiteral(_)));
            let takes_options = second.is_some() && matches!(of.api, Some("poll" | "element"));
            if is_message || takes_options {
                return;
            }
            self.report_too_many(expect, ctx);
        }
        let is_async = of.modifiers.iter().any(|modifier| matches!(modifier.name, "resolves" | "rejects"))
            || self.async_matchers.iter().any(|name| name == of.matcher.name);
        let Some(matcher) = of.matcher.call(ctx).filter(|_| is_async) else { return };
        let topmost = topmost_matcher(matcher.node_id(), ctx);
        let is_in_list = matches!(ctx.parent_kind(topmost), AstKind::ArrayExpression(_));
        let target = with_then(topmost, ctx);
        let promise = promise_around(target, ctx);
        let node = promise.unwrap_or(target);
        let span = ctx.nodes().kind(node).span();
        if self.is_awaited(node, ctx) || found.lists.contains(&span) {
            return;
        }
        let message = match promise {
            Some(_) => "promisesWithAsyncAssertionsMustBeAwaited",
            None => "asyncMustBeAwaited",
        };
        found.floating.push(Floating { node, message });
        if is_in_list {
            found.lists.insert(span);
        }
    }

    /// Whether what is around a promise awaits it or gives it on.
    fn is_awaited(&self, node: NodeId, ctx: &Context<'_>) -> bool {
        let mut parent = ctx.parent(node);
        while matches!(parent.kind(), AstKind::ConditionalExpression(_)) {
            parent = ctx.parent(parent.id());
        }
        match parent.kind() {
            AstKind::ArrowFunctionExpression(_) | AstKind::AwaitExpression(_) => true,
            AstKind::ReturnStatement(_) => !self.always_awaits,
            _ => false,
        }
    }

    /// Tells the one column after the callee, on the line where the call starts.
    fn report_too_few(&self, expect: &CallExpression<'_>, ctx: &Context<'_>) {
        let (line, _) = ctx.lines.position(expect.span.start);
        let (_, column) = ctx.lines.position(expect.callee.without_parentheses().span().end);
        drop(
            ctx.report(expect.span, "notEnoughArgs")
                .data("amount", self.min.to_string())
                .data("s", plural(self.min))
                .place((line, column), (line, column + 1)),
        );
    }

    /// Tells the arguments that are too many, and one column more.
    fn report_too_many(&self, expect: &CallExpression<'_>, ctx: &Context<'_>) {
        let (Some(first), Some(last)) = (expect.arguments.get(self.max), expect.arguments.last()) else {
            return;
        };
        let (line, column) = ctx.lines.position(argument_span(last).end);
        drop(
            ctx.report(expect.span, "tooManyArgs")
                .data("amount", self.max.to_string())
                .data("s", plural(self.max))
                .place(ctx.lines.position(argument_span(first).start), (line, column + 1)),
        );
    }

    /// Reports what nobody awaits. As the plugin does, the last finding has the fixes of all.
    fn report_floating(&self, all: &[Floating], ctx: &Context<'_>) {
        let mut edits: Vec<Edit> = Vec::new();
        let mut has_async = false;
        for (index, Floating { node, message }) in all.iter().enumerate() {
            let span = ctx.nodes().kind(*node).span();
            let or_returned = if self.always_awaits { "" } else { " or returned" };
            let report = ctx.report(span, message).data("orReturned", or_returned);
            let Some(function) = function_around(*node, ctx) else { continue };
            if !function.is_async && !has_async {
                edits.push(Edit::insert(function.start, "async "));
                has_async = true;
            }
            match ctx.parent_kind(*node) {
                AstKind::ReturnStatement(statement) if self.always_awaits => {
                    let text = ctx.text(statement.span).replacen("return", "await", 1);
                    edits.push(Edit::replace(statement.span, text));
                }
                _ => edits.push(Edit::insert(span.start, "await ")),
            }
            if index + 1 == all.len() {
                drop(report.fixes(edits.clone()));
            }
        }
    }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn report_invalid<'a>(node: &AstNode<'a>, why: Invalid, ctx: &Context<'a>) {
    let (span, link) = last_property(node, ctx);
    let is_modifier = link.is_some_and(|link| MODIFIERS.contains(&link.name));
    let message = match why {
        Invalid::ModifierUnknown => "modifierUnknown",
        Invalid::MatcherNotFound => "matcherNotFound",
        Invalid::MatcherNotCalled if is_modifier => "matcherNotFound",
        Invalid::MatcherNotCalled => "matcherNotCalled",
    };
    ctx.report(span, message);
}

/// The last property that a chain of members around a call accesses, or the call.
fn last_property<'a>(call: &AstNode<'a>, ctx: &Context<'a>) -> (Span, Option<Link<'a>>) {
    let mut topmost = None;
    let mut parent = ctx.parent(call.id());
    while is_member(parent.kind()) {
        topmost = Some(parent.kind());
        parent = ctx.parent(parent.id());
    }
    match topmost {
        Some(AstKind::StaticMemberExpression(member)) => {
            (member.property.span, Some(Link::of_identifier(&member.property)))
        }
        Some(AstKind::ComputedMemberExpression(member)) => {
            (member.expression.without_parentheses().span(), Link::of(&member.expression))
        }
        Some(AstKind::PrivateFieldExpression(member)) => (member.field.span, None),
        _ => (call.kind().span(), None),
    }
}

fn is_promise_method(link: &Link<'_>) -> bool {
    matches!(link.name, "catch" | "finally" | "then")
}

/// The member that a node is the object of: its node, and the name of its property.
fn member_around<'a>(node: NodeId, ctx: &Context<'a>) -> Option<(NodeId, Link<'a>)> {
    let parent = ctx.parent(node);
    let (object, property) = match parent.kind() {
        AstKind::StaticMemberExpression(member) => (&member.object, Link::of_identifier(&member.property)),
        AstKind::ComputedMemberExpression(member) => (&member.object, Link::of(&member.expression)?),
        _ => return None,
    };
    (object.without_parentheses().node_id() == node).then_some((parent.id(), property))
}

/// The last call of the chain of matchers that starts with a call.
fn topmost_matcher(call: NodeId, ctx: &Context<'_>) -> NodeId {
    let (mut topmost, mut at) = (call, call);
    while let Some((member, _)) = member_around(at, ctx).filter(|(_, name)| !is_promise_method(name)) {
        at = member;
        let parent = ctx.parent(member);
        if let AstKind::CallExpression(call) = parent.kind()
            && call.callee.without_parentheses().node_id() == member
        {
            (topmost, at) = (parent.id(), parent.id());
        }
    }
    topmost
}

/// A promise with the calls of `then` and the like around it.
fn with_then(mut node: NodeId, ctx: &Context<'_>) -> NodeId {
    loop {
        let outer = ctx.parent(ctx.parent(node).id());
        match outer.kind() {
            AstKind::CallExpression(call) if Link::of_member(&call.callee).is_some_and(|name| is_promise_method(&name)) => {
                node = outer.id();
            }
            _ => return node,
        }
    }
}

/// The call of `Promise.all()` or the like that takes a promise.
fn promise_around(node: NodeId, ctx: &Context<'_>) -> Option<NodeId> {
    let mut parent = ctx.parent(node);
    if matches!(parent.kind(), AstKind::ArrayExpression(_)) {
        parent = ctx.parent(parent.id());
    }
    let AstKind::CallExpression(call) = parent.kind() else { return None };
    let object = call.callee.without_parentheses().as_member_expression()?.object();
    Link::of(object).filter(|object| object.name == "Promise").map(|_| parent.id())
}

/// A function, with the place for `async`.
struct Around {
    start: u32,
    is_async: bool,
}

/// The function around a node. Declarations do not count.
fn function_around<'a>(node: NodeId, ctx: &Context<'a>) -> Option<Around> {
    let found = ctx.nodes().ancestors(node).find_map(|node| Some((node, Callback::of_node(node)?)));
    let (node, function) = found?;
    let start = match (ctx.parent_kind(node.id()), function) {
        (AstKind::ObjectProperty(property), Callback::Function(_)) => property.span.start,
        _ => function.span().start,
    };
    Some(Around { start, is_async: function.is_async() })
}
