//! Requests whose types TypeScript checks, after the fast layer has answered.
//!
//! The caller has one request, with one number, one snapshot, one time limit and one outcome. The fast layer
//! runs as a round of its own, on a worker of the pool. Then the script asks the checker's worker.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::{Array, Object};
use serde_json::{Value, json};
use verdict_checker::{
    Answer, CheckPlan, Failure, Question, Reply, compared, joined, only_fast, snapshot_message,
};
use verdict_protocol::{CheckLevel, Code, Command, Verb, VerifyResult};
use verdict_supervisor::Id;
use verdict_vfs::{Snapshot, VfsPath};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::parts::Parts;
use crate::refusal::Refusal;
use crate::request::{Open, Request, Role, Work};
use crate::type_options::Types;
use crate::witnesses::read;
use crate::{clock, js, wire};

/// The snapshot that the checker's worker got last.
type Held = Rc<RefCell<Option<Snapshot>>>;

/// The requests that wait for a layer of the types, by number.
#[derive(Default)]
pub(crate) struct TypeChecks {
    calls: RefCell<BTreeMap<Id, Call>>,
    held: Held,
    next: Cell<u32>,
}

/// A request between its first layer and its outcome.
struct Call {
    /// The caller's request.
    open: Open,
    types: Types,
    /// The time limit of both layers.
    timeout_ms: f64,
    stage: Stage,
}

enum Stage {
    /// The fast layer runs as this request.
    Fast(Id),
    /// The fast layer of the state to compare with runs as this request. The result is that of the files.
    Before(Id, Box<VerifyResult>),
    /// The checker runs. The result is that of the fast layer.
    Full(Box<VerifyResult>),
}

/// What the driver does next for a request.
pub(crate) enum Next {
    /// Run the fast layer of the state to compare with.
    Run(Box<Request>),
    /// Ask the checker.
    Ask(Questions),
    /// Settle it.
    End(Box<Open>, Result<Object, Refusal>),
}

/// What the checker is asked for one request.
pub(crate) struct Questions {
    /// About the state to compare with.
    pub(crate) baseline: Option<TypesQuestion>,
    pub(crate) now: TypesQuestion,
    /// When the time of the request is over, on the monotonic clock.
    pub(crate) deadline: f64,
}

/// The checker's answers to them.
pub(crate) struct Replies {
    pub(crate) baseline: Option<JsValue>,
    pub(crate) now: JsValue,
}

impl TypeChecks {
    /// Takes a request, and returns the round of its fast layer.
    pub(crate) fn begin(&self, id: Id, open: Open, types: Types, timeout_ms: f64) -> Request {
        let round = open.request.round(Role::Fast { of: id });
        self.calls.borrow_mut().insert(id, Call { open, types, timeout_ms, stage: Stage::Fast(id) });
        round
    }

    /// Records the number under which the fast layer runs.
    pub(crate) fn runs_as(&self, of: Id, id: Id) {
        if let Some(call) = self.calls.borrow_mut().get_mut(&of) {
            match &mut call.stage {
                Stage::Before(round, _) => *round = id,
                _ => call.stage = Stage::Fast(id),
            }
        }
    }

    /// The round of a request, if its fast layer runs.
    pub(crate) fn round_of(&self, id: Id) -> Option<Id> {
        match self.calls.borrow().get(&id)?.stage {
            Stage::Fast(round) | Stage::Before(round, _) => Some(round),
            Stage::Full(_) => None,
        }
    }

    /// The requests that the checker runs or that wait for it.
    pub(crate) fn checking(&self) -> Vec<Id> {
        let calls = self.calls.borrow();
        let full = calls.iter().filter(|(_, call)| matches!(call.stage, Stage::Full(_)));
        full.map(|(id, _)| *id).collect()
    }

    /// Drops a request that the checker runs or that waits for it.
    pub(crate) fn take(&self, id: Id) -> Option<Open> {
        let mut calls = self.calls.borrow_mut();
        let is_full = calls.get(&id).is_some_and(|call| matches!(call.stage, Stage::Full(_)));
        if is_full { calls.remove(&id).map(|call| call.open) } else { None }
    }

