//! Counts.

use crate::WorkerStatus;

/// What a supervisor has seen. Requests that are not counted (pings) stand in `active` and `queued` only.
#[derive(Debug, Clone, PartialEq)]
pub struct Stats {
    /// Requests that run on a worker.
    pub active: usize,
    /// Requests that wait.
    pub queued: usize,
    /// Requests that were judged: `passed + failed`.
    pub completed: u64,
    /// Answered with a pass.
    pub passed: u64,
    /// Answered with a fail, timed out, crashed, or without a worker to run on.
    pub failed: u64,
    /// Cancelled by the caller, by a reset or by disposal. Neither passed nor failed.
    pub cancelled: u64,
    /// Not taken, since too many waited.
    pub refused: u64,
    /// Replacements of workers.
    pub restarts: u64,
    /// Of these, those of workers that had grown too large or were exhausted by their request.
    pub recycled: u64,
    /// Messages of another generation, or about a request that was not running.
    pub dropped: u64,
    /// Workers that live or are starting, without the spare one.
    pub living: usize,
    /// Workers that live or are starting beyond those that may run at once: 1 or 0.
    pub spare: usize,
    /// Every worker; the spare one since it was first wanted.
    pub workers: Vec<WorkerStatus>,
}

impl Stats {
    /// Passed in percent of completed, rounded; 100 while nothing is completed (spec M19).
    #[must_use]
    pub fn pass_rate(&self) -> f64 {
        if self.completed == 0 {
            return 100.0;
        }
        (self.passed as f64 / self.completed as f64 * 100.0).round()
    }
}
