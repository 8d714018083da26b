//! Requests that run in parts, on several workers at once.

use crate::slot::Request;
use crate::{Action, Cause, Id, Outcome, Supervisor};

/// A request of which some part runs. It has one that does unless workers are missing: a worker that ends a part goes
/// on with the next before it does anything else, where no other worker keeps the request going.
#[derive(Debug)]
pub(crate) struct Spread {
    pub(crate) request: Request,
    /// How many parts were begun.
    begun: u32,
    /// Parts that were begun on a worker that was dead.
    again: Vec<u32>,
    /// When the time of the whole is over.
    until: f64,
    /// Since when no worker is at it, for want of one. That time does not count.
    stalled: Option<f64>,
    /// Why a part was not answered, for the first of them.
    failed: Option<Outcome>,
}

impl Spread {
    /// After a failure no further part is begun: what fails again and again costs a few workers, not one a part.
    fn has_more(&self) -> bool {
        self.left() > 0
    }

    /// How many parts can be begun.
    pub(crate) fn left(&self) -> usize {
        let left = (self.request.parts.saturating_sub(self.begun)) as usize + self.again.len();
        if self.failed.is_none() { left } else { 0 }
    }
}

impl Supervisor {
    /// Begins a request in parts.
    pub(crate) fn spread(&mut self, slot: usize, request: Request) {
        let (id, until) = (request.id, self.now + request.timeout_ms);
        let spread = Spread { request, begun: 0, again: Vec::new(), until, stalled: None, failed: None };
        self.spreads.insert(id, spread);
        self.begin_part(slot, id);
    }

    /// A request with a part to begin: with `stalled` only one that no worker is at.
    pub(crate) fn spread_with_more(&self, stalled: bool) -> Option<Id> {
        let wants = |(id, spread): &(&Id, &Spread)| {
            spread.has_more() && !(stalled && self.slots_of(**id).next().is_some())
        };
        self.spreads.iter().find(wants).map(|(id, _)| *id)
    }

    /// Has a free worker begin the next part.
    pub(crate) fn begin_part(&mut self, slot: usize, whole: Id) {
        let Some(spread) = self.spreads.get_mut(&whole) else { return };
        let index = spread.again.pop().unwrap_or_else(|| {
            spread.begun += 1;
            spread.begun - 1
        });
        spread.until += spread.stalled.take().map_or(0.0, |since| self.now - since);
        let until = spread.until;
        let id = part_id(whole, index);
        let part = Request { id, counted: false, parts: 1, whole: Some(whole), ..spread.request.clone() };
        let generation = self.run(slot, part, until);
        self.actions.push(Action::DispatchPart { slot, generation, id, whole, index });
    }

    /// Takes a part back that was given to a dead worker.
    pub(crate) fn part_again(&mut self, whole: Id, part: &Request) {
        let Some(spread) = self.spreads.get_mut(&whole) else { return };
        spread.request.lost += 1;
        if let Some(index) = part.id.checked_sub(whole.saturating_add(1)) {
            spread.again.push(u32::try_from(index).unwrap_or(u32::MAX));
        }
        if spread.failed.is_some() && self.slots_of(whole).next().is_none() {
            // No further part is begun, and no other runs that would end the whole.
            self.end_failed(whole);
        }
    }

    /// Notes of which requests no part runs.
    pub(crate) fn note_stalled(&mut self) {
        for whole in self.spreads.keys().copied().collect::<Vec<_>>() {
            let stalled = self.slots_of(whole).next().is_none();
            if let Some(spread) = self.spreads.get_mut(&whole).filter(|_| stalled) {
                spread.stalled.get_or_insert(self.now);
            }
        }
    }

    /// Takes note of what became of a part, and ends the whole where that is decided by it. `success` counts in
    /// the last part only: it is that of the whole.
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

    /// Gives the whole its outcome and stops the parts that still run.
    pub(crate) fn end_spread(&mut self, whole: Id, outcome: Outcome, cause: Cause) {
        let Some(Spread { request, .. }) = self.spreads.remove(&whole) else { return };
        self.settle(&request, outcome, false);
        for slot in self.slots_of(whole).collect::<Vec<_>>() {
            self.stop_running(slot, Outcome::Cancelled, cause);
        }
    }

    /// Gives every whole the outcome that its parts are about to be stopped for.
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

/// The number of a part.
fn part_id(whole: Id, index: u32) -> Id {
    whole.saturating_add(1).saturating_add(Id::from(index))
}
