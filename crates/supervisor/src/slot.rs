//! A worker slot and its replacements.

use serde::Serialize;
use verdict_protocol::Code;

use crate::{Cause, Id, Priority};

/// An unsettled request.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) id: Id,
    pub(crate) timeout_ms: f64,
    pub(crate) counted: bool,
    pub(crate) priority: Priority,
    /// Number of parts in which it can run.
    pub(crate) parts: u32,
    /// Whether it never runs as a whole.
    pub(crate) apart: bool,
    /// Number of dead workers that it, or a part of it, was sent to.
    pub(crate) lost: u32,
    /// The whole request, if it is a part.
    pub(crate) whole: Option<Id>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    pub(crate) at: f64,
    /// Extension for a deadline that is noticed far too late. A deadline gets it once; then it is 0.
    grace: f64,
}

/// Milliseconds of delay from which a tick indicates that the page was frozen or blocked. Messages of the
/// worker may then still be queued behind the timer.
const LATE_MS: f64 = 50.0;
/// Milliseconds for such messages to arrive.
const GRACE_MS: f64 = 250.0;

impl Deadline {
    pub(crate) fn new(at: f64) -> Deadline {
        Deadline { at, grace: GRACE_MS }
    }

    /// The deadline of a `PING`. A frozen page freezes its workers too, so a late deadline is extended by its
    /// full time.
    pub(crate) fn of_ping(now: f64, span: f64) -> Deadline {
        Deadline { at: now + span, grace: span.max(GRACE_MS) }
    }

    /// Whether the deadline is over. If this is first noticed far too late, the deadline is extended once.
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

/// The state of a slot.
#[derive(Debug, Clone)]
pub(crate) enum State {
    /// No worker, and none needed yet (or any more).
    Stopped,
    /// Started; waits for `READY`.
    Starting { deadline: Deadline },
    /// Will start at this time, for this reason; with `hurry` earlier, if it is needed.
    Waiting { until: f64, cause: Option<Cause>, hurry: bool },
    /// Ready for a request. Last heard of at this time.
    Idle { since: f64 },
    /// Running a request. `pinged` is the deadline of an unanswered ping; until it is answered the worker may
    /// be dead.
    Running { request: Request, deadline: Deadline, pinged: Option<Deadline>, resent: bool },
    /// Given up.
    Broken { code: Code, message: String },
}

/// A worker slot and its replacements.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub(crate) generation: u64,
    pub(crate) state: State,
    /// Number of consecutive failures without a running request.
    pub(crate) failures: u32,
    /// Whether its worker received a request, and therefore has files that another would need to be sent.
    pub(crate) served: bool,
    /// The worker's last reported heap size.
    pub(crate) heap_bytes: u64,
}

/// Why a slot needs attention at its deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    /// The start of a worker.
    Start,
    /// `READY` did not arrive.
    NotReady,
    /// The answer to a `PING` did not arrive.
    Silent,
    /// The running request timed out.
    Timeout,
}

impl Slot {
    pub(crate) fn new() -> Slot {
        Slot { generation: 0, state: State::Stopped, failures: 0, served: false, heap_bytes: 0 }
    }

    /// Whether a worker of this generation exists.
    pub(crate) fn has_worker(&self) -> bool {
        matches!(self.state, State::Starting { .. } | State::Idle { .. } | State::Running { .. })
    }

    /// When the next deadline is.
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

    /// What is due now. May extend a deadline that is noticed far too late.
    pub(crate) fn take_due(&mut self, now: f64) -> Option<Due> {
        match &mut self.state {
            State::Starting { deadline } => deadline.passed(now).then_some(Due::NotReady),
            State::Running { request, deadline, pinged, .. } => {
                if pinged.as_mut().is_some_and(|pinged| pinged.passed(now)) {
                    return Some(Due::Silent);
                }
                // While the worker may be dead, the time of a whole request does not count, because the
                // request gets another chance. A part shares its time with others.
                let counts = pinged.is_none() || request.whole.is_some();
                (counts && deadline.passed(now)).then_some(Due::Timeout)
            }
            State::Waiting { until, .. } => (*until <= now).then_some(Due::Start),
            State::Stopped | State::Idle { .. } | State::Broken { .. } => None,
        }
    }

    /// Records a sign of life; returns false if there was no ping.
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

/// The status of a worker, for statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SlotStatus {
    /// Not started, or disposed.
    Stopped,
    /// Starting, or waiting to start.
    Starting,
    /// Ready for a request.
    Idle,
    /// Running a request.
    Busy,
    /// Given up until [`crate::Event::Reset`].
    Broken,
}

/// A worker in the statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkerStatus {
    /// The worker's slot.
    pub slot: usize,
    /// The worker's generation; 0 before the first.
    pub generation: u64,
    /// The worker's status.
    #[serde(rename = "state")]
    pub status: SlotStatus,
    /// The worker's last reported heap size in bytes; 0 if unknown.
    pub heap_bytes: u64,
}
