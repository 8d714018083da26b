//! The results and errors that callers receive when a request ends.

use js_sys::{Error, Object};
use verdict_protocol::Code;
use verdict_supervisor::Outcome;

use crate::records::code_of;
use crate::refusal::{Hindrance, Refusal};
use crate::request::{Open, Work};
use crate::wire::PingAnswer;
use crate::{clock, js, wire};

impl Open {
    /// The result of an outcome; `Err` rejects the promise. `cancelled` says why requests are cancelled.
    pub(crate) fn result_of(
        &mut self,
        outcome: Outcome,
        cancelled: &str,
        hindrance: &Hindrance,
    ) -> Result<Object, Refusal> {
        let refusal = match outcome {
            Outcome::Completed => match self.answer.take() {
                Some(answer) => return Ok(answer),
                None => Refusal::new(Code::Crashed, "The worker's answer was lost"),
            },
            Outcome::Timeout { timeout_ms } => {
                let mut refusal = Refusal::new(Code::Timeout, "Verification timeout");
                refusal.time_ms = Some(timeout_ms as u64);
                let running = self.running_text();
                refusal.detail = Some(format!("It had {timeout_ms} ms; its worker was replaced{running}"));
                if matches!(self.request.work, Ok(Work::Verify { .. })) {
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
                let running = self.running_text();
                if refusal.detail.is_none() && !running.is_empty() {
                    refusal.detail = Some(format!("Its worker was replaced{running}"));
                }
                refusal
            }
        };
        Ok(self.refused(&refusal))
    }

    /// The files that had not finished, as text.
    fn running_text(&self) -> String {
        let at =
            self.watched.standing().test.map(|(path, _)| format!(" while it was at {}", path.join(" > ")));
        match self.watched.running().as_slice() {
            [] => String::new(),
            files => format!("{}; not ended: {}", at.unwrap_or_default(), files.join(", ")),
        }
    }

    /// Settles the promise of a ping.
    pub(crate) fn settle_ping(&self, result: &Object) {
        let now = clock::now();
        let code = code_of(result);
        self.settler.resolve(&wire::object(&PingAnswer {
            success: code.is_none(),
            round_trip_ms: now - self.dispatched.unwrap_or(now),
            error: js::text(result, "error"),
            code,
        }));
    }

    /// Settles the promise of a verification.
    pub(crate) fn settle(&self, result: Result<Object, Refusal>) {
        match result {
            Ok(result) => {
                if !self.request.session_id.is_null() {
                    js::set(&result, "sessionId", &self.request.session_id);
                }
                self.settler.resolve(&result);
            }
            Err(refusal) => {
                let error = Error::new(&refusal.message);
                js::set(&error, "code", refusal.code.as_str());
                js::set(&error, "detail", js::text_or_null(refusal.detail.as_deref()));
                js::set(&error, "result", self.refused(&refusal));
                js::set(&error, "command", self.request.command.as_str());
                self.settler.reject(&error);
            }
        }
    }
}
