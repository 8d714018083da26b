//! Requests that run in parts on several workers at once.

use crate::slot::Request;
use crate::{Action, Cause, Id, Outcome, Supervisor};

/// A request that runs in parts. A running part exists unless workers are missing. A worker that finishes a
/// part continues with the next one first, if no other worker keeps the request going.
#[derive(Debug)]
pub(crate) struct Spread {
    pub(crate) request: Request,
    /// Number of started parts.
    begun: u32,
    /// Parts that were started on a dead worker.
    again: Vec<u32>,
    /// Deadline of the whole request.
    until: f64,
    /// Since when no worker runs any part, because none is available. That time does not count.
    stalled: Option<f64>,
    /// The outcome of the first failed part.
    failed: Option<Outcome>,
}

impl Spread {
    /// Whether a part can start. After a failure none does, so that a repeated failure costs a few workers
    /// instead of one per part.
    fn has_more(&self) -> bool {
        self.left() > 0
    }

    /// Number of parts that can start.
    pub(crate) fn left(&self) -> usize {
        let left = (self.request.parts.saturating_sub(self.begun)) as usize + self.again.len();
        if self.failed.is_none() { left } else { 0 }
    }
}

impl Supervisor {
    /// Starts a request in parts.
    pub(crate) fn spread(&mut self, slot: usize, request: Request) {
        let (id, until) = (request.id, self.now + request.timeout_ms);
        let spread = Spread { request, begun: 0, again: Vec::new(), until, stalled: None, failed: None };
        self.spreads.insert(id, spread);
        self.begin_part(slot, id);
    }

    /// A request with a part to start; with `stalled` only one without a running part.
    pub(crate) fn spread_with_more(&self, stalled: bool) -> Option<Id> {
        let wants = |(id, spread): &(&Id, &Spread)| {
            spread.has_more() && !(stalled && self.slots_of(**id).next().is_some())
        };
        self.spreads.iter().find(wants).map(|(id, _)| *id)
    }

    /// Starts the next part on a free worker.
    pub(crate) fn begin_part(&mut self, slot: usize, whole: Id) {
        let Some(spread) = self.spreads.get_mut(&whole) else { return };
        let index = spread.again.pop().unwrap_or_else(|| {
            spread.begun += 1;
            spread.begun - 1
        });
        spread.until += spread.stalled.take().map_or(0.0, |since| self.now - since);
        let until = spread.until;
        let id = part_id(whole, index);
        let part = Request {
            id,
            counted: false,
            parts: 1,
            apart: false,
            whole: Some(whole),
            ..spread.request.clone()
        };
        let generation = self.run(slot, part, until);
        self.actions.push(Action::DispatchPart { slot, generation, id, whole, index });
    }

    /// Takes a part back from a dead worker.
    pub(crate) fn part_again(&mut self, whole: Id, part: &Request) {
        let Some(spread) = self.spreads.get_mut(&whole) else { return };
        spread.request.lost += 1;
        if let Some(index) = part.id.checked_sub(whole.saturating_add(1)) {
            spread.again.push(u32::try_from(index).unwrap_or(u32::MAX));
        }
        if spread.failed.is_some() && self.slots_of(whole).next().is_none() {
            // No further part starts, and no running one would end the request.
            self.end_failed(whole);
        }
    }

    /// Records which requests have no running part.
    pub(crate) fn note_stalled(&mut self) {
        for whole in self.spreads.keys().copied().collect::<Vec<_>>() {
            let stalled = self.slots_of(whole).next().is_none();
            if let Some(spread) = self.spreads.get_mut(&whole).filter(|_| stalled) {
                spread.stalled.get_or_insert(self.now);
            }
        }
    }

    /// Records the outcome of a part, and settles the whole request if it decides. `success` counts in the
    /// last part only, because it applies to the whole request.
    pub(crate) fn end_part(&mut self, whole: Id, outcome: Outcome, success: bool) {
        let Some(spread) = self.spreads.get_mut(&whole) else { return };
        match outcome {
            Outcome::Completed => {}
            Outcome::Failed { .. } => {
                spread.failed.get_or_insert(outcome);
            }
            Outcome::Timeout { .. } => return self.end_spread(whole, outcome, Cause::Timeout),
            Outcome::Cancelled | Outcome::Busy { .. } => {
                return self.end_spread(whole, outcome, Cause::Cancelled);
            }
        }
        if spread.has_more() || self.slots_of(whole).next().is_some() {
            return;
        }
        if let Some(Spread { request, failed, .. }) = self.spreads.remove(&whole) {
            self.settle(&request, failed.unwrap_or(Outcome::Completed), success);
        }
    }

    fn end_failed(&mut self, whole: Id) {
        if let Some(Spread { request, failed: Some(outcome), .. }) = self.spreads.remove(&whole) {
            self.settle(&request, outcome, false);
        }
    }

    /// Settles the whole request and stops its running parts.
    pub(crate) fn end_spread(&mut self, whole: Id, outcome: Outcome, cause: Cause) {
        let Some(Spread { request, .. }) = self.spreads.remove(&whole) else { return };
        self.settle(&request, outcome, false);
        for slot in self.slots_of(whole).collect::<Vec<_>>() {
            self.stop_running(slot, Outcome::Cancelled, cause);
        }
    }

    /// Settles every whole request whose parts are about to be stopped.
    pub(crate) fn cancel_spreads(&mut self) {
        for (_, Spread { request, .. }) in std::mem::take(&mut self.spreads) {
            self.settle(&request, Outcome::Cancelled, false);
        }
    }

    fn slots_of(&self, whole: Id) -> impl Iterator<Item = usize> {
        let of_it = move |slot: &usize| self.slots[*slot].running().is_some_and(|it| it.whole == Some(whole));
        (0..self.slots.len()).filter(of_it)
    }
}

/// Id of a part: the numbers after a request's id are reserved for its parts.
fn part_id(whole: Id, index: u32) -> Id {
    whole.saturating_add(1).saturating_add(Id::from(index))
}
