//! What a supervisor is told.

use verdict_protocol::Code;

/// The number of a request, chosen by the host and never used twice. A request in parts has also as many numbers
/// after its own.
pub type Id = u64;

/// Who goes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for the answer.
    #[default]
    Interactive,
    /// Nobody does: it goes when nothing interactive waits, or when that has gone first often enough.
    Background,
}

/// Something that happened. `slot` and `generation` say which worker it came from.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Start the workers, unless they are started.
    Start,
    /// A new request. Starts the workers if nothing has yet.
    Submit {
        /// Its number.
        id: Id,
        /// Milliseconds that it may take from its dispatch; see [`crate::Options::timeout`].
        timeout_ms: f64,
        /// Whether it stands in the statistics: a verification does, a ping does not.
        counted: bool,
        /// Who goes first.
        priority: Priority,
        /// In how many parts it can run at once; fewer than two if it cannot.
        parts: u32,
    },
    /// The caller no longer wants a request. One that runs is stopped by replacing its worker.
    Cancel {
        /// Its number.
        id: Id,
    },
    /// A worker said `READY`.
    WorkerReady {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// The protocol version it speaks.
        protocol: u32,
    },
    /// A worker answered a request. The host keeps the answer and gives it out on [`crate::Outcome::Completed`].
    Completed {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// Which request.
        id: Id,
        /// Whether the answer is a pass.
        success: bool,
        /// How many bytes the worker's heap has, as it says with the answer; 0 where it says nothing.
        heap_bytes: u64,
    },
    /// A worker answered [`crate::Action::Ping`].
    Alive {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
    },
    /// A worker reported progress of a request.
    Progress {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// Which request.
        id: Id,
    },
    /// A worker does not hold the snapshot that a request refers to.
    NeedSnapshot {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// Which request.
        id: Id,
        /// Why it did not take the snapshot that it was sent, where it has said so: a code and a sentence.
        why: Option<(Code, String)>,
    },
    /// A worker could not be started, crashed, ran out of memory or stack, or sent what cannot be read.
    WorkerFailed {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// Why. [`Code::Version`] and [`Code::Unavailable`] cannot be cured by another try: the slot is
        /// given up at once.
        code: Code,
        /// Why, in a sentence.
        message: String,
    },
    /// A request ended that the host refused, or carried out by requests that are not counted. Only counted.
    Ended {
        /// Whether it was a pass.
        passed: bool,
        /// Why not: [`Code::Cancelled`] counts as cancelled, [`Code::Busy`] as refused, everything else as failed.
        code: Option<Code>,
    },
    /// The time of [`crate::Action::WakeAt`] may have come.
    Tick,
    /// Replace all workers and try again those that were given up. Requests that run are cancelled,
    /// those that wait keep waiting.
    Reset,
    /// Settle everything as cancelled and stop for good.
    Dispose,
}
