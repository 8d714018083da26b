//! Requests with tests of types, which no engine runs: the checker's worker and an engine's worker judge them.
//!
//! The caller has one request. First a worker says which of its files are tests of types. Then the checker is asked about them, while the
//! other files run as the request would, in its engines. At last a worker judges the checker's answer, and both results become one.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::Object;
use serde::Deserialize;
use serde_json::Value;
use verdict_checker::joined_tests;
use verdict_protocol::{Code, Limits, Shard, VerifyResult};
use verdict_supervisor::Id;
use verdict_vfs::Snapshot;
use wasm_bindgen::JsValue;

use crate::automatic_plan::AutomaticPlan;
use crate::parts::{Parts, output_bytes, unlimited};
use crate::refusal::Refusal;
use crate::request::{Open, Plan, Request, Role, Work};
use crate::witnesses::read;
use crate::{clock, js, wire};

/// The requests with tests of types, by number.
#[derive(Default)]
pub(crate) struct TypeTestCalls(RefCell<BTreeMap<Id, Call>>);

/// A request between its submission and its outcome.
struct Call {
    /// The command and the payload of the caller.
    command: String,
    payload: Object,
    snapshot: Snapshot,
    /// The time limit of everything, and since when it counts.
    timeout_ms: f64,
    since: f64,
    shard: Option<Shard>,
    stage: Stage,
}

enum Stage {
    /// A worker says, as this request, which files are tests of types.
    Plan(Id, Box<Open>, Plan),
    /// The checker and the other files run.
    Run {
        /// What ran, once it has ended.
        ran: Option<(Box<Open>, Option<Box<VerifyResult>>)>,
        /// What the checker said, as the worker takes it, and why there is no answer.
        said: Option<(JsValue, Option<Refusal>)>,
    },
    /// A worker judges, as this request, what the checker said.
    Judge { round: Id, open: Box<Open>, ran: Option<Box<VerifyResult>>, why: Option<Refusal> },
}

/// What a worker says of a request with tests of types.
#[derive(Deserialize)]
struct Planned {
    /// What the checker is asked, if it is.
    question: Option<Value>,
    /// The command that runs the other files, if there are some, and its configuration.
    rest: Option<String>,
    config: Value,
    shard: Option<Shard>,
}

/// What the driver does next for a request.
pub(crate) enum Next {
    /// The request has no tests of types: run it.
    Carry(Box<Open>, Plan, f64),
    /// Ask the checker, and run what is left, if anything is.
    Ask { snapshot: Snapshot, question: Option<Value>, left_ms: f64, rest: Option<(Box<Open>, Plan)> },
    /// Have a worker judge what the checker said.
    Run(Box<Request>),
    /// Settle it.
    End(Box<Open>, Result<Object, Refusal>),
}

/// What cancelling a request takes.
pub(crate) enum Cancel {
    /// Its round ends with the cancellation.
    Round(Id),
    /// Nothing of it runs on a worker of the pool.
    Now(Box<Open>),
}

impl TypeTestCalls {
    /// Takes a request. Returns the round that says which files are tests of types.
    pub(crate) fn begin(&self, id: Id, open: Open, plan: Plan, timeout_ms: f64) -> Option<Request> {
        let Ok(Work::Verify { payload, snapshot, .. }) = &open.request.work else { return None };
        let (command, payload, snapshot) = (open.request.command.clone(), payload.clone(), snapshot.clone());
        let round = step(&open.request, &payload, &snapshot, id, &"plan".into());
        let since = clock::now();
        let stage = Stage::Plan(id, Box::new(open), plan);
        let call = Call { command, payload, snapshot, timeout_ms, since, shard: None, stage };
        self.0.borrow_mut().insert(id, call);
        Some(round)
    }

    /// Records the number under which a round of a request runs.
    pub(crate) fn runs_as(&self, of: Id, id: Id) {
        if let Some(call) = self.0.borrow_mut().get_mut(&of)
            && let Stage::Plan(round, ..) | Stage::Judge { round, .. } = &mut call.stage
        {
            *round = id;
        }
    }

    /// Whether the end of a request is that of what it runs beside its tests of types.
    pub(crate) fn holds(&self, id: Id) -> bool {
        self.0.borrow().contains_key(&id)
    }

