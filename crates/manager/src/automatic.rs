//! Requests whose files each run in the engine that they need: `engine: 'auto'`.
//!
//! The caller has one request, with one number, one snapshot, one time limit and one outcome. Internally rounds run
//! one after the other: the interpreter, then the browser's engine, and once more the interpreter if that engine is
//! not available. [`Automatic`] decides; [`AutomaticCalls`] translates.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use js_sys::Object;
use verdict_protocol::{Code, Engine, VerifyResult};
use verdict_supervisor::Id;
use verdict_witness::{Automatic, NextRun};

use crate::automatic_plan::AutomaticPlan;
use crate::parts::{Parts, is_unavailable, without_shard};
use crate::records::code_of;
use crate::refusal::Refusal;
use crate::request::{Open, Request, Role, Work};
use crate::witnesses::{InRounds, Step, read};
use crate::{clock, js, wire};

/// Number of requests whose refused files are remembered.
const MOST_REMEMBERED: usize = 4;
/// Added to why a request has no outcome, if it had ended in another engine.
const NOT_ALL: &str = "what ran before, in the other engine, had ended";

/// What the interpreter lacks, by file.
type Refused = BTreeMap<String, String>;

/// The open requests, by number. Their rounds are requests of their own.
#[derive(Default)]
pub(crate) struct AutomaticCalls {
    calls: RefCell<BTreeMap<Id, Call>>,
    /// What the interpreter refused in the last requests, by their content. The same content has the same refusals.
    refused: RefCell<VecDeque<(String, Refused)>>,
}

/// A request between its first round and its outcome.
struct Call {
    /// The caller's request.
    open: Open,
    plan: AutomaticPlan,
    files: Automatic,
    /// The time limit of all rounds.
    timeout_ms: f64,
    /// The running round: its number, its engine and its files.
    running: Id,
    engine: Engine,
    indices: Vec<usize>,
    /// Number of rounds until now.
    rounds: usize,
    cancelled: bool,
}

impl AutomaticCalls {
    /// Takes a request. Returns its first round.
    pub(crate) fn begin(&self, id: Id, open: Open, plan: AutomaticPlan, timeout_ms: f64) -> Option<Step> {
        let files = {
            let refused = self.refused.borrow();
            let known = plan.content.as_ref().and_then(|content| refused.iter().find(|it| it.0 == *content));
            let lacks = |file: &str| known.and_then(|(_, refused)| refused.get(file).cloned());
            let Ok(Work::Verify { snapshot, .. }) = &open.request.work else { return None };
            let files = plan.files.files.iter().cloned();
            // The same request has the same result, and a guest never has more memory than the page can spare.
            Automatic::new(snapshot, &plan.files.environment, files, lacks).with_final_limits()
        };
        let call = Call {
            open,
            plan,
            files,
            timeout_ms,
            running: id,
            engine: Engine::Boa,
            indices: Vec::new(),
            rounds: 0,
            cancelled: false,
        };
        let mut calls = self.calls.borrow_mut();
        Some(calls.entry(id).or_insert(call).next(id))
    }

    /// Records that the caller cancelled. Returns the round to cancel; `None` if it is no such request.
    pub(crate) fn cancel(&self, id: Id) -> Option<Id> {
        self.calls.borrow_mut().get_mut(&id).map(|call| {
            call.cancelled = true;
            call.running
        })
    }

    /// Handles the end of a round. `None` if there is no such request.
    pub(crate) fn ended(&self, of: Id, round: Open, result: Result<Object, Refusal>) -> Option<Step> {
        let mut calls = self.calls.borrow_mut();
        let call = calls.get_mut(&of)?;
        let answers = call.open.ran_in_part(round, &call.indices);
        if call.cancelled {
            return Some(Step::Cancelled);
        }
        let has_all = result.is_ok() && answers.len() == call.indices.len();
        // A worker that cannot load the browser's engine ends with its round.
        let why = result.as_ref().ok().filter(|end| code_of(end) == Some(Code::Unavailable));
        let why = why.and_then(|end| js::text(end, "error")).filter(|_| call.engine == Engine::Browser);
        if let Some(why) = why {
            call.files.browser_is_missing(why);
        } else if !has_all {
            return Some(Step::End(call.unfinished(result)));
        }
        for (part, answer) in answers {
            if call.engine == Engine::Browser && is_unavailable(&answer) {
                call.files.browser_is_missing(answer.error.unwrap_or_default());
            } else if let Some(index) = call.indices.get(part) {
                call.files.ended(*index, call.engine, answer);
            }
        }
        Some(call.next(of))
    }

