//! Turns the loaded file into a list of tests.

use boa_engine::object::builtins::JsRegExp;
use boa_engine::{JsObject, js_string};
use verdict_judge::{Event, Fault, Plan, TestId};
use verdict_protocol::{Code, LimitPhase, Location, Pattern};
use verdict_sandbox::Stop;

use super::Run;
use crate::collect::{Child, ROOT, SuiteId, plan};
use crate::state::Doing;
use crate::value;

impl Run<'_> {
    /// Runs the functions of `describe` in Vitest's order: those of inner suites after the outer suite's
    /// function. Returns whether the file's tests are known. As in Vitest, they are not if a function threw.
    pub(super) fn collect_suites(&mut self) -> bool {
        let mut rest = vec![ROOT];
        while let Some(id) = rest.pop() {
            if self.stopped.is_some() {
                return true;
            }
            if !self.suite_body(id) {
                return false;
            }
            let collector = self.state.collector.borrow();
            let children = collector.suite(id).children.iter().rev();
            rest.extend(children.filter_map(|child| match child {
                Child::Suite(suite) => Some(*suite),
                Child::Test(_) => None,
            }));
        }
        self.state.collector.borrow_mut().current = ROOT;
        true
    }

    /// Runs a suite's function, and waits for a promise that it returns. Returns whether guest code threw nothing of its own.
    fn suite_body(&mut self, id: SuiteId) -> bool {
        let body = {
            let mut collector = self.state.collector.borrow_mut();
            collector.current = id;
            collector.suite_mut(id).body.take()
        };
        let Some(body) = body else { return true };
        let path = self.state.collector.borrow().path(id);
        let at = self.state.collector.borrow().suite(id).at.clone();
        self.doing(Doing { suite: Some(path.clone()), at, ..Doing::new(LimitPhase::Collect) });
        let returned = self.guest.call(&body.function, &boa_engine::JsValue::undefined(), &body.arguments);
        match returned.and_then(|value| self.guest.settle(&value, None)) {
            Ok(_) => return true,
            Err(stop) => {
                let fault = self.fault(&stop, "");
                // A refusal of the harness is recorded already.
                if fault.assertion.is_none() || fault.code.is_none() {
                    if matches!(stop, Stop::Thrown(_)) && !self.is_final(&stop) {
                        self.state.log(Event::LoadFailed(fault));
                        return false;
                    }
                    self.state.log(Event::SuiteFault(path, fault));
                }
                if self.is_final(&stop) {
                    self.stop(&stop);
                }
            }
        }
        self.state.collector.borrow_mut().suite_mut(id).is_broken = true;
        true
    }

    /// Decides which tests run and reports all of them to the judge.
    pub(super) fn announce(&mut self) {
        let (mut plans, mut focused) = plan(&self.state.collector.borrow());
        let mut matches = vec![true; plans.len()];
        if let Some(pattern) = &self.env.config.test_name_pattern {
            self.match_names(pattern, &mut matches);
        }
        for (plan, _) in plans.iter_mut().zip(&matches).filter(|(_, matches)| !**matches) {
            *plan = Plan::Skip;
        }
        if self.env.config.list {
            focused = None;
            for plan in plans.iter_mut().filter(|plan| **plan == Plan::Run) {
                *plan = Plan::Skip;
            }
        }
        let collector = self.state.collector.borrow();
        // The judge does not receive tests that a list omits.
        let mut order = vec![TestId(usize::MAX); plans.len()];
        let mut judge = self.state.judge.borrow_mut();
        // A list contains the tests that would run, and runs none.
        let told = |index: &usize| !self.env.config.list || matches[*index];
        for (number, index) in collector.tests_within(ROOT).into_iter().filter(told).enumerate() {
            let test = &collector.tests[index];
            order[index] = TestId(number);
            let mut path = collector.path(test.suite);
            path.push(test.name.clone());
            let at = test.at.clone().unwrap_or_else(|| Location {
                file: self.file.to_string(),
                line: 1,
                column: 1,
                ..Location::default()
            });
            let fails = test.options.fails.unwrap_or(false);
            judge.take(Event::Collected { path, at, plan: plans[index], fails });
        }
        if let Some(at) = focused {
            judge.take(Event::Focused(at));
        }
        self.real_ms = vec![0.0; order.iter().filter(|id| id.0 != usize::MAX).count()];
        drop((judge, collector));
        (self.plans, self.order) = (plans, order);
    }
}

impl Run<'_> {
    /// Determines the tests whose full name matches a regular expression.
    fn match_names(&mut self, pattern: &Pattern, matches: &mut [bool]) {
        let context = self.guest.context();
        // The global flag does not affect whether there is a match.
        let flags: String = pattern.flags.chars().filter(|flag| *flag != 'g').collect();
        let regexp = JsRegExp::new(js_string!(pattern.source.as_str()), js_string!(flags), context);
        let regexp = match regexp {
            Ok(regexp) => JsObject::from(regexp),
            Err(error) => {
                let stop = verdict_sandbox::stop(error, self.guest.context());
                let fault = self.fault(&stop, "testNamePattern: ");
                self.state.log(Event::LoadFailed(Fault { code: Some(Code::Protocol), ..fault }));
                matches.fill(false);
                return;
            }
        };
        let collector = self.state.collector.borrow();
        let names: Vec<String> = collector
            .tests
            .iter()
            .map(|test| {
                let mut path = collector.path(test.suite);
                path.push(test.name.clone());
                path.join(" ")
            })
            .collect();
        drop(collector);
        for (matches, name) in matches.iter_mut().zip(names) {
            let text = js_string!(name);
            // A sticky pattern would continue at its last position.
            let _ = regexp.set(js_string!("lastIndex"), 0, false, self.guest.context());
            *matches = matches!(value::regexp_matches(&regexp, &text, self.guest.context()), Ok(true));
        }
    }
}
