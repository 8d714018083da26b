//! Workers: started, found ready or failed, replaced.

use verdict_protocol::{Code, PROTOCOL_VERSION};

use crate::slot::{Deadline, Slot, State};
use crate::{Action, Cause, Outcome, Supervisor};

impl Supervisor {
    pub(crate) fn start(&mut self) {
        if self.disposed {
            return;
        }
        for slot in 0..self.options.workers {
            if matches!(self.slots[slot].state, State::Stopped) {
                self.spawn(slot, None);
            }
        }
    }

    pub(crate) fn ready(&mut self, slot: usize, generation: u64, protocol: u32) {
        let starting =
            self.current(slot, generation).is_some_and(|it| matches!(it.state, State::Starting { .. }));
        if !starting {
            self.counts.dropped += 1;
        } else if protocol == PROTOCOL_VERSION {
            self.slots[slot].state = State::Idle { since: self.now };
        } else {
            let message =
                format!("The worker speaks protocol {protocol}, this manager speaks {PROTOCOL_VERSION}");
            self.fail(slot, Code::Version, message);
        }
    }

    pub(crate) fn worker_failed(&mut self, slot: usize, generation: u64, code: Code, message: String) {
        match self.current(slot, generation).map(|it| &it.state) {
            Some(State::Running { .. }) => {
                self.stop_running(slot, Outcome::Failed { code, message }, Cause::Crashed);
            }
            Some(State::Starting { .. }) => self.fail(slot, code, message),
            Some(State::Idle { since }) => {
                // Failures count as being in a row only while they come fast.
                if self.now - since >= self.options.startup_timeout() {
                    self.slots[slot].failures = 0;
                }
                self.fail(slot, code, message);
            }
            _ => self.counts.dropped += 1,
        }
    }

    pub(crate) fn reset(&mut self) {
        if self.disposed {
            return;
        }
        self.cancel_spreads();
        for slot in 0..self.slots.len() {
            self.slots[slot].failures = 0;
            self.stop(slot, Outcome::Cancelled);
            let cause = self.restart_cause(slot);
            self.counts.restarts += u64::from(cause.is_some());
            if slot < self.options.workers {
                self.spawn(slot, cause);
            }
        }
    }

    /// Settles the request that runs in a slot and replaces the worker: by the spare one, where that is there.
    pub(crate) fn stop_running(&mut self, slot: usize, outcome: Outcome, cause: Cause) {
        self.stop(slot, outcome);
        self.counts.restarts += 1;
        let others = self.slots.iter().filter(|slot| slot.has_worker()).count();
        if others < self.options.workers {
            self.spawn(slot, Some(cause));
        } else {
            let until = self.now + self.options.spare_delay();
            self.slots[slot].state = State::Waiting { until, cause: Some(cause) };
        }
    }

    /// Ends a slot's worker, and the request that runs on it with this outcome.
    pub(crate) fn stop(&mut self, slot: usize, outcome: Outcome) {
        self.terminate(slot);
        if let State::Running { request, .. } = std::mem::replace(&mut self.slots[slot].state, State::Stopped)
        {
            self.settle(&request, outcome, false);
        }
    }

    /// Notes a failure that no request is to blame for.
    pub(crate) fn fail(&mut self, slot: usize, code: Code, message: String) {
        self.terminate(slot);
        let failures = self.slots[slot].failures.saturating_add(1);
        let hopeless = matches!(code, Code::Version | Code::Unavailable);
        self.slots[slot].failures = failures;
        self.slots[slot].state = if hopeless || failures >= self.options.breaker_after.max(1) {
            State::Broken { code, message }
        } else {
            self.counts.restarts += 1;
            State::Waiting { until: self.now + self.options.backoff(failures), cause: Some(Cause::Failed) }
        };
    }

    pub(crate) fn spawn(&mut self, slot: usize, cause: Option<Cause>) {
        let it = &mut self.slots[slot];
        it.generation += 1;
        it.served = false;
        it.state = State::Starting { deadline: Deadline::new(self.now + self.options.startup_timeout()) };
        self.actions.push(Action::Spawn { slot, generation: it.generation, cause });
    }

    pub(crate) fn terminate(&mut self, slot: usize) {
        if self.slots[slot].has_worker() {
            let generation = self.slots[slot].generation;
            self.actions.push(Action::Terminate { slot, generation });
        }
    }

    /// Has the spare worker started once another is ready: before, it would be in its way.
    pub(crate) fn want_spare(&mut self) {
        let ready = |slot: &Slot| matches!(slot.state, State::Idle { .. } | State::Running { .. });
        if !self.slots.iter().any(ready) {
            return;
        }
        for slot in self.options.workers..self.slots.len() {
            if matches!(self.slots[slot].state, State::Stopped) {
                let cause = self.restart_cause(slot);
                self.slots[slot].state =
                    State::Waiting { until: self.now + self.options.spare_delay(), cause };
            }
        }
    }

    pub(crate) fn restart_cause(&self, slot: usize) -> Option<Cause> {
        (self.slots[slot].generation > 0).then_some(Cause::Reset)
    }

    /// The worker that is given the next request, if one may be: of those that are idle the one that was given
    /// some before.
    pub(crate) fn free(&self) -> Option<usize> {
        let idle = |slot: &usize| matches!(self.slots[*slot].state, State::Idle { .. });
        let slot = (0..self.slots.len()).filter(idle).min_by_key(|slot| !self.slots[*slot].served)?;
        (self.running() < self.options.workers).then_some(slot)
    }

    pub(crate) fn running(&self) -> usize {
        self.slots.iter().filter(|slot| slot.running().is_some()).count()
    }

    /// How many requests may be given to workers now.
    pub(crate) fn may_begin(&self) -> usize {
        let idle = self.slots.iter().filter(|slot| matches!(slot.state, State::Idle { .. })).count();
        idle.min(self.options.workers - self.running())
    }
}
