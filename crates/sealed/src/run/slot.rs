//! The frame and the guests of a slot, and whether they live.

use std::collections::BTreeMap;

use super::action::{Action, RunId};

/// Milliseconds after which something that says nothing is asked whether it lives.
const QUIET_MS: f64 = 500.0;
/// Milliseconds that a frame has for its answer.
const PONG_MS: f64 = 2_000.0;
/// Milliseconds that a page has for a frame, and a frame for a guest.
const START_MS: f64 = 15_000.0;

/// Whether there is a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Frame {
    Down,
    Asked { since: f64 },
    Up,
}

/// A guest that lives.
#[derive(Debug)]
pub(crate) struct Guest {
    pub(crate) ready: bool,
    /// Whether it has run a file.
    pub(crate) used: bool,
    /// The number of its next message.
    pub(crate) seq: u64,
    since: f64,
}

/// What is found wrong when time has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HealthProblem {
    /// The frame does not answer: it and all its guests are gone.
    FrameDead,
    /// No frame came.
    NoFrame,
    /// A guest does not become ready.
    NotReady(RunId),
}

#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) frame: Frame,
    pub(crate) guests: BTreeMap<RunId, Guest>,
    next: RunId,
    /// When the frame or a guest was heard of last.
    heard: f64,
    /// The question that is open, and since when.
    asked: Option<(u32, f64)>,
    pings: u32,
}

impl Slot {
    pub(crate) fn new() -> Slot {
        Slot { frame: Frame::Down, guests: BTreeMap::new(), next: 0, heard: 0.0, asked: None, pings: 0 }
    }

    /// Asks for a frame, unless there is one or it is asked for.
    pub(crate) fn need_frame(&mut self, now: f64, actions: &mut Vec<Action>) {
        if self.frame == Frame::Down {
            self.frame = Frame::Asked { since: now };
            actions.push(Action::NeedFrame);
        }
    }

    pub(crate) fn frame_up(&mut self, now: f64) -> bool {
        let asked = matches!(self.frame, Frame::Asked { .. });
        if asked {
            self.frame = Frame::Up;
            self.hear(now);
        }
        asked
    }

    /// The frame is gone, and with it every guest.
    pub(crate) fn frame_down(&mut self) {
        self.frame = Frame::Down;
        self.guests.clear();
        self.asked = None;
    }

    /// Something of the renderer was heard of.
    pub(crate) fn hear(&mut self, now: f64) {
        self.heard = now;
        self.asked = None;
    }

    /// Whether the frame has a question open.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    pub(crate) fn pong(&mut self, n: u32, now: f64) {
        if self.asked.is_some_and(|(asked, _)| asked == n) {
            self.hear(now);
        }
    }

    /// Starts a guest.
    pub(crate) fn start(&mut self, now: f64, actions: &mut Vec<Action>) {
        let run = self.next;
        self.next = self.next.wrapping_add(1);
        self.guests.insert(run, Guest { ready: false, used: false, seq: 0, since: now });
        actions.push(Action::Start { run });
    }

    /// Ends a guest, if it lives.
    pub(crate) fn end(&mut self, run: RunId, actions: &mut Vec<Action>) {
        if self.guests.remove(&run).is_some() {
            actions.push(Action::End { run });
        }
    }

    /// A guest that waits for a file: one that has run some where that is wanted, else the one that was started first.
    pub(crate) fn waiting(&self, reuse: bool) -> Option<RunId> {
        let ready = || self.guests.iter().filter(|(_, guest)| guest.ready);
        let used = ready().find(|(_, guest)| guest.used).filter(|_| reuse);
        used.or_else(|| ready().find(|(_, guest)| !guest.used)).map(|(run, _)| *run)
    }

    /// Guests that no file has run in.
    pub(crate) fn fresh(&self) -> usize {
        self.guests.values().filter(|guest| !guest.used).count()
    }

    /// Ends the guests that have run files.
    pub(crate) fn end_used(&mut self, actions: &mut Vec<Action>) {
        let used: Vec<RunId> =
            self.guests.iter().filter(|(_, guest)| guest.used).map(|(run, _)| *run).collect();
        used.into_iter().for_each(|run| self.end(run, actions));
    }

    /// The host did nothing for a while: nothing that was waited for had that time.
    pub(crate) fn forgive(&mut self, stall: f64) {
        self.heard += stall;
        if let Some((_, since)) = &mut self.asked {
            *since += stall;
        }
        if let Frame::Asked { since } = &mut self.frame {
            *since += stall;
        }
        self.guests.values_mut().for_each(|guest| guest.since += stall);
    }

    /// What is wrong by now, and asks the frame whether it lives where it is `watched` and quiet.
    pub(crate) fn look(
        &mut self,
        watched: bool,
        now: f64,
        actions: &mut Vec<Action>,
    ) -> Option<HealthProblem> {
        match self.frame {
            Frame::Down => return None,
            Frame::Asked { since } => return (now >= since + START_MS).then_some(HealthProblem::NoFrame),
            Frame::Up => {}
        }
        match self.asked {
            Some((_, since)) if now >= since + PONG_MS => return Some(HealthProblem::FrameDead),
            None if watched && now >= self.heard + QUIET_MS => {
                self.pings = self.pings.wrapping_add(1);
                self.asked = Some((self.pings, now));
                actions.push(Action::Ping { n: self.pings });
            }
            _ => {}
        }
        let late = |guest: &Guest| !guest.ready && now >= guest.since + START_MS;
        self.guests.iter().find(|(_, guest)| late(guest)).map(|(run, _)| HealthProblem::NotReady(*run))
    }

    /// When to look again.
    pub(crate) fn due(&self, watched: bool) -> Option<f64> {
        let frame = match self.frame {
            Frame::Down => return None,
            Frame::Asked { since } => Some(since + START_MS),
            Frame::Up => match self.asked {
                Some((_, since)) => Some(since + PONG_MS),
                None => watched.then_some(self.heard + QUIET_MS),
            },
        };
        let starting = self.guests.values().filter(|guest| !guest.ready).map(|guest| guest.since + START_MS);
        starting.chain(frame).min_by(f64::total_cmp)
    }
}
