//! Takes requests, and has the supervisor decide what happens next.

mod actions;
mod endings;
mod replies;
mod type_tests;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::Object;
use verdict_protocol::Code;
use verdict_supervisor::{Action, Event, Id, Options, SlotStatus, Stats, Supervisor};
use verdict_vfs::Snapshot;
use wasm_bindgen::{JsValue, intern};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::automatic::AutomaticCalls;
use crate::host::Host;
use crate::open_requests::OpenRequests;
use crate::records::{Records, code_of};
use crate::refusal::{Hindrance, Refusal};
use crate::request::{Open, Plan, Request, Settler, Ticket};
use crate::timer::Timer;
use crate::type_checks::{Next, Questions, Replies, TypeChecks};
use crate::type_tests::{Cancel, TypeTestCalls};
use crate::wire::VerificationStart;
use crate::witnesses::{Calls, InRounds, Step};
use crate::workers::Workers;
use crate::{clock, js, wire};

/// The state of a manager. No cell stays borrowed while the page's code runs, because a listener may call
/// back at any time.
pub(crate) struct Driver {
    host: Host,
    supervisor: RefCell<Supervisor>,
    /// The requests that workers run.
    open: OpenRequests,
    /// Requests that two engines answer; their rounds are in `open`.
    calls: Calls,
    /// Requests whose files run in several engines; their rounds are in `open`.
    automatic: AutomaticCalls,
    /// Requests that TypeScript answers after the fast layer.
    pub(crate) types: TypeChecks,
    /// Requests with tests of types. Their other files run as requests of `open`, `calls` or `automatic`.
    type_tests: TypeTestCalls,
    workers: Workers,
    pub(crate) current: RefCell<Result<Snapshot, Refusal>>,
    pub(crate) records: Records,
    hindrance: Hindrance,
    /// The versions of the worker that became ready last; a frozen object.
    pub(crate) toolchain: RefCell<Option<Object>>,
    actions: RefCell<VecDeque<Action>>,
    draining: Cell<bool>,
    timer: Timer,
    next_id: Cell<Id>,
    waiting_for_ready: RefCell<Vec<Settler>>,
    shown: RefCell<Option<Stats>>,
}

