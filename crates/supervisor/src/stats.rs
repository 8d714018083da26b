//! Statistics.

use crate::WorkerStatus;

/// The statistics of a supervisor. Uncounted requests (pings) appear in `active` and `queued` only.
#[derive(Debug, Clone, PartialEq)]
pub struct Stats {
    /// Number of running requests.
    pub active: usize,
    /// Number of waiting requests.
    pub queued: usize,
    /// Judged requests: `passed + failed`.
    pub completed: u64,
    /// Requests answered with a pass.
    pub passed: u64,
    /// Requests answered with a failure, timed out, crashed, or without a worker.
    pub failed: u64,
    /// Requests cancelled by the caller, a reset or disposal. They neither passed nor failed.
    pub cancelled: u64,
    /// Requests refused because the queue was full.
    pub refused: u64,
    /// Number of workers that were replaced.
    pub restarts: u64,
    /// Replacements because of memory: the heap had grown too large, or the request exhausted it.
    pub recycled: u64,
    /// Dropped messages: of another generation, or about a request that was not running.
    pub dropped: u64,
    /// Running or starting workers, without the spare one.
    pub living: usize,
    /// Running or starting workers beyond those that may run at once: 1 or 0.
    pub spare: usize,
    /// All workers; the spare one from its first start.
    pub workers: Vec<WorkerStatus>,
}

impl Stats {
    /// Percentage of completed requests that passed, rounded; 100 before any completed.
    #[must_use]
    pub fn pass_rate(&self) -> f64 {
        if self.completed == 0 {
            return 100.0;
        }
        (self.passed as f64 / self.completed as f64 * 100.0).round()
    }
}
