//! `clearAllMocks`, `resetAllMocks`, `restoreAllMocks`.

use boa_engine::{Context, JsResult};

use super::api::{Entry, vi};
use super::modules::reset_modules;
use super::{methods, replace, stubs};
use crate::state::State;

pub(super) const FUNCTIONS: &[Entry] = &[
    ("clearAllMocks", 0, |_, _, context| clear(context).map(|()| vi(context))),
    ("resetAllMocks", 0, |_, _, context| reset(context).map(|()| vi(context))),
    ("restoreAllMocks", 0, |_, _, context| restore(context).map(|()| vi(context))),
];

/// Clears all recorded calls.
///
/// # Errors
/// An object that the guest froze.
pub(super) fn clear(context: &mut Context) -> JsResult<()> {
    (0..State::of(context).mocks.len()).try_for_each(|id| methods::clear(id, context))
}

/// Clears all recorded calls and resets all implementations.
///
/// # Errors
/// Errors of [`clear`].
pub(super) fn reset(context: &mut Context) -> JsResult<()> {
    (0..State::of(context).mocks.len()).try_for_each(|id| methods::reset(id, context))
}

/// Restores the originals of all spies. Their calls and implementations stay.
///
/// # Errors
/// An object that was frozen in the meantime.
pub(super) fn restore(context: &mut Context) -> JsResult<()> {
    replace::restore(context)?;
    let spies = State::of(context).mocks.spies.take();
    spies.into_iter().try_for_each(|id| methods::restore(id, context))
}

/// Applies the configured resets before each attempt at a test.
///
/// # Errors
/// The first error of a step.
pub(crate) fn before_test(context: &mut Context) -> JsResult<()> {
    let config = State::of(context).vi.config.borrow().clone();
    if config.reset_modules {
        reset_modules(context)?;
    }
    if config.restore_mocks {
        restore(context)?;
    }
    if config.mock_reset {
        reset(context)?;
    }
    if config.clear_mocks {
        clear(context)?;
    }
    if config.unstub_envs {
        stubs::unstub_envs(context)?;
    }
    if config.unstub_globals {
        stubs::unstub_globals(context)?;
    }
    Ok(())
}
