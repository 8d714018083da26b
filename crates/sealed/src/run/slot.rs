//! The frame and the guests of a slot, and their health.

use std::collections::BTreeMap;

use super::action::{Action, RunId};
use super::reuse::{MAX_FILES, Reuse};

/// Milliseconds of silence after which the frame is pinged.
const QUIET_MS: f64 = 500.0;
/// Milliseconds that a frame has to answer a ping.
const PONG_MS: f64 = 2_000.0;
/// Milliseconds that a frame or a guest has to start.
const START_MS: f64 = 15_000.0;

/// The state of the frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Frame {
    Down,
    Starting { since: f64 },
    Up,
}

/// What a guest has been through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    /// It has run nothing.
    Fresh,
    /// It has run files, and is as it was before.
    Proven,
    /// It runs a file, or has run files that may have left something behind.
    Used,
}

/// A running guest.
#[derive(Debug)]
pub(crate) struct Guest {
    pub(crate) ready: bool,
    pub(crate) condition: Condition,
    /// Number of files that it has run.
    pub(crate) files: u32,
    /// Number of the next message from the guest.
    pub(crate) seq: u64,
    since: f64,
}

impl Guest {
    fn is_kept(&self, reuse: Reuse) -> bool {
        match self.condition {
            Condition::Fresh => false,
            Condition::Proven => reuse != Reuse::Never,
            Condition::Used => reuse == Reuse::Always,
        }
    }
}

/// A problem found by a health check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HealthProblem {
    /// The frame does not answer: it and all its guests are lost.
    FrameDead,
    /// No frame started in time.
    NoFrame,
    /// A guest did not become ready in time.
    NotReady(RunId),
}

#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) frame: Frame,
    pub(crate) guests: BTreeMap<RunId, Guest>,
    next: RunId,
    /// When the frame or a guest last sent something.
    heard: f64,
    /// The unanswered ping, and when it was sent.
    pinged: Option<(u32, f64)>,
    pings: u32,
}

impl Slot {
    pub(crate) fn new() -> Slot {
        Slot { frame: Frame::Down, guests: BTreeMap::new(), next: 0, heard: 0.0, pinged: None, pings: 0 }
    }

    /// Requests a frame, unless there is one or one is starting.
    pub(crate) fn need_frame(&mut self, now: f64, actions: &mut Vec<Action>) {
        if self.frame == Frame::Down {
            self.frame = Frame::Starting { since: now };
            actions.push(Action::NeedFrame);
        }
    }

    pub(crate) fn frame_up(&mut self, now: f64) -> bool {
        let is_starting = matches!(self.frame, Frame::Starting { .. });
        if is_starting {
            self.frame = Frame::Up;
            self.hear(now);
        }
        is_starting
    }

    /// Removes the frame and all its guests.
    pub(crate) fn frame_down(&mut self) {
        self.frame = Frame::Down;
        self.guests.clear();
        self.pinged = None;
    }

    /// Records a sign of life of the renderer.
    pub(crate) fn hear(&mut self, now: f64) {
        self.heard = now;
        self.pinged = None;
    }

    /// Whether a ping is unanswered.
    pub(crate) fn is_pinged(&self) -> bool {
        self.pinged.is_some()
    }

    pub(crate) fn pong(&mut self, n: u32, now: f64) {
        if self.pinged.is_some_and(|(ping, _)| ping == n) {
            self.hear(now);
        }
    }

    /// Starts a guest.
    pub(crate) fn start(&mut self, now: f64, actions: &mut Vec<Action>) {
        let run = self.next;
        self.next = self.next.wrapping_add(1);
        self.guests
            .insert(run, Guest { ready: false, condition: Condition::Fresh, files: 0, seq: 0, since: now });
        actions.push(Action::Start { run });
    }

    /// Terminates a guest, if it is running.
    pub(crate) fn end(&mut self, run: RunId, actions: &mut Vec<Action>) {
        if self.guests.remove(&run).is_some() {
            actions.push(Action::End { run });
        }
    }