    /// Handles the fast layer's result.
    pub(crate) fn fast_ended(&self, of: Id, round: Open, result: Result<Object, Refusal>) -> Option<Next> {
        let mut call = self.calls.borrow_mut().remove(&of)?;
        call.open.ran_as(round);
        let answer = match result {
            Ok(answer) if Array::is_array(&js::get(&answer, "output")) => answer,
            // It could not be judged.
            other => return Some(Next::End(Box::new(call.open), other)),
        };
        let fast = match read(&answer) {
            Ok(fast) => fast,
            Err(refusal) => {
                let refused = call.open.refused(&refusal);
                return Some(Next::End(Box::new(call.open), Ok(refused)));
            }
        };
        let Some(before) = &call.types.baseline else { return self.after_fast(of, call, fast) };
        let Some(round) = round_before(&call.open.request, &call.types.plan, before, of) else {
            let nothing = VerifyResult::refused(&call.open.request.command, Code::NotFound, "no such files");
            let fast = compared(fast, &nothing);
            return self.after_fast(of, call, fast);
        };
        call.stage = Stage::Before(of, Box::new(fast));
        self.calls.borrow_mut().insert(of, call);
        Some(Next::Run(Box::new(round)))
    }

    /// Handles the fast layer's result for the state to compare with.
    pub(crate) fn before_ended(&self, of: Id, round: Open, result: Result<Object, Refusal>) -> Option<Next> {
        let mut call = self.calls.borrow_mut().remove(&of)?;
        call.open.ran_as(round);
        let known = match result.and_then(|answer| read(&answer)) {
            Ok(known) => known,
            Err(refusal) => return Some(Next::End(Box::new(call.open), Err(refusal))),
        };
        let Stage::Before(_, fast) = std::mem::replace(&mut call.stage, Stage::Fast(of)) else { return None };
        self.after_fast(of, call, compared(*fast, &known))
    }

    /// Continues with the full layer, if that is wanted.
    fn after_fast(&self, of: Id, mut call: Call, fast: VerifyResult) -> Option<Next> {
        if call.types.plan.is_fast() {
            let only = only_fast(fast, None).sealed(call.types.output_bytes);
            return Some(Next::End(Box::new(call.open), Ok(wire::object(&only))));
        }
        let Ok(Work::Verify { snapshot, .. }) = &call.open.request.work else { return None };
        let Types { plan, baseline, .. } = &call.types;
        let baseline = baseline.as_ref().map(|before| self.question(before, &plan.baseline_question(before)));
        let now = self.question(snapshot, &plan.question());
        let deadline = call.open.dispatched.unwrap_or_else(clock::now) + call.timeout_ms;
        call.stage = Stage::Full(Box::new(fast));
        self.calls.borrow_mut().insert(of, call);
        Some(Next::Ask(Questions { baseline, now, deadline }))
    }

    fn question(&self, snapshot: &Snapshot, question: &Question<'_>) -> TypesQuestion {
        let message = question.message(u64::from(self.number()), snapshot.root());
        TypesQuestion { snapshot: snapshot.clone(), message, held: Rc::clone(&self.held) }
    }

    /// Handles the checker's answers, or what the script threw instead of one.
    pub(crate) fn full_ended(
        &self,
        of: Id,
        answer: Result<Replies, JsValue>,
    ) -> Option<(Open, Result<Object, Refusal>)> {
        let call = self.calls.borrow_mut().remove(&of)?;
        let Call { mut open, types, timeout_ms, stage: Stage::Full(fast) } = call else { return None };
        let spent = open.dispatched.map(|since| clock::now() - since);
        let thrown = answer.as_ref().err().map(|thrown| Refusal::from_thrown(thrown, Code::Crashed));
        let mut result = result_of(&types, *fast, answer);
        result.timing.total_ms = spent.unwrap_or(result.timing.total_ms);
        let Some(why) = thrown else { return Some((open, Ok(wire::object(&result)))) };
        if result.code == Some(why.code) && result.hint.is_none() {
            result.detail.clone_from(&why.detail);
            result.hint.clone_from(&why.hint);
        }
        if why.code != Code::Timeout {
            return Some((open, Ok(wire::object(&result))));
        }
        let detail =
            format!("It had {timeout_ms} ms; the checker was ended, and the next check gets a new one");
        open.known = Some(wire::object(&result));
        Some((open, Err(Refusal { detail: Some(detail), ..why })))
    }
}

/// The round that checks those files that the state to compare with had. `None` if it had none.
fn round_before(request: &Request, plan: &CheckPlan, before: &Snapshot, of: Id) -> Option<Request> {
    let command = plan.baseline_command(before)?;
    let Ok(Work::Verify { payload, .. }) = &request.work else { return None };
    let payload = Object::assign(&Object::new(), payload);
    js::set(&payload, "command", command.as_str());
    js::set(&payload, "snapshotRef", before.root());
    let parts = if request.parts() > 0 { Parts::of(&command, &payload, before) } else { Parts::default() };
    let work = Ok(Work::Verify { payload, snapshot: before.clone(), parts });
    Some(Request { work, on_progress: None, ..request.round(Role::Before { of }) })
}

