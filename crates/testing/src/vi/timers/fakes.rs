//! The functions that replace the realm's timers.

use std::cell::Cell;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsData, JsNativeError, JsObject, JsResult, JsSymbol, JsValue, NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};

use super::clock::{FIRST_ID, Job, Kind};
use super::timers;
use crate::intrinsics::native;
use crate::value::array;

/// Fake functions by name, with their length.
pub(super) const FAKES: &[(&str, usize, NativeFunctionPointer)] = &[
    ("setTimeout", 2, |_, args, context| {
        let delay = milliseconds(args.get_or_undefined(1), context)?;
        set(Kind::Timeout, args, rest(args, 2), delay, None, context)
    }),
    ("setInterval", 2, |_, args, context| {
        let delay = milliseconds(args.get_or_undefined(1), context)?;
        set(Kind::Interval, args, rest(args, 2), delay, Some(delay), context)
    }),
    ("setImmediate", 1, |_, args, context| set(Kind::Immediate, args, rest(args, 1), 0.0, None, context)),
    ("requestAnimationFrame", 1, |_, args, context| {
        let (to_frame, now) =
            timers(context, |timers| timers.with(|clock| (clock.to_next_frame(), clock.performance_now())));
        let at = super::number(to_frame);
        set(Kind::AnimationFrame, args, vec![(now + at).into()], at, None, context)
    }),
    ("requestIdleCallback", 1, |_, args, context| {
        let wait = if timers(context, |timers| timers.with(|clock| clock.count())) > 0 { 50.0 } else { 0.0 };
        let timeout = args.get_or_undefined(1).as_number();
        let delay = timeout.map_or(wait, |timeout| timeout.min(wait));
        set(Kind::IdleCallback, args, rest(args, 2), delay, None, context)
    }),
    ("clearTimeout", 1, |_, args, context| clear(Kind::Timeout, args, context)),
    ("clearInterval", 1, |_, args, context| clear(Kind::Interval, args, context)),
    ("clearImmediate", 1, |_, args, context| clear(Kind::Immediate, args, context)),
    ("cancelAnimationFrame", 1, |_, args, context| clear(Kind::AnimationFrame, args, context)),
    ("cancelIdleCallback", 1, |_, args, context| clear(Kind::IdleCallback, args, context)),
    ("nextTick", 1, |_, args, context| enqueue(args, rest(args, 1), context)),
    ("queueMicrotask", 1, |_, args, context| enqueue(args, Vec::new(), context)),
];

fn rest(args: &[JsValue], from: usize) -> Vec<JsValue> {
    args.get(from..).unwrap_or_default().to_vec()
}

/// A delay, parsed as by `parseInt`.
fn milliseconds(value: &JsValue, context: &mut Context) -> JsResult<f64> {
    if let Some(number) = value.as_number() {
        return Ok(number);
    }
    if value.is_undefined() {
        return Ok(0.0);
    }
    let text = crate::value::text(&value.to_string(context)?);
    let digits: String = text.trim_start().chars().take_while(char::is_ascii_digit).collect();
    Ok(digits.parse().unwrap_or(0.0))
}

fn callback(args: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let given = args.get_or_undefined(0);
    if let Some(callback) = given.as_callable() {
        return Ok(callback);
    }
    if given.is_undefined() {
        return Err(JsNativeError::error().with_message("Callback must be provided to timer calls").into());
    }
    let shown = if given.is_symbol() {
        given.display().to_string()
    } else {
        crate::value::text(&given.to_string(context)?)
    };
    let message = format!(
        "[ERR_INVALID_CALLBACK]: Callback must be a function. Received {shown} of type {}",
        given.type_of()
    );
    Err(JsNativeError::typ().with_message(message).into())
}

fn set(
    kind: Kind,
    args: &[JsValue],
    arguments: Vec<JsValue>,
    delay: f64,
    interval: Option<f64>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let callback = callback(args, context)?;
    let id = timers(context, |timers| {
        let id = timers.new_id();
        timers.with(|clock| clock.add(id, kind, callback.clone(), arguments.clone(), delay, interval));
        id
    });
    #[expect(clippy::cast_precision_loss, reason = "ids begin at 10^12 and stay far below 2^53")]
    if matches!(kind, Kind::AnimationFrame | Kind::IdleCallback) {
        return Ok((id as f64).into());
    }
    timeout(Timeout { id, kind, callback, arguments, delay, is_refed: Cell::new(true) }, context)
}

fn enqueue(args: &[JsValue], arguments: Vec<JsValue>, context: &mut Context) -> JsResult<JsValue> {
    let callback = callback(args, context)?;
    timers(context, |timers| timers.with(|clock| clock.jobs.push_back(Job { callback, arguments })));
    Ok(JsValue::undefined())
}

fn clear(kind: Kind, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let given = args.get_or_undefined(0);
    if !given.to_boolean() {
        return Ok(JsValue::undefined());
    }
    let Some(id) = id(given, context)? else {
        if timers(context, |timers| timers.should_clear_native.get()) {
            let state = crate::state::State::of(context);
            state.vi.timers.call_real(|real| &real.clear_timeout, args, context)?;
        }
        return Ok(JsValue::undefined());
    };
    let Some(found) = timers(context, |timers| timers.with(|clock| clock.get(id).map(|timer| timer.kind)))
    else {
        return Ok(JsValue::undefined());
    };
    let both = [kind, found];
    let is_timeout = both.iter().all(|kind| matches!(kind, Kind::Timeout | Kind::Interval));
    if kind != found && !is_timeout {
        let message = format!(
            "Cannot clear timer: timer created with {}() but cleared with {}()",
            found.schedules(),
            kind.clears()
        );
        return Err(JsNativeError::error().with_message(message).into());
    }
    timers(context, |timers| timers.with(|clock| clock.take(id)));
    Ok(JsValue::undefined())
}

