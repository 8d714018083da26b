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
use crate::lint::{CodePath, Cursor, Event, Seg};
use crate::rules::helpers::constructors::derived_constructors;
use crate::rules::helpers::traversal::traverse;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-this-before-super",
    recommended: true,
    messages: &[("noBeforeSuper", "'{{kind}}' is not allowed before 'super()'.")],
    types: &[AstType::Class],
    run: Run::File(|ctx| {
        for (owner, path, extended) in derived_constructors(ctx) {
            if is_nullish(extended) {
                continue;
            }
            check(owner, &path, ctx);
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
    path: &'p CodePath,
    info: HashMap<Seg, Info>,
}

impl Segments<'_> {
    fn is_called(&self, segment: Seg) -> bool {
        !self.path.is_reachable(segment) || self.info.get(&segment).is_some_and(|info| info.is_called)
    }

    fn is_called_before(&self, segment: Seg) -> bool {
        let prev = &self.path.segments[segment as usize].prev;
        !prev.is_empty() && prev.iter().all(|prev| self.is_called(*prev))
    }
}

fn check(owner: NodeId, path: &CodePath, ctx: &Context<'_>) {
    let nodes = ctx.nodes();
    let mut segments = Segments { path, info: HashMap::default() };
    let mut cursor = Cursor::default();
    path.replay(owner, nodes, &mut |event| {
        cursor.pass(event);
        match event {
            Event::SegmentStart(segment, _) if path.is_reachable(segment) => {
                let is_called = segments.is_called_before(segment);
                segments.info.insert(segment, Info { is_called, invalid: Vec::new() });
            }
            Event::Loop(from, to) => {
                traverse(path, to, Some(from), &mut |segment| {
                    if segments.info.get(&segment).is_some_and(|info| info.is_called) {
                        return true;
                    }
                    let is_called = segments.is_called_before(segment);
                    segments.info.entry(segment).or_default().is_called |= is_called;
                    false
                });
            }
            Event::Enter(id) | Event::Exit(id) => {
                let kind = nodes.kind(id);
                let is_entered = matches!(event, Event::Enter(_));
                let is_call = match kind {
                    AstKind::ThisExpression(_) if is_entered => false,
                    AstKind::Super(_) if is_entered => {
                        if matches!(ctx.parent_kind(id), AstKind::CallExpression(_)) {
                            return;
                        }
                        false
                    }
                    AstKind::CallExpression(call) if !is_entered && matches!(call.callee, Expression::Super(_)) => true,
                    _ => return,
                };
                if cursor.segments().iter().all(|segment| segments.is_called(*segment)) {
                    return;
                }
                for segment in cursor.segments().iter().filter(|segment| path.is_reachable(**segment)) {
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
    });
    let mut reported: HashSet<NodeId> = HashSet::default();
    traverse(path, path.initial, None, &mut |segment| {
        let Some(info) = segments.info.get(&segment) else { return false };
        for node in info.invalid.iter().filter(|node| reported.insert(**node)) {
            let kind = nodes.kind(*node);
            let word = if matches!(kind, AstKind::Super(_)) { "super" } else { "this" };
            ctx.report(kind.span(), "noBeforeSuper").data("kind", word);
        }
        info.is_called
    });
}

fn is_nullish(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::NullLiteral(_) => true,
        Expression::Identifier(identifier) => identifier.name == "undefined",
        Expression::UnaryExpression(unary) => unary.operator.is_void(),
        _ => false,
    }
}
