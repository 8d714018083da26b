//! Laws that hold for every order of events.
#![allow(missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use verdict_protocol::{Code, PROTOCOL_VERSION};
use verdict_supervisor::{
    Action, BACKGROUND_AFTER, Event, Id, MAX_TIMEOUT_MS, Options, Outcome, Priority, Supervisor,
};

const STARTUP_MS: f64 = 1_000.0;
const RECYCLE_BYTES: u64 = 1_000;
/// A worker that was heard of more recently is not pinged, in milliseconds.
const HEARD_MS: f64 = 50.0;

/// What a host sees, with the laws checked at every step.
struct Host {
    supervisor: Supervisor,
    options: Options,
    now: f64,
    /// How often each submitted and accepted request was settled.
    settled: BTreeMap<Id, usize>,
    /// The live worker of each slot: its generation, whether it was ready, and what runs on it.
    workers: BTreeMap<usize, (u64, bool, Option<Id>)>,
    /// When the worker of each slot was ready.
    ready_at: BTreeMap<usize, f64>,
    /// Spawns of each slot since it last dispatched, was reset or failed after a long calm.
    fruitless: BTreeMap<usize, u32>,
    /// Waiting requests by priority, the first at the front.
    waiting: [Vec<Id>; 2],
    /// Interactive requests dispatched since the last background request, or since none waited.
    overtaken: u32,
    was_ready: bool,
    /// The request of each part; for each request in parts, the numbers of its parts, started ones and
    /// answered ones.
    whole_of: BTreeMap<Id, Id>,
    parts: BTreeMap<Id, (u32, u32, u32)>,
    /// Requests whose parts stay apart.
    apart: BTreeSet<Id>,
    /// Requests in parts that lost a worker.
    hurt: BTreeSet<Id>,
    /// Workers that will never send anything again.
    dead: BTreeSet<(usize, u64)>,
    /// When the worker of each slot was last heard of.
    heard: BTreeMap<usize, f64>,
    /// Pinged workers that have sent nothing since.
    asked: BTreeSet<usize>,
    /// Parts that were sent to a dead worker and must start again; and the number of such workers by request.
    again: BTreeSet<Id>,
    lost: BTreeMap<Id, usize>,
    priorities: BTreeMap<Id, Priority>,
    wake_at: Option<f64>,
    disposed: bool,
}

impl Host {
    fn new(options: Options) -> Host {
        Host {
            supervisor: Supervisor::new(options.clone()),
            options,
            now: 0.0,
            settled: BTreeMap::new(),
            workers: BTreeMap::new(),
            ready_at: BTreeMap::new(),
            fruitless: BTreeMap::new(),
            waiting: [Vec::new(), Vec::new()],
            overtaken: 0,
            was_ready: false,
            whole_of: BTreeMap::new(),
            parts: BTreeMap::new(),
            apart: BTreeSet::new(),
            hurt: BTreeSet::new(),
            dead: BTreeSet::new(),
            heard: BTreeMap::new(),
            asked: BTreeSet::new(),
            again: BTreeSet::new(),
            lost: BTreeMap::new(),
            priorities: BTreeMap::new(),
            wake_at: None,
            disposed: false,
        }
    }