    /// The requests for which nothing runs but the checker.
    pub(crate) fn checking(&self) -> Vec<Id> {
        let calls = self.0.borrow();
        let waiting = calls.iter().filter(|(_, call)| matches!(call.stage, Stage::Run { ran: Some(_), .. }));
        waiting.map(|(id, _)| *id).collect()
    }

    /// Takes back a request. `None` if it runs like any other.
    pub(crate) fn cancel(&self, id: Id) -> Option<Cancel> {
        let mut calls = self.0.borrow_mut();
        match calls.get(&id)?.stage {
            Stage::Plan(round, ..) | Stage::Judge { round, .. } => Some(Cancel::Round(round)),
            Stage::Run { ran: None, .. } => None,
            Stage::Run { ran: Some(_), .. } => match calls.remove(&id)?.stage {
                Stage::Run { ran: Some((open, _)), .. } => Some(Cancel::Now(open)),
                _ => None,
            },
        }
    }

    /// Handles the end of a round.
    pub(crate) fn round_ended(&self, of: Id, round: Open, result: Result<Object, Refusal>) -> Option<Next> {
        let mut call = self.0.borrow_mut().remove(&of)?;
        match std::mem::replace(&mut call.stage, Stage::Run { ran: None, said: None }) {
            Stage::Plan(_, mut open, plan) => {
                open.ran_as(round);
                self.planned(of, call, open, plan, result)
            }
            Stage::Judge { mut open, ran, why, .. } => {
                open.ran_as(round);
                let result = call.joined(&mut open, ran, why, result);
                Some(Next::End(open, result))
            }
            Stage::Run { .. } => None,
        }
    }

    fn planned(
        &self,
        of: Id,
        mut call: Call,
        mut open: Box<Open>,
        plan: Plan,
        result: Result<Object, Refusal>,
    ) -> Option<Next> {
        let is_plan = |answer: &&Object| js::get(answer, "success") == true;
        let Some(answer) = result.as_ref().ok().filter(is_plan) else { return Some(Next::End(open, result)) };
        let text = js::text(answer, "detail").unwrap_or_default();
        let planned = match serde_json::from_str::<Option<Planned>>(&text) {
            Ok(Some(planned)) => planned,
            Ok(None) => return Some(Next::Carry(open, plan, call.left_ms())),
            Err(error) => {
                let refusal =
                    Refusal::new(Code::Protocol, format!("The worker's answer cannot be read: {error}"));
                let refused = open.refused(&refusal);
                return Some(Next::End(open, Ok(refused)));
            }
        };
        call.shard = planned.shard;
        let left_ms = call.left_ms();
        let rest = match planned.rest {
            Some(rest) => Some(call.rest(open, plan, &rest, &planned.config)),
            None => {
                // Nothing of it was seen to run.
                open.answer = None;
                call.stage = Stage::Run { ran: Some((open, None)), said: None };
                None
            }
        };
        let snapshot = call.snapshot.clone();
        self.0.borrow_mut().insert(of, call);
        Some(Next::Ask { snapshot, question: planned.question, left_ms, rest })
    }

    /// Handles the end of what ran beside the tests of types.
    pub(crate) fn rest_ended(&self, of: Id, open: Open, result: Result<Object, Refusal>) -> Option<Next> {
        let mut open = Box::new(open);
        let ran = match result {
            Ok(answer) if js::text(&answer, "code").as_deref() != Some(Code::Cancelled.as_str()) => {
                read(&answer)
            }
            ended => {
                self.0.borrow_mut().remove(&of);
                return Some(Next::End(open, ended));
            }
        };
        let ran = match ran {
            Ok(ran) => Box::new(ran),
            Err(refusal) => {
                self.0.borrow_mut().remove(&of);
                let refused = open.refused(&refusal);
                return Some(Next::End(open, Ok(refused)));
            }
        };
        open.answer = None;
        let mut calls = self.0.borrow_mut();
        let call = calls.get_mut(&of)?;
        if let Stage::Run { ran: ended, .. } = &mut call.stage {
            *ended = Some((open, Some(ran)));
        }
        call.judge(of)
    }

