//! Loops, and paths that go back to their start.

use super::super::fork::{Fork, Lists};
use super::super::segment::{Segments, Segs};
use super::State;
use super::choices::ChoiceKind;

/// A kind of loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum LoopKind {
    While,
    DoWhile,
    For,
    /// `for … in` and `for … of`.
    ForIn,
}

pub(super) struct Loop<'a> {
    pub(super) kind: LoopKind,
    pub(super) label: Option<&'a str>,
    pub(super) broken: Fork,
    /// The value of the test, if it is a literal.
    pub(super) test: Option<bool>,
    pub(super) continues: Fork,
    pub(super) continue_dest: Option<Segs>,
    /// Where a `do` block starts, or the left side of `for … in`.
    pub(super) entry: Segs,
    /// The end of the initialization, or what is before `for … in`.
    pub(super) before: Segs,
    pub(super) tests: Option<Segs>,
    /// The end of the test, or of the left side of `for … in`.
    pub(super) end_of_test: Option<Segs>,
    pub(super) updates: Option<Segs>,
    pub(super) end_of_update: Option<Segs>,
}

impl<'a> State<'a> {
    pub(in super::super) fn push_loop(&mut self, kind: LoopKind, label: Option<&'a str>) {
        self.push_break(true, label);
        let broken = self.breaks.last().map_or(self.fork, |context| context.broken);
        if kind != LoopKind::ForIn {
            self.push_choice(ChoiceKind::Loop, false);
        }
        let continues = self.forks.empty(self.fork, false);
        self.loops.push(Loop {
            kind,
            label,
            broken,
            test: None,
            continues,
            continue_dest: None,
            entry: Segs::new(),
            before: Segs::new(),
            tests: None,
            end_of_test: None,
            updates: None,
            end_of_update: None,
        });
    }

    pub(in super::super) fn pop_loop(&mut self, segments: &mut Segments) {
        let Some(context) = self.loops.pop() else { return };
        // The choice of a `do` loop has what goes on and what leaves.
        let choice = self.choices.last().copied();
        let broken = self.pop_break(segments).unwrap_or(context.broken);
        match context.kind {
            LoopKind::While | LoopKind::For => {
                self.choices.pop();
                let head = self.head();
                self.connect_back(&head, &context.continue_dest.unwrap_or_default(), segments);
            }
            LoopKind::DoWhile => {
                self.choices.pop();
                let Some(choice) = choice else { return };
                if !choice.processed {
                    let head = self.head();
                    self.forks.add(choice.on_true, head.clone(), segments);
                    self.forks.add(choice.on_false, head, segments);
                }
                if context.test != Some(true) {
                    self.forks.add_all(broken, choice.on_false);
                }
                for list in self.forks.list(choice.on_true).iter().cloned().collect::<Lists>() {
                    self.connect_back(&list, &context.entry, segments);
                }
            }
            LoopKind::ForIn => {
                let head = self.head();
                self.forks.add(broken, head.clone(), segments);
                self.connect_back(&head, &context.entry, segments);
            }
        }
        let next = if self.forks.is_empty(broken) {
            self.forks.unreachable(self.fork, segments)
        } else {
            self.forks.next_of_all(broken, segments)
        };
        self.replace_head(next, segments);
    }

    pub(in super::super) fn while_test(&mut self, test: Option<bool>, segments: &mut Segments) {
        let next = self.forks.next_of_all(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.test = test;
            context.continue_dest = Some(next.clone());
        }
        self.replace_head(next, segments);
    }

    pub(in super::super) fn while_body(&mut self, segments: &mut Segments) {
        let (Some(context), Some(&choice)) = (self.loops.last(), self.choices.last()) else { return };
        let (test, broken) = (context.test, context.broken);
        if !choice.processed {
            let head = self.head();
            self.forks.add(choice.on_true, head.clone(), segments);
            self.forks.add(choice.on_false, head, segments);
        }
        if test != Some(true) {
            self.forks.add_all(broken, choice.on_false);
        }
        let next = self.forks.next_of_all(choice.on_true, segments);
        self.replace_head(next, segments);
    }

    pub(in super::super) fn do_body(&mut self, segments: &mut Segments) {
        let next = self.forks.next_of_head(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.entry.clone_from(&next);
        }
        self.replace_head(next, segments);
    }

    pub(in super::super) fn do_test(&mut self, test: Option<bool>, segments: &mut Segments) {
        let Some(context) = self.loops.last_mut() else { return };
        context.test = test;
        let continues = context.continues;
        if !self.forks.is_empty(continues) {
            let head = self.head();
            self.forks.add(continues, head, segments);
            let next = self.forks.next_of_all(continues, segments);
            self.replace_head(next, segments);
        }
    }

