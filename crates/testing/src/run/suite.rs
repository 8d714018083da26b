//! Running a suite: its hooks around its tests and suites, in Vitest's order.

use boa_engine::{JsObject, JsValue};
use verdict_protocol::LimitPhase;
use verdict_sandbox::Stop;

use super::Run;
use crate::collect::{Child, Hook, ROOT, SuiteId};
use crate::event::{Event, Fault, Plan};
use crate::state::{Doing, Phase};

/// What is left to do in a suite: the list stands for recursion.
enum Step {
    Enter(SuiteId),
    Test(usize),
    Leave(SuiteId, Vec<JsObject>),
}

impl Run<'_> {
    /// Runs a suite with all within it.
    pub(super) fn suite(&mut self, id: SuiteId) {
        let mut steps = vec![Step::Enter(id)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(id) => self.enter(id, &mut steps),
                Step::Test(index) => self.test(index),
                Step::Leave(id, cleanups) => self.leave(id, cleanups),
            }
        }
    }

    fn enter(&mut self, id: SuiteId, steps: &mut Vec<Step>) {
        let within = self.state.collector.borrow().tests_within(id);
        let children = self.state.collector.borrow().suite(id).children.clone();
        let runs = within.iter().any(|test| self.plans[*test] == Plan::Run);
        let push_children = |steps: &mut Vec<Step>| {
            steps.extend(children.iter().rev().map(|child| match child {
                Child::Suite(suite) => Step::Enter(*suite),
                Child::Test(test) => Step::Test(*test),
            }));
        };
        if !runs || self.stopped.is_some() {
            // No hook of a suite without tests to run is called, but its tests are reported.
            push_children(steps);
            return;
        }
        let hooks = self.state.collector.borrow().suite(id).before_all.clone();
        let mut cleanups = Vec::new();
        let mut failed = None;
        self.doing_suite_hook(id, "beforeAll");
        for hook in hooks {
            match self.suite_hook(&hook) {
                Ok(returned) => cleanups.extend(returned.as_callable()),
                Err(stop) => {
                    failed = Some(self.hook_fault(&stop, "beforeAll"));
                    break;
                }
            }
        }
        self.take_unhandled();
        steps.push(Step::Leave(id, cleanups));
        match failed {
            Some(fault) => self.fail_within(&within, &fault),
            None => push_children(steps),
        }
    }

    /// The tests of a suite whose `beforeAll` failed fail with it, without running.
    fn fail_within(&mut self, within: &[usize], fault: &Fault) {
        for index in within {
            if self.plans[*index] == Plan::Run {
                self.state.log(Event::TestFault(self.order[*index], fault.clone()));
            }
            self.report(*index);
        }
    }

    fn leave(&mut self, id: SuiteId, cleanups: Vec<JsObject>) {
        let hooks = self.state.collector.borrow().suite(id).after_all.clone();
        let cleanups = cleanups.into_iter().map(|function| Hook { function, timeout: None });
        self.doing_suite_hook(id, "afterAll");
        for hook in hooks.into_iter().rev().chain(cleanups.rev()) {
            if self.stopped.is_some() {
                break;
            }
            if let Err(stop) = self.suite_hook(&hook) {
                let fault = self.hook_fault(&stop, "afterAll");
                let path = self.state.collector.borrow().path(id);
                self.state.log(if id == ROOT {
                    Event::FileFault(fault)
                } else {
                    Event::SuiteFault(path, fault)
                });
                break;
            }
        }
        self.take_unhandled();
    }

    fn hook_fault(&mut self, stop: &Stop, name: &str) -> Fault {
        if self.is_final(stop) {
            self.stop(stop);
        }
        self.fault(stop, &format!("{name} hook failed: "))
    }

    fn doing_suite_hook(&self, id: SuiteId, hook: &'static str) {
        let (suite, at) = {
            let collector = self.state.collector.borrow();
            (Some(collector.path(id)), collector.suite(id).at.clone())
        };
        self.doing(Doing { hook: Some(hook), suite, at, ..Doing::new(LimitPhase::Hook) });
    }

    fn suite_hook(&mut self, hook: &Hook) -> Result<JsValue, Stop> {
        self.state.phase.set(Phase::Between);
        self.call_hook(&hook.function, hook.timeout, &[])
    }

    /// Calls a hook and waits for it.
    pub(super) fn call_hook(
        &mut self,
        function: &JsObject,
        timeout: Option<f64>,
        args: &[JsValue],
    ) -> Result<JsValue, Stop> {
        #[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
        let timeout = timeout.unwrap_or(self.env.config.hook_timeout as f64);
        let returned = self.guest.call(function, &JsValue::undefined(), args)?;
        self.guest.settle(&returned, bounded(timeout))
    }
}

/// A time of zero or infinity is none.
pub(super) fn bounded(timeout: f64) -> Option<f64> {
    (timeout > 0.0 && timeout.is_finite()).then_some(timeout)
}
