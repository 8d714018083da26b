//! What a supervisor can be told once.

/// The longest time that a request may have: 30 days. Every wait is bounded.
pub const MAX_TIMEOUT_MS: f64 = 30.0 * 24.0 * 3600.0 * 1000.0;

/// Bounds and times. All times are in milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How many workers; at least one is kept.
    pub workers: usize,
    /// Whether there is one worker more, ready to take over from one that is terminated. It does not add to what
    /// runs at once.
    pub spare: bool,
    /// How long the start of a worker that is not missed yet is put off after that of the one before it, so that it
    /// takes no time from what is asked first, or from what the spare worker has just taken over.
    pub spare_delay_ms: f64,
    /// How many requests of each priority may wait, so that no crowd in the background turns away the others.
    pub queue_limit: usize,
    /// The time of a request that names none.
    pub timeout_ms: f64,
    /// How long a worker may take from its start to `READY`, what it loads included.
    pub startup_timeout_ms: f64,
    /// How long a worker that had nothing to do may take to answer the `PING` that goes before a request. One that
    /// does not answer is replaced, and the request is run on another.
    pub heartbeat_ms: f64,
    /// A worker whose heap has this many bytes or more is replaced when its request is settled.
    pub recycle_bytes: u64,
    /// After how many failures in a row, with no request to blame, a slot is given up.
    pub breaker_after: u32,
    /// The wait before the first restart after such a failure; doubled with each.
    pub backoff_ms: f64,
    /// The longest such wait.
    pub backoff_max_ms: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            workers: 1,
            spare: false,
            spare_delay_ms: 100.0,
            queue_limit: 1000,
            timeout_ms: 30_000.0,
            startup_timeout_ms: 30_000.0,
            heartbeat_ms: 5_000.0,
            recycle_bytes: 512 << 20,
            breaker_after: 3,
            backoff_ms: 100.0,
            backoff_max_ms: 5_000.0,
        }
    }
}

impl Options {
    /// The time that a request gets: what it asked for, at most [`MAX_TIMEOUT_MS`], which infinity
    /// becomes too. NaN, zero and what is below zero are no times: they get the default.
    #[must_use]
    pub fn timeout(&self, asked_ms: f64) -> f64 {
        span(asked_ms).or_else(|| span(self.timeout_ms)).unwrap_or(30_000.0)
    }

    pub(crate) fn startup_timeout(&self) -> f64 {
        span(self.startup_timeout_ms).unwrap_or(30_000.0)
    }

    pub(crate) fn heartbeat(&self) -> f64 {
        span(self.heartbeat_ms).unwrap_or(5_000.0)
    }

    pub(crate) fn spare_delay(&self) -> f64 {
        span(self.spare_delay_ms).unwrap_or(0.0)
    }

    /// The wait after the `failures`th failure in a row (the first is 1).
    pub(crate) fn backoff(&self, failures: u32) -> f64 {
        let wait = self.backoff_ms * 2_f64.powi(failures.saturating_sub(1).min(30) as i32);
        span(wait.min(self.backoff_max_ms)).unwrap_or(0.0)
    }
}

fn span(ms: f64) -> Option<f64> {
    (ms > 0.0).then(|| ms.min(MAX_TIMEOUT_MS))
}
