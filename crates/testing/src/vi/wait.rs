//! `waitFor` and `waitUntil`: call a callback repeatedly, on the realm's clock. With fake timers, each
//! attempt advances the fake clock by the interval.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string,
};

use super::api::Entry;
use super::timers;
use crate::intrinsics::native;
use crate::state::State;

pub(super) const FUNCTIONS: &[Entry] = &[
    ("waitFor", 2, |_, args, context| wait(Kind::For, args, context)),
    ("waitUntil", 2, |_, args, context| wait(Kind::Until, args, context)),
];

/// The condition that ends a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The callback does not throw, and its promise is fulfilled.
    For,
    /// The callback returns a truthy value. An error also ends the wait.
    Until,
}

/// Default interval between calls and timeout of the wait, in milliseconds.
const DEFAULTS: (f64, f64) = (50.0, 1_000.0);

#[derive(Debug)]
struct Wait {
    kind: Kind,
    callback: JsObject,
    interval: f64,
    /// Whether a promise of the callback is pending.
    is_pending: bool,
    last_error: Option<JsValue>,
    /// The default rejection reason, which has the location of the call.
    timed_out: JsValue,
    resolve: JsFunction,
    reject: JsFunction,
    timers: Vec<JsValue>,
}

/// The waits of a realm.
#[derive(Debug, Default)]
pub(super) struct Waits {
    open: RefCell<BTreeMap<u64, Wait>>,
    next: Cell<u64>,
}

fn with<T>(id: u64, context: &Context, act: impl FnOnce(&mut Wait) -> T) -> Option<T> {
    State::of(context).vi.waits.open.borrow_mut().get_mut(&id).map(act)
}

fn wait(kind: Kind, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (interval, timeout) = options(args.get_or_undefined(1), context)?;
    let name = if kind == Kind::For { "waitFor" } else { "waitUntil" };
    let timed_out = context.intrinsics().constructors().error().constructor();
    let timed_out =
        timed_out.construct(&[js_string!(format!("Timed out in {name}!")).into()], None, context)?;
    let (promise, functions) = JsPromise::new_pending(context);
    let callback = match args.get_or_undefined(0).as_callable() {
        Some(callback) => callback,
        None => {
            let error = JsNativeError::typ().with_message("callback is not a function").into_opaque(context);
            functions.reject.call(&JsValue::undefined(), &[error.into()], context)?;
            return Ok(promise.into());
        }
    };
    let state = State::of(context);
    let id = state.vi.waits.next.get();
    state.vi.waits.next.set(id + 1);
    let wait = Wait {
        kind,
        callback,
        interval,
        is_pending: false,
        last_error: None,
        timed_out: timed_out.into(),
        resolve: functions.resolve,
        reject: functions.reject,
        timers: Vec::new(),
    };
    state.vi.waits.open.borrow_mut().insert(id, wait);
    if let Err(error) = check(id, context) {
        if error.as_engine().is_some() {
            return Err(error);
        }
        let reason = error.into_opaque(context)?;
        finish(id, Err(Some(reason)), context)?;
    }
    if with(id, context, |_| ()).is_some() {
        let end = NativeFunction::from_copy_closure(move |_, _, context| {
            finish(id, Err(None), context).map(|()| JsValue::undefined())
        });
        let again = NativeFunction::from_copy_closure(move |_, _, context| {
            check(id, context).map(|()| JsValue::undefined())
        });
        let end = [native("", 0, end, context).into(), timeout.into()];
        let again = [native("", 0, again, context).into(), interval.into()];
        let handles = vec![
            state.vi.timers.call_real(|real| &real.set_timeout, &end, context)?,
            state.vi.timers.call_real(|real| &real.set_interval, &again, context)?,
        ];
        with(id, context, |wait| wait.timers = handles);
    }
    Ok(promise.into())
}

fn options(given: &JsValue, context: &mut Context) -> JsResult<(f64, f64)> {
    let (interval, timeout) = DEFAULTS;
    if let Some(timeout) = given.as_number() {
        return Ok((interval, timeout));
    }
    let Some(options) = given.as_object() else { return Ok(DEFAULTS) };
    let mut get = |name: &str, or: f64| -> JsResult<f64> {
        let value = options.get(js_string!(name), context)?;
        if value.is_undefined() { Ok(or) } else { value.to_number(context) }
    };
    Ok((get("interval", interval)?, get("timeout", timeout)?))
}

/// Calls the callback once more.
fn check(id: u64, context: &mut Context) -> JsResult<()> {
    let Some((callback, interval, kind)) =
        with(id, context, |wait| (wait.callback.clone(), wait.interval, wait.kind))
    else {
        return Ok(());
    };
    if timers::is_faking(context) {
        timers::advance(interval, context)?;
    }
    if with(id, context, |wait| wait.is_pending) != Some(false) {
        return Ok(());
    }
    let state = State::of(context);
    match state.tentatively(|| callback.call(&JsValue::undefined(), &[], context)) {
        Ok(result) => match thenable(&result, context)? {
            Some((object, then)) => {
                with(id, context, |wait| wait.is_pending = true);
                let args = [settled(id, kind, true, context), settled(id, kind, false, context)];
                then.call(&object.into(), &args, context).map(drop)
            }
            None => took(id, kind, result, context),
        },
        Err(error) if error.as_engine().is_some() => Err(error),
        Err(error) => failed(id, kind, error, context),
    }
}

fn thenable(value: &JsValue, context: &mut Context) -> JsResult<Option<(JsObject, JsObject)>> {
    let Some(object) = value.as_object().filter(|object| !object.is_callable()) else { return Ok(None) };
    let then = object.get(js_string!("then"), context)?.as_callable();
    Ok(then.map(|then| (object, then)))
}

fn settled(id: u64, kind: Kind, is_fulfilled: bool, context: &mut Context) -> JsValue {
    let function = NativeFunction::from_copy_closure(move |_, args, context| {
        let value = args.get_or_undefined(0).clone();
        with(id, context, |wait| wait.is_pending = false);
        if is_fulfilled {
            took(id, kind, value, context)?;
        } else {
            failed(id, kind, JsError::from_opaque(value), context)?;
        }
        Ok(JsValue::undefined())
    });
    native("", 1, function, context).into()
}

/// Handles a value of the callback.
fn took(id: u64, kind: Kind, value: JsValue, context: &mut Context) -> JsResult<()> {
    if kind == Kind::Until && !value.to_boolean() {
        return Ok(());
    }
    finish(id, Ok(value), context)
}

/// Handles an error of the callback.
fn failed(id: u64, kind: Kind, error: JsError, context: &mut Context) -> JsResult<()> {
    let reason = error.into_opaque(context)?;
    match kind {
        Kind::For => {
            // A later attempt may succeed.
            State::of(context).forgive(&reason);
            with(id, context, |wait| wait.last_error = Some(reason));
            Ok(())
        }
        Kind::Until => finish(id, Err(Some(reason)), context),
    }
}

/// Ends a wait, with its value or the reason for failure.
fn finish(id: u64, result: Result<JsValue, Option<JsValue>>, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let wait = state.vi.waits.open.borrow_mut().remove(&id);
    let Some(wait) = wait else { return Ok(()) };
    for timer in wait.timers {
        state.vi.timers.call_real(|real| &real.clear_timeout, &[timer], context)?;
    }
    let (function, value) = match result {
        Ok(value) => (wait.resolve, value),
        Err(reason) => {
            let reason = reason.or(wait.last_error).unwrap_or(wait.timed_out);
            state.stands(&reason);
            (wait.reject, reason)
        }
    };
    function.call(&JsValue::undefined(), &[value], context).map(drop)
}