/// The result of both layers.
fn result_of(types: &Types, fast: VerifyResult, answer: Result<Replies, JsValue>) -> VerifyResult {
    let config = &types.plan.config;
    let full = match answer {
        Ok(Replies { baseline, now }) => {
            baseline.map(answer_of).transpose().and_then(|before| Ok((answer_of(now)?, before)))
        }
        Err(thrown) => {
            let Refusal { code, message, .. } = Refusal::from_thrown(&thrown, Code::Crashed);
            if code == Code::Unavailable && config.level != Some(CheckLevel::Full) {
                return only_fast(fast, Some(message)).sealed(types.output_bytes);
            }
            let code = if code == Code::Unavailable { Code::Startup } else { code };
            Err(Failure::new(code, message))
        }
    };
    let (full, before) = match full {
        Ok((full, before)) => (Ok(full), before),
        Err(failure) => (Err(failure), None),
    };
    joined(fast, full, before.as_ref(), config, types.output_bytes)
}

/// Reads the checker's answer.
fn answer_of(said: JsValue) -> Result<Answer, Failure> {
    let reply: Reply = serde_wasm_bindgen::from_value(said).map_err(|error| {
        Failure::new(Code::Protocol, format!("The checker's answer cannot be read: {error}"))
    })?;
    reply.answer()
}

/// A question to the checker about a snapshot.
#[wasm_bindgen]
pub struct TypesQuestion {
    snapshot: Snapshot,
    message: Value,
    held: Held,
}

#[wasm_bindgen]
impl TypesQuestion {
    /// The messages that ask it, in order: what differs from the snapshot with the root `held`, and the
    /// question. Without `held`, the whole snapshot.
    #[must_use]
    pub fn messages(&self, held: &JsValue) -> Array {
        let before = self.held.borrow_mut().replace(self.snapshot.clone());
        let held = held.as_string();
        let base = before.filter(|before| held.as_deref() == Some(before.root()));
        let is_there = base.as_ref().is_some_and(|base| base.root() == self.snapshot.root());
        let snapshot = (!is_there).then(|| wire::object(&snapshot_message(&self.snapshot, base.as_ref())));
        snapshot.into_iter().chain([wire::object(&self.message)]).collect()
    }

    /// Root hash of its snapshot.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn root(&self) -> String {
        self.snapshot.root().to_owned()
    }

    /// Its number.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn id(&self) -> f64 {
        self.message["id"].as_f64().unwrap_or_default()
    }
}

impl TypeChecks {
    /// The question for the type of a place in a file.
    pub(crate) fn type_at(
        &self,
        snapshot: Snapshot,
        place: &JsValue,
        config: Option<JsValue>,
    ) -> Result<TypesQuestion, Refusal> {
        let path = js::text(place, "path").unwrap_or_default();
        let path = VfsPath::parse(&path).map_err(|error| Refusal::new(Code::Path, error.to_string()))?;
        if snapshot.get(&path).is_none() {
            return Err(Refusal::new(Code::NotFound, format!("File not found: {path}")));
        }
        let one_based = |key| {
            let number = js::number(place, key, 1.0).filter(|number| number.fract() == 0.0);
            number.ok_or_else(|| Refusal::new(Code::Protocol, format!("{key} is not a number from 1")))
        };
        let (line, column) = (one_based("line")?, one_based("column")?);
        let config = config.and_then(|config| serde_wasm_bindgen::from_value::<Value>(config).ok());
        let command = Command::of_paths(Verb::TypeCheck, [path.as_str()]).map(|command| command.to_string());
        let plan = command.and_then(|command| CheckPlan::read(&command, &snapshot, config.as_ref()));
        let message = json!({
            "type": "TYPE_AT", "id": self.number(), "root": snapshot.root(), "path": path.as_str(),
            "line": line as u32, "column": column as u32, "config": plan.unwrap_or_default().config,
        });
        Ok(TypesQuestion { snapshot, message, held: Rc::clone(&self.held) })
    }

    /// A question that a worker made about a snapshot.
    pub(crate) fn asked(&self, snapshot: Snapshot, mut message: Value) -> TypesQuestion {
        message["id"] = json!(self.number());
        TypesQuestion { snapshot, message, held: Rc::clone(&self.held) }
    }

    /// A number for a question.
    fn number(&self) -> u32 {
        self.next.replace(self.next.get() + 1)
    }
}
