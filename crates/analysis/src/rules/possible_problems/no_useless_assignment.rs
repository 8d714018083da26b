//! `no-useless-assignment`: disallow variable assignments when the value is not used.
//!
//! A value that is overwritten, or never read, was computed for nothing. Often another variable was meant.
//!
//! ```js fails
//! function area(width) {
//!   let size = width;
//!   size = width * 2;
//!   return size;
//! }
//! ```
//!
//! ```js passes
//! function area(width) {
//!   let size = width;
//!   size = size * 2;
//!   return size;
//! }
//! ```

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use oxc_semantic::SymbolId;
use oxc_syntax::node::NodeId;
use smallvec::SmallVec;

use crate::hash::HashMap;
use crate::lint::{CodePath, Seg};
use crate::order::{pair, sort_by_number};
use crate::rules::helpers::usage::is_read;
use crate::rules::helpers::variables::{Definition, definitions, typed_identifier};
use crate::rules::helpers::written::{Written, are_read_for_sure, written};
use crate::rules::prelude::*;

/// Maximum number of steps for one file; what is left is not checked.
const MAX_STEPS: usize = 5_000_000;

pub(crate) const RULE: Rule = Rule {
    id: "no-useless-assignment",
    recommended: true,
    messages: &[(
        "unnecessaryAssignment",
        "The value assigned to '{{name}}' is not used in subsequent statements.",
    )],
    types: &[AstType::VariableDeclarator, AstType::AssignmentExpression, AstType::UpdateExpression],
    run: Run::File(|ctx| {
        let mut written = written(ctx);
        sort_by_number(&mut written, |written| {
            pair(u32::try_from(written.symbol.index()).unwrap_or(u32::MAX), written.identifier.start)
        });
        let paths = ctx.code_paths();
        let steps = Cell::new(0);
        let mut flows: Vec<(NodeId, Flow<'_, '_>)> = Vec::new();
        for written in written.chunk_by(|a, b| a.symbol == b.symbol) {
            if are_read_for_sure(written, ctx) {
                continue;
            }
            let symbol = written[0].symbol;
            let scoping = ctx.scoping();
            let owner = paths.owner(scoping.get_node_id(scoping.symbol_scope_id(symbol)));
            if !can_be_useless(symbol, owner, ctx) {
                continue;
            }
            // Variables of a function are mostly next to each other.
            let known = flows.iter().rposition(|(of, _)| *of == owner);
            let index = known.unwrap_or(flows.len());
            if known.is_none() {
                let Some(path) = paths.of(owner) else { continue };
                flows.push((owner, Flow::new(path, &steps, ctx)));
            }
            flows[index].1.verify(written);
        }
    }),
    ..Rule::DEFAULT
};

/// Whether a variable can have useless values: it is read, and only in the code path that has it.
fn can_be_useless(symbol: SymbolId, owner: NodeId, ctx: &Context<'_>) -> bool {
    let mut reads = ctx.scoping().get_resolved_references(symbol).filter(|reference| is_read(reference)).peekable();
    reads.peek().is_some()
        && reads.all(|read| ctx.code_paths().owner(read.node_id()) == owner)
        && !is_exported(symbol, ctx)
}

/// A value that is assigned to a variable.
struct Assignment {
    identifier: Span,
    /// The value, if it is not computed from the old one.
    expression: Option<Span>,
    segments: SmallVec<[Seg; 2]>,
}

impl Assignment {
    /// Whether an identifier is evaluated after the assignment.
    fn is_before(&self, identifier: Span) -> bool {
        let is_in_value = self.expression.is_some_and(|value| value.contains_inclusive(identifier));
        identifier.start >= self.identifier.end && !is_in_value
    }

    /// Whether an identifier is between the assigned one and the value, as in a pattern.
    fn is_around(&self, identifier: Span) -> bool {
        self.expression.is_some_and(|value| self.identifier.end <= identifier.start && identifier.end <= value.start)
    }
}

/// From the first identifier of a segment to its last one.
#[derive(Clone, Copy)]
enum Extent {
    Unknown,
    Empty,
    Of(Span),
}

/// The flow of values in a code path.
struct Flow<'f, 'a> {
    ctx: &'f Context<'a>,
    path: Rc<CodePath>,
    /// By segment.
    extents: Vec<Extent>,
    /// By segment, the round in which `later` last came there.
    seen: Vec<u32>,
    round: u32,
    /// By segment, the first and the last place with it.
    places: Option<Vec<Option<[u32; 2]>>>,
    /// The steps for the whole file.
    steps: &'f Cell<usize>,
}

