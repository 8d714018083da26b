//! One time for several waits.

use verdict_sandbox::Stop;

/// How long something may take, all its waits together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timer {
    /// Milliseconds; `None` for no limit.
    total: Option<f64>,
    end: f64,
}

impl Timer {
    /// Begins at `now`. A time of zero or infinity is none.
    pub(super) fn new(total: f64, now: f64) -> Timer {
        Timer { total: bounded(total), end: now + total }
    }

    /// What is left of it.
    pub(super) fn left(self, now: f64) -> Option<f64> {
        self.total.map(|_| (self.end - now).max(0.0))
    }

    /// A wait that was cut short took the whole time.
    pub(super) fn whole<T>(self, result: Result<T, Stop>) -> Result<T, Stop> {
        match (result, self.total) {
            (Err(Stop::Deadline(_)), Some(total)) => Err(Stop::Deadline(total)),
            (result, _) => result,
        }
    }
}

/// A time of zero or infinity is none.
pub(super) fn bounded(timeout: f64) -> Option<f64> {
    (timeout > 0.0 && timeout.is_finite()).then_some(timeout)
}
