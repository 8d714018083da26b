//! Requests that two engines answer: first the browser's engine, then the interpreter for required and
//! sampled tests.
//!
//! The caller has one request, with one number, one snapshot, one time limit and one outcome. Internally two
//! rounds run one after the other, which nobody else sees. [`Rounds`] decides; [`Calls`] translates.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::{Object, Uint32Array};
use verdict_protocol::{Code, VerifyResult};
use verdict_supervisor::Id;
use verdict_witness::{FirstRound, Next, Rounds, SecondRound};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::parts::{Parts, without_shard};
use crate::refusal::Refusal;
use crate::request::{self, Open, Request, Role, Work};
use crate::witness_options::WitnessOptions;
use crate::{clock, js, wire};

/// The requests that two engines answer, by number. Their rounds are requests of their own.
#[derive(Default)]
pub(crate) struct Calls(RefCell<BTreeMap<Id, Call>>);

/// A request between its first round and its outcome.
struct Call {
    /// The caller's request.
    open: Open,
    options: WitnessOptions,
    rounds: Rounds,
    /// The time limit of both rounds.
    timeout_ms: f64,
    /// The running round.
    running: Id,
    /// The worker's answer to the first round, once it is there.
    first: Object,
}

/// What the driver does next for a request.
pub(crate) enum Step {
    /// Run its next round.
    Run(Request),
    /// Settle it.
    End(Result<Object, Refusal>),
    /// Settle it as cancelled.
    Cancelled,
}

/// Open requests that run as rounds, by number.
pub(crate) trait InRounds {
    /// Records the number under which a round of a request runs.
    fn runs_as(&self, of: Id, id: Id);

    /// Removes a request, which ends: the caller's. `None` if there is no such request.
    fn take(&self, of: Id) -> Option<Open>;
}

impl InRounds for Calls {
    fn runs_as(&self, of: Id, id: Id) {
        if let Some(call) = self.0.borrow_mut().get_mut(&of) {
            call.running = id;
        }
    }

    fn take(&self, of: Id) -> Option<Open> {
        self.0.borrow_mut().remove(&of).map(|call| call.open)
    }
}

impl Calls {
    /// Takes a request, and returns its first round.
    pub(crate) fn begin(&self, id: Id, open: Open, options: WitnessOptions, timeout_ms: f64) -> Request {
        let round = open.request.round(Role::First { of: id });
        let rounds = Rounds::new(options.confirm.clone());
        let call = Call { open, options, rounds, timeout_ms, running: id, first: Object::new() };
        self.0.borrow_mut().insert(id, call);
        round
    }

    /// Records that the caller cancelled. Returns the round to cancel; `None` if it is no such request.
    pub(crate) fn cancel(&self, id: Id) -> Option<Id> {
        self.0.borrow_mut().get_mut(&id).map(|call| {
            call.rounds.cancel();
            call.running
        })
    }

    /// Handles the browser engine's result. `None` if there is no such request.
    pub(crate) fn first_ended(&self, of: Id, round: Open, result: Result<Object, Refusal>) -> Option<Step> {
        let on_provisional = {
            let mut calls = self.0.borrow_mut();
            let call = calls.get_mut(&of)?;
            call.open.ran_as(round);
            call.options.on_provisional.clone()
        };
        let is_provisional = |answer: &Object| js::get(answer, "provisional") == JsValue::TRUE;
        let Some(answer) = result.as_ref().ok().filter(|answer| is_provisional(answer)).cloned() else {
            let mut calls = self.0.borrow_mut();
            let call = calls.get_mut(&of)?;
            let next = call.rounds.first_ended(FirstRound::Final);
            return Some(call.step(of, next, result));
        };
        // Nothing is borrowed while the page's code runs.
        if let Some(on_provisional) = on_provisional {
            request::call(&on_provisional, &Object::freeze(&Object::assign(&Object::new(), &answer)));
        }
        let provisional = match read(&answer) {
            // Drawn now, so that no guest of the first round could know the seed.
            Ok(result) => FirstRound::Provisional { result: Box::new(result), seed: draw() },
            Err(refusal) => return Some(Step::End(Err(refusal))),
        };
        let mut calls = self.0.borrow_mut();
        let call = calls.get_mut(&of)?;
        call.first = answer;
        let next = call.rounds.first_ended(provisional);
        Some(call.step(of, next, result))
    }