impl<'f, 'a> Flow<'f, 'a> {
    fn new(path: Rc<CodePath>, steps: &'f Cell<usize>, ctx: &'f Context<'a>) -> Flow<'f, 'a> {
        let segments = path.segments.len();
        Flow {
            ctx,
            path,
            extents: vec![Extent::Unknown; segments],
            seen: vec![0; segments],
            round: 0,
            places: None,
            steps,
        }
    }

    /// An assignment that can run, and that is in this code path.
    fn assignment(&self, written: &Written<'_>) -> Option<Assignment> {
        let place = self.path.at_end(written.node).filter(|place| place.is_reachable())?;
        let is_declarator = matches!(self.ctx.nodes().kind(written.node), AstKind::VariableDeclarator(_));
        let definition = Definition { node: written.node, span: written.identifier };
        Some(Assignment {
            identifier: if is_declarator { typed_identifier(definition, self.ctx) } else { written.identifier },
            expression: written.value.map(|value| value.without_parentheses().span()),
            segments: place.reachable().collect(),
        })
    }

    /// From the first identifier of a segment to its last one.
    fn extent(&mut self, segment: Seg) -> Option<Span> {
        if let Extent::Unknown = self.extents[segment as usize] {
            let found = self.find_extent(segment);
            self.extents[segment as usize] = found.map_or(Extent::Empty, Extent::Of);
        }
        match self.extents[segment as usize] {
            Extent::Of(span) => Some(span),
            Extent::Unknown | Extent::Empty => None,
        }
    }

    fn find_extent(&mut self, segment: Seg) -> Option<Span> {
        let (ctx, path) = (self.ctx, &self.path);
        let places = self.places.get_or_insert_with(|| places_of_segments(path));
        let [first, last] = places[segment as usize]?;
        let places = (first..=last).map(|index| path.place(index as usize));
        let places = places.filter(|place| place.segments().contains(&segment));
        let identifier = |id: NodeId| {
            let kind = ctx.nodes().kind(id);
            is_identifier(kind).then(|| kind.span())
        };
        let start = places.clone().find_map(|place| place.nodes().find_map(identifier))?;
        let end = places.rev().find_map(|place| place.nodes().rev().find_map(identifier))?;
        Some(Span::new(start.start, end.end))
    }

    fn is_in(&mut self, segment: Seg, identifier: Span) -> bool {
        self.extent(segment).is_some_and(|extent| extent.start <= identifier.start && identifier.end <= extent.end)
    }

