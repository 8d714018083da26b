//! `constructor-super`: require `super()` calls in constructors.
//!
//! The constructor of a class that extends another one has to call `super()` exactly once on every path, or it throws.
//!
//! ```js fails
//! class Square extends Shape { constructor() {} }
//! ```
//!
//! ```js passes
//! class Square extends Shape { constructor() { super(); } }
//! ```


use oxc_syntax::node::NodeId;
use oxc_syntax::operator::{AssignmentOperator, LogicalOperator};

use crate::hash::HashMap;
use crate::lint::{CodePath, Cursor, Event, Seg};
use crate::rules::helpers::constructors::derived_constructors;
use crate::rules::helpers::traversal::traverse;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "constructor-super",
    recommended: true,
    messages: &[
        ("missingSome", "Lacked a call of 'super()' in some code paths."),
        ("missingAll", "Expected to call 'super()'."),
        ("duplicate", "Unexpected duplicate 'super()'."),
        ("badSuper", "Unexpected 'super()' because 'super' is not a constructor."),
    ],
    types: &[AstType::Class],
    run: Run::File(|ctx| {
        for (owner, path, extended) in derived_constructors(ctx) {
            check(owner, &path, can_construct(extended), ctx);
        }
    }),
    ..Rule::DEFAULT
};

/// What is known of a segment at its end.
#[derive(Default)]
struct Calls {
    in_every_path: bool,
    in_some_path: bool,
    /// Calls that are fine so far.
    valid: Vec<Span>,
}

struct Segments<'p> {
    path: &'p CodePath,
    calls: HashMap<Seg, Calls>,
}

impl Segments<'_> {
    fn in_some_path(&self, segment: Seg) -> bool {
        self.path.is_reachable(segment) && self.calls.get(&segment).is_some_and(|calls| calls.in_some_path)
    }

    fn in_every_path(&self, segment: Seg) -> bool {
        self.path.is_reachable(segment) && self.calls.get(&segment).is_some_and(|calls| calls.in_every_path)
    }

    /// Whether one and all of the known segments before another have a call; nothing if none is known.
    fn before(&self, segment: Seg) -> Option<(bool, bool)> {
        let prev = &self.path.segments[segment as usize].prev;
        let mut seen = prev.iter().copied().filter(|prev| self.calls.contains_key(prev)).peekable();
        seen.peek()?;
        let (mut some, mut every) = (false, true);
        for prev in seen {
            some |= self.in_some_path(prev);
            every &= self.in_every_path(prev);
        }
        Some((some, every))
    }
}

fn check(owner: NodeId, path: &CodePath, can_construct: bool, ctx: &Context<'_>) {
    let nodes = ctx.nodes();
    let mut segments = Segments { path, calls: HashMap::default() };
    let mut cursor = Cursor::default();
    path.replay(owner, nodes, &mut |event| {
        cursor.pass(event);
        match event {
            Event::SegmentStart(segment, node) if path.is_reachable(segment) => {
                let (some, mut every) = segments.before(segment).unwrap_or_default();
                let span = nodes.kind(node).span();
                // The update of a loop is visited before the body that runs before it.
                every |= matches!(ctx.parent_kind(node), AstKind::ForStatement(statement)
                    if statement.update.as_ref().is_some_and(|update| update.without_parentheses().span() == span));
                let calls = Calls { in_every_path: every, in_some_path: some, valid: Vec::new() };
                segments.calls.insert(segment, calls);
            }
            Event::Loop(from, to) => {
                traverse(path, to, Some(from), &mut |segment| {
                    if !segments.calls.contains_key(&segment) {
                        return true;
                    }
                    let (some, every) = segments.before(segment).unwrap_or((false, true));
                    let Some(calls) = segments.calls.get_mut(&segment) else { return true };
                    calls.in_some_path |= some;
                    calls.in_every_path |= every;
                    if some {
                        for span in std::mem::take(&mut calls.valid) {
                            ctx.report(span, "duplicate");
                        }
                    }
                    false
                });
            }
            Event::Exit(id) => {
                let AstKind::CallExpression(call) = nodes.kind(id) else { return };
                if !matches!(call.callee, Expression::Super(_)) {
                    return;
                }
                let mut is_duplicate = false;
                let mut last = None;
                for segment in cursor.segments().iter().filter(|segment| path.is_reachable(**segment)) {
                    let calls = segments.calls.entry(*segment).or_default();
                    is_duplicate |= calls.in_some_path;
                    (calls.in_some_path, calls.in_every_path) = (true, true);
                    last = Some(*segment);
                }
                let Some(last) = last else { return };
                if is_duplicate {
                    ctx.report(call.span, "duplicate");
                } else if !can_construct {
                    ctx.report(call.span, "badSuper");
                } else if let Some(calls) = segments.calls.get_mut(&last) {
                    calls.valid.push(call.span);
                }
            }
            Event::Enter(id) => {
                let AstKind::ReturnStatement(statement) = nodes.kind(id) else { return };
                if statement.argument.is_none() {
                    return;
                }
                for segment in cursor.segments().iter().filter(|segment| path.is_reachable(**segment)) {
                    let calls = segments.calls.entry(*segment).or_default();
                    (calls.in_some_path, calls.in_every_path) = (true, true);
                }
            }
            _ => {}
        }
    });
    if !path.returned.iter().all(|segment| segments.in_every_path(*segment)) {
        let some = path.returned.iter().any(|segment| segments.in_some_path(*segment));
        let method = nodes.parent_kind(owner).span();
        ctx.report(method, if some { "missingSome" } else { "missingAll" });
    }
}

/// Whether the value of an expression can be a constructor.
fn can_construct(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::ClassExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ThisExpression(_)
        | Expression::StaticMemberExpression(_)
        | Expression::ComputedMemberExpression(_)
        | Expression::PrivateFieldExpression(_)
        | Expression::CallExpression(_)
        | Expression::NewExpression(_)
        | Expression::ChainExpression(_)
        | Expression::YieldExpression(_)
        | Expression::TaggedTemplateExpression(_)
        | Expression::NewTarget(_)
        | Expression::ImportMeta(_) => true,
        Expression::Identifier(identifier) => identifier.name != "undefined",
        Expression::AssignmentExpression(assignment) => match assignment.operator {
            AssignmentOperator::Assign | AssignmentOperator::LogicalAnd => can_construct(&assignment.right),
            AssignmentOperator::LogicalOr | AssignmentOperator::LogicalNullish => {
                let is_name = |target: &IdentifierReference<'_>| target.name != "undefined";
                let left = match &assignment.left {
                    AssignmentTarget::AssignmentTargetIdentifier(target) => is_name(target),
                    left => left.is_member_expression(),
                };
                left || can_construct(&assignment.right)
            }
            _ => false,
        },
        Expression::LogicalExpression(logical) => {
            (logical.operator != LogicalOperator::And && can_construct(&logical.left)) || can_construct(&logical.right)
        }
        Expression::ConditionalExpression(conditional) => {
            can_construct(&conditional.alternate) || can_construct(&conditional.consequent)
        }
        Expression::SequenceExpression(sequence) => sequence.expressions.last().is_some_and(can_construct),
        _ => false,
    }
}
