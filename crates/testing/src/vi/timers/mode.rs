//! Whether the fake clock stands until it is moved, or moves by itself.

use boa_engine::{Context, JsResult, JsValue, NativeFunction};

use super::{number, tick, timers};
use crate::intrinsics::native;
use crate::state::State;

/// How the fake clock moves.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum Mode {
    /// Only by `vi`.
    #[default]
    Manual,
    /// Whenever nothing else is to do, to the next timer.
    NextTimerAsync,
    /// With the time of the realm, by so many milliseconds at once.
    Interval(f64),
}

/// The mode, and what carries it out.
#[derive(Debug, Default)]
pub(super) struct Ticking {
    mode: Mode,
    /// Number of the mode: what an earlier one left behind does nothing.
    number: u64,
    /// The timer of the realm behind [`Mode::Interval`].
    handle: Option<JsValue>,
}

/// Changes the mode.
///
/// # Errors
/// None in a realm that is whole.
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

/// Stops [`Mode::NextTimerAsync`] while `vi` moves the clock. Returns whether it was on.
///
/// # Errors
/// None in a realm that is whole.
pub(super) fn pause(context: &mut Context) -> JsResult<bool> {
    let is_on = timers(context, |timers| timers.mode.borrow().mode == Mode::NextTimerAsync);
    if is_on {
        set(Mode::Manual, context)?;
    }
    Ok(is_on)
}

/// Fires the next timer when the realm has nothing else to do, and so on for as long as the mode lasts. It waits a
/// millisecond of the realm's clock each time, so that a test still comes to its timeout.
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
