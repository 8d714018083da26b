//! The functions of `vi` for fake timers.

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, js_string};

use super::later::{Work, begin};
use super::mode::{self, Mode};
use super::options::{Options, epoch};
use super::{date, install, number, tick, timers};
use crate::state::State;
use crate::value;
use crate::vi::api::{Entry, vi};

pub(in crate::vi) const FUNCTIONS: &[Entry] = &[
    ("useFakeTimers", 1, |_, args, context| {
        let config = State::of(context).vi.config.borrow().fake_timers.clone();
        let options = Options::read(&config, args.get_or_undefined(0), context)?;
        install::install(&options, context).map(|()| vi(context))
    }),
    ("useRealTimers", 0, |_, _, context| install::uninstall(context).map(|()| vi(context))),
    ("isFakeTimers", 0, |_, _, context| Ok(is_faking(context).into())),
    ("setSystemTime", 1, set_system_time),
    ("getMockedSystemTime", 0, |_, _, context| {
        let now = timers(context, |timers| {
            if timers.is_faking.get() { Some(timers.with(|clock| clock.now)) } else { timers.date.get() }
        });
        match now {
            Some(now) => real_date(&[number(now).into()], context),
            None => Ok(JsValue::null()),
        }
    }),
    ("getRealSystemTime", 0, |_, _, context| State::of(context).vi.timers.real_now(context)),
    ("getTimerCount", 0, |_, _, context| {
        check(context)?;
        Ok(JsValue::from(timers(context, |timers| timers.with(|clock| clock.count()))))
    }),
    ("runAllTimers", 0, |_, _, context| at_once(tick::run_all, context)),
    ("runAllTimersAsync", 0, |_, _, context| in_steps(Work::All(0), context)),
    ("runOnlyPendingTimers", 0, |_, _, context| at_once(tick::run_to_last, context)),
    ("runOnlyPendingTimersAsync", 0, |_, _, context| in_steps(Work::ToLast, context)),
    ("advanceTimersByTime", 1, |_, args, context| {
        check(context)?;
        let ms = milliseconds(args.get_or_undefined(0), context)?;
        advance(ms, context).map(|()| vi(context))
    }),
    ("advanceTimersByTimeAsync", 1, |_, args, context| {
        match milliseconds(args.get_or_undefined(0), context) {
            Ok(ms) => in_steps(Work::Begin(ms), context),
            Err(error) => rejected(error, context),
        }
    }),
    ("advanceTimersToNextTimer", 0, |_, args, context| {
        let is_jest = State::of(context).is_jest;
        let steps = args.first().filter(|_| is_jest).map_or(Ok(1), |steps| steps.to_u32(context))?;
        for _ in 0..steps {
            at_once(|context| tick::next(context).and_then(|()| tick::tick(0.0, context)), context)?;
        }
        Ok(vi(context))
    }),
    ("advanceTimersToNextTimerAsync", 0, |_, _, context| in_steps(Work::Next, context)),
    ("advanceTimersToNextFrame", 0, |_, _, context| {
        check(context)?;
        let ms = timers(context, |timers| timers.with(|clock| clock.to_next_frame()));
        advance(number(ms), context).map(|()| vi(context))
    }),
    ("runAllTicks", 0, |_, _, context| at_once(tick::run_jobs, context)),
    ("clearAllTimers", 0, |_, _, context| {
        timers(context, |timers| {
            if timers.is_faking.get() {
                timers.with(super::clock::FakeClock::reset);
            }
        });
        Ok(vi(context))
    }),
    ("setTimerTickMode", 2, set_tick_mode),
];

/// Whether timers are faked.
pub(in crate::vi) fn is_faking(context: &Context) -> bool {
    timers(context, |timers| timers.is_faking.get())
}

/// The current time, on the fake clock if there is one.
///
/// # Errors
/// None in an intact realm.
pub(in crate::vi) fn now(context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let fake = if is_faking(context) {
        Some(timers(context, |timers| timers.with(|clock| clock.now)))
    } else {
        state.vi.timers.date.get()
    };
    match fake {
        Some(now) => Ok(number(now).into()),
        None => state.vi.timers.real_now(context),
    }
}

/// Advances the fake clock.
///
/// # Errors
/// A negative time; the first error that a callback threw.
pub(in crate::vi) fn advance(ms: f64, context: &mut Context) -> JsResult<()> {
    tick::tick(ms, context)
}