    /// A guest that has run files and may run another.
    pub(crate) fn kept(&self, reuse: Reuse) -> Option<RunId> {
        let mut guests = self.guests.iter();
        guests.find(|(_, guest)| guest.is_kept(reuse)).map(|(run, _)| *run)
    }

    /// The oldest guest that has run nothing and waits for a file.
    pub(crate) fn waiting(&self) -> Option<RunId> {
        let mut guests = self.guests.iter();
        guests.find(|(_, guest)| guest.ready && guest.condition == Condition::Fresh).map(|(run, _)| *run)
    }

    /// Keeps a guest for another file. Returns false if it has run enough.
    pub(crate) fn keep(&mut self, run: RunId, condition: Condition) -> bool {
        let guest = self.guests.get_mut(&run).filter(|guest| guest.files < MAX_FILES);
        guest.map(|guest| guest.condition = condition).is_some()
    }

    /// Whether a guest is proven clean and runs nothing.
    pub(crate) fn is_proven(&self, run: RunId) -> bool {
        self.guests.get(&run).is_some_and(|guest| guest.condition == Condition::Proven)
    }

    /// The number of guests that have not run a file.
    pub(crate) fn fresh(&self) -> usize {
        self.guests.values().filter(|guest| guest.condition == Condition::Fresh).count()
    }

    /// Terminates the guests that have run files, except those that may run another.
    pub(crate) fn end_used(&mut self, reuse: Reuse, actions: &mut Vec<Action>) {
        let is_over = |guest: &Guest| guest.condition != Condition::Fresh && !guest.is_kept(reuse);
        let over: Vec<RunId> =
            self.guests.iter().filter(|(_, guest)| is_over(guest)).map(|(run, _)| *run).collect();
        over.into_iter().for_each(|run| self.end(run, actions));
    }

    /// Extends all deadlines by `stall`, a time in which the host stood still.
    pub(crate) fn forgive(&mut self, stall: f64) {
        self.heard += stall;
        if let Some((_, since)) = &mut self.pinged {
            *since += stall;
        }
        if let Frame::Starting { since } = &mut self.frame {
            *since += stall;
        }
        self.guests.values_mut().for_each(|guest| guest.since += stall);
    }

    /// Returns a problem, if there is one by now. Pings the frame if it is `watched` and silent.
    pub(crate) fn look(
        &mut self,
        watched: bool,
        now: f64,
        actions: &mut Vec<Action>,
    ) -> Option<HealthProblem> {
        match self.frame {
            Frame::Down => return None,
            Frame::Starting { since } => return (now >= since + START_MS).then_some(HealthProblem::NoFrame),
            Frame::Up => {}
        }
        match self.pinged {
            Some((_, since)) if now >= since + PONG_MS => return Some(HealthProblem::FrameDead),
            None if watched && now >= self.heard + QUIET_MS => {
                self.pings = self.pings.wrapping_add(1);
                self.pinged = Some((self.pings, now));
                actions.push(Action::Ping { n: self.pings });
            }
            _ => {}
        }
        let late = |guest: &Guest| !guest.ready && now >= guest.since + START_MS;
        self.guests.iter().find(|(_, guest)| late(guest)).map(|(run, _)| HealthProblem::NotReady(*run))
    }

    /// When to check again.
    pub(crate) fn due(&self, watched: bool) -> Option<f64> {
        let frame = match self.frame {
            Frame::Down => return None,
            Frame::Starting { since } => Some(since + START_MS),
            Frame::Up => match self.pinged {
                Some((_, since)) => Some(since + PONG_MS),
                None => watched.then_some(self.heard + QUIET_MS),
            },
        };
        let starting = self.guests.values().filter(|guest| !guest.ready).map(|guest| guest.since + START_MS);
        starting.chain(frame).min_by(f64::total_cmp)
    }
}
