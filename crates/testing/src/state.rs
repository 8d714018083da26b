//! What the natives of one file share, on the host's side.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use boa_engine::error::RuntimeLimitError;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, js_string};
use verdict_judge::{Event, Fault, Judge, Snapshots, SourceLocations, TestId, bound};
use verdict_protocol::{Code, LimitName, LimitPhase, LimitReached, Limits, Location, TestConfig};
use verdict_sandbox::{Thrown, thrown};

use crate::collect::fixtures::FixtureSet;
use crate::collect::{Chains, Collector, TestHook};
use crate::evidence::{Made, Recorder};
use crate::locations::{exact, exact_frames};
use crate::shim::Shim;
use crate::vi::{Mocks, Realm};

/// Errors of the harness that are remembered, the latest. A guest that catches millions of failed assertions
/// must not fill the host's memory; an older one that it throws again counts as an error of its own.
const MAX_ERRORS: usize = 1_000;

/// Functions that assertions have called and that call such assertions again, one inside the other: each takes more of
/// the stack than the one call that the limit of recursion counts, and a browser's worker has little.
const MAX_TENTATIVE: u32 = 200;

/// What guest code is running for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Tests are being declared.
    Collecting,
    /// A test or one of its hooks.
    Test(TestId),
    /// Hooks of a suite, or nothing.
    Between,
}

/// How far the file is, for whoever is told that it was stopped.
#[derive(Debug, Clone)]
pub(crate) struct Doing {
    pub(crate) phase: LimitPhase,
    /// The hook that is running.
    pub(crate) hook: Option<&'static str>,
    /// The suite whose body or hook is running, by its path.
    pub(crate) suite: Option<Vec<String>>,
    /// Where that suite is declared.
    pub(crate) at: Option<Location>,
    /// The test that is running, or ran last and may have left something.
    pub(crate) test: Option<TestId>,
}

impl Doing {
    /// Something that is neither of a suite nor of a test.
    pub(crate) fn new(phase: LimitPhase) -> Doing {
        Doing { phase, hook: None, suite: None, at: None, test: None }
    }
}

/// What the current test expects of its own assertions.
#[derive(Debug, Default)]
pub(crate) struct Assertions {
    /// Calls of `expect`.
    pub(crate) calls: u64,
    /// `expect.assertions(n)`.
    pub(crate) wanted: Option<u64>,
    /// `expect.hasAssertions()`.
    pub(crate) some: bool,
}

/// The state of one file.
pub(crate) struct State {
    pub(crate) judge: RefCell<Judge>,
    pub(crate) collector: RefCell<Collector>,
    pub(crate) phase: Cell<Phase>,
    pub(crate) doing: RefCell<Doing>,
    pub(crate) limits: Limits,
    pub(crate) assertions: RefCell<Assertions>,
    /// Promises of `.resolves` and `.rejects` that are not settled yet.
    pub(crate) pending: RefCell<Vec<JsObject>>,
    pub(crate) on_finished: RefCell<Vec<TestHook>>,
    pub(crate) on_failed: RefCell<Vec<TestHook>>,
    pub(crate) chains: RefCell<Chains>,
    /// The fixtures of `test`, which are none, and of each `test.extend`.
    pub(crate) fixtures: RefCell<Vec<FixtureSet>>,
    /// Testers of `expect.addEqualityTesters`.
    pub(crate) testers: RefCell<Vec<JsObject>>,
    /// `iterableEquality` and `subsetEquality`, once a matcher was handed them.
    pub(crate) equality_natives: RefCell<Option<(JsObject, JsObject)>>,
    pub(crate) snapshots: Snapshots,
    /// Of `expect.addSnapshotSerializer`, the last one first.
    pub(crate) serializers: RefCell<Vec<JsObject>>,
    /// What `expect.setState` said.
    pub(crate) expect_state: RefCell<Option<JsObject>>,
    /// Polled assertions: whether each was awaited, and what is said if it was not.
    pub(crate) unawaited: RefCell<Vec<(Rc<Cell<bool>>, Fault)>>,
    /// Milliseconds of `expect.poll`: between two attempts, and of all.
    pub(crate) poll: (f64, f64),
    /// Whether a swallowed failure of an assertion fails its test.
    pub(crate) strict: bool,
    /// Whether the test API is test material's alone.
    pub(crate) sealed: bool,
    /// How many callers try what may fail.
    tentative: Cell<u32>,
    /// The `AbortController` of the test that is running, once its signal was asked for.
    pub(crate) abort: RefCell<Option<JsObject>>,
    /// Errors that the harness threw, with what they stand for. A guest can throw one of its own making, which
    /// is then an ordinary error.
    errors: RefCell<VecDeque<(JsObject, Option<Fault>)>>,
    /// How many there were.
    error_count: Cell<usize>,
    pub(crate) mocks: Mocks,
    pub(crate) vi: Realm,
    pub(crate) expect: RefCell<Option<crate::expect::Realm>>,
    /// The classes `AssertionError` and `Assertion` of chai, once they were asked for, and `chai` itself.
    pub(crate) assertion_error: RefCell<Option<JsObject>>,
    pub(crate) assertion_class: RefCell<Option<JsObject>>,
    pub(crate) chai: RefCell<Option<JsObject>>,
    /// Plugins that `chai.use` called.
    pub(crate) plugins: RefCell<Vec<JsObject>>,
    pub(crate) shim: Shim,
    pub(crate) places: Rc<SourceLocations>,
    /// What tests assert, where that is recorded.
    pub(crate) recorder: Option<Recorder>,
}