    fn send(&mut self, event: Event) {
        let resets = matches!(event, Event::Reset);
        let mut outgrown = None;
        match &event {
            Event::Submit { id, priority, parts, apart, .. } => {
                let known = self.settled.get(id).copied();
                // A number is in use until it is settled; a real host never reuses it.
                if known.is_none() {
                    self.settled.insert(*id, 0);
                    self.waiting[*priority as usize].push(*id);
                    self.parts.insert(*id, (*parts, 0, 0));
                    if *apart {
                        self.apart.insert(*id);
                    }
                    self.priorities.insert(*id, *priority);
                }
            }
            Event::Dispose => self.disposed = true,
            Event::WorkerReady { slot, generation, protocol } if *protocol == PROTOCOL_VERSION => {
                if let Some((alive, ready, _)) = self.workers.get_mut(slot)
                    && alive == generation
                {
                    if !std::mem::replace(ready, true) {
                        self.heard.insert(*slot, self.now);
                    }
                    self.was_ready = true;
                    self.ready_at.entry(*slot).or_insert(self.now);
                }
            }
            Event::Completed { slot, generation, id, heap_bytes, .. } => {
                if let Some((alive, _, running)) = self.workers.get_mut(slot)
                    && alive == generation
                    && *running == Some(*id)
                {
                    *running = None;
                    self.asked.remove(slot);
                    self.heard.insert(*slot, self.now);
                    outgrown = (*heap_bytes >= RECYCLE_BYTES).then_some((*slot, *generation));
                    if let Some(whole) = self.whole_of.get(id) {
                        self.parts.entry(*whole).and_modify(|parts| parts.2 += 1);
                    }
                }
            }
            Event::WorkerFailed { slot, generation, .. }
                if self.workers.get(slot).is_some_and(|worker| worker.0 == *generation && worker.1)
                    && self.ready_at.get(slot).is_some_and(|at| self.now - at >= STARTUP_MS) =>
            {
                self.fruitless.remove(slot);
            }
            Event::Alive { slot, generation } => self.heard_of(*slot, *generation, None),
            Event::Progress { slot, generation, id } | Event::NeedSnapshot { slot, generation, id, .. } => {
                self.heard_of(*slot, *generation, Some(*id));
            }
            Event::Tick => self.wake_at = None,
            _ => {}
        }
        if resets {
            self.fruitless.clear();
        }
        let ticks = event == Event::Tick;
        let actions = self.supervisor.on(event, self.now);
        for (at, action) in actions.iter().enumerate() {
            self.carry_out(action.clone(), ticks, &actions[at + 1..]);
        }
        if let Some((slot, generation)) = outgrown {
            let lives = self.workers.get(&slot).is_some_and(|worker| worker.0 == generation);
            assert!(!lives, "a worker that has grown lives on");
        }
        if self.disposed {
            assert!(self.workers.is_empty(), "a worker is left");
            assert!(self.settled.values().all(|count| *count == 1), "not settled by dispose");
        }
    }

    /// Records a message of a worker, about the running request if it concerns one.
    fn heard_of(&mut self, slot: usize, generation: u64, id: Option<Id>) {
        if let Some((alive, _, running)) = self.workers.get(&slot)
            && *alive == generation
            && (id.is_none() || *running == id)
        {
            self.asked.remove(&slot);
        }
    }