    /// Handles the interpreter's result. `None` if there is no such request.
    pub(crate) fn second_ended(&self, of: Id, round: Open, result: Result<Object, Refusal>) -> Option<Step> {
        let mut calls = self.0.borrow_mut();
        let call = calls.get_mut(&of)?;
        call.open.ran_as(round);
        let second = match result.as_ref().map(read) {
            Ok(Ok(second)) => Some(second),
            Ok(Err(refusal)) => return Some(Step::End(Err(refusal))),
            Err(_) => None,
        };
        let next =
            call.rounds.second_ended(&second.as_ref().map_or(SecondRound::Refused, SecondRound::Answered));
        Some(call.step(of, next, result))
    }
}

impl Call {
    /// Translates what the state machine decided after a round ended with `ended`.
    fn step(&mut self, of: Id, next: Next, ended: Result<Object, Refusal>) -> Step {
        match next {
            Next::Run(command) => match self.second_round(of, &command) {
                Some(round) => Step::Run(round),
                None => {
                    let next = self.rounds.second_ended(&SecondRound::NotStarted);
                    self.step(of, next, ended)
                }
            },
            Next::Adopt => Step::End(ended),
            Next::Refuse(why) => Step::End(ended.map_err(|mut refusal| {
                let detail = refusal.detail.take().unwrap_or_default();
                refusal.detail = Some(format!("{detail}; {why}"));
                refusal
            })),
            Next::Settle(result) => Step::End(Ok(self.confirmed(&result))),
            Next::Cancelled => Step::Cancelled,
        }
    }

    /// The request for the interpreter: files of the same snapshot, within the remaining time.
    fn second_round(&self, of: Id, command: &str) -> Option<Request> {
        let Call { open, options, .. } = self;
        let Ok(Work::Verify { payload, snapshot, .. }) = &open.request.work else { return None };
        let payload = Object::assign(&Object::new(), payload);
        js::set(&payload, "command", command);
        let _ = js_sys::Reflect::delete_property(&payload, &"engine".into());
        without_shard(&payload);
        let parts = if options.spread { Parts::of(command, &payload, snapshot) } else { Parts::default() };
        let spent = open.dispatched.map_or(0.0, |since| clock::now() - since);
        let round = open.request.round(Role::Second { of });
        Some(Request {
            timeout_ms: (self.timeout_ms - spent).max(1.0),
            work: Ok(Work::Verify { payload, snapshot: snapshot.clone(), parts }),
            ..round
        })
    }

    /// The first answer, with what both witnesses together found.
    fn confirmed(&self, result: &VerifyResult) -> Object {
        let _ = js_sys::Reflect::delete_property(&self.first, &"provisional".into());
        Object::assign(&self.first, &wire::object(result))
    }
}

/// Reads a worker's whole result.
///
/// # Errors
/// A refusal if it has another form.
pub(crate) fn read(answer: &Object) -> Result<VerifyResult, Refusal> {
    serde_wasm_bindgen::from_value(answer.into())
        .map_err(|error| Refusal::new(Code::Protocol, format!("The worker's answer cannot be read: {error}")))
}

/// 53 random bits, which a JavaScript number in a result can represent.
fn draw() -> u64 {
    let random = Uint32Array::new_with_length(2);
    get_random_values(&random);
    (u64::from(random.get_index(0) & 0x1f_ffff) << 32) | u64::from(random.get_index(1))
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(array: &Uint32Array) -> Uint32Array;
}
