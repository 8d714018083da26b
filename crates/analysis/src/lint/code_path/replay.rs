//! The walk over the code of one path, once more.

use oxc_semantic::AstNodes;
use oxc_syntax::node::NodeId;

use super::roles::is_visible;
use super::{CodePath, Seg};

/// A step of the walk.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
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

/// A step between nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    /// The stretch that it precedes.
    pub(super) before: u32,
    pub(super) event: Event,
}

impl CodePath {
    /// Calls `visit` with the steps of the code path of a constructor, without those of functions within it.
    pub(crate) fn replay(&self, owner: NodeId, nodes: &AstNodes<'_>, visit: &mut dyn FnMut(Event)) {
        let mut turns = self.turns.iter().peekable();
        let mut step = |stretch: Option<usize>, event: Event| {
            if let Some(index) = stretch {
                while let Some(turn) = turns.next_if(|turn| turn.before as usize <= index) {
                    visit(turn.event);
                }
                visit(event);
            }
        };
        let mut open: Vec<NodeId> = Vec::new();
        for index in owner.index()..=self.end {
            let id = NodeId::from_usize(index);
            let parent = (index < self.end).then(|| nodes.parent_id(id));
            while let Some(left) = open.pop_if(|open| Some(*open) != parent) {
                if is_visible(nodes.kind(left)) {
                    step(self.end_of(left).map(|index| index as usize), Event::Exit(left));
                }
            }
            if index == self.end {
                break;
            }
            if is_visible(nodes.kind(id)) {
                step(self.at_start(id).map(|place| place.index), Event::Enter(id));
            }
            open.push(id);
        }
        turns.for_each(|turn| visit(turn.event));
    }
}

/// The current segments, while events are replayed.
#[derive(Default)]
pub(crate) struct Cursor {
    current: Vec<Seg>,
}

impl Cursor {
    /// Goes past an event.
    pub(crate) fn pass(&mut self, event: Event) {
        match event {
            Event::SegmentStart(segment, _) => self.current.push(segment),
            Event::SegmentEnd(segment) => self.current.retain(|one| *one != segment),
            Event::Loop(..) | Event::Enter(_) | Event::Exit(_) => {}
        }
    }

    /// The current segments.
    pub(crate) fn segments(&self) -> &[Seg] {
        &self.current
    }
}
