//! The actions that a supervisor asks its host to carry out.

use verdict_protocol::Code;

use crate::Id;

/// An action for the host, which carries actions out in the given order.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Start a worker. The answer is [`crate::Event::WorkerReady`] or [`crate::Event::WorkerFailed`].
    Spawn {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation; the first is 1.
        generation: u64,
        /// Why the previous worker ended; `None` for the first.
        cause: Option<Cause>,
    },
    /// Terminate a worker, which may be starting or already dead.
    Terminate {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
    },
    /// Check that an idle worker is alive: send a `PING`, whose answer is [`crate::Event::Alive`]. The
    /// worker's next task follows at once, so that nothing waits for the answer.
    Ping {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
    },
    /// Send a request to a worker. If a worker turns out to have been dead before it started the request,
    /// another worker gets it in the same way.
    Dispatch {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// Id of the request.
        id: Id,
    },
    /// Send a part of a request to a worker. From then on `id` identifies the part, in events and in
    /// [`Action::Resend`] and [`Action::Forward`]. Only the whole request is ever settled.
    DispatchPart {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// Id of the part: `whole + 1 + index`.
        id: Id,
        /// Id of the request.
        whole: Id,
        /// Index of the part, from 0.
        index: u32,
    },
    /// Send the running request again, preceded by its whole snapshot.
    Resend {
        /// The worker's slot.
        slot: usize,
        /// The worker's generation.
        generation: u64,
        /// Id of the request.
        id: Id,
    },
    /// Pass the latest progress on to the caller.
    Forward {
        /// Id of the request.
        id: Id,
    },
    /// Settle a request. Sent exactly once per request.
    Settle {
        /// Id of the request.
        id: Id,
        /// The outcome.
        outcome: Outcome,
    },
    /// Reject a request whose number is in use. The request that has the number continues, and is settled by
    /// its own [`Action::Settle`].
    Refuse {
        /// Id of the request.
        id: Id,
    },
    /// Send [`crate::Event::Tick`] at this time, which replaces any earlier time. A tick that comes early is
    /// harmless and answered by another `WakeAt`. A host may therefore wait in several steps (`setTimeout` is
    /// limited to 2³¹−1 ms).
    WakeAt {
        /// Milliseconds on the clock of `now_ms`.
        ms: f64,
    },
}

/// Why a worker was replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The worker's request ran out of time.
    Timeout,
    /// The worker's request was cancelled.
    Cancelled,
    /// The worker crashed or broke the protocol while a request ran.
    Crashed,
    /// The worker failed while no request ran.
    Failed,
    /// The worker did not answer a `PING`: it had ended silently while it was idle.
    Silent,
    /// The worker's heap exceeded [`crate::Options::recycle_bytes`], or its request exhausted it.
    Memory,
    /// The host sent [`crate::Event::Reset`].
    Reset,
}

impl Cause {
    /// A stable word for events and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Cause::Timeout => "timeout",
            Cause::Cancelled => "cancelled",
            Cause::Crashed => "crashed",
            Cause::Failed => "failed",
            Cause::Silent => "silent",
            Cause::Memory => "memory",
            Cause::Reset => "reset",
        }
    }
}

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A worker answered.
    Completed,
    /// The request took longer than its time limit.
    Timeout {
        /// The time limit in milliseconds.
        timeout_ms: f64,
    },
    /// The caller cancelled it, or everything was stopped.
    Cancelled,
    /// The queue is full.
    Busy {
        /// Maximum number of waiting requests: [`crate::Options::queue_limit`].
        limit: usize,
    },
    /// Its worker failed while it ran ([`Code::Crashed`], [`Code::Memory`], [`Code::Stack`]) or refused its
    /// files ([`Code::Integrity`], [`Code::Path`], [`Code::Protocol`]), or no worker can be started
    /// ([`Code::Startup`], [`Code::Version`], [`Code::Unavailable`]).
    Failed {
        /// The stable code.
        code: Code,
        /// The reason, in a sentence.
        message: String,
    },
}
