//! Whether the fake clock advances automatically.

use boa_engine::{Context, JsResult, JsValue, NativeFunction};

use super::{number, tick, timers};
use crate::intrinsics::native;
use crate::state::State;

/// How the fake clock advances.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum Mode {
    /// Only through `vi`.
    #[default]
    Manual,
    /// To the next timer whenever nothing else is left to do.
    NextTimerAsync,
    /// With the realm's clock, by this many milliseconds at a time.
    Interval(f64),
}

/// The mode with its state.
#[derive(Debug, Default)]
pub(super) struct Ticking {
    mode: Mode,
    /// Number of the mode; callbacks of an earlier mode do nothing.
    number: u64,
    /// The realm's timer behind [`Mode::Interval`].
    handle: Option<JsValue>,
}

/// Sets the mode.
///
/// # Errors
/// None in an intact realm.
pub(super) fn set(mode: Mode, context: &mut Context) -> JsResult<()> {
    let (same, handle, current) = timers(context, |timers| {
        let mut ticking = timers.mode.borrow_mut();
        if ticking.mode == mode {
            return (true, None, 0);
        }
        ticking.mode = mode;
        ticking.number += 1;
        (false, ticking.handle.take(), ticking.number)
    });
    if same {
        return Ok(());
    }
    let state = State::of(context);
    if let Some(handle) = handle {
        state.vi.timers.call_real(|real| &real.clear_timeout, &[handle], context)?;
    }
    match mode {
        Mode::Manual => Ok(()),
        Mode::NextTimerAsync => advance_later(current, context),
        Mode::Interval(ms) => {
            let step = NativeFunction::from_copy_closure(move |_, _, context| {
                tick::tick(ms, context).map(|()| JsValue::undefined())
            });
            let args = [native("", 0, step, context).into(), ms.into()];
            let handle = state.vi.timers.call_real(|real| &real.set_interval, &args, context)?;
            timers(context, |timers| timers.mode.borrow_mut().handle = Some(handle));
            Ok(())
        }
    }
}

/// Pauses [`Mode::NextTimerAsync`] while `vi` advances the clock. Returns whether it was active.
///
/// # Errors
/// None in an intact realm.
pub(super) fn pause(context: &mut Context) -> JsResult<bool> {
    let is_on = timers(context, |timers| timers.mode.borrow().mode == Mode::NextTimerAsync);
    if is_on {
        set(Mode::Manual, context)?;
    }
    Ok(is_on)
}

/// Fires the next timer whenever the realm has nothing else to do, as long as the mode lasts. It waits a
/// millisecond of the realm's clock each time, so that a test can still time out.
fn advance_later(of: u64, context: &mut Context) -> JsResult<()> {
    let step = NativeFunction::from_copy_closure(move |_, _, context| {
        if timers(context, |timers| timers.mode.borrow().number) != of {
            return Ok(JsValue::undefined());
        }
        let result = tick::next(context);
        advance_later(of, context)?;
        result.map(|()| JsValue::undefined())
    });
    let args = [native("", 0, step, context).into(), number(1).into()];
    State::of(context).vi.timers.call_real(|real| &real.set_timeout, &args, context)?;
    Ok(())
}
