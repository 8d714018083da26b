//! `prefer-arrow-callback`: require using arrow functions for callbacks.
//!
//! An arrow function is shorter, and its `this` is that of the code around it.
//!
//! Options: `{ allowNamedFunctions: false, allowUnboundThis: true }`. Without `allowUnboundThis`, callbacks that use `this`
//! without binding it are found too.
//!
//! ```js fails
//! list.map(function (item) { return item.size; });
//! ```
//!
//! ```js passes
//! list.map((item) => item.size);
//! ```


use oxc_syntax::node::NodeId;

use crate::hash::{HashMap, HashSet};
use crate::rules::helpers::tokens::{is_parenthesized, next_token, previous_end};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "prefer-arrow-callback",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("preferArrowCallback", "Unexpected function expression.")],
    types: &[AstType::Function],
    run: Run::Configured(|options| {
        let options = options.only_object(&["allowNamedFunctions", "allowUnboundThis"])?;
        let named = options.bool("allowNamedFunctions", false)?;
        let unbound = options.bool("allowUnboundThis", true)?;
        Ok(Check::file(move |ctx| check(named, unbound, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check(allows_named: bool, allows_unbound: bool, ctx: &Context<'_>) {
    let candidates: Vec<_> = ctx.nodes_of(AstType::Function).filter_map(|node| {
        let AstKind::Function(function) = node.kind() else { return None };
        let is_open = function.is_expression() && !function.generator && !(allows_named && function.id.is_some());
        let callback = if is_open { Callback::of(node, ctx) } else { None }?;
        Some((node, function, callback))
    }).collect();
    if candidates.is_empty() {
        return;
    }
    let this = users(ctx, &[AstType::ThisExpression]);
    let kept = users(ctx, &[AstType::Super, AstType::NewTarget, AstType::IdentifierReference]);
    for (node, function, callback) in candidates {
        let symbol = function.id.as_ref().and_then(|id| id.symbol_id.get());
        let is_named = symbol.is_some_and(|symbol| !ctx.scoping().get_resolved_reference_ids(symbol).is_empty());
        let uses_this = this.contains(&node.id());
        if is_named || kept.contains(&node.id()) || (allows_unbound && uses_this && !callback.is_bound_to_this) {
            continue;
        }
        let report = ctx.report(function.span, "preferArrowCallback");
        if callback.is_bound_to_this || !uses_this {
            drop(report.fixes(fix(node, function, &callback, ctx).unwrap_or_default()));
        }
    }
}

/// The functions that use something of their own: `this`, `super`, `new.target`, `arguments`.
fn users(ctx: &Context<'_>, types: &[AstType]) -> HashSet<NodeId> {
    let uses = types.iter().flat_map(|of| ctx.nodes_of(*of)).filter(|node| match node.kind() {
        AstKind::IdentifierReference(identifier) => {
            identifier.name == "arguments" && ctx.is_unresolved(identifier)
        }
        _ => true,
    });
    let functions = uses.filter_map(|node| {
        ctx.nodes().ancestors(node.id()).find(|node| matches!(node.kind(), AstKind::Function(_)))
    });
    functions.map(AstNode::id).collect()
}

/// A function that is an argument.
struct Callback {
    is_bound_to_this: bool,
}

impl Callback {
    fn of<'a>(node: &'a AstNode<'a>, ctx: &Context<'a>) -> Option<Callback> {
        let mut bound = None;
        let mut current = node;
        loop {
            let parent = ctx.parent(current.id());
            let span = current.kind().span();
            let is = |expression: &Expression<'a>| expression.without_parentheses().span() == span;
            match parent.kind() {
                AstKind::LogicalExpression(_) | AstKind::ChainExpression(_) => current = parent,
                AstKind::ConditionalExpression(conditional) if !is(&conditional.test) => current = parent,
                AstKind::StaticMemberExpression(_) | AstKind::ComputedMemberExpression(_) => {
                    if !is_bind(parent.kind(), span) {
                        return None;
                    }
                    let outer = ctx.parent(parent.id());
                    let callee = if matches!(outer.kind(), AstKind::ChainExpression(_)) { outer } else { parent };
                    let holder = ctx.parent(callee.id());
                    let AstKind::CallExpression(call) = holder.kind() else { return None };
                    if call.callee.without_parentheses().span() != callee.kind().span() {
                        return None;
                    }
                    let is_this = matches!(call.arguments.as_slice(), [Argument::ThisExpression(_)]);
                    bound.get_or_insert(is_this);
                    current = holder;
                }
                AstKind::CallExpression(call) => {
                    return (!is(&call.callee)).then(|| Callback { is_bound_to_this: bound == Some(true) });
                }
                AstKind::NewExpression(new) => {
                    return (!is(&new.callee)).then(|| Callback { is_bound_to_this: bound == Some(true) });
                }
                _ => return None,
            }
        }
    }
}

/// Whether a member is `bind` of an object.
fn is_bind(member: AstKind<'_>, object: Span) -> bool {
    match member {
        AstKind::StaticMemberExpression(member) => {
            member.property.name == "bind" && member.object.without_parentheses().span() == object
        }
        AstKind::ComputedMemberExpression(member) => {
            matches!(&member.expression, Expression::Identifier(name) if name.name == "bind")
                && member.object.without_parentheses().span() == object
        }
        _ => false,
    }
}

fn fix<'a>(node: &'a AstNode<'a>, function: &Function<'a>, callback: &Callback, ctx: &Context<'a>) -> Option<Vec<Edit>> {
    if function.this_param.is_some() || has_duplicates(&function.params) {
        return None;
    }
    let start = function.span.start;
    let word = if function.r#async { next_token(start + 5, ctx) } else { start };
    let word = Span::sized(word, 8);
    let params = function.type_parameters.as_ref().map_or(function.params.span.start, |of| of.span.start);
    let line = |offset| ctx.lines.position(offset).0;
    if function.r#async && line(word.end) < line(params) {
        return None;
    }
    let mut edits = Vec::new();
    let mut replaced = node;
    if callback.is_bound_to_this {
        let member = ctx.parent(node.id());
        let object = match member.kind() {
            AstKind::StaticMemberExpression(member) => &member.object,
            AstKind::ComputedMemberExpression(member) => &member.object,
            _ => return None,
        };
        replaced = ctx.parent(member.id());
        let call = replaced.kind().span();
        let from = next_token(object.span().end, ctx);
        if is_parenthesized(member.kind().span(), ctx) || ctx.has_comments(Span::new(from, call.end)) {
            return None;
        }
        edits.push(Edit::remove(Span::new(from, call.end)));
    }
    if ctx.has_comments(Span::new(word.end, params)) {
        edits.push(Edit::remove(word));
        edits.extend(function.id.as_ref().map(|id| Edit::remove(id.span)));
    } else {
        edits.push(Edit::remove(Span::new(word.start, params)));
    }
    let body = function.body.as_ref()?;
    edits.push(Edit::insert(previous_end(body.span.start, ctx), " =>"));
    if matches!(replaced.kind(), AstKind::ChainExpression(_)) {
        replaced = ctx.parent(replaced.id());
    }
    let span = replaced.kind().span();
    let is_argument = matches!(
        ctx.parent_kind(replaced.id()),
        AstKind::CallExpression(_) | AstKind::ConditionalExpression(_)
    );
    if !is_argument && !is_parenthesized(span, ctx) && !is_parenthesized(function.span, ctx) {
        edits.push(Edit::insert(span.start, "("));
        edits.push(Edit::insert(span.end, ")"));
    }
    Some(edits)
}

/// Whether two parameters have one name, which arrow functions cannot have.
fn has_duplicates(params: &FormalParameters<'_>) -> bool {
    let mut counts: HashMap<&str, u32> = HashMap::default();
    for param in &params.items {
        if let BindingPattern::BindingIdentifier(identifier) = &param.pattern {
            *counts.entry(identifier.name.as_str()).or_default() += 1;
        }
    }
    counts.values().any(|count| *count > 1)
}
