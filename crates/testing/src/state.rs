//! State shared by the natives of one file, on the host's side.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use boa_engine::error::RuntimeLimitError;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, js_string};
use verdict_judge::{Event, Fault, Judge, Snapshots, SourceLocations, TestId, bound};
use verdict_protocol::{
    Code, LimitName, LimitPhase, LimitReached, Limits, Location, SnapshotFormat, TestConfig, TestRunner,
};
use verdict_sandbox::{Thrown, thrown};

use crate::collect::fixtures::FixtureSet;
use crate::collect::{Chains, Collector, TestHook};
use crate::evidence::{Made, Recorder};
use crate::locations::{exact, exact_frames};
use crate::shim::Shim;
use crate::vi::{Mocks, Realm};

/// Maximum number of remembered harness errors; the oldest are dropped. A guest that catches millions of
/// failed assertions must not fill the host's memory. A dropped error that the guest throws again counts as
/// its own.
const MAX_ERRORS: usize = 1_000;

/// Maximum nesting of functions that assertions call and that call such assertions. Each level takes more
/// stack than the one call that the recursion limit counts, and a browser's worker has little.
const MAX_TENTATIVE: u32 = 200;

/// The phase of a file's run that guest code belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The declaration of tests.
    Collecting,
    /// A test or one of its hooks.
    Test(TestId),
    /// Hooks of a suite, or nothing.
    Between,
}

/// The current step of a file, for the report of a limit.
#[derive(Debug, Clone)]
pub(crate) struct Doing {
    pub(crate) phase: LimitPhase,
    pub(crate) hook: Option<&'static str>,
    /// Path of the suite whose function or hook is running.
    pub(crate) suite: Option<Vec<String>>,
    /// Location of that suite's declaration.
    pub(crate) at: Option<Location>,
    /// The running test, or the last one, which may have left something running.
    pub(crate) test: Option<TestId>,
}

impl Doing {
    /// A step that belongs to no suite and no test.
    pub(crate) fn new(phase: LimitPhase) -> Doing {
        Doing { phase, hook: None, suite: None, at: None, test: None }
    }
}