/// The fake id of a value.
fn id(value: &JsValue, context: &mut Context) -> JsResult<Option<u64>> {
    if let Some(timeout) =
        value.as_object().and_then(|object| object.downcast_ref::<Timeout>().map(|found| found.id))
    {
        return Ok(Some(timeout));
    }
    let number = value.to_number(context)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive; saturates")]
    let id = if number.is_nan() { 0 } else { number as u64 };
    Ok((id >= FIRST_ID).then_some(id))
}

/// The object that fake `setTimeout`, `setInterval` and `setImmediate` return.
#[derive(Debug, Trace, Finalize, JsData)]
struct Timeout {
    id: u64,
    #[unsafe_ignore_trace]
    kind: Kind,
    callback: JsObject,
    arguments: Vec<JsValue>,
    delay: f64,
    #[unsafe_ignore_trace]
    is_refed: Cell<bool>,
}

fn timeout(data: Timeout, context: &mut Context) -> JsResult<JsValue> {
    let known = timers(context, |timers| timers.timeout_prototype.borrow().clone());
    let prototype = match known {
        Some(prototype) => prototype,
        None => {
            let made = timeout_prototype(context)?;
            timers(context, |timers| timers.timeout_prototype.replace(Some(made.clone())));
            made
        }
    };
    Ok(JsObject::from_proto_and_data(prototype, data).into())
}

fn timeout_prototype(context: &mut Context) -> JsResult<JsObject> {
    let prototype = JsObject::with_object_proto(context.intrinsics());
    let methods: [(&str, NativeFunctionPointer); 4] = [
        ("ref", |this, _, _| Ok(refed(this, Some(true)))),
        ("unref", |this, _, _| Ok(refed(this, Some(false)))),
        ("hasRef", |this, _, _| {
            let object = this.as_object();
            let timeout = object.as_ref().and_then(JsObject::downcast_ref::<Timeout>);
            Ok(timeout.is_some_and(|timeout| timeout.is_refed.get()).into())
        }),
        ("refresh", |this, _, context| {
            // A timer that has fired is set again.
            let object = this.as_object();
            if let Some(timeout) = object.as_ref().and_then(JsObject::downcast_ref::<Timeout>) {
                let interval = (timeout.kind == Kind::Interval).then_some(timeout.delay);
                let (callback, arguments) = (timeout.callback.clone(), timeout.arguments.clone());
                timers(context, |timers| {
                    timers.with(|clock| {
                        clock.take(timeout.id);
                        clock.add(timeout.id, timeout.kind, callback, arguments, timeout.delay, interval);
                    });
                });
            }
            Ok(this.clone())
        }),
    ];
    let hidden =
        |value: JsValue| PropertyDescriptor::builder().value(value).writable(true).configurable(true).build();
    for (name, method) in methods {
        let method = native(name, 0, NativeFunction::from_fn_ptr(method), context);
        prototype.define_property_or_throw(js_string!(name), hidden(method.into()), context)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "ids begin at 10^12 and stay far below 2^53")]
    let to_primitive: NativeFunctionPointer =
        |this, _, context| Ok(id(this, context)?.map_or(f64::NAN, |id| id as f64).into());
    let to_primitive = native("[Symbol.toPrimitive]", 1, NativeFunction::from_fn_ptr(to_primitive), context);
    let key = PropertyKey::from(JsSymbol::to_primitive());
    prototype.define_property_or_throw(key, hidden(to_primitive.into()), context)?;
    Ok(prototype)
}

fn refed(this: &JsValue, is_refed: Option<bool>) -> JsValue {
    if let (Some(object), Some(is_refed)) = (this.as_object(), is_refed)
        && let Some(timeout) = object.downcast_ref::<Timeout>()
    {
        timeout.is_refed.set(is_refed);
    }
    this.clone()
}

/// `process.hrtime` with `hrtime.bigint`.
///
/// # Errors
/// None in an intact realm.
pub(super) fn hrtime(context: &mut Context) -> JsResult<JsValue> {
    let read: NativeFunctionPointer = |_, args, context| {
        let (mut seconds, mut nanos) = timers(context, |timers| timers.with(|clock| clock.hrtime()));
        if let Some(before) = args.get_or_undefined(0).as_object() {
            let mut part = |index: u32| -> JsResult<i64> {
                #[expect(clippy::cast_possible_truncation, reason = "saturates")]
                Ok(before.get(index, context)?.to_number(context)? as i64)
            };
            (seconds, nanos) = (seconds - part(0)?, nanos - part(1)?);
            if nanos < 0 {
                (seconds, nanos) = (seconds - 1, nanos + 1_000_000_000);
            }
        }
        Ok(array(vec![super::number(seconds).into(), super::number(nanos).into()], context))
    };
    let hrtime = native("hrtime", 1, NativeFunction::from_fn_ptr(read), context);
    let bigint = NativeFunction::from_fn_ptr(|_, _, context| {
        let (seconds, nanos) = timers(context, |timers| timers.with(|clock| clock.hrtime()));
        Ok(boa_engine::JsBigInt::from(seconds.saturating_mul(1_000_000_000).saturating_add(nanos)).into())
    });
    let bigint = native("bigint", 0, bigint, context);
    hrtime.create_data_property_or_throw(js_string!("bigint"), bigint, context)?;
    Ok(hrtime.into())
}
