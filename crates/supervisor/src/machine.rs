//! The state machine.

mod spread;

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::Code;

use self::spread::Spread;
use crate::queue::Queue;
use crate::slot::{Deadline, Due, Request, Slot, SlotStatus, State};
use crate::{Action, Cause, Event, Id, Options, Outcome, Stats, WorkerStatus};

/// Decides the life of workers and requests.
#[derive(Debug)]
pub struct Supervisor {
    pub(crate) options: Options,
    pub(crate) slots: Vec<Slot>,
    queue: Queue,
    pub(crate) spreads: BTreeMap<Id, Spread>,
    /// All unsettled requests.
    open: BTreeSet<Id>,
    pub(crate) disposed: bool,
    pub(crate) now: f64,
    /// The last `WakeAt` without a tick.
    armed: Option<f64>,
    pub(crate) counts: Counts,
    pub(crate) actions: Vec<Action>,
}

#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) cancelled: u64,
    pub(crate) refused: u64,
    pub(crate) restarts: u64,
    pub(crate) recycled: u64,
    pub(crate) dropped: u64,
}

/// Milliseconds since its last message within which a worker is not pinged, so that successive requests need
/// no additional message.
const HEARD_MS: f64 = 50.0;

impl Supervisor {
    /// Creates a supervisor of `options.workers` slots and possibly a spare one, none of which is started.
    #[must_use]
    pub fn new(mut options: Options) -> Supervisor {
        options.workers = options.workers.max(1);
        let slots = vec![Slot::new(); options.workers + usize::from(options.spare)];
        Supervisor {
            options,
            slots,
            queue: Queue::default(),
            spreads: BTreeMap::new(),
            open: BTreeSet::new(),
            disposed: false,
            now: 0.0,
            armed: None,
            counts: Counts::default(),
            actions: Vec::new(),
        }
    }

    /// Processes an event. `now_ms` is on a monotonic clock of the host; a time before the previous one
    /// counts as the previous one.
    pub fn on(&mut self, event: Event, now_ms: f64) -> Vec<Action> {
        if now_ms.is_finite() {
            self.now = self.now.max(now_ms);
        }
        match event {
            Event::Start => self.start(),
            Event::Submit { id, timeout_ms, counted, priority, parts, apart } => {
                let timeout_ms = self.options.timeout(timeout_ms);
                let apart = apart && parts > 0;
                self.submit(Request {
                    id,
                    timeout_ms,
                    counted,
                    priority,
                    parts,
                    apart,
                    lost: 0,
                    whole: None,
                });
            }
            Event::Cancel { id } => self.cancel(id),
            Event::WorkerReady { slot, generation, protocol } => self.ready(slot, generation, protocol),
            Event::Completed { slot, generation, id, success, heap_bytes } => {
                self.completed(slot, generation, id, success, heap_bytes);
            }
            Event::Alive { slot, generation } => self.alive(slot, generation),
            Event::Progress { slot, generation, id } => {
                if self.runs_there(slot, generation, id) {
                    self.actions.push(Action::Forward { id });
                }
            }
            Event::NeedSnapshot { slot, generation, id, why } => {
                self.need_snapshot(slot, generation, id, why);
            }
            Event::WorkerFailed { slot, generation, code, message } => {
                self.worker_failed(slot, generation, code, message);
            }
            Event::Ended { passed: true, .. } => self.counts.passed += 1,
            Event::Ended { code: Some(Code::Cancelled), .. } => self.counts.cancelled += 1,
            Event::Ended { code: Some(Code::Busy), .. } => self.counts.refused += 1,
            Event::Ended { .. } => self.counts.failed += 1,
            Event::Tick => self.tick(),
            Event::Reset => self.reset(),
            Event::Dispose => self.dispose(),
        }
        self.pump();
        self.start_more();
        self.settle_hopeless();
        self.note_stalled();
        self.arm();
        std::mem::take(&mut self.actions)
    }