impl State {
    pub(crate) fn new(
        judge: Judge,
        limits: &Limits,
        config: &TestConfig,
        shim: Shim,
        places: Rc<SourceLocations>,
        snapshots: Snapshots,
        recorder: Option<Recorder>,
    ) -> Rc<State> {
        let max_tests = usize::try_from(limits.tests).unwrap_or(usize::MAX);
        Rc::new(State {
            judge: RefCell::new(judge),
            collector: RefCell::new(Collector::new(max_tests)),
            phase: Cell::new(Phase::Collecting),
            doing: RefCell::new(Doing::new(LimitPhase::Load)),
            limits: limits.clone(),
            assertions: RefCell::default(),
            pending: RefCell::default(),
            on_finished: RefCell::default(),
            on_failed: RefCell::default(),
            chains: RefCell::default(),
            fixtures: RefCell::new(vec![FixtureSet::default()]),
            abort: RefCell::default(),
            testers: RefCell::default(),
            equality_natives: RefCell::default(),
            expect_state: RefCell::default(),
            snapshots,
            serializers: RefCell::default(),
            unawaited: RefCell::default(),
            poll: (config.expect.poll.interval, config.expect.poll.timeout),
            strict: config.expect.strict_assertions,
            sealed: config.sealed_api,
            tentative: Cell::new(0),
            errors: RefCell::default(),
            error_count: Cell::new(0),
            mocks: Mocks::default(),
            vi: Realm::default(),
            expect: RefCell::default(),
            assertion_error: RefCell::default(),
            assertion_class: RefCell::default(),
            chai: RefCell::default(),
            plugins: RefCell::default(),
            shim,
            places,
            recorder,
        })
    }

    /// The state of a context.
    pub(crate) fn of(context: &Context) -> Rc<State> {
        match context.get_data::<Rc<State>>() {
            Some(state) => Rc::clone(state),
            // Natives exist only in contexts that were given a state first.
            None => unreachable!("the realm has no harness"),
        }
    }

    /// Writes down an event.
    pub(crate) fn log(&self, event: Event) {
        if let (Some(recorder), Event::Started(test, _)) = (&self.recorder, &event) {
            recorder.begin(*test);
        }
        self.judge.borrow_mut().take(event);
    }

    /// The test that is running.
    pub(crate) fn test(&self) -> Option<TestId> {
        match self.phase.get() {
            Phase::Test(test) => Some(test),
            Phase::Collecting | Phase::Between => None,
        }
    }