fn check(context: &Context) -> JsResult<()> {
    if is_faking(context) {
        return Ok(());
    }
    let message = "A function to advance timers was called but the timers APIs are not mocked. \
                   Call `vi.useFakeTimers()` in the test file first.";
    Err(JsNativeError::error().with_message(message).into())
}

fn at_once(act: fn(&mut Context) -> JsResult<()>, context: &mut Context) -> JsResult<JsValue> {
    check(context)?;
    act(context).map(|()| vi(context))
}

fn in_steps(work: Work, context: &mut Context) -> JsResult<JsValue> {
    match check(context) {
        Ok(()) => begin(work, context),
        Err(error) => rejected(error, context),
    }
}

fn rejected(error: boa_engine::JsError, context: &mut Context) -> JsResult<JsValue> {
    let (promise, functions) = boa_engine::object::builtins::JsPromise::new_pending(context);
    let reason = error.into_opaque(context)?;
    functions.reject.call(&JsValue::undefined(), &[reason], context)?;
    Ok(promise.into())
}

/// Milliseconds as a number, or as `'ss'`, `'mm:ss'`, `'hh:mm:ss'`.
fn milliseconds(given: &JsValue, context: &mut Context) -> JsResult<f64> {
    if let Some(number) = given.as_number() {
        return Ok(number);
    }
    if !given.to_boolean() {
        return Ok(0.0);
    }
    let text = value::text(&given.to_string(context)?);
    let parts: Vec<&str> = text.split(':').collect();
    let last = parts.len() - 1;
    let fits = parts.len() <= 3
        && parts.iter().enumerate().all(|(index, part)| {
            let two = part.len() == 2 || (index == last && part.len() == 1);
            two && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    if !fits {
        let message = "tick only understands numbers, 'm:s' and 'h:m:s'. Each part must be two digits";
        return Err(JsNativeError::error().with_message(message).into());
    }
    let mut seconds = 0.0;
    for part in &parts {
        let part: f64 = part.parse().unwrap_or_default();
        if part >= 60.0 {
            return Err(JsNativeError::error().with_message(format!("Invalid time {text}")).into());
        }
        seconds = seconds * 60.0 + part;
    }
    Ok(seconds * 1_000.0)
}

fn real_date(args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let real = timers(context, |timers| timers.real.borrow().as_ref().map(|real| real.date.clone()));
    let real = real.ok_or_else(|| JsNativeError::error().with_message("the realm has no Date"))?;
    Ok(real.construct(args, None, context)?.into())
}

fn set_system_time(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let given = args.get_or_undefined(0);
    let is_date = given.as_object().is_some_and(|object| object.is::<boa_engine::builtins::date::Date>());
    let date = if given.is_undefined() || is_date {
        given.clone()
    } else {
        real_date(std::slice::from_ref(given), context)?
    };
    if is_faking(context) {
        let now = epoch(&date, context)?;
        timers(context, |timers| timers.with(|clock| clock.set_system_time(now)));
    } else {
        let date = if date.is_undefined() { State::of(context).vi.timers.real_now(context)? } else { date };
        let now = epoch(&date, context)?;
        date::mock(now, context)?;
    }
    Ok(vi(context))
}

fn set_tick_mode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    check(context)?;
    // Jest's form is one object: `{ mode, delta }`.
    let (name, delta) = match args.get_or_undefined(0).as_object() {
        Some(object) => (object.get(js_string!("mode"), context)?, object.get(js_string!("delta"), context)?),
        None => (args.get_or_undefined(0).clone(), args.get_or_undefined(1).clone()),
    };
    let name = name.as_string().map(|name| value::text(&name)).unwrap_or_default();
    let mode = match name.as_str() {
        "manual" => Mode::Manual,
        "nextTimerAsync" | "nextAsync" => Mode::NextTimerAsync,
        "interval" => {
            let ms = delta.as_number().filter(|ms| *ms > 0.0);
            Mode::Interval(ms.unwrap_or(20.0))
        }
        other => {
            let message = format!("Invalid tick mode: {other}");
            return Err(JsNativeError::error().with_message(message).into());
        }
    };
    mode::set(mode, context)?;
    Ok(vi(context))
}
