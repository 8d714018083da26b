//! The events that a supervisor receives.

use verdict_protocol::Code;

/// The number of a request, chosen by the host and never reused. The numbers after it are reserved for its
/// parts.
pub type Id = u64;

/// The priority of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Priority {
    /// Somebody waits for the answer.
    #[default]
    Interactive,
    /// Nobody waits: it runs when nothing interactive waits, or after enough interactive requests overtook
    /// it.
    Background,
}

/// An event. `slot` and `generation` identify the worker it came from.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// Start the workers, unless they are started.
    Start,
    /// Add a request. Starts the workers if they are not started.
    Submit {
        /// Id of the request.
        id: Id,
        /// Milliseconds that it may take from its dispatch; see [`crate::Options::timeout`].
        timeout_ms: f64,
        /// Whether it counts in the statistics: a verification does, a ping does not.
        counted: bool,
        /// The priority of the request.
        priority: Priority,
        /// Number of parts that can run at once; less than two if it cannot be split.
        parts: u32,
        /// Whether its parts, at least one, stay apart on a single worker too.
        apart: bool,
    },
    /// Cancel a request. If it is running, its worker is replaced.
    Cancel {
        /// Id of the request.
        id: Id,
    },
    /// A worker sent `READY`.
    WorkerReady {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// The worker's protocol version.
        protocol: u32,
    },
    /// A worker answered a request. The host keeps the answer and delivers it on
    /// [`crate::Outcome::Completed`].
    Completed {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// Id of the request.
        id: Id,
        /// Whether the answer is a pass.
        success: bool,
        /// The worker's heap size in bytes, as reported with the answer; 0 if unknown.
        heap_bytes: u64,
    },
    /// A worker answered [`crate::Action::Ping`].
    Alive {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
    },
    /// A worker reported progress of a request.
    Progress {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// Id of the request.
        id: Id,
    },
    /// A worker lacks the snapshot that a request refers to.
    NeedSnapshot {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// Id of the request.
        id: Id,
        /// Why it refused the snapshot that it received, if known: a code and a sentence.
        why: Option<(Code, String)>,
    },
    /// A worker could not be started, crashed, ran out of memory or stack, or sent an unreadable message.
    WorkerFailed {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// The code. A retry does not help against [`Code::Version`] and [`Code::Unavailable`]: the slot is
        /// given up at once.
        code: Code,
        /// The reason, in a sentence.
        message: String,
    },
    /// A request ended that the host refused, or ran as other, uncounted requests. This event only updates
    /// statistics.
    Ended {
        /// Whether it was a pass.
        passed: bool,
        /// Why not: [`Code::Cancelled`] counts as cancelled, [`Code::Busy`] as refused, any other code as
        /// failed.
        code: Option<Code>,
    },
    /// The time of [`crate::Action::WakeAt`] may have come.
    Tick,
    /// Replace all workers and retry those that were given up. Running requests are cancelled, waiting ones
    /// keep waiting.
    Reset,
    /// Cancel all requests and stop for good.
    Dispose,
}
