//! The options of `vi.useFakeTimers`.

use boa_engine::builtins::date::Date;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, js_string};
use verdict_protocol::FakeTimersConfig;

use crate::state::State;
use crate::value;

/// Functions that only Jest fakes unless `toFake` is set.
const DEFAULTS_OF_JEST: [&str; 2] = ["nextTick", "queueMicrotask"];

/// Functions faked unless `toFake` is set.
const DEFAULTS: &[&str] = &[
    "setTimeout",
    "clearTimeout",
    "setInterval",
    "clearInterval",
    "setImmediate",
    "clearImmediate",
    "hrtime",
    "performance",
    "requestAnimationFrame",
    "cancelAnimationFrame",
    "requestIdleCallback",
    "cancelIdleCallback",
    "Date",
];

/// The options of `vi.useFakeTimers`, merged over the configuration.
#[derive(Debug, Clone)]
pub(super) struct Options {
    /// Milliseconds since 1970; `None` for the real time.
    pub(super) now: Option<i64>,
    pub(super) to_fake: Vec<String>,
    pub(super) loop_limit: u32,
    /// Whether real time advances the fake clock.
    pub(super) should_advance_time: bool,
    /// Milliseconds by which each such advance moves the clock.
    pub(super) advance_time_delta: f64,
    /// Whether a fake `clearTimeout` also clears real timers.
    pub(super) should_clear_native: bool,
}

impl Options {
    /// Parses the argument.
    ///
    /// # Errors
    /// Errors that getters throw, and a `now` that is no time.
    pub(super) fn read(
        config: &FakeTimersConfig,
        given: &JsValue,
        context: &mut Context,
    ) -> JsResult<Options> {
        let (given, is_jest) = (given.as_object(), State::of(context).is_jest);
        let mut get = |name: &str| match &given {
            Some(object) => object.get(js_string!(name), context),
            None => Ok(JsValue::undefined()),
        };
        let (now, to_fake, to_not_fake) = (get("now")?, get("toFake")?, get("toNotFake")?);
        // Jest's names for the same options.
        let (do_not_fake, timer_limit, advance) =
            (get("doNotFake")?, get("timerLimit")?, get("advanceTimers")?);
        let (loop_limit, should, delta, native) = (
            get("loopLimit")?,
            get("shouldAdvanceTime")?,
            get("advanceTimeDelta")?,
            get("shouldClearNativeTimers")?,
        );
        let listed = names(&to_fake, context)?.or_else(|| config.to_fake.clone());
        let mut fakes = match listed.filter(|listed| !listed.is_empty()) {
            Some(listed) => listed,
            None => {
                let of_jest = DEFAULTS_OF_JEST.iter().filter(|_| is_jest);
                DEFAULTS.iter().chain(of_jest).map(|name| (*name).to_owned()).collect()
            }
        };
        let kept = names(&to_not_fake, context)?.or(names(&do_not_fake, context)?);
        let kept = kept.or_else(|| config.to_not_fake.clone()).unwrap_or_default();
        fakes.retain(|name| !kept.contains(name));
        let number =
            |value: &JsValue, or: f64| value.as_number().filter(|number| *number > 0.0).unwrap_or(or);
        let limit = number(&loop_limit, number(&timer_limit, f64::from(config.loop_limit)));
        let by_advance = advance.as_number().filter(|ms| *ms > 0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive; saturates")]
        Ok(Options {
            now: if now.is_undefined() { config.now } else { Some(epoch(&now, context)?) },
            to_fake: fakes,
            loop_limit: limit as u32,
            should_advance_time: if should.is_undefined() {
                config.should_advance_time || by_advance.is_some() || advance.as_boolean() == Some(true)
            } else {
                should.to_boolean()
            },
            advance_time_delta: number(&delta, by_advance.unwrap_or(config.advance_time_delta)),
            should_clear_native: if native.is_undefined() {
                config.should_clear_native_timers
            } else {
                native.to_boolean()
            },
        })
    }
}

fn names(value: &JsValue, context: &mut Context) -> JsResult<Option<Vec<String>>> {
    if value.is_null_or_undefined() {
        return Ok(None);
    }
    let values = value::elements(value, 100, context)?.unwrap_or_default();
    Ok(Some(values.iter().filter_map(JsValue::as_string).map(|name| value::text(&name)).collect()))
}

/// Milliseconds of a number or a `Date`.
///
/// # Errors
/// Any other value.
pub(super) fn epoch(value: &JsValue, context: &mut Context) -> JsResult<i64> {
    let date = value.as_object().filter(JsObject::is::<Date>);
    let ms = match date {
        Some(date) => Some(value::date_ms(&date, context)?),
        None => value.as_number(),
    };
    #[expect(clippy::cast_possible_truncation, reason = "dates are below 2^53; saturates")]
    match ms {
        Some(ms) => Ok(if ms.is_nan() { 0 } else { ms.floor() as i64 }),
        None if !value.to_boolean() => Ok(0),
        None => Err(JsNativeError::typ().with_message("now should be milliseconds since UNIX epoch").into()),
    }
}