    /// `rest`: the following actions of the same answer.
    fn carry_out(&mut self, action: Action, ticks: bool, rest: &[Action]) {
        match action {
            Action::Ping { slot, generation } => {
                let idle = self.now - self.heard[&slot];
                assert!(idle >= HEARD_MS, "asked though it was heard of {idle} ms ago");
                let goes = rest.first().is_some_and(|next| match next {
                    Action::Dispatch { slot: to, generation: of, .. }
                    | Action::DispatchPart { slot: to, generation: of, .. } => {
                        (*to, *of) == (slot, generation)
                    }
                    _ => false,
                });
                assert!(goes, "asked for nothing");
                self.asked.insert(slot);
            }
            Action::Spawn { slot, generation, .. } => {
                assert!(!self.disposed, "spawned after dispose");
                assert!(!self.workers.contains_key(&slot), "spawned over a living worker");
                assert!(slot == 0 || self.was_ready, "another was before the first");
                self.workers.insert(slot, (generation, false, None));
                let most = self.options.workers + usize::from(self.options.spare);
                assert!(self.workers.len() <= most, "more workers than may be");
                self.ready_at.remove(&slot);
                let fruitless = self.fruitless.entry(slot).or_default();
                *fruitless += 1;
                assert!(*fruitless <= self.options.breaker_after, "restarts are not bounded");
            }
            Action::Terminate { slot, generation } => {
                let (alive, _, running) = self.workers.remove(&slot).expect("terminates a worker that lives");
                assert_eq!(alive, generation);
                let asked = self.asked.remove(&slot);
                if let Some(id) = running {
                    self.ended_with(id, asked && ticks, rest);
                }
            }
            Action::Dispatch { slot, generation, id } => {
                let in_parts =
                    self.apart.contains(&id) && self.parts.get(&id).is_some_and(|parts| parts.0 > 0);
                assert!(!in_parts, "a request whose parts stay apart runs whole");
                self.next_in_line(id);
                self.starts_on(slot, generation, id, id);
            }
            Action::DispatchPart { slot, generation, id, whole, index } => {
                if index == 0 && !self.again.contains(&id) {
                    self.next_in_line(whole);
                    let apart = self.apart.contains(&whole);
                    assert!(apart || self.waiting.iter().all(Vec::is_empty), "spread while another waits");
                    assert!(
                        apart || self.idle().min(self.options.workers - self.running()) > 1,
                        "spread over nothing"
                    );
                }
                let parts = self.parts.get_mut(&whole).expect("a part of what was submitted");
                assert_eq!(id, whole + 1 + Id::from(index));
                if !self.again.remove(&id) {
                    assert_eq!(index, parts.1, "parts are begun in order");
                    parts.1 += 1;
                }
                assert!(parts.1 <= parts.0 && !self.hurt.contains(&whole));
                self.whole_of.insert(id, whole);
                self.starts_on(slot, generation, id, whole);
            }
            Action::Resend { slot, generation, id } => {
                assert_eq!(self.workers.get(&slot), Some(&(generation, true, Some(id))));
            }
            Action::Forward { id } => {
                assert!(self.workers.values().any(|(_, _, running)| *running == Some(id)));
            }
            Action::Settle { id, outcome } => {
                self.waiting.iter_mut().for_each(|line| line.retain(|waiting| *waiting != id));
                if self.waiting[Priority::Background as usize].is_empty() {
                    self.overtaken = 0;
                }
                let count = self.settled.get_mut(&id).expect("settles what was submitted");
                *count += 1;
                assert_eq!(*count, 1, "settled twice");
                if let Some((parts, begun @ 1.., answered)) = self.parts.get(&id)
                    && outcome == Outcome::Completed
                {
                    assert_eq!((begun, answered), (parts, parts), "completed without all of its parts");
                    assert!(!self.workers.values().any(|it| self.whole(it.2) == Some(id)));
                }
                for (_, _, running) in self.workers.values_mut().filter(|worker| worker.2 == Some(id)) {
                    assert_ne!(outcome, Outcome::Completed, "completed while it runs");
                    *running = None;
                }
            }
            Action::Refuse { id } => assert!(self.settled.contains_key(&id)),
            Action::WakeAt { ms } => {
                assert!(ms.is_finite());
                assert!(!self.disposed, "waits for something after dispose");
                self.wake_at = Some(ms);
            }
        }
    }

    /// Records what happens to a terminated worker's task: it is settled by a following action, or it runs
    /// again. The latter happens only if the worker never showed a sign of life, which only a tick detects.
    fn ended_with(&mut self, id: Id, silent: bool, rest: &[Action]) {
        let whole = self.whole(Some(id)).expect("there is one");
        let begins = |action: &&Action| match action {
            Action::Dispatch { id: begun, .. } | Action::DispatchPart { id: begun, .. } => *begun != id,
            _ => true,
        };
        let outcome = rest.iter().take_while(begins).find_map(|action| match action {
            Action::Settle { id: settled, outcome } if *settled == whole => Some(outcome),
            _ => None,
        });
        let is_part = whole != id;
        match outcome {
            Some(Outcome::Timeout { .. }) if !is_part => assert!(!silent, "blamed for a dead worker"),
            Some(_) => {}
            None if self.settled[&whole] > 0 => {}
            None if silent => {
                *self.lost.entry(whole).or_default() += 1;
                if is_part {
                    self.again.insert(id);
                } else {
                    self.waiting[self.priorities[&id] as usize].insert(0, id);
                }
            }
            None => {
                assert!(is_part, "a request was lost");
                self.hurt.insert(whole);
            }
        }
    }

