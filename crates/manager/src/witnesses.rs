//! Requests that two engines answer: first the browser's engine, then the interpreter for required and
//! sampled tests.
//!
//! The caller has one request, with one number, one snapshot, one time limit and one outcome. Internally two
//! rounds run one after the other, which nobody else sees.

use std::rc::Rc;

use js_sys::{Function, Object, Uint32Array};
use verdict_protocol::{Code, Confirm, VerifyResult};
use verdict_supervisor::{Event, Id};
use verdict_witness::{Plan, confirm, plan};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::driver::Driver;
use crate::parts::{Parts, to_object};
use crate::refusal::{self, Refusal};
use crate::request::{self, Open, Request, Role, Settler, Work};
use crate::{clock, js};

/// The additional options of a request for two witnesses.
pub(crate) struct WitnessOptions {
    confirm: Confirm,
    on_provisional: Option<Function>,
    /// Whether its files can run on several workers.
    spread: bool,
}

impl WitnessOptions {
    /// Parses `confirm` and `onProvisional` of a caller's options.
    ///
    /// # Errors
    /// An invalid policy.
    pub(crate) fn read(options: &JsValue, spread: bool) -> Result<WitnessOptions, Refusal> {
        let confirm = match js::given(options, "confirm") {
            None => Confirm::default(),
            Some(given) => serde_wasm_bindgen::from_value(given).map_err(|error| {
                Refusal::new(Code::Protocol, format!("Malformed request at /confirm: {error}"))
            })?,
        };
        Ok(WitnessOptions { confirm, on_provisional: js::function(options, "onProvisional"), spread })
    }
}

/// A request between its first round and its outcome.
pub(crate) struct Call {
    /// The caller's request.
    open: Open,
    both: WitnessOptions,
    /// The running round.
    running: Id,
    /// Whether the caller cancelled it.
    cancelled: bool,
    /// The outcome of the first round, once it finished.
    first: Option<First>,
}

struct First {
    /// The worker's answer.
    answer: Object,
    result: VerifyResult,
    plan: Plan,
}

impl Driver {
    /// Starts the first round of a request.
    pub(crate) fn begin_both(self: &Rc<Self>, id: Id, open: Open, both: WitnessOptions) {
        let round = open.request.round(Role::First { of: id });
        let call = Call { open, both, running: id, cancelled: false, first: None };
        self.calls.borrow_mut().insert(id, call);
        self.begin_round(id, round);
    }

    fn begin_round(self: &Rc<Self>, of: Id, request: Request) {
        let id = self.number(&request);
        if let Some(call) = self.calls.borrow_mut().get_mut(&of) {
            call.running = id;
        }
        self.begin(id, Open::new(request, Settler::nobody()));
    }

    /// Cancels an unsettled request.
    pub(crate) fn cancel(self: &Rc<Self>, id: Id) {
        let round = self.calls.borrow_mut().get_mut(&id).map(|call| {
            call.cancelled = true;
            call.running
        });
        self.step(Event::Cancel { id: round.unwrap_or(id) });
    }

    /// Handles the browser engine's result, and starts the confirmation if the policy requires it.
    pub(crate) fn first_ended(self: &Rc<Self>, of: Id, round: Open, result: Result<Object, Refusal>) {
        let on_provisional = match self.calls.borrow_mut().get_mut(&of) {
            Some(call) => {
                call.open.ran_as(round);
                call.both.on_provisional.clone()
            }
            None => return,
        };
        // A failure, or an error that every engine would report, needs no second witness.
        let answer = match result {
            Ok(answer) if js::get(&answer, "provisional") == JsValue::TRUE => answer,
            other => return self.end_call(of, other),
        };
        if let Some(on_provisional) = on_provisional {
            request::call(&on_provisional, &Object::freeze(&Object::assign(&Object::new(), &answer)));
        }
        let result = match read(&answer) {
            Ok(result) => result,
            Err(refusal) => return self.end_call(of, Err(refusal)),
        };
        let (plan, cancelled) = match self.calls.borrow().get(&of) {
            // Drawn now, so that no guest of the first round could know it.
            Some(call) => (plan(&result, &call.both.confirm, draw()), call.cancelled),
            None => return,
        };
        if cancelled {
            return self.end_call(of, Err(Refusal::new(Code::Cancelled, self.cancelled_text())));
        }
        let command = plan.command();
        let round = {
            let mut calls = self.calls.borrow_mut();
            let Some(call) = calls.get_mut(&of) else { return };
            call.first = Some(First { answer, result, plan });
            command.and_then(|command| self.second_round(of, call, &command))
        };
        match round {
            Some(round) => self.begin_round(of, round),
            None => self.confirmed(of, None),
        }
    }

