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

use std::collections::{BTreeMap, VecDeque};

use oxc_semantic::{Reference, SymbolId};
use oxc_syntax::node::NodeId;

use crate::hash::HashMap;
use crate::lint::{CodePaths, Cursor, Event, PathId, Seg};
use crate::rules::helpers::assigned::{assigned, declared};
use crate::rules::helpers::variables::{Definition, definitions, typed_identifier};
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
        let paths = ctx.code_paths();
        let mut origins = vec![None; ctx.nodes().len()];
        for (index, path) in paths.paths.iter().enumerate() {
            origins[path.node.index()] = Some(index);
        }
        let segments = paths.segments.len();
        let mut file = File {
            ctx,
            paths,
            origins,
            extents: vec![None; segments],
            seen: vec![0; segments],
            round: 0,
            exported: HashMap::default(),
            steps: 0,
        };
        file.check();
    }),
    ..Rule::DEFAULT
};

/// A value that is assigned to a variable.
struct Assignment {
    identifier: Span,
    /// The value, if it is not computed from the old one.
    expression: Option<Span>,
    segments: Vec<Seg>,
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

/// What is known of a code path.
#[derive(Default)]
struct Target {
    assignments: BTreeMap<SymbolId, Vec<Assignment>>,
    try_blocks: Vec<Span>,
}

struct File<'f, 'a> {
    ctx: &'f Context<'a>,
    paths: &'f CodePaths,
    /// By node, the code path that starts there.
    origins: Vec<Option<PathId>>,
    /// By segment, from its first identifier to its last one.
    extents: Vec<Option<Span>>,
    /// By segment, the round in which `later` last came there.
    seen: Vec<u32>,
    round: u32,
    /// Whether a variable is exported.
    exported: HashMap<SymbolId, bool>,
    steps: usize,
}

impl<'a> File<'_, 'a> {
    fn check(&mut self) {
        let (ctx, paths) = (self.ctx, self.paths);
        let mut cursor = Cursor::default();
        let mut targets: Vec<(PathId, Target)> = Vec::new();
        for event in &paths.events {
            cursor.pass(*event);
            let id = match *event {
                Event::PathStart(path) => {
                    targets.push((path, Target::default()));
                    continue;
                }
                Event::PathEnd(_) => {
                    if let Some((path, target)) = targets.pop() {
                        self.verify(path, target);
                    }
                    continue;
                }
                Event::Enter(id) | Event::Exit(id) => id,
                _ => continue,
            };
            let Some((path, target)) = targets.last_mut() else { continue };
            let is_entered = matches!(event, Event::Enter(_));
            let kind = ctx.nodes().kind(id);
            let (found, expression): (Vec<(SymbolId, Span)>, _) = match kind {
                AstKind::IdentifierName(_)
                | AstKind::IdentifierReference(_)
                | AstKind::BindingIdentifier(_)
                | AstKind::LabelIdentifier(_)
                | AstKind::JSXIdentifier(_) => {
                    if is_entered {
                        self.extend(&cursor, kind.span());
                    }
                    continue;
                }
                AstKind::TryStatement(statement) if is_entered => {
                    target.try_blocks.push(statement.block.span);
                    continue;
                }
                AstKind::VariableDeclarator(declarator) if !is_entered && declarator.init.is_some() => {
                    let typed = |(symbol, span): (SymbolId, Span)| {
                        (symbol, typed_identifier(Definition { node: id, span }, ctx))
                    };
                    let found = declared(&declarator.id).into_iter().map(typed).collect();
                    (found, declarator.init.as_ref())
                }
                AstKind::AssignmentExpression(assignment) if !is_entered => {
                    (assigned(&assignment.left, ctx), Some(&assignment.right))
                }
                AstKind::UpdateExpression(update) if !is_entered => match &update.argument {
                    SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                        let reference = identifier.reference_id.get().map(|id| ctx.scoping().get_reference(id));
                        let symbol = reference.and_then(Reference::symbol_id);
                        (symbol.map(|symbol| (symbol, identifier.span)).into_iter().collect(), None)
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let segments = || cursor.segments().iter().copied().filter(|segment| paths.is_reachable(*segment));
            if segments().next().is_none() {
                continue;
            }
            for (symbol, identifier) in found {
                let scope = ctx.scoping().get_node_id(ctx.scoping().symbol_scope_id(symbol));
                let exported = *self.exported.entry(symbol).or_insert_with(|| is_exported(symbol, ctx));
                if self.path_of(scope) == Some(*path) && !exported {
                    target.assignments.entry(symbol).or_default().push(Assignment {
                        identifier,
                        expression: expression.map(|value| value.without_parentheses().span()),
                        segments: segments().collect(),
                    });
                }
            }
        }
    }

    /// The code path of a node.
    fn path_of(&self, node: NodeId) -> Option<PathId> {
        let around = std::iter::once(node).chain(self.ctx.nodes().ancestor_ids(node));
        around.into_iter().find_map(|node| self.origins[node.index()])
    }

    fn extend(&mut self, cursor: &Cursor, identifier: Span) {
        for segment in cursor.segments().iter().filter(|segment| self.paths.is_reachable(**segment)) {
            let extent = self.extents[*segment as usize].get_or_insert(identifier);
            // The first identifier starts it, and the last one ends it.
            extent.end = identifier.end;
        }
    }

    fn is_in(&self, segment: Seg, identifier: Span) -> bool {
        self.extents[segment as usize]
            .is_some_and(|extent| extent.start <= identifier.start && identifier.end <= extent.end)
    }

    fn verify(&mut self, path: PathId, target: Target) {
        for (symbol, mut assignments) in target.assignments {
            assignments.sort_by_key(|assignment| assignment.identifier.start);
            let nodes = self.ctx.nodes();
            let mut reads: Vec<Span> = Vec::new();
            let mut is_elsewhere = false;
            for reference in self.ctx.scoping().get_resolved_references(symbol) {
                if reference.is_read() || !reference.is_write() {
                    is_elsewhere |= self.path_of(reference.node_id()) != Some(path);
                    reads.push(nodes.kind(reference.node_id()).span());
                }
            }
            if reads.is_empty() || is_elsewhere {
                continue;
            }
            let mut by_segment: HashMap<Seg, Vec<usize>> = HashMap::default();
            for (index, assignment) in assignments.iter().enumerate() {
                for segment in &assignment.segments {
                    by_segment.entry(*segment).or_default().push(index);
                }
            }
            let mut value_end = 0;
            for index in 0..assignments.len() {
                let identifier = assignments[index].identifier;
                // Values before that end before the assignment do not contain it.
                let from = if value_end < identifier.end { index } else { 0 };
                value_end = value_end.max(assignments[index].expression.map_or(0, |value| value.end));
                let is_tried = target.try_blocks.iter().any(|block| block.contains_inclusive(identifier));
                if self.steps > MAX_STEPS {
                    return;
                }
                if !is_tried && self.is_useless(index, from, &assignments, &by_segment, &reads) {
                    let name = self.ctx.scoping().symbol_name(symbol);
                    self.ctx.report(identifier, "unnecessaryAssignment").data("name", name);
                }
            }
        }
    }

    fn is_useless(
        &mut self,
        index: usize,
        from: usize,
        all: &[Assignment],
        by_segment: &HashMap<Seg, Vec<usize>>,
        reads: &[Span],
    ) -> bool {
        let target = &all[index];
        let mut steps = 0;
        let after = all.iter().enumerate().skip(from).find(|(other, assignment)| {
            steps += 1;
            let is_here = assignment.segments.is_empty()
                || assignment.segments.iter().any(|segment| target.segments.contains(segment));
            let is_around = assignment.expression.is_some_and(|value| value.contains_inclusive(target.identifier));
            *other != index && is_here && (target.is_before(assignment.identifier) || is_around)
        });
        let after = after.map(|(_, assignment)| assignment);
        let mut later: Option<Vec<(Seg, Option<usize>)>> = None;
        let mut is_used = false;
        for read in reads {
            steps += 1;
            let is_here = target.is_around(*read) || target.segments.iter().any(|segment| self.is_in(*segment, *read));
            if target.is_before(*read) && is_here {
                if after.is_some_and(|after| after.is_before(*read)) {
                    continue;
                }
                is_used = true;
                break;
            }
            if after.is_some() {
                continue;
            }
            let later = match &mut later {
                Some(later) => later,
                none => none.insert(self.later(target, all, by_segment)),
            };
            steps += later.len();
            is_used = later.iter().any(|(segment, assignment)| {
                self.is_in(*segment, *read) && !assignment.is_some_and(|index| all[index].is_before(*read))
            });
            if is_used {
                break;
            }
        }
        self.steps += steps;
        !is_used
    }

    /// The segments after an assignment, up to those that assign again, with that assignment.
    fn later(
        &mut self,
        target: &Assignment,
        all: &[Assignment],
        by_segment: &HashMap<Seg, Vec<usize>>,
    ) -> Vec<(Seg, Option<usize>)> {
        let paths = self.paths;
        let next = |segment: Seg| paths.segments[segment as usize].next.iter().copied();
        let mut queue: VecDeque<Seg> = target.segments.iter().flat_map(|segment| next(*segment)).collect();
        self.round += 1;
        let mut later = Vec::new();
        while let Some(segment) = queue.pop_front() {
            if std::mem::replace(&mut self.seen[segment as usize], self.round) == self.round {
                continue;
            }
            let others = by_segment.get(&segment).into_iter().flatten().copied();
            let other = others.into_iter().find(|index| !all[*index].is_around(target.identifier));
            if other.is_none() {
                queue.extend(next(segment));
            }
            later.push((segment, other));
        }
        later
    }
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
