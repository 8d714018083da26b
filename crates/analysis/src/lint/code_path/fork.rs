//! Fork contexts: lists of segments at which the flow divides and joins.

use smallvec::{SmallVec, smallvec};

use super::segment::{Seg, Segments, Segs};

/// The index of a fork context.
pub(super) type Fork = usize;

/// Lists of segments side by side.
pub(super) type Lists = SmallVec<[Segs; 2]>;

struct Context {
    upper: Option<Fork>,
    /// How many segments run side by side; a `finally` block doubles them.
    count: usize,
    list: Lists,
}

/// How the segments after others are made.
type Make = fn(&mut Segments, &[Seg]) -> Seg;

/// The fork contexts of a code path.
#[derive(Default)]
pub(super) struct Forks(Vec<Context>);

impl Forks {
    /// A context with one segment.
    pub(super) fn root(&mut self, segments: &mut Segments) -> Fork {
        let root = segments.root();
        self.0.push(Context { upper: None, count: 1, list: smallvec![smallvec![root]] });
        self.0.len() - 1
    }

    /// An empty context below another one.
    pub(super) fn empty(&mut self, upper: Fork, doubles: bool) -> Fork {
        let count = self.0[upper].count * if doubles { 2 } else { 1 };
        self.0.push(Context { upper: Some(upper), count, list: Lists::new() });
        self.0.len() - 1
    }

    /// Forgets all contexts from one on.
    pub(super) fn truncate(&mut self, from: Fork) {
        self.0.truncate(from);
    }

    pub(super) fn upper(&self, fork: Fork) -> Fork {
        self.0[fork].upper.unwrap_or(fork)
    }

    pub(super) fn count(&self, fork: Fork) -> usize {
        self.0[fork].count
    }

    pub(super) fn list(&self, fork: Fork) -> &[Segs] {
        &self.0[fork].list
    }

    pub(super) fn head(&self, fork: Fork) -> Segs {
        self.0[fork].list.last().cloned().unwrap_or_default()
    }

    pub(super) fn is_head(&self, fork: Fork, segments: &[Seg]) -> bool {
        self.0[fork].list.last().map_or(&[][..], Segs::as_slice) == segments
    }

    pub(super) fn is_empty(&self, fork: Fork) -> bool {
        self.0[fork].list.is_empty()
    }

    pub(super) fn is_reachable(&self, fork: Fork, segments: &Segments) -> bool {
        self.0[fork].list.last().is_some_and(|head| segments.any_reachable(head))
    }

    /// New segments after all of the context's lists.
    pub(super) fn next_of_all(&self, fork: Fork, segments: &mut Segments) -> Segs {
        self.make(fork, 0, segments, Segments::next)
    }

    /// New segments after the head.
    pub(super) fn next_of_head(&self, fork: Fork, segments: &mut Segments) -> Segs {
        self.make(fork, self.last(fork), segments, Segments::next)
    }

    /// New segments after the head that cannot be reached.
    pub(super) fn unreachable(&self, fork: Fork, segments: &mut Segments) -> Segs {
        self.make(fork, self.last(fork), segments, Segments::unreachable)
    }

    /// New segments without any before them.
    pub(super) fn disconnected(&self, fork: Fork, segments: &mut Segments) -> Segs {
        self.make(fork, self.last(fork), segments, Segments::disconnected)
    }

    fn last(&self, fork: Fork) -> usize {
        self.0[fork].list.len().saturating_sub(1)
    }

    fn make(&self, fork: Fork, from: usize, segments: &mut Segments, make: Make) -> Segs {
        let context = &self.0[fork];
        let of = |index: usize| -> Segs {
            context.list[from..].iter().filter_map(|list| list.get(index).copied()).collect()
        };
        (0..context.count).map(|index| make(segments, &of(index))).collect()
    }

    pub(super) fn add(&mut self, fork: Fork, added: Segs, segments: &mut Segments) {
        let added = self.merged(fork, added, segments);
        self.0[fork].list.push(added);
    }

    pub(super) fn replace_head(&mut self, fork: Fork, head: Segs, segments: &mut Segments) {
        let head = self.merged(fork, head, segments);
        let list = &mut self.0[fork].list;
        list.pop();
        list.push(head);
    }

    pub(super) fn add_all(&mut self, fork: Fork, other: Fork) {
        let added = self.0[other].list.clone();
        self.0[fork].list.extend(added);
    }

    pub(super) fn clear(&mut self, fork: Fork) {
        self.0[fork].list.clear();
    }

    /// Joins segments in pairs until there are as many as the context has.
    fn merged(&self, fork: Fork, mut list: Segs, segments: &mut Segments) -> Segs {
        while list.len() > self.0[fork].count {
            let half = list.len() / 2;
            list = (0..half).map(|index| segments.next(&[list[index], list[index + half]])).collect();
        }
        list
    }
}
