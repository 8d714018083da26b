//! `expect.poll(function)`: repeats a matcher until it passes, on the virtual clock.

use std::cell::Cell;
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::Attribute;
use boa_engine::{
    Context, Finalize, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue,
    NativeFunction, Trace, js_string,
};
use verdict_judge::Fault;

use super::assertion::{Assertion, Matcher};
use super::extend::{self, Custom};
use crate::evidence;
use crate::intrinsics::{Intrinsics, native};
use crate::state::{State, here};
use crate::value;

/// The polled function, and how often it is called.
#[derive(Debug, Clone, Trace, Finalize)]
pub(super) struct Poll {
    function: JsObject,
    /// Milliseconds between attempts.
    interval: f64,
    /// Milliseconds after which the next attempt is the last.
    timeout: f64,
}

/// A built-in matcher, or one of `expect.extend`.
#[derive(Debug, Clone, Trace, Finalize)]
pub(super) enum AnyMatcher {
    BuiltIn(#[unsafe_ignore_trace] Matcher),
    Custom(Custom),
}

/// Matchers that make no sense with polling.
const UNSUPPORTED: [&str; 9] = [
    "toMatchSnapshot",
    "toMatchInlineSnapshot",
    "toThrowErrorMatchingSnapshot",
    "toThrowErrorMatchingInlineSnapshot",
    "throws",
    "Throw",
    "throw",
    "toThrow",
    "toThrowError",
];

/// `expect.poll(function, { interval = 50, timeout = 1000, message }?)`.
///
/// # Errors
/// A call outside a test, and a first argument that is no function.
pub(super) fn poll(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let Some(function) = args.get_or_undefined(0).as_callable() else {
        return Err(JsNativeError::typ().with_message("expect.poll() expects a function").into());
    };
    if state.test().is_none() {
        return Err(JsNativeError::error().with_message("expect.poll() must be called inside a test").into());
    }
    let (mut interval, mut timeout) = (state.poll.0, state.poll.1);
    let mut message = JsValue::undefined();
    if let Some(options) = args.get_or_undefined(1).as_object() {
        interval = options.get(js_string!("interval"), context)?.as_number().unwrap_or(interval);
        timeout = options.get(js_string!("timeout"), context)?.as_number().unwrap_or(timeout);
        message = options.get(js_string!("message"), context)?;
    }
    state.assertions.borrow_mut().calls += 1;
    let message = message.as_string().map(|text| value::text(&text)).filter(|text| !text.is_empty());
    let begun = evidence::begun(context);
    let poll = Some(Poll { function, interval: interval.max(0.0), timeout });
    Ok(Assertion { message, poll, begun, ..Assertion::default() }.object(context)?.into())
}

#[derive(Clone, Trace, Finalize)]
struct Polling {
    poll: Poll,
    assertion: Assertion,
    asked: AnyMatcher,
    args: Vec<JsValue>,
    resolve: JsObject,
    reject: JsObject,
    /// Location of the assertion.
    #[unsafe_ignore_trace]
    place: Fault,
    /// Time after which the next attempt is the last.
    deadline: f64,
}

/// The thenable that a matcher of a polled assertion returns. Polling starts when it is awaited.
///
/// # Errors
/// A matcher that cannot be polled.
pub(super) fn start(
    assertion: &Assertion,
    poll: &Poll,
    name: &str,
    asked: AnyMatcher,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    if UNSUPPORTED.contains(&name) {
        let message = format!(
            "expect.poll() is not supported in combination with .{name}(). Use vi.waitFor() if your assertion \
             condition is unstable."
        );
        return Err(JsNativeError::syntax().with_message(message).into());
    }
    let (at, stack) = here(context);
    let (promise, functions) = JsPromise::new_pending(context);
    let polling = Polling {
        poll: poll.clone(),
        assertion: Assertion { poll: None, soft: false, ..assertion.clone() },
        asked,
        args: args.to_vec(),
        resolve: functions.resolve.into(),
        reject: functions.reject.into(),
        place: Fault { at, stack, ..Fault::default() },
        deadline: 0.0,
    };
    let awaited = Rc::new(Cell::new(false));
    let not = if assertion.not { "not." } else { "" };
    let text = format!(
        "expect.poll(assertion).{not}{name}() was not awaited. This assertion is asynchronous and must be \
         awaited; otherwise, it is not executed to avoid unhandled rejections:\n\nawait \
         expect.poll(assertion).{not}{name}()\n"
    );
    let late = Fault { message: text, at: polling.place.at.clone(), ..Fault::default() };
    State::of(context).unawaited.borrow_mut().push((Rc::clone(&awaited), late));
    thenable(&polling, &promise, &awaited, context)
}

#[derive(Trace, Finalize)]
struct Lazy {
    polling: Polling,
    promise: JsObject,
    #[unsafe_ignore_trace]
    awaited: Rc<Cell<bool>>,
}

fn thenable(
    polling: &Polling,
    promise: &JsPromise,
    awaited: &Rc<Cell<bool>>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let mut object = ObjectInitializer::new(context);
    for name in ["then", "catch", "finally"] {
        let lazy =
            Lazy { polling: polling.clone(), promise: promise.clone().into(), awaited: Rc::clone(awaited) };
        let method = NativeFunction::from_copy_closure_with_captures(
            move |_, args, lazy: &Lazy, context| {
                if !lazy.awaited.replace(true) {
                    State::of(context).pending.borrow_mut().push(lazy.promise.clone());
                    let mut polling = lazy.polling.clone();
                    polling.deadline = now(context) + polling.poll.timeout;
                    attempt(&polling, context)?;
                }
                let method = Intrinsics::of(context).promise_method(name);
                method.call(&lazy.promise.clone().into(), args, context)
            },
            lazy,
        );
        object.function(method, JsString::from(name), 2);
    }
    object.property(JsSymbol::to_string_tag(), js_string!("Promise"), Attribute::all());
    Ok(object.build().into())
}

/// Milliseconds on the virtual clock.
#[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
fn now(context: &Context) -> f64 {
    context.clock().now().millis_since_epoch() as f64
}

fn attempt(polling: &Polling, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let last = now(context) >= polling.deadline;
    let result = state.tentatively(|| polling.poll.function.call(&JsValue::undefined(), &[], context));
    match result {
        Ok(found) => settled(polling, last, &found, judge, context),
        Err(error) => again(polling, last, error, context),
    }
}

/// The continuation for a settled value.
type Then = fn(&Polling, bool, &JsValue, &mut Context) -> JsResult<()>;

/// Continues with a value, or with the outcome of a promise.
fn settled(
    polling: &Polling,
    last: bool,
    found: &JsValue,
    then: Then,
    context: &mut Context,
) -> JsResult<()> {
    let waits = match found.as_object() {
        Some(object) if object.is::<Promise>() => true,
        Some(object) => object.get(js_string!("then"), context)?.is_callable(),
        None => false,
    };
    if !waits {
        return then(polling, last, found, context);
    }
    let fulfilled = NativeFunction::from_copy_closure_with_captures(
        move |_, args, polling: &Polling, context| {
            then(polling, last, args.get_or_undefined(0), context).map(|()| JsValue::undefined())
        },
        polling.clone(),
    );
    let rejected = NativeFunction::from_copy_closure_with_captures(
        move |_, args, polling: &Polling, context| {
            let error = JsError::from_opaque(args.get_or_undefined(0).clone());
            again(polling, last, error, context).map(|()| JsValue::undefined())
        },
        polling.clone(),
    );
    let fulfilled = native("fulfilled", 1, fulfilled, context);
    let rejected = native("rejected", 1, rejected, context);
    let arguments = [found.clone(), fulfilled.into(), rejected.into()];
    State::of(context).shim.follow.call(&JsValue::undefined(), &arguments, context).map(drop)
}

fn judge(polling: &Polling, last: bool, found: &JsValue, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let assertion = Assertion { value: found.clone(), ..polling.assertion.clone() };
    let judged = state.tentatively(|| match &polling.asked {
        AnyMatcher::BuiltIn(matcher) => {
            assertion.apply(*matcher, &polling.args, Some(&polling.place), context)
        }
        AnyMatcher::Custom(custom) => extend::run(&assertion, custom, &polling.args, context),
    });
    match judged {
        Ok(result) => settled(polling, last, &result, done, context),
        Err(error) => again(polling, last, error, context),
    }
}

fn done(polling: &Polling, _: bool, _: &JsValue, context: &mut Context) -> JsResult<()> {
    polling.resolve.call(&JsValue::undefined(), &[], context).map(drop)
}

/// Schedules the next attempt, or gives up.
fn again(polling: &Polling, last: bool, error: JsError, context: &mut Context) -> JsResult<()> {
    if error.as_engine().is_some() {
        return Err(error);
    }
    if !last {
        let next = NativeFunction::from_copy_closure_with_captures(
            |_, _, polling: &Polling, context| attempt(polling, context).map(|()| JsValue::undefined()),
            polling.clone(),
        );
        let next = native("poll", 0, next, context);
        let set_timeout = Intrinsics::of(context).set_timeout.clone();
        let arguments = [next.into(), polling.poll.interval.into()];
        return set_timeout.call(&JsValue::undefined(), &arguments, context).map(drop);
    }
    let error = error.into_opaque(context)?;
    let state = State::of(context);
    if let Some(object) = error.as_object()
        && object.get(js_string!("cause"), context)?.is_null_or_undefined()
    {
        let cause = state.plain_error("Error", "Matcher did not succeed in time.", context)?;
        object.create_data_property(js_string!("cause"), cause, context)?;
    }
    state.stands(&error);
    polling.reject.call(&JsValue::undefined(), &[error], context).map(drop)
}
