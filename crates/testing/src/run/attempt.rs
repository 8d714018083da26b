//! Runs one test: hooks, the function, pending work, retries.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::{JsArray, JsPromise};
use boa_engine::{JsObject, JsValue, js_string};
use verdict_judge::{Event, Fault, Plan, TestId};
use verdict_protocol::sentences::{callback_and_result, callback_called_twice, callback_failed};
use verdict_protocol::{Code, HookOrder, LimitPhase};
use verdict_sandbox::Stop;

use super::around::AroundKind;
use super::context::Shown;
use super::fixtures::{Made, Wanted};
use super::timer::{Timer, bounded};
use super::{Run, Seen};
use crate::collect::fixtures::FixtureSetId;
use crate::collect::{Body, Hook, Options, Retry, SuiteId, TestHook};
use crate::state::{Assertions, Doing, Phase};
use crate::value;

/// A running test.
pub(super) struct Case {
    id: TestId,
    body: Body,
    suite: SuiteId,
    options: Options,
    fixtures: FixtureSetId,
}

impl Run<'_> {
    /// Runs a test, if it is to run, and reports it.
    pub(super) fn test(&mut self, index: usize) {
        let id = self.order[index];
        let case = {
            let collector = self.state.collector.borrow();
            let test = &collector.tests[index];
            let (suite, options, fixtures) = (test.suite, test.options.clone(), test.fixtures);
            test.body.clone().map(|body| Case { id, body, suite, options, fixtures })
        };
        if let Some(case) = case
            && self.plans[index] == Plan::Run
            && self.stopped.is_none()
        {
            let start = (self.env.now)();
            self.run_test(&case);
            self.real_ms[id.0] = (self.env.now)() - start;
        }
        self.report(index);
    }

    /// Reports a finished test.
    pub(super) fn report(&mut self, index: usize) {
        let entry = self.state.judge.borrow().entry(self.order[index]);
        if let Some(entry) = entry {
            self.tell(Seen::Finished(&entry));
        }
    }

    fn run_test(&mut self, case: &Case) {
        let id = case.id;
        self.state.phase.set(Phase::Test(id));
        let entry = self.state.judge.borrow().entry(id);
        if let Some(entry) = entry {
            self.tell(Seen::Started(&entry));
        }
        self.guest.set_label(self.label(Some(id)));
        let configured = || Retry { count: self.env.config.retry, ..Retry::default() };
        let retry = case.options.retry.clone().unwrap_or_else(configured);
        // A failing repetition ends all repetitions; a passing retry ends the retries.
        for repeat in 0..=case.options.repeats.unwrap_or(0) {
            for tried in 0..=retry.count {
                self.state.log(Event::Started(id, self.guest.virtual_now()));
                self.guest.begin_test(id.0);
                self.attempt(case, (tried, repeat));
                let over = {
                    let judge = self.state.judge.borrow();
                    judge.is_clean(id) || judge.skipped_itself(id) || self.stopped.is_some()
                };
                if over || tried == retry.count || !self.is_worth_another(&retry) {
                    break;
                }
                if retry.delay > 0.0
                    && let Err(stop) = self.guest.advance(retry.delay)
                {
                    self.record(&stop, "");
                    break;
                }
            }
            let judge = self.state.judge.borrow();
            if !judge.is_clean(id) || judge.skipped_itself(id) {
                break;
            }
        }
        self.state.log(Event::Finished(id, self.guest.virtual_now()));
        self.state.phase.set(Phase::Between);
        self.guest.set_label(self.label(None));
    }

    /// Whether the condition of `retry` holds for the last thrown error.
    fn is_worth_another(&mut self, retry: &Retry) -> bool {
        let Some(condition) = &retry.condition else { return true };
        let error = self.last_thrown.clone().unwrap_or_default();
        if condition.is_callable() {
            let called = self.guest.call(condition, &JsValue::undefined(), &[error]);
            return called.is_ok_and(|worth| worth.to_boolean());
        }
        let context = self.guest.context();
        let message = match error.as_object() {
            Some(error) => error.get(js_string!("message"), context).unwrap_or_default().as_string(),
            None => None,
        };
        value::regexp_matches(condition, &message.unwrap_or_default(), context).unwrap_or(false)
    }

    fn attempt(&mut self, case: &Case, attempt: (u32, u32)) {
        *self.state.assertions.borrow_mut() = Assertions::default();
        self.state.pending.borrow_mut().clear();
        self.state.on_finished.borrow_mut().clear();
        self.state.on_failed.borrow_mut().clear();
        if let Err(error) = crate::vi::before_test(self.guest.context()) {
            let stop = verdict_sandbox::stop(error, self.guest.context());
            return self.record(&stop, "");
        }
        self.state.abort.take();
        self.state.unawaited.take();
        self.state.expect_state.take();
        self.state.snapshots.begin(attempt != (0, 0));
        self.last_thrown = None;
        let shown = match self.test_context(case.id, case.suite, &case.options, attempt) {
            Ok(shown) => shown,
            Err(stop) => return self.record(&stop, ""),
        };
        let mut made = Made::default();
        let around = self.each_hook(case.suite, AroundKind::Each.hook());
        let mut open = Vec::new();
        let mut all_open = true;
        for hook in around {
            self.doing_hook(case.id, AroundKind::Each.hook());
            let timer = Timer::new(self.hook_timeout(hook.timeout), self.guest.virtual_now());
            let wanted = Wanted { set: case.fixtures, suite: hook.suite, index: 1 };
            if let Err(stop) = self.provide(&hook.function, wanted, &shown.context, &mut made, timer) {
                self.record(&stop, "hook");
                all_open = false;
                break;
            }
            match self.open_around(AroundKind::Each, &hook, &shown.context, &shown.suite) {
                Ok(hook) => open.push(hook),
                Err(fault) => {
                    self.state.fault(*fault);
                    all_open = false;
                    break;
                }
            }
        }
        if all_open {
            self.inner(case, &shown, &mut made);
        }
        for hook in open.iter().rev() {
            if self.stopped.is_some() {
                break;
            }
            self.doing_hook(case.id, AroundKind::Each.hook());
            if let Err(fault) = self.close_around(hook) {
                self.state.fault(*fault);
            }
        }
        self.check_context(&shown);
        if self.stopped.is_none()
            && let Err(stop) = self.end_fixtures(&mut made, 0)
        {
            self.record(&stop, "hook");
        }
        self.take_unhandled();
    }

    /// Runs an attempt without its around hooks.
    fn inner(&mut self, case: &Case, shown: &Shown, made: &mut Made) {
        let id = case.id;
        let keep = made.cleanups.len();
        let mut cleanups = Vec::new();
        self.doing_hook(id, "beforeEach");
        if self.before_each(case, shown, made, &mut cleanups) {
            self.doing(Doing { test: Some(id), ..Doing::new(LimitPhase::Test) });
            match self.function(case, shown, made) {
                Ok(()) => {
                    self.state.log(Event::Completed(id));
                    self.settle_pending();
                    self.check_count();
                }
                Err(stop) => {
                    self.record(&stop, "");
                    self.settle_pending();
                }
            }
        }
        self.take_unhandled();
        if let Err(stop) = self.show_result(id, shown) {
            self.record(&stop, "");
        }
        self.doing_hook(id, "afterEach");
        if self.after_each(case, shown, made, cleanups)
            && let Err(stop) = self.end_fixtures(made, keep)
        {
            self.record(&stop, "hook");
        }
        let mut finished = self.state.on_finished.take();
        finished.reverse();
        self.doing_hook(id, "onTestFinished");
        self.hooks(finished, shown);
        if !self.state.judge.borrow().is_clean(id) {
            let failed = self.afterwards(self.state.on_failed.take());
            self.doing_hook(id, "onTestFailed");
            self.hooks(failed, shown);
        }
        self.take_unhandled();
    }

    fn doing_hook(&self, test: TestId, hook: &'static str) {
        self.doing(Doing { hook: Some(hook), test: Some(test), ..Doing::new(LimitPhase::Hook) });
    }

    /// Milliseconds that a test may take.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
    pub(super) fn test_timeout(&self, options: &Options) -> f64 {
        options.timeout.unwrap_or(self.state.vi.config.borrow().test_timeout as f64)
    }

    /// Milliseconds that a hook may take.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
    pub(super) fn hook_timeout(&self, timeout: Option<f64>) -> f64 {
        timeout.unwrap_or(self.state.vi.config.borrow().hook_timeout as f64)
    }

    fn function(&mut self, case: &Case, shown: &Shown, made: &mut Made) -> Result<(), Stop> {
        let timer = Timer::new(self.test_timeout(&case.options), self.guest.virtual_now());
        let Body { function, arguments, context } = &case.body;
        let mut arguments = arguments.clone();
        // A table's function that receives no context counts as having no parameters.
        let index = if *context { arguments.len() } else { usize::MAX };
        let wanted = Wanted { set: case.fixtures, suite: case.suite, index };
        self.provide(function, wanted, &shown.context, made, timer)?;
        let of_context = context.then(|| shown.context.clone().into());
        let returned = self.call(function, std::mem::take(&mut arguments), of_context.as_slice())?;
        let left = timer.left(self.guest.virtual_now());
        timer.whole(self.guest.settle(&returned, left)).map(drop)
    }

    /// Hooks of all suites of a test, outermost first, in declaration order.
    fn each_hook(&self, suite: SuiteId, name: &str) -> Vec<Hook> {
        let collector = self.state.collector.borrow();
        let lineage = collector.lineage(suite).into_iter().rev();
        lineage
            .flat_map(|suite| {
                let suite = collector.suite(suite);
                if name == "beforeEach" { suite.before_each.clone() } else { suite.around_each.clone() }
            })
            .collect()
    }

    fn test_hook(
        &mut self,
        case: &Case,
        hook: &Hook,
        shown: &Shown,
        made: &mut Made,
    ) -> Result<JsValue, Stop> {
        let timer = Timer::new(self.hook_timeout(hook.timeout), self.guest.virtual_now());
        let wanted = Wanted { set: case.fixtures, suite: hook.suite, index: 0 };
        self.provide(&hook.function, wanted, &shown.context, made, timer)?;
        let args = [shown.context.clone().into(), shown.suite.clone()];
        let returned = self.call(&hook.function, Vec::new(), &args)?;
        let left = timer.left(self.guest.virtual_now());
        timer.whole(self.guest.settle(&returned, left))
    }

    /// Calls the function of a test or hook with values of a table, and what Vitest gives after them. Jest instead gives a
    /// callback to a function with one more parameter, and to others nothing. It ignores functions that hooks return.
    pub(super) fn call(
        &mut self,
        function: &JsObject,
        table: Vec<JsValue>,
        after: &[JsValue],
    ) -> Result<JsValue, Stop> {
        let nothing = JsValue::undefined();
        if !self.state.is_jest {
            return self.guest.call(function, &nothing, &[table.as_slice(), after].concat());
        }
        let context = self.guest.context();
        let length = function.get(js_string!("length"), context).and_then(|length| length.to_length(context));
        let length = self.thrown_by(length)?;
        if length <= table.len() as u64 {
            return self.guest.call(function, &nothing, &table);
        }
        let table = value::array(table, self.guest.context());
        let callback = self.state.shim.callback.clone();
        let messages = [callback_called_twice(), callback_and_result(), callback_failed("")];
        let messages = messages.map(|message| js_string!(message).into());
        let messages = JsArray::from_iter(messages, self.guest.context());
        self.guest.call(&callback, &nothing, &[function.clone().into(), table, messages.into()])
    }

    /// Runs `beforeEach` of all suites of a test. Returns whether all succeeded.
    fn before_each(
        &mut self,
        case: &Case,
        shown: &Shown,
        made: &mut Made,
        cleanups: &mut Vec<JsObject>,
    ) -> bool {
        for hook in self.each_hook(case.suite, "beforeEach") {
            match self.test_hook(case, &hook, shown, made) {
                Ok(returned) => cleanups.extend(returned.as_callable().filter(|_| !self.state.is_jest)),
                Err(stop) => {
                    self.record(&stop, "hook");
                    return false;
                }
            }
        }
        true
    }

    /// Runs `afterEach` of all suites of a test, then the cleanup functions that `beforeEach` returned. Inner
    /// suites come first; within a suite, the last declared hook. Returns whether all succeeded.
    fn after_each(&mut self, case: &Case, shown: &Shown, made: &mut Made, cleanups: Vec<JsObject>) -> bool {
        let hooks: Vec<Hook> = {
            let collector = self.state.collector.borrow();
            let lineage = collector.lineage(case.suite).into_iter();
            lineage.flat_map(|suite| self.afterwards(collector.suite(suite).after_each.clone())).collect()
        };
        let mut passed = true;
        for hook in hooks {
            if self.stopped.is_some() {
                return false;
            }
            if let Err(stop) = self.test_hook(case, &hook, shown, made) {
                self.record(&stop, "hook");
                // In Jest the others run all the same.
                if !self.state.is_jest {
                    return false;
                }
                passed = false;
            }
        }
        for cleanup in self.afterwards(cleanups) {
            if self.stopped.is_some() {
                return false;
            }
            if let Err(stop) = self.call_hook(&cleanup, None, &[]) {
                self.record(&stop, "hook");
                return false;
            }
        }
        passed && self.stopped.is_none()
    }

    /// Orders hooks after tests as they run.
    pub(super) fn afterwards<T>(&self, mut hooks: Vec<T>) -> Vec<T> {
        if !self.state.is_jest && self.state.vi.config.borrow().sequence.hooks == HookOrder::Stack {
            hooks.reverse();
        }
        hooks
    }

    fn hooks(&mut self, hooks: Vec<TestHook>, shown: &Shown) {
        for hook in hooks {
            if self.stopped.is_some() {
                return;
            }
            if let Err(stop) = self.call_hook(&hook.function, hook.timeout, &[shown.context.clone().into()]) {
                self.record(&stop, "hook");
            }
        }
    }

    /// Awaits pending assertions on promises, which count even if the test did not await them.
    fn settle_pending(&mut self) {
        for (awaited, fault) in self.state.unawaited.take() {
            if !awaited.get() {
                self.state.fault(fault);
            }
        }
        loop {
            let Some(promise) = self.state.pending.borrow_mut().pop() else { return };
            if self.stopped.is_some() {
                return;
            }
            let settled = JsPromise::from_object(promise.clone())
                .is_ok_and(|promise| !matches!(promise.state(), PromiseState::Pending));
            if settled {
                // An unhandled rejection is reported with the other unhandled errors.
                continue;
            }
            #[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
            let timeout = self.state.vi.config.borrow().test_timeout as f64;
            if let Err(stop) = self.guest.settle(&promise.into(), bounded(timeout)) {
                self.record(&stop, "");
            }
        }
    }

    fn check_count(&mut self) {
        let assertions = self.state.assertions.take();
        if let Some(wanted) = assertions.wanted
            && wanted != assertions.calls
        {
            let message =
                format!("expected number of assertions to be {wanted}, but got {}", assertions.calls);
            self.state.fault(Fault::new(message));
        }
        if assertions.some && assertions.calls == 0 {
            self.state.fault(Fault::new("expected any number of assertion, but got none"));
        }
    }

    /// Records how guest code of the test ended.
    pub(super) fn record(&mut self, stop: &Stop, what: &str) {
        if self.is_final(stop) {
            self.stop(stop);
        }
        if let Stop::Thrown(thrown) = stop {
            if let Some(None) = self.state.known_error(&thrown.value) {
                return;
            }
            self.last_thrown = Some(thrown.value.clone());
        }
        let mut fault = self.fault(stop, "");
        if let Stop::Deadline(ms) = stop {
            let (kind, option) = if what == "hook" { ("Hook", "hook") } else { ("Test", "test") };
            let lower = kind.to_lowercase();
            fault.message = format!(
                "{kind} timed out in {ms}ms.\nIf this is a long-running {lower}, pass a timeout value as the \
                 last argument or configure it globally with \"{option}Timeout\"."
            );
            fault.code = Some(Code::Timeout);
            self.abort(&fault.message);
        }
        self.state.fault(fault);
    }

    /// Aborts the test's signal, if it was requested.
    fn abort(&mut self, message: &str) {
        let Some(controller) = self.state.abort.take() else { return };
        let context = self.guest.context();
        let aborted = controller.get(js_string!("abort"), context).and_then(|abort| {
            let reason = crate::collect::props::named("Error", message, context).into_opaque(context)?;
            match abort.as_callable() {
                Some(abort) => abort.call(&controller.clone().into(), &[reason], context),
                None => Ok(abort),
            }
        });
        if let Err(stop) = self.thrown_by(aborted) {
            self.record(&stop, "");
        }
    }
}
