//! Functions of `jest` that `vi` has under another name, or not at all. Both are one object.

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, js_string};
use verdict_protocol::sentences;

use super::api::{Entry, vi};
use super::{modules, replace, timers};
use crate::collect::Retry;
use crate::state::{Phase, State};

pub(super) const FUNCTIONS: &[Entry] = &[
    ("now", 0, |_, _, context| timers::now(context)),
    ("setTimeout", 1, set_timeout),
    ("retryTimes", 2, retry_times),
    ("replaceProperty", 3, replace::replace),
    ("getSeed", 0, get_seed),
    ("isEnvironmentTornDown", 0, |_, _, _| Ok(false.into())),
    ("unstable_mockModule", 2, modules::mock_later),
    ("unstable_unmockModule", 1, modules::unmock_later),
    ("dontMock", 1, modules::unmock_later),
    ("deepUnmock", 1, modules::unmock_later),
    ("setMock", 2, modules::set_mock),
    ("createMockFromModule", 1, modules::mock_of),
    ("genMockFromModule", 1, modules::mock_of),
    ("isolateModules", 1, modules::isolate),
    ("isolateModulesAsync", 1, modules::isolate_async),
    // Modules are mocked individually: automocking is off, and stays off.
    ("disableAutomock", 0, |_, _, context| Ok(vi(context))),
    ("autoMockOff", 0, |_, _, context| Ok(vi(context))),
    ("enableAutomock", 0, |_, _, _| refuse("enableAutomock", &sentences::mock_by_path())),
    ("autoMockOn", 0, |_, _, _| refuse("autoMockOn", &sentences::mock_by_path())),
    ("onGenerateMock", 1, |_, _, _| refuse("onGenerateMock", &sentences::mock_by_factory())),
    ("runAllImmediates", 0, |_, _, _| {
        let message = sentences::legacy_timers_only();
        Err(JsNativeError::typ().with_message(message).into())
    }),
];

fn refuse(name: &str, instead: &str) -> JsResult<JsValue> {
    let message = sentences::unsupported_in_jest(name, instead);
    Err(JsNativeError::error().with_message(message).into())
}

/// `jest.setTimeout(ms)`: sets the timeout of following tests.
fn set_timeout(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let ms = args.get_or_undefined(0).to_number(context)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    let ms = if ms.is_nan() { 0 } else { ms as u64 };
    let state = State::of(context);
    let mut config = state.vi.config.borrow_mut();
    state.vi.config_before.borrow_mut().get_or_insert_with(|| config.clone());
    config.test_timeout = ms;
    drop(config);
    Ok(vi(context))
}

/// `jest.getSeed()`: the seed of the test order or of the request, as a 32-bit number like Jest's.
fn get_seed(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let seed = state.vi.config.borrow().sequence.seed.unwrap_or(state.vi.seed.get());
    #[expect(clippy::cast_possible_truncation, reason = "its lower bits")]
    Ok(JsValue::from(seed as u32))
}

/// `jest.retryTimes(times, { waitBeforeRetry })`: sets the retries of the tests in the file or the enclosing
/// `describe`.
fn retry_times(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let times = args.get_or_undefined(0).to_number(context)?;
    let delay = match args.get_or_undefined(1).as_object() {
        Some(options) => wait_before(&options, context)?,
        None => 0.0,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
    let count = if times.is_nan() { 0 } else { times.clamp(0.0, 1000.0) as u32 };
    let state = State::of(context);
    if state.phase.get() != Phase::Collecting {
        let message = sentences::retry_in_test();
        return Err(JsNativeError::error().with_message(message).into());
    }
    let retry = Retry { count, delay, condition: None };
    state.collector.borrow_mut().retry(&retry);
    Ok(vi(context))
}

fn wait_before(options: &JsObject, context: &mut Context) -> JsResult<f64> {
    Ok(options.get(js_string!("waitBeforeRetry"), context)?.as_number().unwrap_or_default())
}
