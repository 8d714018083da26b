//! Requests that run in parts, on several workers at once.

use crate::slot::{Deadline, Request};
use crate::{Action, Cause, Id, Outcome, Supervisor};

/// A request of which some part runs. It always has one that does: a worker that ends a part goes on with the next
/// before it does anything else, unless another worker keeps the request going.
#[derive(Debug)]
pub(crate) struct Spread {
    request: Request,
    /// How many parts were begun.
    begun: u32,
    /// When the time of the whole is over.
    until: f64,
    /// Why a part was not answered, for the first of them.
    failed: Option<Outcome>,
}

impl Spread {
    /// After a failure no further part is begun: what fails again and again costs a few workers, not one a part.
    fn has_more(&self) -> bool {
        self.failed.is_none() && self.begun < self.request.parts
    }
}

impl Supervisor {
    /// Begins a request in parts.
    pub(crate) fn spread(&mut self, slot: usize, request: Request) {
        let (id, until) = (request.id, self.now + request.timeout_ms);
        self.spreads.insert(id, Spread { request, begun: 0, until, failed: None });
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
        let index = spread.begun;
        spread.begun += 1;
        let id = part_id(whole, index);
        let part = Request { id, counted: false, parts: 1, whole: Some(whole), ..spread.request.clone() };
        let deadline = Deadline::new(spread.until);
        let generation = self.run(slot, part, deadline);
        self.actions.push(Action::DispatchPart { slot, generation, id, whole, index });
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
