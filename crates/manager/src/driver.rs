//! Carries out the supervisor's decisions.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::{Array, Object};
use verdict_protocol::Code;
use verdict_supervisor::{Action, Cause, Event, Id, Options, SlotStatus, Stats, Supervisor};
use verdict_vfs::Snapshot;
use wasm_bindgen::{JsCast, JsValue, intern};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Worker;

use crate::history::History;
use crate::host::Host;
use crate::parts::{Part, RunningParts};
use crate::refusal::{self, Hindrance, Refusal};
use crate::request::{Open, Request, Settler, Ticket, Work};
use crate::snapshots::Post;
use crate::type_checks::{Next, Questions, Replies, TypeChecks};
use crate::wire::{VerificationStart, WorkerRestart};
use crate::witnesses::{Calls, Step};
use crate::worker::WorkerHandle;
use crate::{clock, js, wire};

/// The maximum of `setTimeout`, in milliseconds; longer waits are set again.
const LONGEST_TIMER_MS: f64 = 2_147_483_647.0;

/// The state of a manager. No cell stays borrowed while the page's code runs, because a listener may call
/// back at any time.
pub(crate) struct Driver {
    pub(crate) host: Host,
    pub(crate) supervisor: RefCell<Supervisor>,
    pub(crate) open: RefCell<BTreeMap<Id, Open>>,
    /// The started parts of open requests, by number.
    pub(crate) parts: RunningParts,
    /// Requests that two engines answer; their rounds are in `open`.
    pub(crate) calls: Calls,
    /// Requests that TypeScript answers after the fast layer.
    pub(crate) types: TypeChecks,
    pub(crate) workers: RefCell<BTreeMap<usize, WorkerHandle>>,
    pub(crate) current: RefCell<Result<Snapshot, Refusal>>,
    pub(crate) history: RefCell<History>,
    pub(crate) last_verification: Cell<Option<f64>>,
    pub(crate) hindrance: Hindrance,
    /// The versions of the worker that became ready last; a frozen object.
    pub(crate) toolchain: RefCell<Option<Object>>,
    actions: RefCell<VecDeque<Action>>,
    draining: Cell<bool>,
    /// When the timer fires, and the timer.
    timer: RefCell<Option<(f64, Timeout)>>,
    next_id: Cell<Id>,
    waiting_for_ready: RefCell<Vec<Settler>>,
    shown: RefCell<Option<Stats>>,
}

impl Driver {
    pub(crate) fn new(host: Host, options: Options, history_limit: usize) -> Rc<Driver> {
        Rc::new(Driver {
            host,
            supervisor: RefCell::new(Supervisor::new(options)),
            open: RefCell::default(),
            parts: RunningParts::default(),
            calls: Calls::default(),
            types: TypeChecks::default(),
            workers: RefCell::default(),
            current: RefCell::new(Ok(Snapshot::default())),
            history: RefCell::new(History::new(history_limit)),
            last_verification: Cell::new(None),
            hindrance: Hindrance::default(),
            toolchain: RefCell::default(),
            actions: RefCell::default(),
            draining: Cell::new(false),
            timer: RefCell::default(),
            next_id: Cell::new(1),
            waiting_for_ready: RefCell::default(),
            shown: RefCell::default(),
        })
    }

    /// Accepts a request; its promise settles exactly once.
    pub(crate) fn submit(self: &Rc<Self>, request: Request) -> Ticket {
        let id = self.number(&request);
        let (promise, settler) = Settler::promise();
        let mut open = Open::new(request, settler);
        if open.request.is_counted() {
            let start = VerificationStart {
                id: id.to_string(),
                command: open.request.command.clone(),
                session_id: open.request.session_id.clone(),
                started_at: open.started_at,
            };
            self.emit("verification-start", &wire::object(&start));
        }
        match (open.request.work.as_ref().err().cloned(), open.request.both.take()) {
            (Some(refusal), _) => {
                self.last_verification.set(Some(clock::epoch()));
                self.step(Event::Ended { passed: false, code: Some(refusal.code) });
                let result = refusal.to_result(&open.request.command);
                self.finish(id, open, Ok(result));
            }
            (None, Some(both)) => {
                let timeout_ms = self.supervisor.borrow().timeout(open.request.timeout_ms);
                let round = self.calls.begin(id, open, both, timeout_ms);
                self.begin_round(id, round);
            }
            (None, None) => match open.request.types.take() {
                Some(types) => {
                    let timeout_ms = self.supervisor.borrow().timeout(open.request.timeout_ms);
                    if !types.plan.is_fast() {
                        // It loads while the fast layer runs. If it cannot start, the question says so.
                        let _ = self.host.start_checker();
                    }
                    let round = self.types.begin(id, open, *types, timeout_ms);
                    let number = self.number(&round);
                    self.types.runs_as(id, number);
                    self.begin(number, Open::new(round, Settler::nobody()));
                }
                None => self.begin(id, open),
            },
        }
        Ticket { id, promise }
    }

