//! One worker and its replacements.

use verdict_protocol::Code;

use crate::{Cause, Id, Priority};

/// A request on its way.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) id: Id,
    pub(crate) timeout_ms: f64,
    pub(crate) counted: bool,
    pub(crate) priority: Priority,
    /// In how many parts it can run.
    pub(crate) parts: u32,
    /// How many workers were found dead that it, or a part of it, had been given to.
    pub(crate) lost: u32,
    /// Which request it is a part of.
    pub(crate) whole: Option<Id>,
}

/// A time by which something must have happened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    pub(crate) at: f64,
    /// By how much it is put off when it is noticed far too late; 0 once that was done.
    grace: f64,
}

/// A tick that is this much too late comes from a page that was frozen or blocked. What the worker
/// posted meanwhile may still be in the page's queue behind the timer.
const LATE_MS: f64 = 50.0;
/// How long such messages are given to arrive.
const GRACE_MS: f64 = 250.0;

impl Deadline {
    pub(crate) fn new(at: f64) -> Deadline {
        Deadline { at, grace: GRACE_MS }
    }

    /// For an answer to a `PING`. A page that was frozen has frozen its workers too, so that one is given all of
    /// the time again.
    pub(crate) fn of_ping(now: f64, span: f64) -> Deadline {
        Deadline { at: now + span, grace: span.max(GRACE_MS) }
    }

    /// Whether the time is over. The first time that this is noticed far too late, it is put off once.
    pub(crate) fn passed(&mut self, now: f64) -> bool {
        if now < self.at {
            return false;
        }
        if self.grace > 0.0 && now - self.at > LATE_MS {
            *self = Deadline { at: now + self.grace, grace: 0.0 };
            return false;
        }
        true
    }
}

/// What a slot does.
#[derive(Debug, Clone)]
pub(crate) enum State {
    /// No worker, none wanted yet (or no more).
    Stopped,
    /// Spawned; `READY` is awaited.
    Starting { deadline: Deadline },
    /// Started, for this reason, at this time: after a failure, or, with `hurry`, since it is not missed before.
    Waiting { until: f64, cause: Option<Cause>, hurry: bool },
    /// Ready for a request. It was last heard of at this time.
    Idle { since: f64 },
    /// At work. With `pinged`, by when it must have been heard of: until then it is not known to live.
    Running { request: Request, deadline: Deadline, pinged: Option<Deadline>, resent: bool },
    /// Given up.
    Broken { code: Code, message: String },
}

/// One worker and its replacements.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub(crate) generation: u64,
    pub(crate) state: State,
    /// Failures in a row with no request to blame.
    pub(crate) failures: u32,
    /// Whether its worker was given a request: it has files that another would have to be sent.
    pub(crate) served: bool,
    /// What its worker's heap had when it last said so.
    pub(crate) heap_bytes: u64,
}

/// What a slot is due for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    /// To be started.
    Start,
    /// `READY` did not come.
    NotReady,
    /// The answer to a `PING` did not come.
    Silent,
    /// The time of its request is over.
    Timeout,
}

impl Slot {
    pub(crate) fn new() -> Slot {
        Slot { generation: 0, state: State::Stopped, failures: 0, served: false, heap_bytes: 0 }
    }

    /// Whether a worker of this generation lives.
    pub(crate) fn has_worker(&self) -> bool {
        matches!(self.state, State::Starting { .. } | State::Idle { .. } | State::Running { .. })
    }

    /// When something is due.
    pub(crate) fn due(&self) -> Option<f64> {
        match &self.state {
            State::Starting { deadline } => Some(deadline.at),
            State::Running { request, deadline, pinged, .. } => Some(match pinged {
                None => deadline.at,
                Some(pinged) if request.whole.is_none() => pinged.at,
                Some(pinged) => pinged.at.min(deadline.at),
            }),
            State::Waiting { until, .. } => Some(*until),
            State::Stopped | State::Idle { .. } | State::Broken { .. } => None,
        }
    }

    /// What is due now. A deadline that is noticed far too late may be put off by this.
    pub(crate) fn take_due(&mut self, now: f64) -> Option<Due> {
        match &mut self.state {
            State::Starting { deadline } => deadline.passed(now).then_some(Due::NotReady),
            State::Running { request, deadline, pinged, .. } => {
                if pinged.as_mut().is_some_and(|pinged| pinged.passed(now)) {
                    return Some(Due::Silent);
                }
                // Where it is not known to live, the time of a whole request does not count yet: the request has
                // another chance. That of a part is shared with others.
                let counts = pinged.is_none() || request.whole.is_some();
                (counts && deadline.passed(now)).then_some(Due::Timeout)
            }
            State::Waiting { until, .. } => (*until <= now).then_some(Due::Start),
            State::Stopped | State::Idle { .. } | State::Broken { .. } => None,
        }
    }

    /// Notes that its worker was heard of; `false` where nobody had asked.
    pub(crate) fn found_alive(&mut self) -> bool {
        match &mut self.state {
            State::Running { pinged, .. } => pinged.take().is_some(),
            _ => false,
        }
    }

    pub(crate) fn running(&self) -> Option<&Request> {
        match &self.state {
            State::Running { request, .. } => Some(request),
            _ => None,
        }
    }

    pub(crate) fn status(&self) -> SlotStatus {
        match &self.state {
            State::Stopped => SlotStatus::Stopped,
            State::Starting { .. } | State::Waiting { .. } => SlotStatus::Starting,
            State::Idle { .. } => SlotStatus::Idle,
            State::Running { .. } => SlotStatus::Busy,
            State::Broken { .. } => SlotStatus::Broken,
        }
    }
}

/// What a worker does, for statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotStatus {
    /// Not started, or disposed.
    Stopped,
    /// Starting, or waiting to be started.
    Starting,
    /// Ready for a request.
    Idle,
    /// Running a request.
    Busy,
    /// Given up until [`crate::Event::Reset`].
    Broken,
}

impl SlotStatus {
    /// A stable word for statistics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            SlotStatus::Stopped => "stopped",
            SlotStatus::Starting => "starting",
            SlotStatus::Idle => "idle",
            SlotStatus::Busy => "busy",
            SlotStatus::Broken => "broken",
        }
    }
}

/// One worker in the statistics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerStatus {
    /// Which worker.
    pub slot: usize,
    /// Which of its lives; 0 before the first.
    pub generation: u64,
    /// What it does.
    pub status: SlotStatus,
    /// How many bytes its heap had when it last answered, as it said; 0 where it said nothing.
    pub heap_bytes: u64,
}
