//! The state of the analysis of one code path: the statements and operators around the current place.

mod breaks;
mod choices;
mod loops;
mod switches;
mod tries;

use super::fork::{Fork, Forks};
use super::replay::{Event, Turn};
use super::segment::{Seg, Segments, Segs};

pub(super) use choices::ChoiceKind;
pub(super) use loops::LoopKind;

use breaks::Break;
use choices::Choice;
use loops::Loop;
use switches::Switch;
use tries::Try;

/// The state of one code path.
pub(super) struct State<'a> {
    forks: Forks,
    fork: Fork,
    choices: Vec<Choice>,
    switches: Vec<Switch>,
    tries: Vec<Try>,
    loops: Vec<Loop<'a>>,
    breaks: Vec<Break<'a>>,
    /// How many choices each optional chain has.
    chains: Vec<usize>,
    pub(super) current: Segs,
    pub(super) initial: Seg,
    pub(super) returned: Vec<Seg>,
    /// Segments that loop back to earlier ones. The walk reports them.
    pub(super) looped: Vec<(Seg, Seg)>,
    /// The steps between nodes, if they are kept.
    pub(super) turns: Option<Vec<Turn>>,
}

impl<'a> State<'a> {
    pub(super) fn new(segments: &mut Segments, keeps_turns: bool) -> State<'a> {
        let mut forks = Forks::default();
        let fork = forks.root(segments);
        let initial = forks.head(fork)[0];
        State {
            forks,
            fork,
            choices: Vec::new(),
            switches: Vec::new(),
            tries: Vec::new(),
            loops: Vec::new(),
            breaks: Vec::new(),
            chains: Vec::new(),
            current: Segs::new(),
            initial,
            returned: Vec::new(),
            looped: Vec::new(),
            turns: keeps_turns.then(Vec::new),
        }
    }

    /// Keeps a step that precedes a stretch.
    pub(super) fn turn(&mut self, before: u32, event: Event) {
        if let Some(turns) = &mut self.turns {
            turns.push(Turn { before, event });
        }
    }

    pub(super) fn head(&self) -> Segs {
        self.forks.head(self.fork)
    }

    /// Whether the current segments are those of the head.
    pub(super) fn is_at_head(&self) -> bool {
        self.forks.is_head(self.fork, &self.current)
    }

    pub(super) fn is_reachable(&self, segments: &Segments) -> bool {
        self.forks.is_reachable(self.fork, segments)
    }

    fn replace_head(&mut self, head: Segs, segments: &mut Segments) {
        self.forks.replace_head(self.fork, head, segments);
    }

    fn push_fork(&mut self, doubles: bool) {
        self.fork = self.forks.empty(self.fork, doubles);
    }

    pub(super) fn pop_fork(&mut self, segments: &mut Segments) {
        let next = self.forks.next_of_all(self.fork, segments);
        self.fork = self.forks.upper(self.fork);
        self.replace_head(next, segments);
    }

    pub(super) fn fork_path(&mut self, segments: &mut Segments) {
        let next = self.forks.next_of_head(self.forks.upper(self.fork), segments);
        self.forks.add(self.fork, next, segments);
    }

    fn fork_bypass(&mut self, segments: &mut Segments) {
        let head = self.forks.head(self.forks.upper(self.fork));
        self.forks.add(self.fork, head, segments);
    }

    fn leave(&mut self, segments: &mut Segments) {
        let next = self.forks.unreachable(self.fork, segments);
        self.replace_head(next, segments);
    }

    /// The end of the code.
    pub(super) fn finish(&mut self, segments: &Segments) {
        if self.current.first().is_some_and(|first| segments.is_reachable(*first)) {
            self.returned.extend_from_slice(&self.current);
        }
    }

    /// Connects the end of a loop with its start.
    fn connect_back(&mut self, from: &[Seg], to: &[Seg], segments: &mut Segments) {
        let (from, to) = (segments.flattened(from), segments.flattened(to));
        for (from, to) in from.into_iter().zip(to) {
            if segments.is_reachable(to) {
                segments.get(from).next.push(to);
            }
            if segments.is_reachable(from) {
                segments.get(to).prev.push(from);
            }
            segments.get(to).all_prev.push(from);
            if segments.get(to).all_prev.len() >= 2 {
                segments.loops.push((to, from));
            }
            if segments.is_reachable(from) && segments.is_reachable(to) {
                self.looped.push((from, to));
            }
        }
    }
}

/// Takes the connection between segments away.
fn disconnect(before: &[Seg], after: &[Seg], segments: &mut Segments) {
    let remove = |list: &mut Segs, segment: Seg| {
        let at = list.iter().position(|one| *one == segment).or(list.len().checked_sub(1));
        at.map(|at| list.remove(at));
    };
    for (&before, &after) in before.iter().zip(after) {
        remove(&mut segments.get(before).next, after);
        remove(&mut segments.get(after).prev, before);
        remove(&mut segments.get(after).all_prev, before);
    }
}