    /// A number for a request. Its parts have the numbers after it.
    pub(crate) fn number(&self, request: &Request) -> Id {
        self.next_id.replace(self.next_id.get() + 1 + Id::from(request.parts()))
    }

    /// Passes a request to the supervisor.
    pub(crate) fn begin(self: &Rc<Self>, id: Id, open: Open) {
        let Request { timeout_ms, priority, .. } = open.request;
        let (counted, parts) = (open.request.is_counted(), open.request.parts());
        self.open.borrow_mut().insert(id, open);
        self.step(Event::Submit { id, timeout_ms, counted, priority, parts });
    }

    /// Begins a round of a request that two engines answer.
    fn begin_round(self: &Rc<Self>, of: Id, round: Request) {
        let id = self.number(&round);
        self.calls.runs_as(of, id);
        self.begin(id, Open::new(round, Settler::nobody()));
    }

    /// Continues a request that two engines answer, after one of its rounds ended.
    pub(crate) fn round_ended(self: &Rc<Self>, of: Id, next: Option<Step>) {
        let result = match next {
            None => return,
            Some(Step::Run(round)) => return self.begin_round(of, round),
            Some(Step::End(result)) => result,
            Some(Step::Cancelled) => Err(Refusal::new(Code::Cancelled, self.cancelled_text())),
        };
        let Some((open, result)) = self.calls.end(of, result) else { return };
        self.end(of, open, result);
    }

    /// Ends a request that ran as rounds of its own.
    fn end(self: &Rc<Self>, of: Id, open: Open, result: Result<Object, Refusal>) {
        let (passed, code) = match &result {
            Ok(result) => (js::get(result, "success") == true, js::text(result, "code")),
            Err(refusal) => (false, Some(refusal.code.as_str().to_owned())),
        };
        self.step(Event::Ended { passed, code: code.and_then(|code| refusal::code(&code)) });
        self.finish(of, open, result);
    }

    /// Continues a `type-check:` after its fast layer.
    pub(crate) fn layer_ended(self: &Rc<Self>, of: Id, next: Option<Next>) {
        let questions = match next {
            None => return,
            Some(Next::Run(round)) => {
                let id = self.number(&round);
                self.types.runs_as(of, id);
                return self.begin(id, Open::new(*round, Settler::nobody()));
            }
            Some(Next::End(open, result)) => return self.end(of, *open, result),
            Some(Next::Ask(questions)) => questions,
        };
        let driver = Rc::clone(self);
        spawn_local(async move {
            let replies = driver.ask_checker(of, questions).await;
            if let Some((open, result)) = driver.types.full_ended(of, replies) {
                driver.end(of, open, result);
            }
        });
    }

    /// Asks the checker of types for a request.
    async fn ask_checker(&self, of: Id, questions: Questions) -> Result<Replies, JsValue> {
        let Questions { baseline, now, deadline } = questions;
        let ask = async |question| {
            let left = (deadline - clock::now()).max(0.0);
            JsFuture::from(self.host.check_types(of as f64, question, left)?).await
        };
        let baseline = match baseline {
            Some(question) => Some(ask(question).await?),
            None => None,
        };
        Ok(Replies { baseline, now: ask(now).await? })
    }

    /// Cancels an unsettled request.
    pub(crate) fn cancel(self: &Rc<Self>, id: Id) {
        if let Some(open) = self.types.take(id) {
            let _ = self.host.cancel_types(id as f64);
            let refused = open.refused(&Refusal::new(Code::Cancelled, self.cancelled_text()));
            return self.end(id, open, Ok(refused));
        }
        let id = self.calls.cancel(id).or_else(|| self.types.round_of(id)).unwrap_or(id);
        self.step(Event::Cancel { id });
    }

    /// Cancels the requests whose types are being checked.
    pub(crate) fn cancel_types(self: &Rc<Self>) {
        for id in self.types.checking() {
            self.cancel(id);
        }
    }