    /// Records and checks that a worker is sent a request, or a part of the request `whole`.
    fn starts_on(&mut self, slot: usize, generation: u64, id: Id, whole: Id) {
        let (alive, ready, running) = self.workers.get_mut(&slot).expect("dispatches to a worker that lives");
        assert_eq!(*alive, generation, "dispatched to a terminated worker");
        assert!(*ready, "dispatched before READY");
        assert_eq!(*running, None, "dispatched to a busy worker");
        assert_eq!(self.settled.get(&whole), Some(&0), "dispatched what is settled");
        *running = Some(id);
        let slots = self.options.workers + usize::from(self.options.spare);
        let lost = self.lost.get(&whole).copied().unwrap_or(0);
        if self.now - self.heard[&slot] >= HEARD_MS && lost < slots {
            assert!(self.asked.contains(&slot), "a worker that may be dead is not asked");
        }
        assert!(self.running() <= self.options.workers, "more run than may");
        self.fruitless.insert(slot, 0);
    }

    fn idle(&self) -> usize {
        self.workers.values().filter(|worker| worker.1 && worker.2.is_none()).count()
    }

    fn running(&self) -> usize {
        self.workers.values().filter(|worker| worker.2.is_some()).count()
    }

    /// The request of a running task.
    fn whole(&self, running: Option<Id>) -> Option<Id> {
        running.map(|id| self.whole_of.get(&id).copied().unwrap_or(id))
    }

    /// Checks that the dispatched request was next.
    fn next_in_line(&mut self, id: Id) {
        let [interactive, background] = &mut self.waiting;
        if background.first() == Some(&id) {
            assert!(
                interactive.is_empty() || self.overtaken == BACKGROUND_AFTER,
                "background went too early"
            );
            background.remove(0);
            self.overtaken = 0;
        } else {
            assert_eq!(interactive.first(), Some(&id), "out of turn");
            interactive.remove(0);
            self.overtaken = if background.is_empty() { 0 } else { self.overtaken + 1 };
            assert!(self.overtaken <= BACKGROUND_AFTER, "background starves");
        }
    }

    /// Checks that nothing waits while a worker is idle and more may run.
    fn nothing_idles(&self) {
        let more = |id: &Id, parts: u32, begun: u32| {
            let again = self.again.iter().any(|part| self.whole_of.get(part) == Some(id));
            begun > 0 && (begun < parts || again) && self.settled[id] == 0 && !self.hurt.contains(id)
        };
        let any_more = self.parts.iter().any(|(id, (parts, begun, _))| more(id, *parts, *begun));
        let waiting = self.waiting.iter().any(|line| !line.is_empty()) || any_more;
        assert!(
            !waiting || self.idle() == 0 || self.running() == self.options.workers,
            "a worker idles while something waits"
        );
        for (id, (parts, begun, _)) in &self.parts {
            let runs = self
                .workers
                .values()
                .any(|worker| worker.2.is_some_and(|part| self.whole_of.get(&part) == Some(id)));
            let open = *begun > 0 && self.settled[id] == 0;
            assert!(
                if runs { open } else { !open || more(id, *parts, *begun) },
                "request {id} and its parts"
            );
        }
    }

    /// No further input: time passes, and the host keeps its wake-up times.
    fn quiesce(&mut self) {
        for _ in 0..10_000 {
            let Some(at) = self.wake_at else { break };
            self.now = self.now.max(at);
            self.send(Event::Tick);
        }
        for (id, count) in &self.settled {
            assert_eq!(*count, 1, "request {id} was settled {count} times");
        }
        let stats = self.supervisor.stats();
        assert_eq!((stats.active, stats.queued), (0, 0));
    }
}

#[derive(Debug, Clone)]
enum Step {
    Wait(f64),
    Submit(f64, Priority, u32, bool),
    Duplicate(u64),
    Cancel(u64),
    /// A message of a slot's live worker, or of one `stale` generations earlier.
    Worker {
        slot: usize,
        stale: u64,
        say: Say,
    },
    Tick,
    Start,
    Reset,
    Dispose,
}

#[derive(Debug, Clone, Copy)]
enum Say {
    Ready,
    OtherVersion,
    Done(bool),
    Grown,
    Pong,
    /// Silence forever.
    Die,
    Exhausted,
    WrongId,
    Progress,
    Need,
    Crash,
    NotStarted,
    Unavailable,
}