    /// Reports the useless ones of all assignments to a variable of the code path.
    fn verify(&mut self, written: &[Written<'_>]) {
        let ctx = self.ctx;
        let Some(symbol) = written.first().map(|written| written.symbol) else { return };
        let assignments: Vec<Assignment> = written.iter().filter_map(|written| self.assignment(written)).collect();
        let reads = ctx.scoping().get_resolved_references(symbol).filter(|reference| is_read(reference));
        let reads = reads.map(|reference| ctx.nodes().kind(reference.node_id()).span());
        let mut reads: Vec<Span> = reads.collect();
        sort_by_number(&mut reads, |read| read.start.into());
        let mut by_segment = None;
        let mut value_end = 0;
        for index in 0..assignments.len() {
            let identifier = assignments[index].identifier;
            // Values before that end before the assignment do not contain it.
            let from = if value_end < identifier.end { index } else { 0 };
            value_end = value_end.max(assignments[index].expression.map_or(0, |value| value.end));
            if self.steps.get() > MAX_STEPS {
                return;
            }
            // Mostly the next read is of this value.
            let (before, after) = reads.split_at(reads.partition_point(|read| read.start < identifier.end));
            let reads = after.iter().chain(before).copied();
            if self.is_useless(index, from, &assignments, &mut by_segment, reads) && !self.is_tried(identifier) {
                let name = ctx.scoping().symbol_name(symbol);
                ctx.report(identifier, "unnecessaryAssignment").data("name", name);
            }
        }
    }

    /// Whether an assignment is in the block of a `try` statement of its code path.
    fn is_tried(&self, identifier: Span) -> bool {
        self.ctx.nodes_of(AstType::TryStatement).any(|node| {
            let AstKind::TryStatement(statement) = node.kind() else { return false };
            statement.block.span.contains_inclusive(identifier) && self.path.at_start(node.id()).is_some()
        })
    }

    fn is_useless(
        &mut self,
        index: usize,
        from: usize,
        all: &[Assignment],
        by_segment: &mut Option<HashMap<Seg, Vec<usize>>>,
        reads: impl Iterator<Item = Span>,
    ) -> bool {
        let target = &all[index];
        let mut steps = 0;
        let after = all.iter().enumerate().skip(from).find(|(other, assignment)| {
            steps += 1;
            let is_here = assignment.segments.iter().any(|segment| target.segments.contains(segment));
            let is_around = assignment.expression.is_some_and(|value| value.contains_inclusive(target.identifier));
            *other != index && is_here && (target.is_before(assignment.identifier) || is_around)
        });
        let after = after.map(|(_, assignment)| assignment);
        let mut later: Option<Later> = None;
        let mut is_used = false;
        for read in reads {
            steps += 1;
            let is_here = target.is_around(read) || target.segments.iter().any(|segment| self.is_in(*segment, read));
            if target.is_before(read) && is_here {
                if after.is_some_and(|after| after.is_before(read)) {
                    continue;
                }
                is_used = true;
                break;
            }
            if after.is_some() {
                continue;
            }
            let later = later.get_or_insert_with(|| self.later(target));
            let mut index = 0;
            while !is_used && let Some((segment, other)) = self.nth_later(index, later, target, all, by_segment) {
                index += 1;
                steps += 1;
                is_used = self.is_in(segment, read) && !other.is_some_and(|index| all[index].is_before(read));
            }
            if is_used {
                break;
            }
        }
        self.steps.set(self.steps.get() + steps);
        !is_used
    }

    fn next(&self, segment: Seg) -> impl Iterator<Item = Seg> {
        self.path.segments[segment as usize].next.iter().copied()
    }

    fn later(&mut self, target: &Assignment) -> Later {
        self.round += 1;
        let queue = target.segments.iter().flat_map(|segment| self.next(*segment)).collect();
        Later { queue, found: Vec::new() }
    }

    /// One of the segments after an assignment, with the assignment in it that comes instead.
    fn nth_later(
        &mut self,
        index: usize,
        later: &mut Later,
        target: &Assignment,
        all: &[Assignment],
        by_segment: &mut Option<HashMap<Seg, Vec<usize>>>,
    ) -> Option<(Seg, Option<usize>)> {
        while later.found.len() <= index {
            let segment = later.queue.pop_front()?;
            if std::mem::replace(&mut self.seen[segment as usize], self.round) == self.round {
                continue;
            }
            let is_instead = |index: &usize| !all[*index].is_around(target.identifier);
            let other = if all.len() < FEW {
                (0..all.len()).find(|index| all[*index].segments.contains(&segment) && is_instead(index))
            } else {
                let others = by_segment.get_or_insert_with(|| indexed(all)).get(&segment);
                others.into_iter().flatten().copied().find(is_instead)
            };
            if other.is_none() {
                later.queue.extend(self.next(segment));
            }
            later.found.push((segment, other));
        }
        Some(later.found[index])
    }
}

/// Assignments that are looked through without an index.
const FEW: usize = 8;

/// The segments after an assignment, up to those that assign again, found one by one.
struct Later {
    queue: VecDeque<Seg>,
    /// With the assignment in them, if there is one.
    found: Vec<(Seg, Option<usize>)>,
}

/// The assignments in each segment.
fn indexed(assignments: &[Assignment]) -> HashMap<Seg, Vec<usize>> {
    let mut by_segment: HashMap<Seg, Vec<usize>> = HashMap::default();
    for (index, assignment) in assignments.iter().enumerate() {
        for segment in &assignment.segments {
            by_segment.entry(*segment).or_default().push(index);
        }
    }
    by_segment
}

/// By segment, the first and the last place with it.
fn places_of_segments(path: &CodePath) -> Vec<Option<[u32; 2]>> {
    let mut places: Vec<Option<[u32; 2]>> = vec![None; path.segments.len()];
    for (index, place) in (0..).zip(path.places()) {
        for segment in place.segments() {
            places[*segment as usize].get_or_insert([index; 2])[1] = index;
        }
    }
    places
}

fn is_identifier(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::IdentifierName(_)
            | AstKind::IdentifierReference(_)
            | AstKind::BindingIdentifier(_)
            | AstKind::LabelIdentifier(_)
            | AstKind::JSXIdentifier(_)
    )
}

/// Whether a variable of a module is exported, so that others read it.
fn is_exported(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    let (scoping, nodes) = (ctx.scoping(), ctx.nodes());
    if !ctx.source_type.is_module() || scoping.symbol_scope_id(symbol) != scoping.root_scope_id() {
        return false;
    }
    let declared = definitions(symbol, ctx).any(|definition| {
        let declaration = match nodes.kind(definition.node) {
            AstKind::VariableDeclarator(_) => nodes.parent_id(definition.node),
            AstKind::Function(_) | AstKind::Class(_) => definition.node,
            _ => return false,
        };
        matches!(
            nodes.parent_kind(declaration),
            AstKind::ExportDeclaration(_) | AstKind::ExportDefaultDeclaration(_)
        )
    });
    declared
        || scoping
            .get_resolved_references(symbol)
            .any(|reference| matches!(nodes.parent_kind(reference.node_id()), AstKind::ExportSpecifier(_)))
}
