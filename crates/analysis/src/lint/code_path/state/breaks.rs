//! Statements that `break` leaves.

use super::super::fork::Fork;
use super::super::segment::Segments;
use super::State;

pub(super) struct Break<'a> {
    pub(super) breakable: bool,
    pub(super) label: Option<&'a str>,
    pub(super) broken: Fork,
}

impl<'a> State<'a> {
    pub(in super::super) fn push_break(&mut self, breakable: bool, label: Option<&'a str>) {
        let broken = self.forks.empty(self.fork, false);
        self.breaks.push(Break { breakable, label, broken });
    }

    pub(in super::super) fn pop_break(&mut self, segments: &mut Segments) -> Option<Fork> {
        let context = self.breaks.pop()?;
        if !context.breakable && !self.forks.is_empty(context.broken) {
            let head = self.head();
            self.forks.add(context.broken, head, segments);
            let next = self.forks.next_of_all(context.broken, segments);
            self.replace_head(next, segments);
        }
        Some(context.broken)
    }

    pub(in super::super) fn breaks(&mut self, label: Option<&str>, segments: &mut Segments) {
        if !self.is_reachable(segments) {
            return;
        }
        let is_target = |context: &&Break<'_>| match label {
            Some(_) => context.label == label,
            None => context.breakable,
        };
        if let Some(broken) = self.breaks.iter().rev().find(is_target).map(|context| context.broken) {
            let head = self.head();
            self.forks.add(broken, head, segments);
        }
        self.leave(segments);
    }
}