fn step() -> impl Strategy<Value = Step> {
    let timeout = prop_oneof![
        4 => 1.0..2_000.0,
        1 => prop::sample::select(vec![0.0, -1.0, f64::NAN, f64::INFINITY, 2_147_483_648.0]),
    ];
    let say = prop_oneof![
        6 => Just(Say::Ready),
        6 => any::<bool>().prop_map(Say::Done),
        1 => Just(Say::Grown),
        2 => Just(Say::Pong),
        2 => Just(Say::Die),
        1 => Just(Say::Exhausted),
        1 => Just(Say::OtherVersion),
        1 => Just(Say::WrongId),
        1 => Just(Say::Progress),
        2 => Just(Say::Need),
        2 => Just(Say::Crash),
        2 => Just(Say::NotStarted),
        1 => Just(Say::Unavailable),
    ];
    prop_oneof![
        4 => prop_oneof![4 => 0.0..500.0, 1 => 500.0..100_000.0].prop_map(Step::Wait),
        6 => (timeout, any::<bool>(), prop_oneof![2 => 0..2_u32, 1 => 2..6_u32], prop::bool::weighted(0.2))
            .prop_map(|(timeout_ms, background, parts, apart)| {
                let priority = if background { Priority::Background } else { Priority::Interactive };
                Step::Submit(timeout_ms, priority, parts, apart)
            }),
        1 => (0..40_u64).prop_map(Step::Duplicate),
        2 => (0..40_u64).prop_map(Step::Cancel),
        10 => (0..4_usize, prop_oneof![5 => Just(0), 1 => 1..3_u64], say)
            .prop_map(|(slot, stale, say)| Step::Worker { slot, stale, say }),
        4 => Just(Step::Tick),
        1 => Just(Step::Start),
        1 => Just(Step::Reset),
        1 => Just(Step::Dispose),
    ]
}

fn lively() -> impl Strategy<Value = Step> {
    let say = prop_oneof![
        12 => any::<bool>().prop_map(Say::Done),
        4 => Just(Say::Ready),
        3 => Just(Say::Pong),
        1 => Just(Say::Die),
        1 => Just(Say::Grown),
        1 => Just(Say::Crash),
        1 => Just(Say::WrongId),
        1 => Just(Say::Need),
    ];
    prop_oneof![
        2 => (0.0..80.0).prop_map(Step::Wait),
        3 => (50.0..500.0, 0..9_u32, prop::bool::weighted(0.3))
            .prop_map(|(timeout_ms, parts, apart)| Step::Submit(timeout_ms, Priority::Interactive, parts, apart)),
        1 => (0..40_u64).prop_map(Step::Cancel),
        16 => (0..5_usize, say).prop_map(|(slot, say)| Step::Worker { slot, stale: 0, say }),
        3 => Just(Step::Tick),
    ]
}

