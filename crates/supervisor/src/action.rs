//! What a supervisor asks of its host.

use verdict_protocol::Code;

use crate::Id;

/// Something to do. Actions are carried out in the order given.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Start a worker; its answer is [`crate::Event::WorkerReady`] or [`crate::Event::WorkerFailed`].
    Spawn {
        /// Which worker.
        slot: usize,
        /// Which of its lives; the first is 1.
        generation: u64,
        /// Why the one before it is gone; `None` for the first.
        cause: Option<Cause>,
    },
    /// Terminate a worker, which may be starting or already dead.
    Terminate {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
    },
    /// Ask a worker that had nothing to do for a while whether it still lives: send a `PING` whose answer is
    /// [`crate::Event::Alive`]. What it is given follows at once, so that nothing waits for the answer.
    Ping {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
    },
    /// Send a request to a worker. One whose worker turned out to be dead before it began is sent to another in
    /// the same way.
    Dispatch {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// Which request.
        id: Id,
    },
    /// Send a part of a request to a worker. From there on `id` stands for the part, in events and in
    /// [`Action::Resend`] and [`Action::Forward`]; only the whole is ever settled.
    DispatchPart {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// The part: `whole + 1 + index`.
        id: Id,
        /// The request.
        whole: Id,
        /// Which part, from 0.
        index: u32,
    },
    /// Send the running request once more, with its whole snapshot before it.
    Resend {
        /// Which worker.
        slot: usize,
        /// Which of its lives.
        generation: u64,
        /// Which request.
        id: Id,
    },
    /// Pass the progress just reported on to the caller.
    Forward {
        /// Which request.
        id: Id,
    },
    /// Give a request its one outcome.
    Settle {
        /// Which request.
        id: Id,
        /// What became of it.
        outcome: Outcome,
    },
    /// A request was submitted with a number in use. It was not taken; the request that has the number
    /// goes on, and is settled by its own [`Action::Settle`].
    Refuse {
        /// The number.
        id: Id,
    },
    /// Send [`crate::Event::Tick`] at this time, in place of any time asked for before. A tick that comes
    /// early does no harm and is answered by another `WakeAt`, so that a timer with a longest span
    /// (`setTimeout` takes 2³¹−1 ms) can be armed with less.
    WakeAt {
        /// Milliseconds on the clock of `now_ms`.
        ms: f64,
    },
}

/// Why a worker was replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Its request ran out of time.
    Timeout,
    /// Its request was cancelled.
    Cancelled,
    /// It crashed, or broke the protocol, while a request ran.
    Crashed,
    /// It failed with no request to blame.
    Failed,
    /// It did not answer a `PING`: it had ended without a word while it had nothing to do.
    Silent,
    /// Its heap has grown past [`crate::Options::recycle_bytes`], or its request exhausted it.
    Memory,
    /// [`crate::Event::Reset`].
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

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A worker answered.
    Completed,
    /// Its time ran out.
    Timeout {
        /// The time it had, in milliseconds.
        timeout_ms: f64,
    },
    /// Its caller cancelled it, or everything was stopped.
    Cancelled,
    /// More than this many requests wait already.
    Busy {
        /// [`crate::Options::queue_limit`].
        limit: usize,
    },
    /// Its worker failed while it ran ([`Code::Crashed`], [`Code::Memory`], [`Code::Stack`]) or did not take its
    /// files ([`Code::Integrity`], [`Code::Path`], [`Code::Protocol`]), or no worker can be started
    /// ([`Code::Startup`], [`Code::Version`], [`Code::Unavailable`]).
    Failed {
        /// Which of these.
        code: Code,
        /// Why, in a sentence.
        message: String,
    },
}
