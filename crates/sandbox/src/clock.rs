//! A clock that advances only when nothing else is left to do.

use std::cell::Cell;

use boa_engine::context::time::{Clock, JsInstant};

/// Microseconds that each reading advances the clock, so that a loop waiting for time to pass ends.
const READING_US: u64 = 1;

/// The clock behind `Date.now`, `performance.now` and the timers.
#[derive(Debug, Default)]
pub(crate) struct VirtualClock {
    now_us: Cell<u64>,
    epoch_ms: Cell<i64>,
}

impl VirtualClock {
    /// Starts at a time in milliseconds since 1970.
    pub(crate) fn begin(&self, epoch_ms: i64) {
        self.now_us.set(0);
        self.epoch_ms.set(epoch_ms);
    }

    /// Microseconds since the start.
    pub(crate) fn now_us(&self) -> u64 {
        self.now_us.get()
    }

    /// Milliseconds since the start, with microseconds as the fraction.
    pub(crate) fn now_ms(&self) -> f64 {
        us_to_ms(self.now_us.get())
    }

    /// `Date.now()` at the start.
    #[expect(clippy::cast_precision_loss, reason = "dates are exact below 2^53")]
    pub(crate) fn epoch_ms(&self) -> f64 {
        self.epoch_ms.get() as f64
    }

    /// Advances to `us`; never goes back.
    pub(crate) fn advance_to(&self, us: u64) {
        self.now_us.set(self.now_us.get().max(us));
    }

    /// Reads the clock for the guest, which advances it.
    pub(crate) fn read_us(&self) -> u64 {
        let now = self.now_us.get();
        self.now_us.set(now.saturating_add(READING_US));
        now
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> JsInstant {
        let us = self.read_us();
        JsInstant::new(us / 1_000_000, u32::try_from(us % 1_000_000 * 1_000).unwrap_or(0))
    }

    fn system_time_millis(&self) -> i64 {
        self.epoch_ms.get().saturating_add(i64::try_from(self.read_us() / 1_000).unwrap_or(i64::MAX))
    }
}

/// Microseconds as a JavaScript number of milliseconds. Exact below 2^53 microseconds, which is 285 years.
#[expect(clippy::cast_precision_loss, reason = "virtual time stays far below 2^53 microseconds")]
pub(crate) fn us_to_ms(us: u64) -> f64 {
    us as f64 / 1_000.0
}
