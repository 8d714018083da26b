//! What `jest` has and `vi` has under another name, or not at all. Both are one object.

use boa_engine::{Context, JsArgs, JsResult, JsValue};

use super::api::{Entry, vi};
use super::{modules, timers};
use crate::state::State;

pub(super) const FUNCTIONS: &[Entry] = &[
    ("now", 0, |_, _, context| timers::now(context)),
    ("setTimeout", 1, set_timeout),
    ("unstable_mockModule", 2, modules::mock_later),
    ("dontMock", 1, modules::unmock_later),
    ("createMockFromModule", 1, modules::mock_of),
    ("genMockFromModule", 1, modules::mock_of),
];

/// `jest.setTimeout(ms)`: the timeout of tests from now on.
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