/// The current test's expectations about its own assertions.
#[derive(Debug, Default)]
pub(crate) struct Assertions {
    /// Number of calls of `expect`.
    pub(crate) calls: u64,
    /// The number in `expect.assertions(n)`.
    pub(crate) wanted: Option<u64>,
    /// Whether `expect.hasAssertions()` was called.
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
    /// Unsettled promises of `.resolves` and `.rejects`.
    pub(crate) pending: RefCell<Vec<JsObject>>,
    pub(crate) on_finished: RefCell<Vec<TestHook>>,
    pub(crate) on_failed: RefCell<Vec<TestHook>>,
    pub(crate) chains: RefCell<Chains>,
    /// The fixtures of `test`, which has none, and of each `test.extend`.
    pub(crate) fixtures: RefCell<Vec<FixtureSet>>,
    /// Testers of `expect.addEqualityTesters`.
    pub(crate) testers: RefCell<Vec<JsObject>>,
    /// `iterableEquality` and `subsetEquality`, once created.
    pub(crate) equality_natives: RefCell<Option<(JsObject, JsObject)>>,
    pub(crate) snapshots: Snapshots,
    /// Serializers of `expect.addSnapshotSerializer`, the last one first.
    pub(crate) serializers: RefCell<Vec<JsObject>>,
    /// The object that `expect.setState` set.
    pub(crate) expect_state: RefCell<Option<JsObject>>,
    /// Polled assertions: whether each was awaited, and the fault if it was not.
    pub(crate) unawaited: RefCell<Vec<(Rc<Cell<bool>>, Fault)>>,
    /// Interval and timeout of `expect.poll`, in milliseconds.
    pub(crate) poll: (f64, f64),
    /// Whether a swallowed assertion failure fails its test.
    pub(crate) strict: bool,
    /// How snapshots print values.
    pub(crate) format: SnapshotFormat,
    /// Whether the test API is reserved for test material.
    pub(crate) sealed: bool,
    /// Whether the tests are written for Jest.
    pub(crate) is_jest: bool,
    /// Whether the tests are written for Vitest.
    pub(crate) is_vitest: bool,
    /// Whether any object with a method `asymmetricMatch` is an asymmetric matcher, as in test runners. Where the test
    /// API is sealed, no value may claim to be one.
    pub(crate) takes_matchers: bool,
    /// Nesting depth of operations that may fail and be retried.
    tentative: Cell<u32>,
    /// The `AbortController` of the running test, once its signal was requested.
    pub(crate) abort: RefCell<Option<JsObject>>,
    /// Errors that the harness threw, with their faults. An error that a guest creates itself is an ordinary
    /// error.
    errors: RefCell<VecDeque<(JsObject, Option<Fault>)>>,
    /// Total number of such errors.
    error_count: Cell<usize>,
    pub(crate) mocks: Mocks,
    pub(crate) vi: Realm,
    pub(crate) expect: RefCell<Option<crate::expect::Realm>>,
    /// Chai's classes `AssertionError` and `Assertion` and the object `chai`, once created.
    pub(crate) assertion_error: RefCell<Option<JsObject>>,
    pub(crate) assertion_class: RefCell<Option<JsObject>>,
    pub(crate) chai: RefCell<Option<JsObject>>,
    /// Plugins passed to `chai.use`.
    pub(crate) plugins: RefCell<Vec<JsObject>>,
    pub(crate) shim: Shim,
    pub(crate) places: Rc<SourceLocations>,
    /// Records assertions, if enabled.
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
            format: config.snapshot_format,
            sealed: config.sealed_api,
            is_jest: config.is_for_jest(),
            is_vitest: config.written_for == Some(TestRunner::Vitest),
            takes_matchers: config.written_for.is_some() && !config.sealed_api,
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
            // Natives exist only in contexts that received a state first.
            None => unreachable!("the realm has no harness"),
        }
    }

    /// Records an event.
    pub(crate) fn log(&self, event: Event) {
        if let (Some(recorder), Event::Started(test, _)) = (&self.recorder, &event) {
            recorder.begin(*test);
        }
        self.judge.borrow_mut().take(event);
    }

    pub(crate) fn test(&self) -> Option<TestId> {
        match self.phase.get() {
            Phase::Test(test) => Some(test),
            Phase::Collecting | Phase::Between => None,
        }
    }

    /// The fault of a thrown value, with its location.
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

    /// Records that an assertion of the running test passed or failed.
    pub(crate) fn asserted(&self, made: Option<&Made>) {
        let Some(test) = self.test() else { return };
        self.log(Event::Asserted(test, 1));
        if let Some(recorder) = &self.recorder {
            recorder.keep(test, made.cloned());
        }
    }

    /// Runs an operation that may fail and be retried, or that should fail: a failed assertion in it is no failure
    /// yet. The caller judges the final error, or passes it to [`State::stands`].
    ///
    /// # Errors
    /// Errors of `run`, and an uncatchable recursion error if such operations nest too deeply.
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

    /// Records that an assertion failed for good; its error must reach the harness again.
    pub(crate) fn stands(&self, error: &JsValue) {
        if let (Some(test), Some(Some(fault))) = (self.test(), self.known_error(error)) {
            self.log(Event::AssertionFailed(test, fault));
        }
    }

    /// Records that a failed assertion was the expected outcome.
    pub(crate) fn forgive(&self, error: &JsValue) {
        if let (Some(test), Some(Some(fault))) = (self.test(), self.known_error(error))
            && let Some(number) = fault.assertion
        {
            self.log(Event::AssertionForgiven(test, number));
        }
    }

    /// Records a fault where it belongs, with the running test's hook.
    pub(crate) fn fault(&self, mut fault: Fault) {
        let Some(test) = self.test() else { return self.log(Event::FileFault(fault)) };
        if fault.hook.is_none() {
            let doing = self.doing.borrow();
            fault.hook = doing.hook.filter(|_| doing.phase == LimitPhase::Hook);
        }
        self.log(Event::TestFault(test, fault));
    }

    /// Creates an error with a name and a message, registered with its fault. `None` if it is no failure.
    ///
    /// # Errors
    /// None in an intact realm.
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

    /// Creates an unregistered error, which any API might throw.
    ///
    /// # Errors
    /// None in an intact realm.
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

    /// The fault of a harness error. `None` for any other value, `Some(None)` for an error that is no
    /// failure.
    pub(crate) fn known_error(&self, value: &JsValue) -> Option<Option<Fault>> {
        let object = value.as_object()?;
        let errors = self.errors.borrow();
        errors
            .iter()
            .rev()
            .find(|(error, _)| JsObject::equals(error, &object))
            .map(|(_, fault)| fault.clone())
    }

    /// Refuses a declaration. The fault is recorded, whatever the guest does with the error.
    pub(crate) fn refuse(&self, code: Code, message: &str, context: &mut Context) -> JsError {
        self.refuse_for(Fault::coded(code, message), context)
    }

    /// Refuses a declaration that exceeds a limit of the request.
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

    /// A limit that the guest reaches now. Without a known location, that of the running test, suite or file is used.
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

/// The guest's current location.
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

/// The location of a declaration in the test file. If a helper declares it, as in Vitest the location is
/// where the file calls or requires the helper. If an imported module does, it is the start of the file.
pub(crate) fn declared_at(context: &mut Context) -> Option<Location> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let error = constructor.construct(&[], None, context).ok()?;
    let thrown = thrown(JsError::from_opaque(error.into()), context);
    let state = State::of(context);
    let start = state.judge.borrow().start();
    let own = thrown.frames.iter().find(|frame| frame.file == start.file);
    Some(own.map_or(start, |frame| exact(&state.places, frame.location())))
}