    /// Starts the workers. Resolves to whether one is ready, once that is known.
    pub(crate) fn start(self: &Rc<Self>) -> js_sys::Promise {
        let (promise, settler) = Settler::promise();
        self.waiting_for_ready.borrow_mut().push(settler);
        self.step(Event::Start);
        promise
    }

    /// Passes an event to the supervisor and carries out its actions. A nested call only queues its event, so
    /// that actions run in the order of decisions.
    pub(crate) fn step(self: &Rc<Self>, event: Event) {
        let actions = self.supervisor.borrow_mut().on(event, clock::now());
        self.actions.borrow_mut().extend(actions);
        if self.draining.replace(true) {
            return;
        }
        loop {
            let next = self.actions.borrow_mut().pop_front();
            match next {
                Some(action) => self.carry_out(action),
                None if self.show_stats() => {}
                None => break,
            }
        }
        self.draining.set(false);
        if self.supervisor.borrow().is_disposed() {
            drop(self.timer.take());
        }
        self.tell_ready();
    }

    fn carry_out(self: &Rc<Self>, action: Action) {
        match action {
            Action::Spawn { slot, generation, cause } => self.spawn(slot, generation, cause),
            Action::Terminate { slot, generation } => {
                let lives = self.workers.borrow().get(&slot).is_some_and(|it| it.generation == generation);
                let worker = if lives { self.workers.borrow_mut().remove(&slot) } else { None };
                drop(worker);
            }
            Action::Ping { slot, .. } => {
                let worker = self.workers.borrow().get(&slot).map(WorkerHandle::worker);
                // Without an id it is the manager's own ping. A text can always be posted.
                let _ = worker.map(|it| it.post_message(&js::object([("type", "PING".into())])));
            }
            Action::Dispatch { slot, id, .. } => self.dispatch(slot, id, false),
            Action::DispatchPart { slot, id, whole, index, .. } => {
                self.parts.begin(id, Part { whole, index: index as usize });
                self.dispatch(slot, id, false);
            }
            Action::Resend { slot, id, .. } => self.dispatch(slot, id, true),
            Action::Forward { id } => self.forward(id),
            Action::Settle { id, outcome } => self.settle(id, outcome),
            // The manager never reuses a number.
            Action::Refuse { .. } => {}
            Action::WakeAt { ms } => self.wake_at(ms),
        }
    }

    fn wake_at(self: &Rc<Self>, ms: f64) {
        // An earlier timer also serves: its tick makes the supervisor ask for this time again. Most requests
        // end long before their timeout, and need no timer of their own.
        if self.timer.borrow().as_ref().is_some_and(|(at, _)| *at <= ms) {
            return;
        }
        // Rounded up, because a timer that fires slightly early would have to be set again.
        let now = clock::now();
        let wait = (ms - now).ceil().clamp(0.0, LONGEST_TIMER_MS);
        let driver = Rc::downgrade(self);
        let timer = Timeout::new(wait as u32, move || {
            if let Some(driver) = driver.upgrade() {
                drop(driver.timer.borrow_mut().take());
                driver.step(Event::Tick);
            }
        });
        // Dropping the previous timer clears it.
        drop(self.timer.borrow_mut().replace((now + wait, timer)));
    }

    fn spawn(self: &Rc<Self>, slot: usize, generation: u64, cause: Option<Cause>) {
        if let Some(cause) = cause {
            let restart = WorkerRestart { slot, generation, reason: cause };
            self.emit("worker-restart", &wire::object(&restart));
        }
        let worker = match self.host.create_worker(slot as u32, generation as f64) {
            Ok(worker) => worker,
            Err(thrown) => {
                self.failed_to_start(slot, generation, Refusal::from_thrown(&thrown, Code::Startup));
                return;
            }
        };
        let driver = Rc::downgrade(self);
        let tell = move |told| {
            if let Some(driver) = driver.upgrade() {
                driver.told(slot, generation, told);
            }
        };
        let handle = WorkerHandle::new(worker.unchecked_into(), generation, tell);
        self.workers.borrow_mut().insert(slot, handle);
        let driver = Rc::clone(self);
        spawn_local(async move {
            let modules = match driver.host.load_modules() {
                Ok(promise) => JsFuture::from(promise).await,
                Err(thrown) => Err(thrown),
            };
            match modules {
                Ok(modules) => driver.init_worker(slot, generation, modules),
                Err(thrown) => {
                    driver.failed_to_start(slot, generation, Refusal::from_thrown(&thrown, Code::Startup));
                }
            }
        });
    }

