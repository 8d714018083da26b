//! Runs a suite: its hooks, tests and inner suites, in Vitest's order.

use boa_engine::{JsObject, JsValue};
use verdict_judge::{Event, Fault, Plan};
use verdict_protocol::{LimitPhase, sentences};
use verdict_sandbox::Stop;

use super::Run;
use super::around::{AroundKind, Open};
use super::random::Random;
use super::timer::Timer;
use crate::collect::{Child, Hook, Mode, ROOT, SuiteId};
use crate::state::{Doing, Phase};

/// A remaining step of a suite; a list of steps replaces recursion.
enum Step {
    Enter(SuiteId),
    Test(usize),
    Leave(SuiteId, Vec<JsObject>, Vec<Open>),
}

impl Run<'_> {
    /// Runs a suite with everything in it.
    pub(super) fn suite(&mut self, id: SuiteId) {
        let mut steps = vec![Step::Enter(id)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id) => self.enter(id, &mut steps),
                Step::Test(index) if self.bails(index) => self.report(index),
                Step::Test(index) => self.test(index),
                Step::Leave(id, cleanups, open) => self.leave(id, cleanups, &open),
            }
        }
    }

    /// Whether a test must not run any more, because `bail` is reached.
    fn bails(&mut self, index: usize) -> bool {
        let bail = self.env.config.bail;
        if bail == 0 || self.plans[index] != Plan::Run {
            return false;
        }
        let failed = self.state.judge.borrow().failed();
        if failed >= bail {
            self.state.log(Event::Bailed(self.order[index], failed));
        }
        failed >= bail
    }

    /// The elements of a suite in the order in which they run: as declared, or shuffled, suites separately
    /// from tests.
    fn in_order(&self, id: SuiteId) -> Vec<Child> {
        let collector = self.state.collector.borrow();
        let suite = collector.suite(id);
        let children = suite.children.clone();
        let config = &self.env.config.sequence;
        if !suite.options.shuffle.unwrap_or(config.shuffle.0) {
            return children;
        }
        let seed = config.seed.unwrap_or(self.env.seed);
        let (mut suites, mut tests): (Vec<Child>, Vec<Child>) =
            children.into_iter().partition(|child| matches!(child, Child::Suite(_)));
        let mut random = Random::new(seed);
        random.shuffle(&mut suites);
        random.shuffle(&mut tests);
        let (mut first, mut second) =
            if random.next().is_multiple_of(2) { (suites, tests) } else { (tests, suites) };
        first.append(&mut second);
        first
    }

    fn enter(&mut self, id: SuiteId, steps: &mut Vec<Step>) {
        let within = self.state.collector.borrow().tests_within(id);
        let children = self.in_order(id);
        let runs = within.iter().any(|test| self.plans[*test] == Plan::Run);
        let push_children = |steps: &mut Vec<Step>| {
            steps.extend(children.iter().rev().map(|child| match child {
                Child::Suite(suite) => Step::Enter(*suite),
                Child::Test(test) => Step::Test(*test),
            }));
        };
        if within.is_empty() && self.should_have_tests(id) {
            let name = self.state.collector.borrow().suite(id).name.clone();
            let at = self.state.collector.borrow().suite(id).at.clone();
            self.suite_fault(id, Fault { at, ..Fault::new(sentences::no_test_found(name)) });
        }
        if !runs || self.stopped.is_some() {
            // Hooks of a suite without tests to run are not called, but its tests are reported.
            push_children(steps);
            return;
        }
        let (around, hooks) = {
            let collector = self.state.collector.borrow();
            (collector.suite(id).around_all.clone(), collector.suite(id).before_all.clone())
        };
        let mut open = Vec::new();
        for hook in around {
            self.doing_suite_hook(id, AroundKind::All.hook());
            match self.suite_around(id, &hook) {
                Ok(hook) => open.push(hook),
                Err(fault) => {
                    self.fail_within(&within, &fault);
                    self.close(id, &open);
                    return;
                }
            }
        }
        let mut cleanups = Vec::new();
        let mut failed = None;
        self.doing_suite_hook(id, "beforeAll");
        for hook in hooks {
            match self.suite_hook(id, &hook, "beforeAll") {
                Ok(returned) => cleanups.extend(returned.as_callable().filter(|_| !self.state.is_jest)),
                Err(stop) => {
                    failed = Some(self.hook_fault(&stop, "beforeAll"));
                    break;
                }
            }
        }
        self.take_unhandled();
        steps.push(Step::Leave(id, cleanups, open));
        match failed {
            Some(fault) => self.fail_within(&within, &fault),
            None => push_children(steps),
        }
    }

    /// Whether a suite without tests is an error, because it was meant to run.
    fn should_have_tests(&self, id: SuiteId) -> bool {
        let config = &self.env.config;
        let may_be_empty = id == ROOT || config.pass_with_no_tests || self.state.is_jest;
        if may_be_empty || config.list || self.stopped.is_some() {
            return false;
        }
        let collector = self.state.collector.borrow();
        // The failure of a file without tests, or of a suite that could not be collected, suffices.
        if collector.tests.is_empty() || collector.suite(id).is_broken {
            return false;
        }
        let meant = collector.lineage(id).iter().all(|id| collector.suite(*id).mode == Mode::Run);
        meant && !collector.is_focused()
    }

    /// Fails the tests of a suite whose `beforeAll` failed, without running them.
    fn fail_within(&mut self, within: &[usize], fault: &Fault) {
        for index in within {
            if self.plans[*index] == Plan::Run {
                self.state.log(Event::TestFault(self.order[*index], fault.clone()));
            }
            self.report(*index);
        }
    }

    fn leave(&mut self, id: SuiteId, cleanups: Vec<JsObject>, open: &[Open]) {
        let hooks = self.state.collector.borrow().suite(id).after_all.clone();
        self.doing_suite_hook(id, "afterAll");
        let ended = self.after_all(id, hooks, cleanups);
        if let Err(stop) = ended {
            let fault = self.hook_fault(&stop, "afterAll");
            self.suite_fault(id, fault);
        }
        self.take_unhandled();
        self.close(id, open);
    }

    fn after_all(&mut self, id: SuiteId, hooks: Vec<Hook>, cleanups: Vec<JsObject>) -> Result<(), Stop> {
        for hook in self.afterwards(hooks) {
            if self.stopped.is_some() {
                return Ok(());
            }
            let ended = self.suite_hook(id, &hook, "afterAll");
            match ended {
                // In Jest the others run all the same.
                Err(stop) if self.state.is_jest => {
                    let fault = self.hook_fault(&stop, "afterAll");
                    self.suite_fault(id, fault);
                }
                ended => drop(ended?),
            }
        }
        for cleanup in self.afterwards(cleanups) {
            if self.stopped.is_some() {
                return Ok(());
            }
            self.call_hook(&cleanup, None, &[])?;
        }
        if id == ROOT { self.end_file_fixtures() } else { Ok(()) }
    }

    /// Resumes the around hooks of a suite, the last one first.
    fn close(&mut self, id: SuiteId, open: &[Open]) {
        for hook in open.iter().rev() {
            if self.stopped.is_some() {
                return;
            }
            self.doing_suite_hook(id, AroundKind::All.hook());
            if let Err(mut fault) = self.close_around(hook) {
                fault.hook = Some(AroundKind::All.hook());
                self.suite_fault(id, *fault);
            }
        }
        self.take_unhandled();
    }

    fn suite_fault(&mut self, id: SuiteId, fault: Fault) {
        let path = self.state.collector.borrow().path(id);
        self.state.log(if id == ROOT { Event::FileFault(fault) } else { Event::SuiteFault(path, fault) });
    }

    fn hook_fault(&mut self, stop: &Stop, name: &'static str) -> Fault {
        if self.is_final(stop) {
            self.stop(stop);
        }
        Fault { hook: Some(name), ..self.fault(stop, "") }
    }

    fn doing_suite_hook(&self, id: SuiteId, hook: &'static str) {
        let (suite, at) = {
            let collector = self.state.collector.borrow();
            (Some(collector.path(id)), collector.suite(id).at.clone())
        };
        self.doing(Doing { hook: Some(hook), suite, at, ..Doing::new(LimitPhase::Hook) });
    }

    fn suite_around(&mut self, id: SuiteId, hook: &Hook) -> Result<Open, Box<Fault>> {
        self.state.phase.set(Phase::Between);
        let name = AroundKind::All.hook();
        let opened = match self.suite_context(hook, name, 1) {
            Ok(context) => {
                let suite = self.suite_task(id);
                self.open_around(AroundKind::All, hook, &context, &suite)
            }
            Err(stop) => Err(Box::new(self.fault(&stop, ""))),
        };
        opened.map_err(|mut fault| {
            fault.hook = Some(name);
            fault
        })
    }

    fn suite_hook(&mut self, id: SuiteId, hook: &Hook, name: &str) -> Result<JsValue, Stop> {
        self.state.phase.set(Phase::Between);
        let context = self.suite_context(hook, name, 0)?;
        let suite = self.suite_task(id);
        self.call_hook(&hook.function, hook.timeout, &[context.into(), suite])
    }

    /// Calls a hook and waits for it.
    pub(super) fn call_hook(
        &mut self,
        function: &JsObject,
        timeout: Option<f64>,
        args: &[JsValue],
    ) -> Result<JsValue, Stop> {
        let timer = Timer::new(self.hook_timeout(timeout), self.guest.virtual_now());
        let returned = self.call(function, Vec::new(), args)?;
        self.guest.settle(&returned, timer.left(self.guest.virtual_now()))
    }
}
