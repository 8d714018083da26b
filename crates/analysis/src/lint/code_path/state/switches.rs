//! `switch` statements.

use super::super::segment::{Segments, Segs};
use super::{State, disconnect};

#[derive(Default)]
pub(super) struct Switch {
    pub(super) has_case: bool,
    pub(super) default: Segs,
    pub(super) default_body: Option<Segs>,
    pub(super) found_empty_default: bool,
    pub(super) last_is_default: bool,
    pub(super) forks: usize,
}

impl<'a> State<'a> {
    pub(in super::super) fn push_switch(&mut self, has_case: bool, label: Option<&'a str>) {
        self.switches.push(Switch { has_case, ..Switch::default() });
        self.push_break(true, label);
    }

    pub(in super::super) fn pop_switch(&mut self, segments: &mut Segments) {
        let Some(switch) = self.switches.pop() else { return };
        let Some(broken) = self.pop_break(segments) else { return };
        if switch.forks == 0 {
            if !self.forks.is_empty(broken) {
                let next = self.forks.next_of_head(self.fork, segments);
                self.forks.add(broken, next, segments);
                let next = self.forks.next_of_all(broken, segments);
                self.replace_head(next, segments);
            }
            return;
        }
        let last = self.head();
        self.fork_bypass(segments);
        let last_case = self.head();
        self.forks.add(broken, last, segments);
        if !switch.last_is_default {
            match &switch.default_body {
                Some(body) => {
                    disconnect(&switch.default, body, segments);
                    self.connect_back(&last_case, body, segments);
                }
                None => self.forks.add(broken, last_case, segments),
            }
        }
        for _ in 0..switch.forks {
            self.fork = self.forks.upper(self.fork);
        }
        let next = self.forks.next_of_all(broken, segments);
        self.replace_head(next, segments);
    }

    pub(in super::super) fn case_body(&mut self, is_empty: bool, is_default: bool, segments: &mut Segments) {
        if !self.switches.last().is_some_and(|switch| switch.has_case) {
            return;
        }
        let outer = self.fork;
        self.push_fork(false);
        let next = self.forks.next_of_all(outer, segments);
        self.forks.add(self.fork, next, segments);
        let (head, outer_head) = (self.head(), self.forks.head(outer));
        let Some(switch) = self.switches.last_mut() else { return };
        if is_default {
            switch.default = outer_head;
            if is_empty {
                switch.found_empty_default = true;
            } else {
                switch.default_body = Some(head);
            }
        } else if !is_empty && switch.found_empty_default {
            switch.found_empty_default = false;
            switch.default_body = Some(head);
        }
        switch.last_is_default = is_default;
        switch.forks += 1;
    }
}