    /// Records why a worker failed to start.
    pub(crate) fn failed_to_start(self: &Rc<Self>, slot: usize, generation: u64, refusal: Refusal) {
        let Refusal { code, message, .. } = refusal.clone();
        self.hindrance.set(refusal);
        self.step(Event::WorkerFailed { slot, generation, code, message });
    }

    fn dispatch(self: &Rc<Self>, slot: usize, id: Id, resend: bool) {
        let Some((worker, generation, messages)) = self.messages_for(slot, id, resend) else { return };
        let mut posts = messages.iter();
        if let Err(thrown) =
            posts.try_for_each(|post| worker.post_message_with_transfer(&post.message, &post.transfer))
        {
            // The caller's arguments cannot be cloned: the request fails, and the worker is unharmed.
            let why = format!("The request cannot be sent: {}", js::thrown_text(&thrown));
            let result = Refusal::new(Code::Protocol, why).to_result(&self.command_of(id));
            self.answer(slot, generation, id, result, false, 0);
        }
    }

    /// The request's message, preceded by what the worker lacks of its snapshot.
    fn messages_for(&self, slot: usize, id: Id, resend: bool) -> Option<(Worker, u64, Vec<Post>)> {
        let mut workers = self.workers.borrow_mut();
        let mut open = self.open.borrow_mut();
        let (whole, part) = self.parts.whole_of(id);
        let (worker, open) = (workers.get_mut(&slot)?, open.get_mut(&whole)?);
        open.dispatched.get_or_insert_with(clock::now);
        worker.running = Some(id);
        worker.refused = None;
        let mut messages = Vec::new();
        let mut message = vec![("id", JsValue::from_f64(id as f64))];
        match open.request.work.as_ref().ok()? {
            Work::Verify { payload, snapshot, parts } => {
                messages.extend(worker.held.message(snapshot, resend));
                let of_part = part.and_then(|part| parts.payload(payload, part.index));
                let payload = of_part.unwrap_or_else(|| payload.clone());
                message.extend([("type", "VERIFY".into()), ("payload", payload.into())]);
            }
            Work::Ping => message.push(("type", "PING".into())),
        }
        messages.push(Post { message: js::object(message), transfer: Array::new() });
        Some((worker.worker(), worker.generation, messages))
    }

    fn init_worker(self: &Rc<Self>, slot: usize, generation: u64, modules: JsValue) {
        let worker = match self.workers.borrow().get(&slot) {
            Some(worker) if worker.generation == generation => worker.worker(),
            _ => return,
        };
        let init = js::object([
            ("type", "INIT".into()),
            ("generation", (generation as f64).into()),
            ("modules", modules),
        ]);
        if let Err(thrown) = worker.post_message(&init) {
            self.failed_to_start(slot, generation, Refusal::from_thrown(&thrown, Code::Startup));
        }
    }

    pub(crate) fn command_of(&self, id: Id) -> String {
        let (id, _) = self.parts.whole_of(id);
        self.open.borrow().get(&id).map(|open| open.request.command.clone()).unwrap_or_default()
    }

    /// Dispatches an event to the page. An error of a listener concerns the page only.
    pub(crate) fn emit(&self, kind: &str, detail: &Object) {
        let _ = self.host.emit(intern(kind), detail);
    }

    /// Emits new statistics; returns false if they did not change.
    fn show_stats(&self) -> bool {
        let stats = self.supervisor.borrow().stats();
        if self.shown.borrow().as_ref() == Some(&stats) {
            return false;
        }
        *self.shown.borrow_mut() = Some(stats);
        if self.host.hears(intern("stats")).unwrap_or(true) {
            self.emit("stats", &self.stats());
        }
        true
    }

    fn tell_ready(&self) {
        let (workers, disposed) = {
            let supervisor = self.supervisor.borrow();
            (supervisor.stats().workers, supervisor.is_disposed())
        };
        let ready = workers.iter().any(|it| matches!(it.status, SlotStatus::Idle | SlotStatus::Busy));
        let hopeless = disposed || workers.iter().all(|it| it.status == SlotStatus::Broken);
        if ready || hopeless {
            for settler in std::mem::take(&mut *self.waiting_for_ready.borrow_mut()) {
                settler.resolve(&JsValue::from_bool(ready));
            }
        }
    }
}
