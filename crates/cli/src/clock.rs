//! The machine's clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use verdict_report::Timestamp;

/// Milliseconds since 1970, with a fraction.
pub(crate) fn now_ms() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1e3
}

/// A monotonic clock of milliseconds since 1970, unaffected by changes to the machine's clock.
pub(crate) fn steady() -> impl Fn() -> f64 {
    let (began, start) = (now_ms(), Instant::now());
    move || began + start.elapsed().as_secs_f64() * 1e3
}

/// A time in UTC, for people and logs.
pub(crate) fn utc(ms: f64) -> String {
    Timestamp::from_ms(ms).to_string()
}
