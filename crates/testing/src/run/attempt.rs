//! Running one test: hooks, the function, what it left pending, retries.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::Attribute;
use boa_engine::{JsObject, JsValue, NativeFunction, js_string};
use verdict_protocol::{Code, LimitPhase};
use verdict_sandbox::Stop;

use super::suite::bounded;
use super::{Run, Seen};
use crate::collect::{Body, Hook, Options, SuiteId, test_hook_function};
use crate::event::{Event, Fault, Plan, TestId};
use crate::state::{Assertions, Doing, Phase, State};

impl Run<'_> {
    /// Runs a test, if it is to run, and reports it.
    pub(super) fn test(&mut self, index: usize) {
        let id = self.order[index];
        let (body, suite, options) = {
            let collector = self.state.collector.borrow();
            let test = &collector.tests[index];
            (test.body.clone(), test.suite, test.options)
        };
        if let Some(body) = body
            && self.plans[index] == Plan::Run
            && self.stopped.is_none()
        {
            let start = (self.env.now)();
            self.run_test(id, &body, suite, options);
            self.real_ms[id.0] = (self.env.now)() - start;
        }
        self.report(index);
    }

    /// Shows a test that is over.
    pub(super) fn report(&mut self, index: usize) {
        let entry = self.state.judge.borrow().entry(self.order[index]);
        if let Some(entry) = entry {
            (self.progress)(Seen::Finished(&entry));
        }
    }

    fn run_test(&mut self, id: TestId, body: &Body, suite: SuiteId, options: Options) {
        self.state.phase.set(Phase::Test(id));
        if let Some(entry) = self.state.judge.borrow().entry(id) {
            (self.progress)(Seen::Started(&entry));
        }
        let name = self.test_name(id);
        self.guest.set_label(Some(self.file.to_string()), Some(name));
        // A repetition that fails ends them all, a retry that does not fail ends the retries.
        for _ in 0..=options.repeats.unwrap_or(0) {
            for _ in 0..=options.retry.unwrap_or(0) {
                self.state.log(Event::Started(id, self.guest.virtual_now()));
                self.attempt(id, body, suite, options);
                let judge = self.state.judge.borrow();
                if judge.is_clean(id) || judge.skipped_itself(id) || self.stopped.is_some() {
                    break;
                }
            }
            if !self.state.judge.borrow().is_clean(id) {
                break;
            }
        }
        self.state.log(Event::Finished(id, self.guest.virtual_now()));
        self.state.phase.set(Phase::Between);
        self.guest.set_label(Some(self.file.to_string()), None);
    }

    fn attempt(&mut self, id: TestId, body: &Body, suite: SuiteId, options: Options) {
        *self.state.assertions.borrow_mut() = Assertions::default();
        self.state.pending.borrow_mut().clear();
        self.state.on_finished.borrow_mut().clear();
        self.state.on_failed.borrow_mut().clear();
        let config = self.env.config;
        if let Err(error) = crate::vi::before_test(config, self.guest.context()) {
            let stop = verdict_sandbox::stop(error, self.guest.context());
            return self.record(&stop, "");
        }
        let context = match self.test_context(id) {
            Ok(context) => context,
            Err(stop) => return self.record(&stop, ""),
        };
        let mut cleanups = Vec::new();
        self.doing_hook(id, "beforeEach");
        if self.before_each(suite, &context, &mut cleanups) {
            self.doing(Doing { test: Some(id), ..Doing::new(LimitPhase::Test) });
            match self.function(body, &context, options) {
                Ok(()) => self.state.log(Event::Completed(id)),
                Err(stop) => self.record(&stop, ""),
            }
            self.settle_pending();
            self.check_count();
        }
        self.take_unhandled();
        self.doing_hook(id, "afterEach");
        self.after_each(suite, &context, cleanups);
        let finished = self.state.on_finished.take();
        self.doing_hook(id, "onTestFinished");
        self.hooks(finished.into_iter().rev(), &context);
        if !self.state.judge.borrow().is_clean(id) {
            let failed = self.state.on_failed.take();
            self.doing_hook(id, "onTestFailed");
            self.hooks(failed.into_iter().rev(), &context);
        }
        self.take_unhandled();
    }

    fn doing_hook(&self, test: TestId, hook: &'static str) {
        self.doing(Doing { hook: Some(hook), test: Some(test), ..Doing::new(LimitPhase::Hook) });
    }

    fn function(&mut self, body: &Body, context: &JsObject, options: Options) -> Result<(), Stop> {
        #[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
        let timeout = options.timeout.unwrap_or(self.env.config.test_timeout as f64);
        let mut arguments = body.arguments.clone();
        if body.context {
            arguments.push(context.clone().into());
        }
        let returned = self.guest.call(&body.function, &JsValue::undefined(), &arguments)?;
        self.guest.settle(&returned, bounded(timeout)).map(drop)
    }

    /// `beforeEach` of all suites around a test, outermost first. Whether all went well.
    fn before_each(&mut self, suite: SuiteId, context: &JsObject, cleanups: &mut Vec<JsObject>) -> bool {
        let hooks: Vec<Hook> = {
            let collector = self.state.collector.borrow();
            let lineage = collector.lineage(suite).into_iter().rev();
            lineage.flat_map(|suite| collector.suite(suite).before_each.clone()).collect()
        };
        for hook in hooks {
            match self.call_hook(&hook.function, hook.timeout, &[context.clone().into()]) {
                Ok(returned) => cleanups.extend(returned.as_callable()),
                Err(stop) => {
                    self.record(&stop, "hook");
                    return false;
                }
            }
        }
        true
    }

    /// `afterEach` of all suites around a test, innermost first and the last one declared first, then what
    /// `beforeEach` returned.
    fn after_each(&mut self, suite: SuiteId, context: &JsObject, cleanups: Vec<JsObject>) {
        let hooks: Vec<Hook> = {
            let collector = self.state.collector.borrow();
            let lineage = collector.lineage(suite).into_iter();
            lineage.flat_map(|suite| collector.suite(suite).after_each.clone().into_iter().rev()).collect()
        };
        let cleanups = cleanups.into_iter().rev().map(|function| Hook { function, timeout: None });
        for hook in hooks.into_iter().chain(cleanups) {
            if self.stopped.is_some() {
                return;
            }
            if let Err(stop) = self.call_hook(&hook.function, hook.timeout, &[context.clone().into()]) {
                self.record(&stop, "hook");
                return;
            }
        }
    }

    fn hooks(&mut self, hooks: impl Iterator<Item = JsObject>, context: &JsObject) {
        for hook in hooks {
            if self.stopped.is_some() {
                return;
            }
            if let Err(stop) = self.call_hook(&hook, None, &[context.clone().into()]) {
                self.record(&stop, "hook");
            }
        }
    }

    /// Assertions on promises that the test did not wait for count all the same.
    fn settle_pending(&mut self) {
        loop {
            let Some(promise) = self.state.pending.borrow_mut().pop() else { return };
            if self.stopped.is_some() {
                return;
            }
            let settled = JsPromise::from_object(promise.clone())
                .is_ok_and(|promise| !matches!(promise.state(), PromiseState::Pending));
            if settled {
                // If it was rejected and nobody took notice, it is among the unhandled ones.
                continue;
            }
            #[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
            let timeout = self.env.config.test_timeout as f64;
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

    /// Writes down how guest code of the test ended.
    fn record(&mut self, stop: &Stop, what: &str) {
        if self.is_final(stop) {
            self.stop(stop);
        }
        if let Stop::Thrown(thrown) = stop
            && let Some(None) = self.state.known_error(&thrown.value)
        {
            return;
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
        }
        self.state.fault(fault);
    }

    /// The first argument of a test: `{ task, expect, skip, onTestFinished, onTestFailed }`.
    fn test_context(&mut self, id: TestId) -> Result<JsObject, Stop> {
        let name = self.state.judge.borrow().entry(id).map(|entry| entry.test).unwrap_or_default();
        let expect = self.state.expect.borrow().as_ref().map(|realm| realm.expect.clone());
        let context = self.guest.context();
        let finished = test_hook_function("onTestFinished", context);
        let failed = test_hook_function("onTestFailed", context);
        let skip = crate::intrinsics::native("skip", 0, NativeFunction::from_fn_ptr(skip), context);
        let task = ObjectInitializer::new(context)
            .property(js_string!("name"), js_string!(name.as_str()), Attribute::all())
            .property(js_string!("type"), js_string!("test"), Attribute::all())
            .build();
        let mut object = ObjectInitializer::new(context);
        object
            .property(js_string!("task"), task, Attribute::all())
            .property(js_string!("skip"), skip, Attribute::all())
            .property(js_string!("onTestFinished"), finished, Attribute::all())
            .property(js_string!("onTestFailed"), failed, Attribute::all());
        if let Some(expect) = expect {
            object.property(js_string!("expect"), expect, Attribute::all());
        }
        Ok(object.build())
    }
}

/// `context.skip(condition?, note?)`: the test counts as skipped from here on, whatever it does next.
fn skip(_: &JsValue, args: &[JsValue], context: &mut boa_engine::Context) -> boa_engine::JsResult<JsValue> {
    if args.first().and_then(JsValue::as_boolean) == Some(false) {
        return Ok(JsValue::undefined());
    }
    let state = State::of(context);
    if let Some(test) = state.test() {
        state.log(Event::SkippedItself(test));
    }
    let (error, _) = state.error("PendingError", "test is skipped; abort execution", None, context)?;
    Err(boa_engine::JsError::from_opaque(error.into()))
}
