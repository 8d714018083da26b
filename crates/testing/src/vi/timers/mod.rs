//! Fake timers: a second queue next to the realm's, whose clock only `vi` advances. The semantics are those
//! of `@sinonjs/fake-timers`, which Vitest uses.

mod api;
mod clock;
mod date;
mod fakes;
mod install;
mod later;
mod mode;
mod options;
mod tick;

pub(super) use api::{FUNCTIONS, advance, is_faking, now};
pub(super) use install::keep_real;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue};

use self::clock::{FIRST_ID, FakeClock};
use crate::state::State;

/// Functions of the realm, captured before guest code ran.
#[derive(Debug)]
pub(super) struct Real {
    pub(super) set_immediate: JsObject,
    pub(super) set_timeout: JsObject,
    pub(super) set_interval: JsObject,
    pub(super) clear_timeout: JsObject,
    pub(super) date: JsObject,
    pub(super) date_now: JsObject,
}

/// A property that a fake replaces.
#[derive(Debug)]
struct Replaced {
    object: JsObject,
    key: PropertyKey,
    /// The previous descriptor; `None` if there was no property.
    before: Option<PropertyDescriptor>,
}

/// The fake timers of a realm.
#[derive(Debug)]
pub(super) struct Timers {
    real: RefCell<Option<Real>>,
    clock: RefCell<FakeClock>,
    is_faking: Cell<bool>,
    /// The date that `setSystemTime` set without fake timers.
    date: Cell<Option<i64>>,
    replaced: RefCell<Vec<Replaced>>,
    should_clear_native: Cell<bool>,
    next_id: Cell<u64>,
    mode: RefCell<mode::Ticking>,
    tasks: RefCell<BTreeMap<u64, later::Task>>,
    next_task: Cell<u64>,
    /// The prototype of fake `Timeout` objects.
    timeout_prototype: RefCell<Option<JsObject>>,
}

impl Default for Timers {
    fn default() -> Timers {
        Timers {
            real: RefCell::default(),
            clock: RefCell::new(FakeClock::new(0, 1)),
            is_faking: Cell::default(),
            date: Cell::default(),
            replaced: RefCell::default(),
            should_clear_native: Cell::default(),
            next_id: Cell::new(FIRST_ID),
            mode: RefCell::default(),
            tasks: RefCell::default(),
            next_task: Cell::default(),
            timeout_prototype: RefCell::default(),
        }
    }
}

impl Timers {
    /// Reads or changes the clock. `act` must not run guest code.
    fn with<T>(&self, act: impl FnOnce(&mut FakeClock) -> T) -> T {
        act(&mut self.clock.borrow_mut())
    }

    fn new_id(&self) -> u64 {
        let id = self.next_id.get();
        self.next_id.set(id + 1);
        id
    }

    /// Calls a function of the realm, captured before guest code ran.
    pub(super) fn call_real(
        &self,
        pick: fn(&Real) -> &JsObject,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let function = self.real.borrow().as_ref().map(|real| pick(real).clone());
        let function =
            function.ok_or_else(|| JsNativeError::error().with_message("the realm has no timers"))?;
        function.call(&JsValue::undefined(), args, context)
    }

    /// `Date.now()` of the realm.
    fn real_now(&self, context: &mut Context) -> JsResult<JsValue> {
        self.call_real(|real| &real.date_now, &[], context)
    }
}

/// A time as a JavaScript number.
#[expect(clippy::cast_precision_loss, reason = "dates are exact below 2^53")]
fn number(ms: i64) -> f64 {
    ms as f64
}

/// Shared access from natives.
fn timers<T>(context: &Context, act: impl FnOnce(&Timers) -> T) -> T {
    act(&State::of(context).vi.timers)
}
