//! Starts, fails and replaces workers.

use verdict_protocol::{Code, PROTOCOL_VERSION};

use crate::slot::{Deadline, Slot, State};
use crate::{Action, Cause, Outcome, Supervisor};

impl Supervisor {
    /// Starts the first worker, unless it was started. The others follow: see [`Supervisor::start_more`].
    pub(crate) fn start(&mut self) {
        let stopped = |slot: &Slot| matches!(slot.state, State::Stopped);
        if !self.disposed && self.slots.iter().all(stopped) {
            self.spawn(0, self.restart_cause(0));
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
                let cause = if code == Code::Memory { Cause::Memory } else { Cause::Crashed };
                self.counts.recycled += u64::from(cause == Cause::Memory);
                self.stop_running(slot, Outcome::Failed { code, message }, cause);
            }
            Some(State::Starting { .. }) => self.fail(slot, code, message),
            Some(State::Idle { since }) => {
                // Failures count as consecutive only if they follow quickly.
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
            self.counts.restarts += u64::from(self.restart_cause(slot).is_some());
        }
        self.start();
    }

    /// Settles the running request of a slot and replaces the worker.
    pub(crate) fn stop_running(&mut self, slot: usize, outcome: Outcome, cause: Cause) {
        self.stop(slot, outcome);
        self.replace(slot, cause);
    }

    /// Replaces a worker that had ended silently before it started its task, which another worker runs.
    pub(crate) fn silent(&mut self, slot: usize) {
        self.terminate(slot);
        if let State::Running { request, .. } = std::mem::replace(&mut self.slots[slot].state, State::Stopped)
        {
            self.take_back(request);
        }
        self.replace(slot, Cause::Silent);
    }

    /// Replaces a worker that has grown too large, when its request is settled.
    pub(crate) fn recycle(&mut self, slot: usize) {
        // Its answer may have ended more than its request.
        if matches!(self.slots[slot].state, State::Idle { .. }) {
            self.counts.recycled += 1;
            self.terminate(slot);
            self.slots[slot].state = State::Stopped;
            self.replace(slot, Cause::Memory);
        }
    }

    /// Starts a new worker in place of one that ended; later, if the spare one takes over.
    fn replace(&mut self, slot: usize, cause: Cause) {
        self.counts.restarts += 1;
        if self.living() < self.options.workers {
            self.spawn(slot, Some(cause));
        } else {
            let until = self.now + self.options.spare_delay();
            self.slots[slot].state = State::Waiting { until, cause: Some(cause), hurry: true };
        }
    }

    pub(crate) fn alive(&mut self, slot: usize, generation: u64) {
        let asked = self.current(slot, generation).is_some() && self.slots[slot].found_alive();
        self.counts.dropped += u64::from(!asked);
    }

    /// Ends a slot's worker, and settles its running request with this outcome.
    pub(crate) fn stop(&mut self, slot: usize, outcome: Outcome) {
        self.terminate(slot);
        if let State::Running { request, .. } = std::mem::replace(&mut self.slots[slot].state, State::Stopped)
        {
            self.settle(&request, outcome, false);
        }
    }

    /// Records a failure while no request ran.
    pub(crate) fn fail(&mut self, slot: usize, code: Code, message: String) {
        self.terminate(slot);
        let failures = self.slots[slot].failures.saturating_add(1);
        let hopeless = matches!(code, Code::Version | Code::Unavailable);
        self.slots[slot].failures = failures;
        self.slots[slot].state = if hopeless || failures >= self.options.breaker_after.max(1) {
            State::Broken { code, message }
        } else {
            self.counts.restarts += 1;
            let until = self.now + self.options.backoff(failures);
            State::Waiting { until, cause: Some(Cause::Failed), hurry: false }
        };
    }

    pub(crate) fn spawn(&mut self, slot: usize, cause: Option<Cause>) {
        let it = &mut self.slots[slot];
        it.generation += 1;
        it.served = false;
        it.heap_bytes = 0;
        it.state = State::Starting { deadline: Deadline::new(self.now + self.options.startup_timeout()) };
        self.actions.push(Action::Spawn { slot, generation: it.generation, cause });
    }

    pub(crate) fn terminate(&mut self, slot: usize) {
        if self.slots[slot].has_worker() {
            let generation = self.slots[slot].generation;
            self.actions.push(Action::Terminate { slot, generation });
        }
    }

    /// Starts the other workers once the first is ready; earlier they would slow it down. Workers that are
    /// needed start at once. The others, the spare one last, each start a moment after the previous one.
    pub(crate) fn start_more(&mut self) {
        let ready = |slot: &Slot| matches!(slot.state, State::Idle { .. } | State::Running { .. });
        if !self.slots.iter().any(ready) {
            return;
        }
        let starting = |slot: &&Slot| matches!(slot.state, State::Starting { .. });
        let missed = self.unserved().saturating_sub(self.slots.iter().filter(starting).count());
        let missed = missed.min(self.options.workers.saturating_sub(self.living()));
        let on_call = |slot: &usize| {
            matches!(self.slots[*slot].state, State::Stopped | State::Waiting { hurry: true, .. })
        };
        let on_call: Vec<usize> = (0..self.slots.len()).filter(on_call).take(missed).collect();
        for slot in on_call {
            let cause = match self.slots[slot].state {
                State::Waiting { cause, .. } => cause,
                _ => self.restart_cause(slot),
            };
            self.spawn(slot, cause);
        }
        let coming =
            |slot: &Slot| matches!(slot.state, State::Starting { .. } | State::Waiting { hurry: true, .. });
        let next = self.slots.iter().position(|slot| matches!(slot.state, State::Stopped));
        if let Some(next) = next
            && !self.slots.iter().any(coming)
        {
            let (until, cause) = (self.now + self.options.spare_delay(), self.restart_cause(next));
            self.slots[next].state = State::Waiting { until, cause, hurry: true };
        }
    }

    pub(crate) fn restart_cause(&self, slot: usize) -> Option<Cause> {
        (self.slots[slot].generation > 0).then_some(Cause::Reset)
    }

    /// The worker for the next request, if one may run. Of the idle ones, it prefers one that has served
    /// requests.
    pub(crate) fn free(&self) -> Option<usize> {
        let idle = |slot: &usize| matches!(self.slots[*slot].state, State::Idle { .. });
        let slot = (0..self.slots.len()).filter(idle).min_by_key(|slot| !self.slots[*slot].served)?;
        (self.running() < self.options.workers).then_some(slot)
    }

    /// Number of running or starting workers.
    fn living(&self) -> usize {
        self.slots.iter().filter(|slot| slot.has_worker()).count()
    }

    pub(crate) fn running(&self) -> usize {
        self.slots.iter().filter(|slot| slot.running().is_some()).count()
    }

    /// Number of requests that may start now.
    pub(crate) fn may_begin(&self) -> usize {
        let idle = self.slots.iter().filter(|slot| matches!(slot.state, State::Idle { .. })).count();
        idle.min(self.options.workers - self.running())
    }
}
