//! Code paths: how control flows through a function, in the model of ESLint, so that rules agree with its
//! rules in every detail. A code path is a program, a function, a field's initial value or a static block. It
//! consists of segments: runs of code without a branch.
//!
//! The result is a list of events in the order of a walk over the tree. Rules replay it with a [`Cursor`].

mod fork;
mod segment;
mod state;
mod walk;

use oxc_semantic::Semantic;
use oxc_syntax::node::NodeId;

pub(crate) use segment::{Seg, Segment};

/// The code paths of a file.
pub(crate) struct CodePaths {
    pub(crate) segments: Vec<Segment>,
    pub(crate) paths: Vec<CodePath>,
    pub(crate) events: Vec<Event>,
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
}

/// A step of the walk.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
    /// A code path starts.
    PathStart(PathId),
    /// A code path ends.
    PathEnd(PathId),
    /// A segment starts, before or after the node.
    SegmentStart(Seg, NodeId),
    /// A segment ends.
    SegmentEnd(Seg),
    /// A segment is connected with an earlier one.
    Loop(Seg, Seg),
    /// The walk enters a node. Parentheses and other nodes that ESLint's trees lack are left out.
    Enter(NodeId),
    /// The walk leaves a node.
    Exit(NodeId),
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
}

/// The current segments of the code paths around a place, while events are replayed.
#[derive(Default)]
pub(crate) struct Cursor {
    stack: Vec<(PathId, Vec<Seg>)>,
}

impl Cursor {
    /// Goes past an event.
    #[inline]
    pub(crate) fn pass(&mut self, event: Event) {
        // Most events are these.
        if !matches!(event, Event::Enter(_) | Event::Exit(_)) {
            self.turn(event);
        }
    }

    fn turn(&mut self, event: Event) {
        match event {
            Event::PathStart(path) => self.stack.push((path, Vec::new())),
            Event::PathEnd(_) => drop(self.stack.pop()),
            Event::SegmentStart(segment, _) => {
                if let Some((_, current)) = self.stack.last_mut() {
                    current.push(segment);
                }
            }
            Event::SegmentEnd(segment) => {
                if let Some((_, current)) = self.stack.last_mut() {
                    current.retain(|one| *one != segment);
                }
            }
            Event::Loop(..) | Event::Enter(_) | Event::Exit(_) => {}
        }
    }

    /// The current segments.
    pub(crate) fn segments(&self) -> &[Seg] {
        self.stack.last().map_or(&[], |(_, current)| current)
    }

    /// Whether code at this place can run.
    pub(crate) fn is_reachable(&self, paths: &CodePaths) -> bool {
        self.segments().iter().any(|segment| paths.is_reachable(*segment))
    }
}
