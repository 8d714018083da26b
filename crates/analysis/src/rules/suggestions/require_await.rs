//! `require-await`: disallow async functions which have no `await` expression.
//!
//! Such a function makes its callers wait for a promise that it does not need.
//!
//! ```js fails
//! async function size() { return 1; }
//! ```
//!
//! ```js passes
//! async function size() { return (await load()).length; }
//! ```


use crate::hash::HashSet;
use crate::rules::helpers::measure::Function as Named;
use crate::rules::helpers::results::function_around;
use crate::rules::helpers::semicolon::{needs_semicolon, starts_statement};
use crate::rules::helpers::tokens::next_token;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "require-await",
    kind: Kind::Suggestion,
    has_suggestions: true,
    messages: &[
        ("missingAwait", "{{name}} has no 'await' expression."),
        ("removeAsync", "Remove 'async'."),
    ],
    types: &[AstType::Function, AstType::ArrowFunctionExpression],
    run: Run::File(|ctx| {
        let functions = || ctx.nodes_of(AstType::Function).chain(ctx.nodes_of(AstType::ArrowFunctionExpression));
        if !functions().any(|node| is_async(node.kind())) {
            return;
        }
        let awaiting = awaiting(ctx);
        for node in functions().filter(|node| is_async(node.kind()) && !awaiting.contains(&node.id())) {
            report(node, ctx);
        }
    }),
    ..Rule::DEFAULT
};

/// Whether a function is async, no generator, and does something.
fn is_async(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::Function(function) => {
            let is_empty = function.body.as_ref().is_none_or(|body| body.is_empty());
            function.r#async && !function.generator && !is_empty
        }
        AstKind::ArrowFunctionExpression(arrow) => arrow.r#async && !arrow.body.is_empty(),
        _ => false,
    }
}

/// The functions that await something themselves.
fn awaiting(ctx: &Context<'_>) -> HashSet<oxc_syntax::node::NodeId> {
    let awaits = ctx.nodes_of(AstType::AwaitExpression);
    let loops = ctx.nodes_of(AstType::ForOfStatement).filter(|node| {
        matches!(node.kind(), AstKind::ForOfStatement(statement) if statement.r#await)
    });
    let declarations = ctx.nodes_of(AstType::VariableDeclaration).filter(|node| {
        matches!(node.kind(), AstKind::VariableDeclaration(declaration)
            if declaration.kind == VariableDeclarationKind::AwaitUsing)
    });
    let nodes = awaits.chain(loops).chain(declarations);
    nodes.filter_map(|node| function_around(node, ctx)).map(AstNode::id).collect()
}

fn report<'a>(node: &'a AstNode<'a>, ctx: &Context<'a>) {
    let function = Named::any(node, ctx);
    let parent = ctx.parent(node.id());
    let (holder, is_method) = match parent.kind() {
        AstKind::MethodDefinition(_) => (parent, true),
        AstKind::ObjectProperty(property) if property.method => (parent, false),
        _ => (node, false),
    };
    let report = ctx.report(function.head(ctx), "missingAwait").data("name", function.name());
    let Some(start) = async_token(holder, node, ctx) else { return };
    let after = start + 5;
    let blank = ctx.source()[after as usize..].chars().take_while(|char| char.is_whitespace() || *char == '\u{feff}');
    let end = after + u32::try_from(blank.map(char::len_utf8).sum::<usize>()).unwrap_or(0);
    let next = &ctx.source()[next_token(after, ctx) as usize..];
    let continues = next.starts_with('(') && starts_statement(holder, ctx);
    let continues_class = is_method && (next.starts_with(['[', '*']) || is_word(next, "in") || is_word(next, "instanceof"));
    let text = if (continues || continues_class) && needs_semicolon(holder, ctx) { ";" } else { "" };
    drop(report.suggest("removeAsync", Span::new(start, end), text));
}

/// Where `async` starts: it is the first such word of a function, and of a method after its modifiers.
fn async_token<'a>(holder: &AstNode<'a>, function: &AstNode<'a>, ctx: &Context<'a>) -> Option<u32> {
    let mut from = holder.kind().span().start;
    if let AstKind::MethodDefinition(method) = holder.kind() {
        from = method.decorators.last().map_or(from, |decorator| decorator.span.end);
    }
    let end = function.kind().span().end;
    loop {
        let at = next_token(from, ctx);
        let rest = &ctx.source()[at as usize..];
        if at >= end || is_word(rest, "async") {
            return (at < end).then_some(at);
        }
        let length = rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len());
        from = at + u32::try_from(length.max(1)).ok()?;
    }
}

fn is_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|after| {
        !after.starts_with(|char: char| char.is_alphanumeric() || matches!(char, '_' | '$' | '\\'))
    })
}
