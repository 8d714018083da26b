//! Code paths: how control flows through a function, in the model of ESLint, so that rules agree with its
//! rules in every detail. A code path is a program, a function, a field's initial value or a static block. It
//! consists of segments: runs of code without a branch.
//!
//! A rule asks for the path of a function ([`CodePaths::of`]), which is found when the first rule does. Then it asks
//! for the segments at a node ([`CodePath::at_start`], [`CodePath::at_end`]), or replays the walk over the code
//! ([`CodePath::replay`]) with a [`Cursor`].

mod dead;
mod fork;
mod replay;
mod roles;
mod segment;
mod state;
mod walk;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use oxc_semantic::AstNodes;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

pub(crate) use dead::may_leave;
pub(crate) use replay::{Cursor, Event};
pub(crate) use segment::{Seg, Segment};
pub(crate) use walk::is_breakable;

use super::buckets::Buckets;
use crate::hash::{HashMap, HashSet};
use crate::order::sort_by_number;
use replay::Turn;

/// Segments for each node and in all. Nested `finally` blocks double the segments at each level.
const MAX_SEGMENTS_PER_NODE: usize = 16;
const MAX_SEGMENTS: usize = 1_000_000;

/// The code paths of a file.
pub(crate) struct CodePaths<'a> {
    nodes: &'a AstNodes<'a>,
    /// The paths that rules asked for, by their owners.
    found: RefCell<HashMap<NodeId, Option<Rc<CodePath>>>>,
    /// How many segments further paths may have.
    room: Cell<usize>,
    dead: OnceCell<Dead>,
}

/// The paths which may have code that cannot be reached.
struct Dead {
    owners: HashSet<NodeId>,
    /// Where those owners are that are within no other, in the order of the source.
    spans: Vec<Span>,
}

/// The code path of a function, or of code that runs like one.
#[derive(Default)]
pub(crate) struct CodePath {
    pub(crate) segments: Vec<Segment>,
    /// The first segment.
    pub(crate) initial: Seg,
    /// The last segments of paths that return or reach the end.
    pub(crate) returned: Vec<Seg>,
    /// Segments with those before them that come later in the code, sorted.
    loops: Vec<(Seg, Seg)>,
    stretches: Vec<Stretch>,
    /// The current segments of all stretches.
    current: Vec<Seg>,
    /// The stretches in which nodes end, in the order of the nodes. It has the kinds of nodes that rules ask for,
    /// and all nodes of constructors.
    ends: Vec<(NodeId, u32)>,
    /// The first node after its own.
    end: usize,
    /// How its segments start and end; kept of constructors alone.
    turns: Vec<Turn>,
}

/// A part of the walk over the tree with the same current segments, or code with a path of its own.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    /// The first node that starts in it, unless the next stretch starts with the same.
    first: u32,
    /// Where its current segments start.
    current: u32,
    /// Whether the nodes belong to another path, whose owner is the first.
    is_inner: bool,
}

/// A place in a code path: a part of the walk over the tree with the same current segments.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p> {
    path: &'p CodePath,
    index: usize,
}