    /// Handles the interpreter's result.
    pub(crate) fn second_ended(self: &Rc<Self>, of: Id, round: Open, result: Result<Object, Refusal>) {
        if let Some(call) = self.calls.borrow_mut().get_mut(&of) {
            call.open.ran_as(round);
        }
        let answer = match result {
            Ok(answer) => answer,
            Err(mut refusal) => {
                let detail = refusal.detail.take().unwrap_or_default();
                let why = "the browser's engine had ended, and the interpreter, which was to confirm its tests, not";
                refusal.detail = Some(format!("{detail}; {why}"));
                return self.end_call(of, Err(refusal));
            }
        };
        let second = match read(&answer) {
            Ok(second) => second,
            Err(refusal) => return self.end_call(of, Err(refusal)),
        };
        // A request that was not run says nothing about what the interpreter can run.
        if matches!(second.code, Some(Code::Cancelled | Code::Busy)) {
            return self.end_call(of, Ok(answer));
        }
        self.confirmed(of, Some(&second));
    }

    /// The request for the interpreter: files of the same snapshot, within the remaining time.
    fn second_round(&self, of: Id, call: &Call, command: &str) -> Option<Request> {
        let Call { open, both, .. } = call;
        let Ok(Work::Verify { payload, snapshot, .. }) = &open.request.work else { return None };
        let payload = Object::assign(&Object::new(), payload);
        js::set(&payload, "command", command);
        let _ = js_sys::Reflect::delete_property(&payload, &"engine".into());
        if let Some(config) = js::given(&payload, "config") {
            js::set(&payload, "config", whole(&config));
        }
        let parts = if both.spread { Parts::of(command, &payload, snapshot) } else { Parts::default() };
        let spent = open.dispatched.map_or(0.0, |since| clock::now() - since);
        let round = open.request.round(Role::Second { of });
        Some(Request {
            timeout_ms: (self.supervisor.borrow().timeout(open.request.timeout_ms) - spent).max(1.0),
            work: Ok(Work::Verify { payload, snapshot: snapshot.clone(), parts }),
            ..round
        })
    }

    fn confirmed(self: &Rc<Self>, of: Id, second: Option<&VerifyResult>) {
        let joined = {
            let mut calls = self.calls.borrow_mut();
            let Some(call) = calls.get_mut(&of) else { return };
            let Some(First { answer, result, plan }) = call.first.take() else { return };
            let told = to_object(&confirm(result, second, &plan, &call.both.confirm));
            let _ = js_sys::Reflect::delete_property(&answer, &"provisional".into());
            Object::assign(&answer, &told)
        };
        self.end_call(of, Ok(joined));
    }

    /// Gives the caller the outcome. An `Err` by timeout rejects; every other refusal is a result.
    fn end_call(self: &Rc<Self>, of: Id, result: Result<Object, Refusal>) {
        let Some(Call { open, .. }) = self.calls.borrow_mut().remove(&of) else { return };
        let result = match result {
            Err(refusal) if refusal.code != Code::Timeout => Ok(refusal.to_result_of(&open)),
            other => other,
        };
        let (passed, code) = match &result {
            Ok(result) => (js::get(result, "success") == true, js::text(result, "code")),
            Err(refusal) => (false, Some(refusal.code.as_str().to_owned())),
        };
        self.step(Event::Ended { passed, code: code.and_then(|code| refusal::code(&code)) });
        self.finish(of, open, result);
    }
}

/// The configuration without file selection, because the files are chosen already.
fn whole(config: &JsValue) -> Object {
    let config = Object::assign(&Object::new(), &Object::from(config.clone()));
    if let Some(test) = js::given(&config, "test") {
        let test = Object::assign(&Object::new(), &Object::from(test));
        let _ = js_sys::Reflect::delete_property(&test, &"shard".into());
        js::set(&config, "test", test);
    }
    config
}

fn read(answer: &Object) -> Result<VerifyResult, Refusal> {
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