    fn remember(&self, content: String, found: Refused) {
        let mut refused = self.refused.borrow_mut();
        let known = refused.iter().position(|(known, _)| *known == content);
        let mut all = known.and_then(|at| refused.remove(at)).map(|(_, known)| known).unwrap_or_default();
        all.extend(found);
        if !all.is_empty() {
            refused.push_front((content, all));
            refused.truncate(MOST_REMEMBERED);
        }
    }
}

impl InRounds for AutomaticCalls {
    fn runs_as(&self, of: Id, id: Id) {
        if let Some(call) = self.calls.borrow_mut().get_mut(&of) {
            call.running = id;
        }
    }

    /// Remembers what the interpreter refused.
    fn take(&self, of: Id) -> Option<Open> {
        let Call { open, plan, files, .. } = self.calls.borrow_mut().remove(&of)?;
        if let Some(content) = plan.content {
            let found = files.refused().map(|(file, why)| (file.to_owned(), why.to_owned()));
            self.remember(content, found.collect());
        }
        Some(open)
    }
}

impl Call {
    /// The next round, or the outcome.
    fn next(&mut self, of: Id) -> Step {
        (self.engine, self.indices) = match self.files.next_run() {
            NextRun::Trial(indices) | NextRun::Interpreter(indices) => (Engine::Boa, indices),
            NextRun::Browser(indices) => (Engine::Browser, indices),
            NextRun::Nothing => return Step::End(Ok(self.joined())),
        };
        let Ok(Work::Verify { payload, snapshot, .. }) = &self.open.request.work else {
            return Step::End(Err(Refusal::new(Code::Protocol, "The request has no files")));
        };
        let payload = Object::assign(&Object::new(), payload);
        if self.engine == Engine::Browser {
            js::set(&payload, "engine", Engine::Browser.as_str());
        }
        if self.plan.files.shard.is_some() {
            without_shard(&payload);
        }
        let parts = Parts::of_files(self.indices.iter().map(|index| self.files.path(*index)));
        let round =
            self.open.request.round(Role::Part { of, engine: self.engine, is_first: self.rounds == 0 });
        let spent = self.open.dispatched.map_or(0.0, |since| clock::now() - since);
        let timeout_ms = if self.rounds == 0 { round.timeout_ms } else { (self.timeout_ms - spent).max(1.0) };
        self.rounds += 1;
        let work = Ok(Work::Verify { payload, snapshot: snapshot.clone(), parts });
        Step::Run(Request { timeout_ms, work, ..round })
    }

    /// The result of all files.
    fn joined(&mut self) -> Object {
        let results = self.files.take_results().into_iter().flatten();
        let mut whole = VerifyResult::joined(&self.open.request.command, results, self.plan.output_bytes);
        whole.shard = self.plan.files.shard;
        self.files.describe(&mut whole);
        // The sum of the engines' times exceeds the elapsed time.
        let now = clock::now();
        whole.timing.total_ms = now - self.open.dispatched.unwrap_or(now);
        wire::object(&whole)
    }

    /// What comes of a round without all of its results. A later round adds what had ended before.
    fn unfinished(&self, ended: Result<Object, Refusal>) -> Result<Object, Refusal> {
        if self.rounds < 2 {
            return ended;
        }
        let refusal = match ended.map(|answer| read(&answer)) {
            Ok(Ok(VerifyResult { code, error, detail, hint, .. })) => Refusal {
                detail,
                hint,
                ..Refusal::new(code.unwrap_or(Code::Crashed), error.unwrap_or_default())
            },
            Ok(Err(refusal)) => refusal,
            Err(refusal) => Refusal {
                detail: Some(format!("{}; {NOT_ALL}", refusal.detail.unwrap_or_default())),
                time_ms: refusal.time_ms.map(|_| self.timeout_ms as u64),
                ..refusal
            },
        };
        Err(refusal)
    }
}