impl Driver {
    pub(crate) fn new(host: Host, options: Options, history_limit: usize) -> Rc<Driver> {
        Rc::new(Driver {
            host,
            supervisor: RefCell::new(Supervisor::new(options)),
            open: OpenRequests::default(),
            calls: Calls::default(),
            automatic: AutomaticCalls::default(),
            types: TypeChecks::default(),
            type_tests: TypeTestCalls::default(),
            workers: Workers::default(),
            current: RefCell::new(Ok(Snapshot::default())),
            records: Records::new(history_limit),
            hindrance: Hindrance::default(),
            toolchain: RefCell::default(),
            actions: RefCell::default(),
            draining: Cell::new(false),
            timer: Timer::default(),
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
        if let Err(refusal) = &open.request.work {
            self.records.touch();
            self.step(Event::Ended { passed: false, code: Some(refusal.code) });
            let result = refusal.to_result(&open.request.command);
            self.finish(id, open, Ok(result));
            return Ticket { id, promise };
        }
        let timeout_ms = self.supervisor.borrow().timeout(open.request.timeout_ms);
        let plan = std::mem::take(&mut open.request.plan);
        if open.request.has_type_tests {
            self.begin_tests(id, open, plan, timeout_ms);
        } else {
            self.carry(id, open, plan, timeout_ms);
        }
        Ticket { id, promise }
    }

    /// Runs a request as its plan says.
    fn carry(self: &Rc<Self>, id: Id, open: Open, plan: Plan, timeout_ms: f64) {
        match plan {
            Plan::OneRun => self.begin(id, open),
            Plan::TwoWitnesses(options) => {
                let round = self.calls.begin(id, open, options, timeout_ms);
                self.begin_round(round, |number| self.calls.runs_as(id, number));
            }
            Plan::ByFile(plan) => {
                let first = self.automatic.begin(id, open, *plan, timeout_ms);
                self.round_ended(&self.automatic, id, first);
            }
            Plan::TwoLayers(types) => {
                if !types.plan.is_fast() {
                    // It loads while the fast layer runs. If it cannot start, the question says so.
                    let _ = self.host.start_checker();
                }
                let round = self.types.begin(id, open, *types, timeout_ms);
                self.begin_round(round, |number| self.types.runs_as(id, number));
            }
        }
    }

    /// A number for a request. Its parts have the numbers after it.
    fn number(&self, request: &Request) -> Id {
        self.next_id.replace(self.next_id.get() + 1 + Id::from(request.parts()))
    }

    /// Passes a request to the supervisor.
    fn begin(self: &Rc<Self>, id: Id, open: Open) {
        let Request { timeout_ms, priority, .. } = open.request;
        // With tests of types, it is counted when these are judged too.
        let counted = open.request.is_counted() && !self.type_tests.holds(id);
        let parts = open.request.parts();
        let apart = open.request.stays_apart();
        self.open.insert(id, open);
        self.step(Event::Submit { id, timeout_ms, counted, priority, parts, apart });
    }

    /// Begins a round of a request. `runs_as` records the round's number.
    fn begin_round(self: &Rc<Self>, round: Request, runs_as: impl FnOnce(Id)) {
        let id = self.number(&round);
        runs_as(id);
        self.begin(id, Open::new(round, Settler::nobody()));
    }

    /// Continues a request that runs as rounds, after one of them ended or before the first.
    fn round_ended(self: &Rc<Self>, calls: &impl InRounds, of: Id, next: Option<Step>) {
        let result = match next {
            None => return,
            Some(Step::Run(round)) => return self.begin_round(round, |id| calls.runs_as(of, id)),
            Some(Step::End(result)) => result,
            Some(Step::Cancelled) => Err(Refusal::new(Code::Cancelled, self.cancelled_text())),
        };
        let Some(open) = calls.take(of) else { return };
        // A timeout rejects. Every other refusal is a result.
        let result = match result {
            Err(refusal) if refusal.code != Code::Timeout => Ok(open.refused(&refusal)),
            other => other,
        };
        self.end(of, open, result);
    }

    /// Ends a request that ran as rounds of its own.
    fn end(self: &Rc<Self>, of: Id, open: Open, result: Result<Object, Refusal>) {
        if self.type_tests.holds(of) {
            return self.finish(of, open, result);
        }
        let (passed, code) = match &result {
            Ok(result) => (js::get(result, "success") == true, code_of(result)),
            Err(refusal) => (false, Some(refusal.code)),
        };
        self.step(Event::Ended { passed, code });
        self.finish(of, open, result);
    }

    /// Continues a `type-check:` after its fast layer.
    fn layer_ended(self: &Rc<Self>, of: Id, next: Option<Next>) {
        let questions = match next {
            None => return,
            Some(Next::Run(round)) => return self.begin_round(*round, |id| self.types.runs_as(of, id)),
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
        let id = match self.type_tests.cancel(id) {
            Some(Cancel::Now(open)) => {
                let _ = self.host.cancel_types(id as f64);
                let refused = open.refused(&Refusal::new(Code::Cancelled, self.cancelled_text()));
                return self.end(id, *open, Ok(refused));
            }
            Some(Cancel::Round(round)) => round,
            None => id,
        };
        let round = self.calls.cancel(id).or_else(|| self.automatic.cancel(id));
        let id = round.or_else(|| self.types.round_of(id)).unwrap_or(id);
        self.step(Event::Cancel { id });
    }

    /// Cancels the requests whose types are being checked.
    pub(crate) fn cancel_types(self: &Rc<Self>) {
        for id in self.types.checking().into_iter().chain(self.type_tests.checking()) {
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
            self.timer.clear();
        }
        self.tell_ready();
    }

    /// The statistics that `getStats()` returns.
    pub(crate) fn stats(&self) -> Object {
        let mut stats = self.supervisor.borrow().stats();
        stats.active += self.types.checking().len() + self.type_tests.checking().len();
        wire::object(&wire::Stats::new(stats, self.records.last_verification()))
    }

    /// The reason why a request was cancelled.
    fn cancelled_text(&self) -> &'static str {
        if self.supervisor.borrow().is_disposed() {
            "The verification was cancelled: its manager is disposed"
        } else {
            "The verification was cancelled"
        }
    }

    /// Dispatches an event to the page. An error of a listener concerns the page only.
    fn emit(&self, kind: &str, detail: &Object) {
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