fn play(host: &mut Host, steps: Vec<Step>) {
    let mut next = 0;
    for step in steps {
        match step {
            Step::Wait(ms) => host.now += ms,
            Step::Submit(timeout_ms, priority, parts, apart) => {
                host.send(Event::Submit { id: next, timeout_ms, counted: true, priority, parts, apart });
                next += 1 + u64::from(parts);
            }
            Step::Duplicate(id) if host.settled.get(&id) == Some(&0) => {
                host.send(Event::Submit {
                    id,
                    timeout_ms: 1.0,
                    counted: true,
                    priority: Priority::Interactive,
                    parts: 1,
                    apart: false,
                });
            }
            Step::Duplicate(_) => {}
            Step::Cancel(id) => host.send(Event::Cancel { id }),
            Step::Worker { slot, stale, say } => {
                let life = host.workers.get(&slot).map(|worker| (slot, worker.0));
                if matches!(say, Say::Die) {
                    host.dead.extend(life);
                    continue;
                }
                if stale == 0 && life.is_some_and(|life| host.dead.contains(&life)) {
                    continue;
                }
                let (generation, id) = match host.workers.get(&slot) {
                    Some((generation, _, running)) => (*generation, running.unwrap_or(0)),
                    None => {
                        let workers = host.supervisor.stats().workers;
                        (workers.iter().find(|it| it.slot == slot).map_or(1, |it| it.generation), 0)
                    }
                };
                let generation = generation.saturating_sub(stale);
                let message = String::from("said so");
                let failed = |code| Event::WorkerFailed { slot, generation, code, message };
                host.send(match say {
                    Say::Ready => Event::WorkerReady { slot, generation, protocol: PROTOCOL_VERSION },
                    Say::OtherVersion => Event::WorkerReady { slot, generation, protocol: 99 },
                    Say::Done(success) => Event::Completed { slot, generation, id, success, heap_bytes: 0 },
                    Say::Grown => {
                        Event::Completed { slot, generation, id, success: true, heap_bytes: RECYCLE_BYTES }
                    }
                    Say::Pong => Event::Alive { slot, generation },
                    // It has sent its last message before.
                    Say::Die => continue,
                    Say::Exhausted => failed(Code::Memory),
                    Say::WrongId => {
                        Event::Completed { slot, generation, id: id + 1, success: true, heap_bytes: 0 }
                    }
                    Say::Progress => Event::Progress { slot, generation, id },
                    Say::Need => Event::NeedSnapshot { slot, generation, id, why: None },
                    Say::Crash => failed(Code::Crashed),
                    Say::NotStarted => failed(Code::Startup),
                    Say::Unavailable => failed(Code::Unavailable),
                });
            }
            Step::Tick => host.send(Event::Tick),
            Step::Start => host.send(Event::Start),
            Step::Reset => host.send(Event::Reset),
            Step::Dispose => host.send(Event::Dispose),
        }
        host.nothing_idles();
        let stats = host.supervisor.stats();
        assert!(stats.living <= host.options.workers && stats.spare <= usize::from(host.options.spare));
        let unsettled = host.settled.values().filter(|count| **count == 0).count();
        assert_eq!(stats.active + stats.queued, unsettled, "what is not settled runs or waits");
        let outcomes = stats.completed + stats.cancelled + stats.refused;
        assert_eq!(outcomes as usize, host.settled.len() - unsettled, "every outcome is counted once");
        let begun = host.parts.iter().filter(|(id, (_, begun, _))| *begun > 0 && host.settled[id] == 0);
        let running = host.workers.values().filter_map(|worker| host.whole(worker.2));
        let running: BTreeSet<_> = running.chain(begun.map(|(id, _)| *id)).collect();
        assert_eq!(stats.active, running.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_request_is_settled_exactly_once(
        workers in 1..4_usize,
        spare in any::<bool>(),
        queue_limit in 0..12_usize,
        breaker_after in 1..4_u32,
        steps in prop::collection::vec(step(), 0..120),
    ) {
        let mut host = Host::new(Options {
            workers, spare, queue_limit, breaker_after, startup_timeout_ms: STARTUP_MS,
            heartbeat_ms: 300.0, recycle_bytes: RECYCLE_BYTES, ..Options::default()
        });
        play(&mut host, steps);
        host.quiesce();
    }

    /// Workers that are ready and mostly answer, and requests that mostly have parts.
    #[test]
    fn parts_come_to_one_outcome(
        workers in 2..5_usize,
        spare in any::<bool>(),
        steps in prop::collection::vec(lively(), 0..120),
    ) {
        let options = Options {
            workers, spare, startup_timeout_ms: STARTUP_MS, spare_delay_ms: 0.0, heartbeat_ms: 100.0,
            recycle_bytes: RECYCLE_BYTES, ..Options::default()
        };
        let mut host = Host::new(options);
        let ready = |slot| Step::Worker { slot, stale: 0, say: Say::Ready };
        // One after another.
        let slots = workers + usize::from(spare);
        let start = std::iter::once(Step::Start).chain((0..slots).flat_map(|slot| [ready(slot), Step::Tick]));
        play(&mut host, start.chain(steps).collect());
        host.quiesce();
    }

    #[test]
    fn every_timeout_becomes_a_bounded_span(asked in any::<f64>()) {
        let given = Options::default().timeout(asked);
        prop_assert!(given > 0.0 && given <= MAX_TIMEOUT_MS);
    }
}