impl<'a> CodePaths<'a> {
    pub(crate) fn new(nodes: &'a AstNodes<'a>) -> CodePaths<'a> {
        let room = (nodes.len() * MAX_SEGMENTS_PER_NODE + 1_000).min(MAX_SEGMENTS);
        CodePaths { nodes, found: RefCell::default(), room: Cell::new(room), dead: OnceCell::new() }
    }

    /// The node whose code path a node is in: the program, a function, a field's initial value or a static block.
    /// A function is in its own path.
    pub(crate) fn owner(&self, node: NodeId) -> NodeId {
        walk::owner(node, self.nodes)
    }

    /// The owners of the code paths around a node, from the inside out.
    pub(crate) fn owners(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(self.owner(node)), |owner| {
            (*owner != NodeId::ROOT).then(|| self.owner(self.nodes.parent_id(*owner)))
        })
    }

    /// The code path of an owner; `None` if the paths of the file become too many, as nested `finally` blocks make
    /// them.
    pub(crate) fn of(&self, owner: NodeId) -> Option<Rc<CodePath>> {
        if let Some(known) = self.found.borrow().get(&owner) {
            return known.clone();
        }
        let path = walk::walk(owner, self.nodes, self.room.get()).map(Rc::new);
        self.room.set(path.as_ref().map_or(0, |path| self.room.get().saturating_sub(path.segments.len())));
        self.found.borrow_mut().insert(owner, path.clone());
        path
    }

    /// The owners of paths which may have code that cannot be reached. All code of others can be.
    pub(crate) fn maybe_dead(&self, buckets: &Buckets) -> &HashSet<NodeId> {
        &self.dead(buckets).owners
    }

    /// Whether a node is in a path which may have code that cannot be reached.
    pub(crate) fn is_maybe_dead(&self, node: NodeId, buckets: &Buckets) -> bool {
        let Dead { owners, spans } = self.dead(buckets);
        let at = self.nodes.kind(node).span().start;
        // Most nodes are far from such a path, and to find the owner of one takes longer.
        let before = spans.partition_point(|span| span.start <= at);
        before.checked_sub(1).is_some_and(|last| at < spans[last].end) && owners.contains(&self.owner(node))
    }

    fn dead(&self, buckets: &Buckets) -> &Dead {
        self.dead.get_or_init(|| {
            let owners = dead::find(self.nodes, buckets);
            let mut all: Vec<Span> = owners.iter().map(|owner| self.nodes.kind(*owner).span()).collect();
            sort_by_number(&mut all, |span| span.start.into());
            let mut spans: Vec<Span> = Vec::new();
            for span in all {
                match spans.last_mut() {
                    Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                    _ => spans.push(span),
                }
            }
            Dead { owners, spans }
        })
    }
}

impl CodePath {
    pub(crate) fn is_reachable(&self, segment: Seg) -> bool {
        self.segments[segment as usize].reachable
    }

    /// Whether a segment is connected with another before it that comes later in the code.
    pub(crate) fn loops_to(&self, segment: Seg, from: Seg) -> bool {
        self.loops.binary_search(&(segment, from)).is_ok()
    }

    /// All places, in the order of the walk.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place<'_>> {
        (0..self.stretches.len()).map(|index| self.place(index))
    }

    /// The place with an index in the order of the walk.
    pub(crate) fn place(&self, index: usize) -> Place<'_> {
        Place { path: self, index }
    }

    /// Where a node starts; nothing if it belongs to another path.
    pub(crate) fn at_start(&self, node: NodeId) -> Option<Place<'_>> {
        let after = self.stretches.partition_point(|stretch| stretch.first as usize <= node.index());
        let place = after.checked_sub(1).map(|index| self.place(index));
        place.filter(|place| !place.stretch().is_inner && node.index() < self.end)
    }

    /// Where a node ends: a declarator, an assignment, an update, a `case`, or the owner of the path.
    pub(crate) fn at_end(&self, node: NodeId) -> Option<Place<'_>> {
        self.end_of(node).map(|index| self.place(index as usize))
    }

    fn end_of(&self, node: NodeId) -> Option<u32> {
        let at = self.ends.binary_search_by_key(&node, |(id, _)| *id).ok()?;
        Some(self.ends[at].1)
    }
}

impl<'p> Place<'p> {
    fn stretch(self) -> &'p Stretch {
        &self.path.stretches[self.index]
    }

    /// The owner of another path, if the code here is that one's.
    pub(crate) fn inner(self) -> Option<NodeId> {
        let stretch = self.stretch();
        stretch.is_inner.then(|| NodeId::from_usize(stretch.first as usize))
    }

    /// The current segments.
    pub(crate) fn segments(self) -> &'p [Seg] {
        let next = self.path.stretches.get(self.index + 1);
        let end = next.map_or(self.path.current.len(), |next| next.current as usize);
        &self.path.current[self.stretch().current as usize..end]
    }

    /// The current segments that can be reached.
    pub(crate) fn reachable(self) -> impl Iterator<Item = Seg> {
        self.segments().iter().copied().filter(move |segment| self.path.is_reachable(*segment))
    }

    /// Whether code here can run.
    pub(crate) fn is_reachable(self) -> bool {
        self.reachable().next().is_some()
    }

    /// The nodes that start here.
    pub(crate) fn nodes(self) -> impl DoubleEndedIterator<Item = NodeId> {
        let next = self.path.stretches.get(self.index + 1);
        let end = next.map_or(self.path.end, |next| next.first as usize);
        (self.stretch().first as usize..end).map(NodeId::from_usize)
    }
}