    pub(in super::super) fn for_test(&mut self, test: Option<bool>, segments: &mut Segments) {
        let head = self.head();
        let next = self.forks.next_of_head(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.test = test;
            context.before = head;
            context.tests = Some(next.clone());
            context.continue_dest = Some(next.clone());
        }
        self.replace_head(next, segments);
    }

    pub(in super::super) fn for_update(&mut self, segments: &mut Segments) {
        self.end_test_of_for(segments);
        let next = self.forks.disconnected(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.updates = Some(next.clone());
            context.continue_dest = Some(next.clone());
        }
        self.replace_head(next, segments);
    }

    /// The test, or the initialization without a test, is over.
    fn end_test_of_for(&mut self, segments: &mut Segments) {
        let head = self.head();
        let (Some(context), Some(&choice)) = (self.loops.last_mut(), self.choices.last()) else { return };
        if context.tests.is_none() {
            context.before = head;
            return;
        }
        let (test, broken) = (context.test, context.broken);
        if !choice.processed {
            self.add_to_all(&choice, &head, segments);
        }
        if test != Some(true) {
            self.forks.add_all(broken, choice.on_false);
        }
        let next = self.forks.next_of_all(choice.on_true, segments);
        if let Some(context) = self.loops.last_mut() {
            context.end_of_test = Some(next);
        }
    }

    pub(in super::super) fn for_body(&mut self, segments: &mut Segments) {
        let head = self.head();
        let Some(context) = self.loops.last_mut() else { return };
        if context.updates.is_some() {
            context.end_of_update = Some(head.clone());
            if let Some(tests) = context.tests.clone() {
                self.connect_back(&head, &tests, segments);
            }
        } else {
            self.end_test_of_for(segments);
        }
        let Some(context) = self.loops.last() else { return };
        let body = context.end_of_test.clone().unwrap_or_else(|| {
            let before = std::iter::once(&context.before).chain(&context.end_of_update);
            let before: Lists = before.cloned().collect();
            let fork = self.forks.empty(self.fork, false);
            for list in before {
                self.forks.add(fork, list, segments);
            }
            self.forks.next_of_all(fork, segments)
        });
        if let Some(context) = self.loops.last_mut() {
            context.continue_dest.get_or_insert_with(|| body.clone());
        }
        self.replace_head(body, segments);
    }

    pub(in super::super) fn for_in_left(&mut self, segments: &mut Segments) {
        let head = self.head();
        let left = self.forks.disconnected(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.before = head;
            context.entry.clone_from(&left);
            context.continue_dest = Some(left.clone());
        }
        self.replace_head(left, segments);
    }

    pub(in super::super) fn for_in_right(&mut self, segments: &mut Segments) {
        let head = self.head();
        let Some(context) = self.loops.last_mut() else { return };
        context.end_of_test = Some(head);
        let before = context.before.clone();
        let right = self.after(before, segments);
        self.replace_head(right, segments);
    }

    pub(in super::super) fn for_in_body(&mut self, segments: &mut Segments) {
        let Some(context) = self.loops.last() else { return };
        let end_of_left = context.end_of_test.clone().unwrap_or_default();
        let (entry, broken) = (context.entry.clone(), context.broken);
        let body = self.after(end_of_left, segments);
        let head = self.head();
        self.connect_back(&head, &entry, segments);
        self.forks.add(broken, head, segments);
        self.replace_head(body, segments);
    }

    fn after(&mut self, before: Segs, segments: &mut Segments) -> Segs {
        let fork = self.forks.empty(self.fork, false);
        self.forks.add(fork, before, segments);
        self.forks.next_of_head(fork, segments)
    }

    pub(in super::super) fn continues(&mut self, label: Option<&str>, segments: &mut Segments) {
        if !self.is_reachable(segments) {
            return;
        }
        let is_target = |context: &&Loop<'_>| label.is_none() || context.label == label;
        if let Some(context) = self.loops.iter().rev().find(is_target) {
            let (kind, broken, continues) = (context.kind, context.broken, context.continues);
            let head = self.head();
            match context.continue_dest.clone() {
                Some(dest) => {
                    self.connect_back(&head, &dest, segments);
                    if kind == LoopKind::ForIn {
                        self.forks.add(broken, head, segments);
                    }
                }
                None => self.forks.add(continues, head, segments),
            }
        }
        self.leave(segments);
    }
}
