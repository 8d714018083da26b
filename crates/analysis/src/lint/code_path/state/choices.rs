//! Operators and statements that choose between two paths.

use super::super::fork::Fork;
use super::super::segment::{Seg, Segments, Segs};
use super::State;

/// What a choice is made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum ChoiceKind {
    And,
    Or,
    Coalesce,
    Test,
    Loop,
}

#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) kind: ChoiceKind,
    /// Whether the choice around it takes over its paths.
    pub(super) forks_as_result: bool,
    pub(super) on_true: Fork,
    pub(super) on_false: Fork,
    pub(super) on_nullish: Fork,
    pub(super) processed: bool,
}

impl<'a> State<'a> {
    pub(in super::super) fn push_choice(&mut self, kind: ChoiceKind, forks_as_result: bool) {
        let mut fork = || self.forks.empty(self.fork, false);
        let (on_true, on_false, on_nullish) = (fork(), fork(), fork());
        self.choices.push(Choice { kind, forks_as_result, on_true, on_false, on_nullish, processed: false });
    }

    /// Ends a choice. Without one, which does not happen, there is nothing to end.
    pub(in super::super) fn pop_choice(&mut self, segments: &mut Segments) {
        let Some(choice) = self.choices.pop() else { return };
        self.end_choice(choice, segments);
        // What was made since then was for code within.
        if self.fork < choice.on_true {
            self.forks.truncate(choice.on_true);
        }
    }

    fn end_choice(&mut self, choice: Choice, segments: &mut Segments) {
        let head = self.head();
        match choice.kind {
            ChoiceKind::And | ChoiceKind::Or | ChoiceKind::Coalesce => {
                if !choice.processed {
                    self.add_to_all(&choice, &head, segments);
                }
                if choice.forks_as_result {
                    if let Some(outer) = self.choices.last_mut() {
                        self.forks.add_all(outer.on_true, choice.on_true);
                        self.forks.add_all(outer.on_false, choice.on_false);
                        self.forks.add_all(outer.on_nullish, choice.on_nullish);
                        outer.processed = true;
                    }
                    return;
                }
            }
            ChoiceKind::Test => {
                let fork = if choice.processed { choice.on_false } else { choice.on_true };
                self.forks.clear(fork);
                self.forks.add(fork, head, segments);
            }
            ChoiceKind::Loop => return,
        }
        self.forks.add_all(choice.on_true, choice.on_false);
        let next = self.forks.next_of_all(choice.on_true, segments);
        self.replace_head(next, segments);
    }

    pub(super) fn add_to_all(&mut self, choice: &Choice, head: &[Seg], segments: &mut Segments) {
        for fork in [choice.on_true, choice.on_false, choice.on_nullish] {
            self.forks.add(fork, Segs::from_slice(head), segments);
        }
    }

    pub(in super::super) fn logical_right(&mut self, segments: &mut Segments) {
        let Some(&choice) = self.choices.last() else { return };
        if choice.processed {
            let before = match choice.kind {
                ChoiceKind::And => choice.on_true,
                ChoiceKind::Or => choice.on_false,
                _ => choice.on_nullish,
            };
            let next = self.forks.next_of_all(before, segments);
            self.replace_head(next, segments);
            self.forks.clear(before);
            if let Some(choice) = self.choices.last_mut() {
                choice.processed = false;
            }
        } else {
            let short: &[Fork] = match choice.kind {
                ChoiceKind::And => &[choice.on_false, choice.on_nullish],
                ChoiceKind::Or => &[choice.on_true],
                _ => &[choice.on_true, choice.on_false],
            };
            for fork in short {
                let head = self.head();
                self.forks.add(*fork, head, segments);
            }
            let next = self.forks.next_of_head(self.fork, segments);
            self.replace_head(next, segments);
        }
    }

    pub(in super::super) fn if_consequent(&mut self, segments: &mut Segments) {
        let Some(&choice) = self.choices.last() else { return };
        if !choice.processed {
            let head = self.head();
            self.add_to_all(&choice, &head, segments);
        }
        if let Some(choice) = self.choices.last_mut() {
            choice.processed = false;
        }
        let next = self.forks.next_of_all(choice.on_true, segments);
        self.replace_head(next, segments);
    }

    pub(in super::super) fn if_alternate(&mut self, segments: &mut Segments) {
        let head = self.head();
        let Some(choice) = self.choices.last_mut() else { return };
        choice.processed = true;
        let choice = *choice;
        self.forks.clear(choice.on_true);
        self.forks.add(choice.on_true, head, segments);
        let next = self.forks.next_of_all(choice.on_false, segments);
        self.replace_head(next, segments);
    }

    pub(in super::super) fn push_chain(&mut self) {
        self.chains.push(0);
    }

    pub(in super::super) fn pop_chain(&mut self, segments: &mut Segments) {
        for _ in 0..self.chains.pop().unwrap_or(0) {
            self.pop_choice(segments);
        }
    }

    pub(in super::super) fn optional_node(&mut self) {
        if let Some(choices) = self.chains.last_mut() {
            *choices += 1;
            self.push_choice(ChoiceKind::Coalesce, false);
        }
    }

    pub(in super::super) fn optional_right(&mut self, segments: &mut Segments) {
        if !self.chains.is_empty() {
            self.logical_right(segments);
        }
    }

    /// A default value starts, which may be passed by.
    pub(in super::super) fn begin_default(&mut self, segments: &mut Segments) {
        self.push_fork(false);
        self.fork_bypass(segments);
        self.fork_path(segments);
    }
}