    /// The statistics so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let Counts { passed, failed, cancelled, refused, restarts, recycled, dropped } = self.counts;
        // Slots that were not started because the first cannot be are given up with it.
        let given_up = self.is_hopeless();
        let status = |slot: &Slot| match slot.status() {
            SlotStatus::Stopped if given_up => SlotStatus::Broken,
            status => status,
        };
        let workers: Vec<WorkerStatus> = self
            .slots
            .iter()
            .enumerate()
            .map(|(slot, it)| WorkerStatus {
                slot,
                generation: it.generation,
                status: status(it),
                heap_bytes: it.heap_bytes,
            })
            .filter(|it| {
                it.slot < self.options.workers || self.slots[it.slot].status() != SlotStatus::Stopped
            })
            .collect();
        let living = |it: &&WorkerStatus| !matches!(it.status, SlotStatus::Stopped | SlotStatus::Broken);
        let living = workers.iter().filter(living).count();
        Stats {
            active: self.spreads.len()
                + self.slots.iter().filter_map(Slot::running).filter(|it| it.whole.is_none()).count(),
            queued: self.queue.len(),
            completed: passed + failed,
            passed,
            failed,
            cancelled,
            refused,
            restarts,
            recycled,
            dropped,
            living: living.min(self.options.workers),
            spare: living.saturating_sub(self.options.workers),
            workers,
        }
    }

    /// The effective time limit for a requested one; see [`Options::timeout`].
    #[must_use]
    pub fn timeout(&self, asked_ms: f64) -> f64 {
        self.options.timeout(asked_ms)
    }

    /// Whether everything was stopped for good.
    #[must_use]
    pub fn is_disposed(&self) -> bool {
        self.disposed
    }

    fn submit(&mut self, request: Request) {
        if !self.open.insert(request.id) {
            self.actions.push(Action::Refuse { id: request.id });
            return;
        }
        if self.disposed {
            self.settle(&request, Outcome::Cancelled, false);
            return;
        }
        self.start();
        let full = self.queue.waiting(request.priority) >= self.options.queue_limit;
        if full && self.free().is_none() {
            self.settle(&request, Outcome::Busy { limit: self.options.queue_limit }, false);
            return;
        }
        self.queue.push(request);
    }

    fn cancel(&mut self, id: Id) {
        if let Some(request) = self.queue.remove(id) {
            self.settle(&request, Outcome::Cancelled, false);
        } else if self.spreads.contains_key(&id) {
            self.end_spread(id, Outcome::Cancelled, Cause::Cancelled);
        } else if let Some(slot) = self.slots.iter().position(|slot| is_request(slot.running(), id)) {
            self.stop_running(slot, Outcome::Cancelled, Cause::Cancelled);
        }
    }

    fn completed(&mut self, slot: usize, generation: u64, id: Id, success: bool, heap_bytes: u64) {
        if !self.runs_there(slot, generation, id) {
            return;
        }
        let idle = State::Idle { since: self.now };
        if let State::Running { request, .. } = std::mem::replace(&mut self.slots[slot].state, idle) {
            self.settle(&request, Outcome::Completed, success);
        }
        if heap_bytes > 0 {
            self.slots[slot].heap_bytes = heap_bytes;
        }
        if heap_bytes >= self.options.recycle_bytes {
            self.recycle(slot);
        }
    }

    fn need_snapshot(&mut self, slot: usize, generation: u64, id: Id, why: Option<(Code, String)>) {
        if !self.runs_there(slot, generation, id) {
            return;
        }
        if let State::Running { resent, .. } = &mut self.slots[slot].state
            && !*resent
        {
            *resent = true;
            self.actions.push(Action::Resend { slot, generation, id });
            return;
        }
        let (code, message) = why.unwrap_or_else(|| {
            (Code::Integrity, "The worker did not take the snapshot, though it was sent whole".to_owned())
        });
        self.stop_running(slot, Outcome::Failed { code, message }, Cause::Crashed);
    }

    fn tick(&mut self) {
        self.armed = None;
        for slot in 0..self.slots.len() {
            let Some(due) = self.slots[slot].take_due(self.now) else { continue };
            match (due, &self.slots[slot].state) {
                (Due::NotReady, _) => {
                    let message = format!("No READY within {} ms", self.options.startup_timeout());
                    self.fail(slot, Code::Startup, message);
                }
                (Due::Silent, _) => self.silent(slot),
                (Due::Timeout, State::Running { request, .. }) => {
                    let timeout_ms = request.timeout_ms;
                    self.stop_running(slot, Outcome::Timeout { timeout_ms }, Cause::Timeout);
                }
                (Due::Start, State::Waiting { cause, .. }) => {
                    let cause = *cause;
                    self.spawn(slot, cause);
                }
                (Due::Timeout | Due::Start, _) => {}
            }
        }
    }

    fn dispose(&mut self) {
        self.disposed = true;
        self.cancel_spreads();
        for slot in 0..self.slots.len() {
            self.stop(slot, Outcome::Cancelled);
        }
        for request in self.queue.take() {
            self.settle(&request, Outcome::Cancelled, false);
        }
    }

    /// Dispatches waiting requests to idle workers. A worker without other work helps with a request in
    /// parts.
    fn pump(&mut self) {
        while let Some(slot) = self.free() {
            if let Some(whole) = self.spread_with_more(true) {
                self.begin_part(slot, whole);
            } else if let Some(request) = self.queue.pop() {
                let is_alone = self.queue.len() == 0 && self.may_begin() > 1;
                if request.apart || (request.parts > 1 && is_alone) {
                    self.spread(slot, request);
                } else {
                    let (id, until) = (request.id, self.now + request.timeout_ms);
                    let generation = self.run(slot, request, until);
                    self.actions.push(Action::Dispatch { slot, generation, id });
                }
            } else if let Some(whole) = self.spread_with_more(false) {
                self.begin_part(slot, whole);
            } else {
                return;
            }
        }
    }

    /// Records that a request runs in a slot until its time is over. Sends a ping to a worker that was silent for a
    /// while, so that a dead one is found soon. Nobody waits for that message.
    pub(crate) fn run(&mut self, slot: usize, request: Request, until: f64) -> u64 {
        let heard = match self.slots[slot].state {
            State::Idle { since } => since,
            _ => self.now,
        };
        // Bounds the wait of a request that meets one dead worker after another.
        let asks = self.now - heard >= HEARD_MS && (request.lost as usize) < self.slots.len();
        let pinged = asks.then(|| {
            let left = (until - self.now).max(0.0);
            // Part of a part's time must be left for another worker; a whole request starts there with its
            // full time.
            let most = if request.whole.is_some() { left / 2.0 } else { left };
            Deadline::of_ping(self.now, self.options.heartbeat().min(most))
        });
        let it = &mut self.slots[slot];
        it.state = State::Running { request, deadline: Deadline::new(until), pinged, resent: false };
        // The start succeeded: later failures are limited by requests.
        it.failures = 0;
        it.served = true;
        let generation = it.generation;
        if asks {
            self.actions.push(Action::Ping { slot, generation });
        }
        generation
    }

    /// Takes a request back from a dead worker: it is next in its line.
    pub(crate) fn take_back(&mut self, mut request: Request) {
        match request.whole {
            Some(whole) => self.part_again(whole, &request),
            None => {
                request.lost += 1;
                self.queue.push_front(request);
            }
        }
    }

    /// How many more workers would have work at once.
    pub(crate) fn unserved(&self) -> usize {
        self.queue.len() + self.spreads.values().map(Spread::left).sum::<usize>()
    }

    /// Settles waiting requests that no worker will ever take.
    fn settle_hopeless(&mut self) {
        if self.unserved() == 0 || !self.is_hopeless() {
            return;
        }
        let reason = self.slots.iter().find_map(|slot| match &slot.state {
            State::Broken { code, message } => {
                Some(Outcome::Failed { code: *code, message: message.clone() })
            }
            _ => None,
        });
        if let Some(reason) = reason {
            for (_, Spread { request, .. }) in std::mem::take(&mut self.spreads) {
                self.settle(&request, reason.clone(), false);
            }
            for request in self.queue.take() {
                self.settle(&request, reason.clone(), false);
            }
        }
    }

    /// Whether every worker is given up, except those not needed yet because no other was ever ready.
    fn is_hopeless(&self) -> bool {
        let broken = |slot: &Slot| matches!(slot.state, State::Broken { .. });
        self.slots.iter().any(broken)
            && self.slots.iter().all(|slot| broken(slot) || matches!(slot.state, State::Stopped))
    }

    fn arm(&mut self) {
        let due = self.slots.iter().filter_map(Slot::due).min_by(f64::total_cmp);
        if due == self.armed {
            return;
        }
        self.armed = due;
        if let Some(ms) = due {
            self.actions.push(Action::WakeAt { ms });
        }
    }

    pub(crate) fn settle(&mut self, request: &Request, outcome: Outcome, success: bool) {
        if let Some(whole) = request.whole {
            return self.end_part(whole, outcome, success);
        }
        if !self.open.remove(&request.id) {
            return;
        }
        if request.counted {
            let counts = &mut self.counts;
            match (&outcome, success) {
                (Outcome::Completed, true) => counts.passed += 1,
                (Outcome::Cancelled, _) => counts.cancelled += 1,
                (Outcome::Busy { .. }, _) => counts.refused += 1,
                _ => counts.failed += 1,
            }
        }
        self.actions.push(Action::Settle { id: request.id, outcome });
    }

    pub(crate) fn current(&self, slot: usize, generation: u64) -> Option<&Slot> {
        self.slots.get(slot).filter(|slot| slot.generation == generation)
    }

    /// Whether a message concerns the running request, in which case its worker is alive. Any other message
    /// is counted as dropped.
    fn runs_there(&mut self, slot: usize, generation: u64, id: Id) -> bool {
        let runs = self.current(slot, generation).is_some_and(|it| is_request(it.running(), id));
        self.counts.dropped += u64::from(!runs);
        if runs {
            self.slots[slot].found_alive();
        }
        runs
    }
}

fn is_request(request: Option<&Request>, id: Id) -> bool {
    request.is_some_and(|request| request.id == id)
}
