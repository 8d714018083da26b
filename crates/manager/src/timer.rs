//! The one timer of a manager.

use std::cell::RefCell;

use gloo_timers::callback::Timeout;

use crate::clock;

/// The maximum of `setTimeout`, in milliseconds; longer waits are set again.
const LONGEST_MS: f64 = 2_147_483_647.0;

/// When the timer fires on the monotonic clock, and the timer.
#[derive(Default)]
pub(crate) struct Timer(RefCell<Option<(f64, Timeout)>>);

impl Timer {
    /// Calls `tick` at `ms` or earlier. An earlier timer also serves: its tick makes the supervisor ask for
    /// this time again. Most requests end long before their timeout, and need no timer of their own.
    pub(crate) fn wake_at(&self, ms: f64, tick: impl FnOnce() + 'static) {
        if self.0.borrow().as_ref().is_some_and(|(at, _)| *at <= ms) {
            return;
        }
        // Rounded up, because a timer that fires slightly early would have to be set again.
        let now = clock::now();
        let wait = (ms - now).ceil().clamp(0.0, LONGEST_MS);
        // Dropping the previous timer clears it.
        drop(self.0.borrow_mut().replace((now + wait, Timeout::new(wait as u32, tick))));
    }

    /// Clears the timer.
    pub(crate) fn clear(&self) {
        drop(self.0.take());
    }
}
