//! `no-this-before-super`: disallow `this`/`super` before calling `super()` in constructors.
//!
//! Until `super()` returns, there is no object: `this` throws a `ReferenceError`.
//!
//! ```js fails
//! class Square extends Shape { constructor() { this.sides = 4; super(); } }
//! ```
//!
//! ```js passes
//! class Square extends Shape { constructor() { super(); this.sides = 4; } }
//! ```


use oxc_syntax::node::NodeId;

use crate::hash::{HashMap, HashSet};
use crate::lint::{CodePaths, Cursor, Event, Seg};
use crate::rules::helpers::constructors::{constructed, has_derived_class, super_class};
use crate::rules::helpers::traversal::traverse;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-this-before-super",
    recommended: true,
    messages: &[("noBeforeSuper", "'{{kind}}' is not allowed before 'super()'.")],
    types: &[AstType::Class],
    run: Run::File(|ctx| {
        if has_derived_class(ctx) {
            check(ctx);
        }
    }),
    ..Rule::DEFAULT
};

#[derive(Default)]
struct Info {
    is_called: bool,
    invalid: Vec<NodeId>,
}

struct Segments<'p> {
    paths: &'p CodePaths,
    info: HashMap<Seg, Info>,
}

impl Segments<'_> {
    fn is_called(&self, segment: Seg) -> bool {
        !self.paths.is_reachable(segment) || self.info.get(&segment).is_some_and(|info| info.is_called)
    }

    fn is_called_before(&self, segment: Seg) -> bool {
        let prev = &self.paths.segments[segment as usize].prev;
        !prev.is_empty() && prev.iter().all(|prev| self.is_called(*prev))
    }
}

fn check(ctx: &Context<'_>) {
    let nodes = ctx.nodes();
    let paths = ctx.code_paths();
    let mut segments = Segments { paths, info: HashMap::default() };
    let mut cursor = Cursor::default();
    // For each code path around: whether it is the constructor of a class that extends another one.
    let mut stack: Vec<bool> = Vec::new();
    for event in &paths.events {
        let is_constructor = stack.last().copied().unwrap_or(false);
        cursor.pass(*event);
        match *event {
            Event::PathStart(path) => {
                let class = constructed(paths.paths[path].node, ctx);
                stack.push(class.and_then(super_class).is_some_and(|class| !is_nullish(class)));
            }
            Event::PathEnd(path) => {
                if stack.pop() != Some(true) {
                    continue;
                }
                let mut reported: HashSet<NodeId> = HashSet::default();
                traverse(paths, paths.paths[path].initial, None, &mut |segment| {
                    let Some(info) = segments.info.get(&segment) else { return false };
                    for node in info.invalid.iter().filter(|node| reported.insert(**node)) {
                        let kind = nodes.kind(*node);
                        let word = if matches!(kind, AstKind::Super(_)) { "super" } else { "this" };
                        ctx.report(kind.span(), "noBeforeSuper").data("kind", word);
                    }
                    info.is_called
                });
            }
            Event::SegmentStart(segment, _) if is_constructor && paths.is_reachable(segment) => {
                let is_called = segments.is_called_before(segment);
                segments.info.insert(segment, Info { is_called, invalid: Vec::new() });
            }
            Event::Loop(from, to) if is_constructor => {
                traverse(paths, to, Some(from), &mut |segment| {
                    if segments.info.get(&segment).is_some_and(|info| info.is_called) {
                        return true;
                    }
                    let is_called = segments.is_called_before(segment);
                    segments.info.entry(segment).or_default().is_called |= is_called;
                    false
                });
            }
            Event::Enter(id) | Event::Exit(id) if is_constructor => {
                let kind = nodes.kind(id);
                let is_entered = matches!(event, Event::Enter(_));
                let is_call = match kind {
                    AstKind::ThisExpression(_) if is_entered => false,
                    AstKind::Super(_) if is_entered => {
                        if matches!(ctx.parent_kind(id), AstKind::CallExpression(_)) {
                            continue;
                        }
                        false
                    }
                    AstKind::CallExpression(call) if !is_entered && matches!(call.callee, Expression::Super(_)) => true,
                    _ => continue,
                };
                if cursor.segments().iter().all(|segment| segments.is_called(*segment)) {
                    continue;
                }
                for segment in cursor.segments().iter().filter(|segment| paths.is_reachable(**segment)) {
                    let info = segments.info.entry(*segment).or_default();
                    if is_call {
                        info.is_called = true;
                    } else {
                        info.invalid.push(id);
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_nullish(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::NullLiteral(_) => true,
        Expression::Identifier(identifier) => identifier.name == "undefined",
        Expression::UnaryExpression(unary) => unary.operator.is_void(),
        _ => false,
    }
}
