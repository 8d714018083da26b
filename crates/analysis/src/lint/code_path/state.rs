//! The state of the analysis of one code path: the statements and operators around the current place.

use super::fork::{Fork, Forks, Lists};
use super::replay::{Event, Turn};
use super::segment::{Seg, Segments, Segs};

/// What a choice is made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChoiceKind {
    And,
    Or,
    Coalesce,
    Test,
    Loop,
}

#[derive(Clone, Copy)]
struct Choice {
    kind: ChoiceKind,
    /// Whether the choice around it takes over its paths.
    forks_as_result: bool,
    on_true: Fork,
    on_false: Fork,
    on_nullish: Fork,
    processed: bool,
}

struct Break<'a> {
    breakable: bool,
    label: Option<&'a str>,
    broken: Fork,
}

#[derive(Default)]
struct Switch {
    has_case: bool,
    default: Segs,
    default_body: Option<Segs>,
    found_empty_default: bool,
    last_is_default: bool,
    forks: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Try,
    Catch,
    Finally,
}

struct Try {
    has_finalizer: bool,
    position: Position,
    returned: Fork,
    thrown: Fork,
}

/// A kind of loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LoopKind {
    While,
    DoWhile,
    For,
    /// `for … in` and `for … of`.
    ForIn,
}

struct Loop<'a> {
    kind: LoopKind,
    label: Option<&'a str>,
    broken: Fork,
    /// The value of the test, if it is a literal.
    test: Option<bool>,
    continues: Fork,
    continue_dest: Option<Segs>,
    /// Where a `do` block starts, or the left side of `for … in`.
    entry: Segs,
    /// The end of the initialization, or what is before `for … in`.
    before: Segs,
    tests: Option<Segs>,
    /// The end of the test, or of the left side of `for … in`.
    end_of_test: Option<Segs>,
    updates: Option<Segs>,
    end_of_update: Option<Segs>,
}

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

/// Where a path that leaves goes: to a `try` statement, or out of the code.
enum Leave {
    Try(usize),
    Path,
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

