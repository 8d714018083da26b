//! The options of a supervisor.

/// The maximum time limit of a request: 30 days, so that every wait is bounded.
pub const MAX_TIMEOUT_MS: f64 = 30.0 * 24.0 * 3600.0 * 1000.0;

/// Limits and times. All times are in milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Number of workers, at least one.
    pub workers: usize,
    /// Whether there is an additional worker, ready to take over from a terminated one. It does not increase
    /// the number of requests that run at once.
    pub spare: bool,
    /// Delay between the starts of workers that are not needed yet, so that they do not slow down the first
    /// request, or a request that the spare worker just took over.
    pub spare_delay_ms: f64,
    /// Maximum number of waiting requests per priority, so that background requests do not turn away others.
    pub queue_limit: usize,
    /// Default time limit of a request.
    pub timeout_ms: f64,
    /// Time from a worker's start to `READY`, loading included.
    pub startup_timeout_ms: f64,
    /// Time in which an idle worker must answer the `PING` sent before a request. Otherwise it is replaced,
    /// and the request runs on another.
    pub heartbeat_ms: f64,
    /// Heap size in bytes from which a worker is replaced after its request.
    pub recycle_bytes: u64,
    /// Number of consecutive failures without a running request after which a slot is given up.
    pub breaker_after: u32,
    /// Delay before the first restart after such a failure; doubled each time.
    pub backoff_ms: f64,
    /// Maximum of this delay.
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
    /// The time limit of a request: the requested one, at most [`MAX_TIMEOUT_MS`], which also replaces
    /// infinity. NaN, zero and negative numbers give the default.
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

    /// The delay after the `failures`th consecutive failure (the first is 1).
    pub(crate) fn backoff(&self, failures: u32) -> f64 {
        let wait = self.backoff_ms * 2_f64.powi(failures.saturating_sub(1).min(30) as i32);
        span(wait.min(self.backoff_max_ms)).unwrap_or(0.0)
    }
}

fn span(ms: f64) -> Option<f64> {
    (ms > 0.0).then(|| ms.min(MAX_TIMEOUT_MS))
}