    /// Handles what the checker said, or what the script threw; `None` if it was not asked.
    pub(crate) fn checked(&self, of: Id, said: Option<Result<JsValue, JsValue>>) -> Option<Next> {
        let mut calls = self.0.borrow_mut();
        let call = calls.get_mut(&of)?;
        let (judged, why) = match said {
            None => ("nothing".into(), None),
            Some(Ok(reply)) => (js::object([("reply", reply)]).into(), None),
            Some(Err(thrown)) => {
                let why = Refusal::from_thrown(&thrown, Code::Crashed);
                let failure = [("code", why.code.as_str().into()), ("message", why.message.as_str().into())];
                (js::object([("failure", js::object(failure).into())]).into(), Some(why))
            }
        };
        if let Stage::Run { said, .. } = &mut call.stage {
            *said = Some((judged, why));
        }
        call.judge(of)
    }
}

impl Call {
    fn left_ms(&self) -> f64 {
        (self.timeout_ms - (clock::now() - self.since)).max(1.0)
    }

    /// The caller's request, for the files that run.
    fn rest(&self, mut open: Box<Open>, plan: Plan, command: &str, config: &Value) -> (Box<Open>, Plan) {
        let payload = Object::assign(&Object::new(), &self.payload);
        js::set(&payload, "command", command);
        js::set(&payload, "config", wire::object(config));
        js::set(&payload, "limits", unlimited(&self.payload));
        let plan = match plan {
            Plan::ByFile(_) => AutomaticPlan::of(command, &payload, &self.snapshot)
                .map_or(Plan::OneRun, |plan| Plan::ByFile(Box::new(plan))),
            plan => plan,
        };
        let parts = Parts::of(command, &payload, &self.snapshot);
        // Its parts have the numbers of those of the whole request.
        let parts = if parts.len() as u32 > open.request.parts() { Parts::default() } else { parts };
        open.request.work = Ok(Work::Verify { payload, snapshot: self.snapshot.clone(), parts });
        open.request.timeout_ms = self.left_ms();
        (open, plan)
    }

    /// The round that judges what the checker said, once everything has ended.
    fn judge(&mut self, of: Id) -> Option<Next> {
        let Stage::Run { ran: ran @ Some(_), said: said @ Some(_) } = &mut self.stage else { return None };
        let ((open, ran), (said, why)) = ran.take().zip(said.take())?;
        let said = js::object([("judge", said)]).into();
        let mut round = step(&open.request, &self.payload, &self.snapshot, of, &said);
        // It takes a moment. If the time is over, it says so.
        round.timeout_ms = self.left_ms().max(LEAST_MS);
        self.stage = Stage::Judge { round: of, open, ran, why };
        Some(Next::Run(Box::new(round)))
    }

    /// The result of the request.
    fn joined(
        &self,
        open: &mut Open,
        ran: Option<Box<VerifyResult>>,
        why: Option<Refusal>,
        judged: Result<Object, Refusal>,
    ) -> Result<Object, Refusal> {
        let judged = match judged {
            Ok(answer) if js::text(&answer, "code").as_deref() == Some(Code::Cancelled.as_str()) => {
                return Ok(answer);
            }
            judged => read(&judged?)?,
        };
        let limit = output_bytes(&self.payload).unwrap_or(Limits::default().output_bytes);
        let mut result = joined_tests(&self.command, ran.map(|ran| *ran), judged, self.shard, limit);
        result.timing.total_ms = clock::now() - self.since;
        let Some(why) = why else { return Ok(wire::object(&result)) };
        if result.code == Some(why.code) && result.hint.is_none() {
            result.detail.clone_from(&why.detail);
            result.hint.clone_from(&why.hint);
        }
        if why.code != Code::Timeout {
            return Ok(wire::object(&result));
        }
        open.known = Some(wire::object(&result));
        Err(Refusal { detail: Some(format!("It had {} ms; the checker was ended", self.timeout_ms)), ..why })
    }
}

/// The least time of the worker that judges, in milliseconds.
const LEAST_MS: f64 = 5_000.0;

/// A round in which a worker plans or judges the tests of types. Nobody sees its progress.
fn step(request: &Request, payload: &Object, snapshot: &Snapshot, of: Id, step: &JsValue) -> Request {
    let payload = Object::assign(&Object::new(), payload);
    js::set(&payload, "typeTests", step);
    js::set(&payload, "limits", unlimited(&payload));
    // What judges them is part of the interpreter's module.
    let _ = js_sys::Reflect::delete_property(&payload, &"engine".into());
    let work = Ok(Work::Verify { payload, snapshot: snapshot.clone(), parts: Parts::default() });
    Request { work, on_progress: None, ..request.round(Role::Step { of }) }
}