    /// Whether there is a `try` statement around the current place.
    pub(super) fn is_in_try(&self) -> bool {
        !self.tries.is_empty()
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

    /// A default value starts, which may be passed by.
    pub(super) fn begin_default(&mut self, segments: &mut Segments) {
        self.push_fork(false);
        self.fork_bypass(segments);
        self.fork_path(segments);
    }

    pub(super) fn push_choice(&mut self, kind: ChoiceKind, forks_as_result: bool) {
        let mut fork = || self.forks.empty(self.fork, false);
        let (on_true, on_false, on_nullish) = (fork(), fork(), fork());
        self.choices.push(Choice { kind, forks_as_result, on_true, on_false, on_nullish, processed: false });
    }

    /// Ends a choice. Without one, which does not happen, there is nothing to end.
    pub(super) fn pop_choice(&mut self, segments: &mut Segments) {
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

    fn add_to_all(&mut self, choice: &Choice, head: &[Seg], segments: &mut Segments) {
        for fork in [choice.on_true, choice.on_false, choice.on_nullish] {
            self.forks.add(fork, Segs::from_slice(head), segments);
        }
    }

    pub(super) fn logical_right(&mut self, segments: &mut Segments) {
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

    pub(super) fn if_consequent(&mut self, segments: &mut Segments) {
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

    pub(super) fn if_alternate(&mut self, segments: &mut Segments) {
        let head = self.head();
        let Some(choice) = self.choices.last_mut() else { return };
        choice.processed = true;
        let choice = *choice;
        self.forks.clear(choice.on_true);
        self.forks.add(choice.on_true, head, segments);
        let next = self.forks.next_of_all(choice.on_false, segments);
        self.replace_head(next, segments);
    }

    pub(super) fn push_chain(&mut self) {
        self.chains.push(0);
    }

    pub(super) fn pop_chain(&mut self, segments: &mut Segments) {
        for _ in 0..self.chains.pop().unwrap_or(0) {
            self.pop_choice(segments);
        }
    }

    pub(super) fn optional_node(&mut self) {
        if let Some(choices) = self.chains.last_mut() {
            *choices += 1;
            self.push_choice(ChoiceKind::Coalesce, false);
        }
    }

    pub(super) fn optional_right(&mut self, segments: &mut Segments) {
        if !self.chains.is_empty() {
            self.logical_right(segments);
        }
    }

    pub(super) fn push_switch(&mut self, has_case: bool, label: Option<&'a str>) {
        self.switches.push(Switch { has_case, ..Switch::default() });
        self.push_break(true, label);
    }

    pub(super) fn pop_switch(&mut self, segments: &mut Segments) {
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

    pub(super) fn case_body(&mut self, is_empty: bool, is_default: bool, segments: &mut Segments) {
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

    pub(super) fn push_try(&mut self, has_finalizer: bool) {
        let returned = self.forks.empty(self.fork, false);
        let thrown = self.forks.empty(self.fork, false);
        self.tries.push(Try { has_finalizer, position: Position::Try, returned, thrown });
    }

    pub(super) fn pop_try(&mut self, segments: &mut Segments) {
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

    pub(super) fn catch_block(&mut self, segments: &mut Segments) {
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

    pub(super) fn finally_block(&mut self, segments: &mut Segments) {
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

    pub(super) fn yields(&mut self, segments: &mut Segments) {
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
    pub(super) fn first_throwable(&mut self, segments: &mut Segments) {
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

    pub(super) fn push_loop(&mut self, kind: LoopKind, label: Option<&'a str>) {
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

    pub(super) fn pop_loop(&mut self, segments: &mut Segments) {
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

    pub(super) fn while_test(&mut self, test: Option<bool>, segments: &mut Segments) {
        let next = self.forks.next_of_all(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.test = test;
            context.continue_dest = Some(next.clone());
        }
        self.replace_head(next, segments);
    }

    pub(super) fn while_body(&mut self, segments: &mut Segments) {
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

    pub(super) fn do_body(&mut self, segments: &mut Segments) {
        let next = self.forks.next_of_head(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.entry.clone_from(&next);
        }
        self.replace_head(next, segments);
    }

    pub(super) fn do_test(&mut self, test: Option<bool>, segments: &mut Segments) {
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

    pub(super) fn for_test(&mut self, test: Option<bool>, segments: &mut Segments) {
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

    pub(super) fn for_update(&mut self, segments: &mut Segments) {
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

    pub(super) fn for_body(&mut self, segments: &mut Segments) {
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

    pub(super) fn for_in_left(&mut self, segments: &mut Segments) {
        let head = self.head();
        let left = self.forks.disconnected(self.fork, segments);
        if let Some(context) = self.loops.last_mut() {
            context.before = head;
            context.entry.clone_from(&left);
            context.continue_dest = Some(left.clone());
        }
        self.replace_head(left, segments);
    }

    pub(super) fn for_in_right(&mut self, segments: &mut Segments) {
        let head = self.head();
        let Some(context) = self.loops.last_mut() else { return };
        context.end_of_test = Some(head);
        let before = context.before.clone();
        let right = self.after(before, segments);
        self.replace_head(right, segments);
    }

    pub(super) fn for_in_body(&mut self, segments: &mut Segments) {
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

    pub(super) fn push_break(&mut self, breakable: bool, label: Option<&'a str>) {
        let broken = self.forks.empty(self.fork, false);
        self.breaks.push(Break { breakable, label, broken });
    }

    pub(super) fn pop_break(&mut self, segments: &mut Segments) -> Option<Fork> {
        let context = self.breaks.pop()?;
        if !context.breakable && !self.forks.is_empty(context.broken) {
            let head = self.head();
            self.forks.add(context.broken, head, segments);
            let next = self.forks.next_of_all(context.broken, segments);
            self.replace_head(next, segments);
        }
        Some(context.broken)
    }

    pub(super) fn breaks(&mut self, label: Option<&str>, segments: &mut Segments) {
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

    pub(super) fn continues(&mut self, label: Option<&str>, segments: &mut Segments) {
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

    pub(super) fn returns(&mut self, segments: &mut Segments) {
        if self.is_reachable(segments) {
            let head = self.head();
            self.add_returned(&head, segments);
            self.leave(segments);
        }
    }

    pub(super) fn throws(&mut self, segments: &mut Segments) {
        if self.is_reachable(segments) {
            let head = self.head();
            self.add_thrown(&head, segments);
            self.leave(segments);
        }
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