    /// Where a value was thrown, in a fault.
    pub(crate) fn seen(&self, thrown: &Thrown) -> Fault {
        let known = thrown.stack.is_some();
        let frames = exact_frames(&self.places, &thrown.frames);
        Fault {
            name: thrown.name.clone(),
            at: thrown.location.clone().map(|at| exact(&self.places, at)),
            outside: SourceLocations::outside(&frames),
            stack: known.then(|| SourceLocations::stack(&thrown.header(), &frames)),
            ..Fault::default()
        }
    }

    /// Writes down that an assertion of the test that is running came to a verdict.
    pub(crate) fn asserted(&self, made: Option<&Made>) {
        let Some(test) = self.test() else { return };
        self.log(Event::Asserted(test, 1));
        if let Some(recorder) = &self.recorder {
            recorder.keep(test, made.cloned());
        }
    }

    /// Runs what may fail and be tried again, or is expected to fail: a failed assertion in it is no failure yet.
    /// What fails in the end is to be passed to [`State::stands`], or is the caller's to judge.
    ///
    /// # Errors
    /// Those of `run`, and that of recursion, uncatchable, where such runs nest too deep.
    pub(crate) fn tentatively<T>(&self, run: impl FnOnce() -> JsResult<T>) -> JsResult<T> {
        if self.tentative.get() >= MAX_TENTATIVE {
            return Err(RuntimeLimitError::Recursion.into());
        }
        self.tentative.set(self.tentative.get() + 1);
        let result = run();
        self.tentative.set(self.tentative.get() - 1);
        result
    }

    /// Whether a failed assertion is no failure yet.
    pub(crate) fn is_tentative(&self) -> bool {
        self.tentative.get() > 0
    }

    /// Writes down that an assertion failed for good: its error must reach the harness again.
    pub(crate) fn stands(&self, error: &JsValue) {
        if let (Some(test), Some(Some(fault))) = (self.test(), self.known_error(error)) {
            self.log(Event::AssertionFailed(test, fault));
        }
    }

    /// Writes down that a failed assertion was what was asked for.
    pub(crate) fn forgive(&self, error: &JsValue) {
        if let (Some(test), Some(Some(fault))) = (self.test(), self.known_error(error))
            && let Some(number) = fault.assertion
        {
            self.log(Event::AssertionForgiven(test, number));
        }
    }

    /// Writes down a fault where it belongs, with the hook of the test that is running.
    pub(crate) fn fault(&self, mut fault: Fault) {
        let Some(test) = self.test() else { return self.log(Event::FileFault(fault)) };
        if fault.hook.is_none() {
            let doing = self.doing.borrow();
            fault.hook = doing.hook.filter(|_| doing.phase == LimitPhase::Hook);
        }
        self.log(Event::TestFault(test, fault));
    }

    /// An error object of the given name and message, registered with what it stands for. `None` for one that
    /// is no failure.
    ///
    /// # Errors
    /// None in a realm that is whole.
    pub(crate) fn error(
        &self,
        name: &str,
        message: &str,
        fault: Option<Fault>,
        context: &mut Context,
    ) -> JsResult<(JsObject, Option<Fault>)> {
        let error = self.plain_error(name, message, context)?;
        let number = self.error_count.get();
        self.error_count.set(number + 1);
        let fault = fault.map(|mut fault| {
            let thrown = thrown(JsError::from_opaque(error.clone().into()), context);
            let seen = self.seen(&thrown);
            fault.name = name.to_owned();
            fault.message = bound(fault.message);
            fault.outside = fault.outside.or(seen.outside.filter(|_| fault.at.is_none()));
            fault.at = fault.at.or(seen.at);
            fault.stack = fault.stack.or(seen.stack);
            fault.assertion = Some(number);
            if let Some(limit) = &mut fault.limit {
                limit.location = fault.at.clone().or(limit.location.take());
            }
            fault
        });
        let mut errors = self.errors.borrow_mut();
        if errors.len() >= MAX_ERRORS {
            errors.pop_front();
        }
        errors.push_back((error.clone(), fault.clone()));
        drop(errors);
        Ok((error, fault))
    }

