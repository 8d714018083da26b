//! Results and events for callers and listeners.

use std::rc::Rc;

use js_sys::{Array, Error, Object};
use verdict_protocol::Code;
use verdict_supervisor::{Id, Outcome};
use wasm_bindgen::{JsCast, JsValue};

use crate::driver::Driver;
use crate::refusal::{Hindrance, Refusal};
use crate::request::{self, Open, Role, Work};
use crate::wire::{HistoryEntry, PingAnswer, Stats};
use crate::{clock, js, refusal, wire};

impl Driver {
    /// Passes progress to the caller and to listeners.
    pub(crate) fn forward(&self, id: Id) {
        let (id, _) = self.parts.whole_of(id);
        let (id, events, command, on_progress) = match self.open.borrow_mut().get_mut(&id) {
            Some(Open { progress, request, .. }) => {
                let mut events = std::mem::take(progress);
                if events.is_empty() {
                    return;
                }
                let id = match request.role {
                    Role::Caller => id,
                    Role::First { of } | Role::Fast { of } => of,
                    Role::Before { .. } => return,
                    Role::Second { of } => {
                        events = events.into_iter().map(confirming).collect();
                        of
                    }
                };
                (id, events, request.command.clone(), request.on_progress.clone())
            }
            None => return,
        };
        if let Some(on_progress) = on_progress {
            events.iter().for_each(|event| request::call(&on_progress, event));
        }
        let events: Array = events.into_iter().collect();
        let detail = js::object([
            ("id", id.to_string().into()),
            ("command", command.into()),
            ("events", events.into()),
        ]);
        self.emit("verification-progress", &detail);
    }

    /// Applies the outcome of a request.
    pub(crate) fn settle(self: &Rc<Self>, id: Id, outcome: Outcome) {
        let Some(mut open) = self.open.borrow_mut().remove(&id) else { return };
        self.parts.end_all_of(id);
        let result = result_of(&mut open, outcome, self.cancelled_text(), &self.hindrance);
        self.finish(id, open, result);
    }

    /// Settles the promise, records the history and notifies listeners. `Err` rejects.
    pub(crate) fn finish(self: &Rc<Self>, id: Id, open: Open, result: Result<Object, Refusal>) {
        match open.request.role {
            Role::Caller => {}
            Role::First { of } => return self.round_ended(of, self.calls.first_ended(of, open, result)),
            Role::Second { of } => return self.round_ended(of, self.calls.second_ended(of, open, result)),
            Role::Fast { of } => return self.layer_ended(of, self.types.fast_ended(of, open, result)),
            Role::Before { of } => return self.layer_ended(of, self.types.before_ended(of, open, result)),
        }
        let now = clock::now();
        if matches!(open.request.work, Ok(Work::Ping)) {
            let result = result.unwrap_or_default();
            open.settler.resolve(&pong(&result, now - open.dispatched.unwrap_or(now)));
            return;
        }
        let (success, error, code) = match &result {
            Ok(result) => (js::get(result, "success") == true, js::text(result, "error"), code_of(result)),
            Err(refusal) => (false, Some(refusal.message.clone()), Some(refusal.code)),
        };
        let types = result.as_ref().ok().or(open.known.as_ref()).map(|result| js::get(result, "types"));
        let types = types.and_then(|types| serde_wasm_bindgen::from_value(types).ok());
        let entry = Object::freeze(&wire::object(&HistoryEntry {
            id: id.to_string(),
            command: open.request.command.clone(),
            session_id: open.request.session_id.clone(),
            success,
            error,
            code,
            types,
            started_at: open.started_at,
            duration_ms: now - open.submitted,
            queued_ms: open.dispatched.unwrap_or(now) - open.submitted,
        }));
        self.last_verification.set(Some(clock::epoch()));
        self.history.borrow_mut().push(entry.clone());
        match result {
            Ok(result) => {
                if !open.request.session_id.is_null() {
                    js::set(&result, "sessionId", open.request.session_id);
                }
                open.settler.resolve(&result);
            }
            Err(refusal) => {
                let error = Error::new(&refusal.message);
                js::set(&error, "code", refusal.code.as_str());
                js::set(&error, "detail", js::text_or_null(refusal.detail.as_deref()));
                js::set(&error, "result", open.refused(&refusal));
                js::set(&error, "command", open.request.command);
                open.settler.reject(&error);
            }
        }
        self.emit("verification-complete", &entry);
    }

    /// The statistics that `getStats()` returns.
    pub(crate) fn stats(&self) -> Object {
        let mut stats = self.supervisor.borrow().stats();
        stats.active += self.types.checking().len();
        wire::object(&Stats::new(stats, self.last_verification.get()))
    }

    /// The reason why a request was cancelled.
    pub(crate) fn cancelled_text(&self) -> &'static str {
        if self.supervisor.borrow().is_disposed() {
            "The verification was cancelled: its manager is disposed"
        } else {
            "The verification was cancelled"
        }
    }
}

/// The result of a request that ended. `Err` rejects.
fn result_of(
    open: &mut Open,
    outcome: Outcome,
    cancelled: &str,
    hindrance: &Hindrance,
) -> Result<Object, Refusal> {
    let refusal = match outcome {
        Outcome::Completed => match open.answer.take() {
            Some(answer) => return Ok(answer),
            None => Refusal::new(Code::Crashed, "The worker's answer was lost"),
        },
        Outcome::Timeout { timeout_ms } => {
            let mut refusal = Refusal::new(Code::Timeout, "Verification timeout");
            refusal.time_ms = Some(timeout_ms as u64);
            let running = running_text(open);
            refusal.detail = Some(format!("It had {timeout_ms} ms; its worker was replaced{running}"));
            if matches!(open.request.work, Ok(Work::Verify { .. })) {
                return Err(refusal);
            }
            refusal
        }
        Outcome::Cancelled => Refusal::new(Code::Cancelled, cancelled),
        Outcome::Busy { limit } => {
            Refusal::new(Code::Busy, format!("The queue is full: {limit} verifications wait already"))
        }
        Outcome::Failed { code, message } => {
            let mut refusal = hindrance.explain(Refusal::new(code, message));
            let running = running_text(open);
            if refusal.detail.is_none() && !running.is_empty() {
                refusal.detail = Some(format!("Its worker was replaced{running}"));
            }
            refusal
        }
    };
    Ok(open.refused(&refusal))
}

/// Converts a progress event of a second round: it starts with `confirming` instead of `started`.
fn confirming(event: JsValue) -> JsValue {
    if js::text(&event, "kind").as_deref() != Some("started") {
        return event;
    }
    let told = Object::assign(&Object::new(), event.unchecked_ref());
    js::set(&told, "kind", "confirming");
    told.into()
}

/// The files that had not finished, as text.
fn running_text(open: &Open) -> String {
    let at = open.watched.standing().test.map(|(path, _)| format!(" while it was at {}", path.join(" > ")));
    match open.watched.running().as_slice() {
        [] => String::new(),
        files => format!("{}; not ended: {}", at.unwrap_or_default(), files.join(", ")),
    }
}

/// The result of `ping()`.
fn pong(result: &Object, round_trip_ms: f64) -> Object {
    let code = code_of(result);
    wire::object(&PingAnswer {
        success: code.is_none(),
        round_trip_ms,
        error: js::text(result, "error"),
        code,
    })
}

/// The code of a result. A result of a worker has none but the stable ones.
fn code_of(result: &Object) -> Option<Code> {
    refusal::code(&js::text(result, "code")?)
}
