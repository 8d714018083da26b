//! What the natives of one file share, on the host's side.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, js_string};
use verdict_protocol::{Code, Location};
use verdict_sandbox::thrown;

use crate::collect::Collector;
use crate::event::{Event, Fault, TestId};
use crate::inspect::bound;
use crate::judge::Judge;
use crate::place::Places;
use crate::shim::Shim;
use crate::spy::Mocks;

/// Errors of the harness that are remembered, the latest. A guest that catches millions of failed assertions
/// must not fill the host's memory; an older one that it throws again counts as an error of its own.
const MAX_ERRORS: usize = 1_000;

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
    pub(crate) assertions: RefCell<Assertions>,
    /// Promises of `.resolves` and `.rejects` that are not settled yet.
    pub(crate) pending: RefCell<Vec<JsObject>>,
    pub(crate) on_finished: RefCell<Vec<JsObject>>,
    pub(crate) on_failed: RefCell<Vec<JsObject>>,
    /// Errors that the harness threw, with what they stand for. A guest can throw one of its own making, which
    /// is then an ordinary error.
    errors: RefCell<VecDeque<(JsObject, Option<Fault>)>>,
    /// How many there were.
    error_count: Cell<usize>,
    pub(crate) mocks: Mocks,
    pub(crate) expect: RefCell<Option<crate::expect::Realm>>,
    pub(crate) shim: Shim,
    pub(crate) places: Places,
}

impl State {
    pub(crate) fn new(judge: Judge, collector: Collector, shim: Shim, places: Places) -> Rc<State> {
        Rc::new(State {
            judge: RefCell::new(judge),
            collector: RefCell::new(collector),
            phase: Cell::new(Phase::Collecting),
            assertions: RefCell::default(),
            pending: RefCell::default(),
            on_finished: RefCell::default(),
            on_failed: RefCell::default(),
            errors: RefCell::default(),
            error_count: Cell::new(0),
            mocks: Mocks::default(),
            expect: RefCell::default(),
            shim,
            places,
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
        self.judge.borrow_mut().take(event);
    }

    /// The test that is running.
    pub(crate) fn test(&self) -> Option<TestId> {
        match self.phase.get() {
            Phase::Test(test) => Some(test),
            Phase::Collecting | Phase::Between => None,
        }
    }

    /// Writes down that an assertion of the test that is running came to a verdict.
    pub(crate) fn asserted(&self) {
        if let Some(test) = self.test() {
            self.log(Event::Asserted(test));
        }
    }

    /// Writes down a fault where it belongs.
    pub(crate) fn fault(&self, fault: Fault) {
        self.log(match self.phase.get() {
            Phase::Test(test) => Event::TestFault(test, fault),
            Phase::Collecting | Phase::Between => Event::FileFault(fault),
        });
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
        let constructor = context.intrinsics().constructors().error().constructor();
        let error = constructor.construct(&[js_string!(message).into()], None, context)?;
        let hidden = |value: JsValue| {
            PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true)
        };
        error.define_property_or_throw(js_string!("name"), hidden(js_string!(name).into()), context)?;
        let number = self.error_count.get();
        self.error_count.set(number + 1);
        let fault = fault.map(|mut fault| {
            let seen = thrown(JsError::from_opaque(error.clone().into()), context);
            fault.message = bound(fault.message);
            fault.at = fault.at.or_else(|| seen.location.map(|at| self.places.exact(at)));
            fault.stack = fault.stack.or(seen.stack);
            fault.assertion = Some(number);
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
        match self.error("Error", message, Some(Fault::coded(code, message)), context) {
            Ok((error, fault)) => {
                self.fault(fault.unwrap_or_else(|| Fault::coded(code, message)));
                JsError::from_opaque(error.into())
            }
            Err(error) => error,
        }
    }
}

/// Where the guest is now.
pub(crate) fn here(context: &mut Context) -> (Option<Location>, Option<String>) {
    let constructor = context.intrinsics().constructors().error().constructor();
    match constructor.construct(&[], None, context) {
        Ok(error) => {
            let seen = thrown(JsError::from_opaque(error.into()), context);
            let places = &State::of(context).places;
            (seen.location.map(|at| places.exact(at)), seen.stack)
        }
        Err(_) => (None, None),
    }
}
