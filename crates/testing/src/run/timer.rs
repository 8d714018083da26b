//! One time limit shared by several waits.

use verdict_sandbox::Stop;

/// The time limit of an operation, shared by all its waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timer {
    /// Milliseconds; `None` for no limit.
    total: Option<f64>,
    end: f64,
}

impl Timer {
    /// Starts at `now`. Zero and infinity mean no limit.
    pub(super) fn new(total: f64, now: f64) -> Timer {
        Timer { total: bounded(total), end: now + total }
    }

    /// The remaining time.
    pub(super) fn left(self, now: f64) -> Option<f64> {
        self.total.map(|_| (self.end - now).max(0.0))
    }

    /// Reports the whole time limit for a wait that timed out.
    pub(super) fn whole<T>(self, result: Result<T, Stop>) -> Result<T, Stop> {
        match (result, self.total) {
            (Err(Stop::Deadline(_)), Some(total)) => Err(Stop::Deadline(total)),
            (result, _) => result,
        }
    }
}

/// Normalises a time limit: zero and infinity mean none.
pub(super) fn bounded(timeout: f64) -> Option<f64> {
    (timeout > 0.0 && timeout.is_finite()).then_some(timeout)
}
