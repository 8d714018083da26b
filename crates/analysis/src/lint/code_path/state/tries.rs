//! `try` statements, and paths that leave by `return` and `throw`.

use super::super::fork::Fork;
use super::super::segment::{Seg, Segments, Segs};
use super::State;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    Try,
    Catch,
    Finally,
}

pub(super) struct Try {
    pub(super) has_finalizer: bool,
    pub(super) position: Position,
    pub(super) returned: Fork,
    pub(super) thrown: Fork,
}

/// Where a path that leaves goes: to a `try` statement, or out of the code.
pub(super) enum Leave {
    Try(usize),
    Path,
}

impl<'a> State<'a> {
    pub(in super::super) fn push_try(&mut self, has_finalizer: bool) {
        let returned = self.forks.empty(self.fork, false);
        let thrown = self.forks.empty(self.fork, false);
        self.tries.push(Try { has_finalizer, position: Position::Try, returned, thrown });
    }

    pub(in super::super) fn pop_try(&mut self, segments: &mut Segments) {
        let Some(context) = self.tries.pop() else { return };
        if context.position == Position::Catch {
            self.pop_fork(segments);
            return;
        }
        if self.forks.is_empty(context.returned) && self.forks.is_empty(context.thrown) {
            return;
        }
        let head = self.head();
        self.fork = self.forks.upper(self.fork);
        let (normal, leaving) = head.split_at(head.len() / 2);
        if !self.forks.is_empty(context.returned) {
            self.add_returned(leaving, segments);
        }
        if !self.forks.is_empty(context.thrown) {
            self.add_thrown(leaving, segments);
        }
        self.replace_head(Segs::from_slice(normal), segments);
    }

    pub(in super::super) fn catch_block(&mut self, segments: &mut Segments) {
        let head = self.head();
        let thrown = self.forks.empty(self.fork, false);
        let Some(context) = self.tries.last_mut() else { return };
        context.position = Position::Catch;
        let before = std::mem::replace(&mut context.thrown, thrown);
        self.forks.add(before, head, segments);
        let next = self.forks.next_of_all(before, segments);
        self.push_fork(false);
        self.fork_bypass(segments);
        self.forks.add(self.fork, next, segments);
    }

    pub(in super::super) fn finally_block(&mut self, segments: &mut Segments) {
        let leaving = self.head();
        let Some(context) = self.tries.last_mut() else { return };
        let was_in_catch = context.position == Position::Catch;
        context.position = Position::Finally;
        let (returned, thrown) = (context.returned, context.thrown);
        if was_in_catch {
            self.pop_fork(segments);
        }
        if self.forks.is_empty(returned) && self.forks.is_empty(thrown) {
            return;
        }
        let mut next = self.forks.next_of_head(self.fork, segments);
        for index in 0..self.forks.count(self.fork) {
            let of =
                |fork: Fork| self.forks.list(fork).iter().filter_map(move |list| list.get(index).copied());
            let before: Segs =
                leaving.get(index).copied().into_iter().chain(of(returned)).chain(of(thrown)).collect();
            next.push(segments.next(&before));
        }
        self.push_fork(true);
        self.forks.add(self.fork, next, segments);
    }

    pub(in super::super) fn yields(&mut self, segments: &mut Segments) {
        if !self.is_reachable(segments) {
            return;
        }
        let leaving = self.head();
        self.add_returned(&leaving, segments);
        self.add_thrown(&leaving, segments);
        let next = self.forks.next_of_head(self.fork, segments);
        self.replace_head(next, segments);
    }

    /// Something may throw here: the first such place of a `try` or `catch` block starts a segment.
    pub(in super::super) fn first_throwable(&mut self, segments: &mut Segments) {
        if self.tries.is_empty() || !self.is_reachable(segments) {
            return;
        }
        let Leave::Try(index) = self.throw_target() else { return };
        let thrown = self.tries[index].thrown;
        if !self.forks.is_empty(thrown) {
            return;
        }
        let head = self.head();
        self.forks.add(thrown, head, segments);
        let next = self.forks.next_of_head(self.fork, segments);
        self.replace_head(next, segments);
    }

    /// Whether there is a `try` statement around the current place.
    pub(in super::super) fn is_in_try(&self) -> bool {
        !self.tries.is_empty()
    }

    pub(in super::super) fn returns(&mut self, segments: &mut Segments) {
        if self.is_reachable(segments) {
            let head = self.head();
            self.add_returned(&head, segments);
            self.leave(segments);
        }
    }

    pub(in super::super) fn throws(&mut self, segments: &mut Segments) {
        if self.is_reachable(segments) {
            let head = self.head();
            self.add_thrown(&head, segments);
            self.leave(segments);
        }
    }

    fn return_target(&self) -> Leave {
        let is_target = |context: &Try| context.has_finalizer && context.position != Position::Finally;
        self.tries.iter().rposition(is_target).map_or(Leave::Path, Leave::Try)
    }

    fn throw_target(&self) -> Leave {
        let is_target = |context: &Try| match context.position {
            Position::Try => true,
            Position::Catch => context.has_finalizer,
            Position::Finally => false,
        };
        self.tries.iter().rposition(is_target).map_or(Leave::Path, Leave::Try)
    }

    fn add_returned(&mut self, leaving: &[Seg], segments: &mut Segments) {
        match self.return_target() {
            Leave::Try(index) => {
                self.forks.add(self.tries[index].returned, Segs::from_slice(leaving), segments);
            }
            Leave::Path => self.returned.extend_from_slice(leaving),
        }
    }

    fn add_thrown(&mut self, leaving: &[Seg], segments: &mut Segments) {
        if let Leave::Try(index) = self.throw_target() {
            self.forks.add(self.tries[index].thrown, Segs::from_slice(leaving), segments);
        }
    }
}
