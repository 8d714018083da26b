//! Code paths: how control flows through a function, in the model of ESLint, so that rules agree with its
//! rules in every detail. A code path is a program, a function, a field's initial value or a static block. It
//! consists of segments: runs of code without a branch.
//!
//! A rule asks for the segments at a node ([`CodePaths::at_start`], [`CodePaths::at_end`]), or replays the walk
//! over the code of one path ([`CodePaths::replay`]) with a [`Cursor`].

mod fork;
mod replay;
mod roles;
mod segment;
mod state;
mod walk;

use oxc_semantic::Semantic;
use oxc_syntax::node::NodeId;

pub(crate) use replay::{Cursor, Event};
pub(crate) use segment::{Seg, Segment};

use replay::Turn;

/// The code paths of a file.
#[derive(Default)]
pub(crate) struct CodePaths {
    pub(crate) segments: Vec<Segment>,
    /// Segments with those before them that come later in the code, sorted.
    loops: Vec<(Seg, Seg)>,
    pub(crate) paths: Vec<CodePath>,
    stretches: Vec<Stretch>,
    /// The current segments of all stretches.
    current: Vec<Seg>,
    /// The stretches in which nodes end, in the order of the nodes. It has the kinds of nodes that rules ask for,
    /// and all nodes of constructors.
    ends: Vec<(NodeId, u32)>,
    /// The number of nodes.
    nodes: usize,
}

/// The index of a code path.
pub(crate) type PathId = usize;

/// The code path of a function, or of code that runs like one.
#[derive(Debug)]
pub(crate) struct CodePath {
    /// The node whose code it is.
    pub(crate) node: NodeId,
    /// The first segment.
    pub(crate) initial: Seg,
    /// The last segments of paths that return or reach the end.
    pub(crate) returned: Vec<Seg>,
    /// The last segments of paths that throw.
    pub(crate) thrown: Vec<Seg>,
    /// How its segments start and end; kept of constructors alone.
    turns: Vec<Turn>,
}

/// A part of the walk over the tree with the same current segments.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    path: u32,
    /// The first node that starts in it, unless the next stretch starts with the same.
    first: u32,
    /// Where its current segments start.
    current: u32,
}

/// A place in a file: a part of the walk over the tree with the same current segments.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p> {
    paths: &'p CodePaths,
    index: usize,
}

impl CodePaths {
    /// Finds the code paths of a file. A file whose paths are too many, as nested `finally` blocks make them,
    /// has none.
    pub(crate) fn new(semantic: &Semantic<'_>) -> CodePaths {
        walk::walk(semantic)
    }

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
        Place { paths: self, index }
    }

    /// Where a node starts; nothing in a file without code paths.
    pub(crate) fn at_start(&self, node: NodeId) -> Option<Place<'_>> {
        let after = self.stretches.partition_point(|stretch| stretch.first as usize <= node.index());
        after.checked_sub(1).map(|index| self.place(index))
    }

    /// Where a node ends: a declarator, an assignment, an update, a function or a `case`. Nothing in a file without
    /// code paths.
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
        &self.paths.stretches[self.index]
    }

    /// The code path.
    pub(crate) fn path(self) -> PathId {
        self.stretch().path as usize
    }

    /// The current segments.
    pub(crate) fn segments(self) -> &'p [Seg] {
        let next = self.paths.stretches.get(self.index + 1);
        let end = next.map_or(self.paths.current.len(), |next| next.current as usize);
        &self.paths.current[self.stretch().current as usize..end]
    }

    /// The current segments that can be reached.
    pub(crate) fn reachable(self) -> impl Iterator<Item = Seg> {
        self.segments().iter().copied().filter(move |segment| self.paths.is_reachable(*segment))
    }

    /// Whether code here can run.
    pub(crate) fn is_reachable(self) -> bool {
        self.reachable().next().is_some()
    }

    /// The nodes that start here.
    pub(crate) fn nodes(self) -> impl DoubleEndedIterator<Item = NodeId> {
        let next = self.paths.stretches.get(self.index + 1);
        let end = next.map_or(self.paths.nodes, |next| next.first as usize);
        (self.stretch().first as usize..end).map(NodeId::from_usize)
    }
}