    /// An error object that stands for nothing: what is thrown to the guest as any API throws.
    ///
    /// # Errors
    /// None in a realm that is whole.
    pub(crate) fn plain_error(&self, name: &str, message: &str, context: &mut Context) -> JsResult<JsObject> {
        let constructor = context.intrinsics().constructors().error().constructor();
        let error = constructor.construct(&[js_string!(message).into()], None, context)?;
        if name == "AssertionError" {
            let prototype = crate::expect::chai::error::prototype(context)?;
            error.set_prototype(prototype);
        }
        let property = PropertyDescriptor::builder().value(js_string!(name)).writable(true);
        let property = property.enumerable(false).configurable(true).build();
        error.define_property_or_throw(js_string!("name"), property, context)?;
        Ok(error)
    }

    /// What an error of the harness stands for: `None` for a value that is none of ours, `Some(None)` for one
    /// that is no failure.
    pub(crate) fn known_error(&self, value: &JsValue) -> Option<Option<Fault>> {
        let object = value.as_object()?;
        let errors = self.errors.borrow();
        errors
            .iter()
            .rev()
            .find(|(error, _)| JsObject::equals(error, &object))
            .map(|(_, fault)| fault.clone())
    }

    /// Refuses a declaration: the fault is on record whatever the guest does with the error.
    pub(crate) fn refuse(&self, code: Code, message: &str, context: &mut Context) -> JsError {
        self.refuse_for(Fault::coded(code, message), context)
    }

    /// The same for a limit of the request.
    pub(crate) fn refuse_past(&self, name: LimitName, message: &str, context: &mut Context) -> JsError {
        let limit = Some(Box::new(self.reached(name, None)));
        self.refuse_for(Fault { limit, ..Fault::coded(Code::Limit, message) }, context)
    }

    fn refuse_for(&self, fault: Fault, context: &mut Context) -> JsError {
        match self.error("Error", &fault.message.clone(), Some(fault.clone()), context) {
            Ok((error, known)) => {
                self.fault(known.unwrap_or(fault));
                JsError::from_opaque(error.into())
            }
            Err(error) => error,
        }
    }

    /// A limit that is reached now. Where no place is known, the test, suite or file that is running begins there.
    pub(crate) fn reached(&self, name: LimitName, at: Option<Location>) -> LimitReached {
        let doing = self.doing.borrow();
        let judge = self.judge.borrow();
        let test = doing.test.and_then(|test| judge.entry(test));
        let declared = || {
            let test = test.as_ref().map(|test| test.location.clone());
            test.or_else(|| doing.at.clone()).unwrap_or_else(|| judge.start())
        };
        LimitReached {
            location: Some(at.unwrap_or_else(declared)),
            hook: doing.hook.map(str::to_owned),
            suite: doing.suite.clone(),
            test: test.as_ref().map(|test| test.path.clone()),
            ..LimitReached::new(name, &self.limits, doing.phase)
        }
    }
}

/// Where the guest is now.
pub(crate) fn here(context: &mut Context) -> (Option<Location>, Option<String>) {
    let constructor = context.intrinsics().constructors().error().constructor();
    match constructor.construct(&[], None, context) {
        Ok(error) => {
            let thrown = thrown(JsError::from_opaque(error.into()), context);
            let seen = State::of(context).seen(&thrown);
            (seen.at, seen.stack)
        }
        Err(_) => (None, None),
    }
}

/// Where the test file declares what is declared now. Of what a helper declares that is where the file calls or requires
/// the helper, as in Vitest; of what a module declares that the file imports it is the file's beginning.
pub(crate) fn declared_at(context: &mut Context) -> Option<Location> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let error = constructor.construct(&[], None, context).ok()?;
    let thrown = thrown(JsError::from_opaque(error.into()), context);
    let state = State::of(context);
    let start = state.judge.borrow().start();
    let own = thrown.frames.iter().find(|frame| frame.file == start.file);
    Some(own.map_or(start, |frame| exact(&state.places, frame.location())))
}
