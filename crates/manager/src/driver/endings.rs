//! Tells callers and listeners about progress and results.

use std::rc::Rc;

use js_sys::{Array, Object};
use verdict_supervisor::{Id, Outcome};

use super::Driver;
use crate::js;
use crate::open_requests::Progress;
use crate::refusal::Refusal;
use crate::request::{self, Open, Role, Work};

impl Driver {
    /// Passes progress to the caller and to listeners.
    pub(super) fn forward(&self, id: Id) {
        let Some(Progress { id, command, events, on_progress }) = self.open.take_progress(id) else { return };
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
    pub(super) fn settle(self: &Rc<Self>, id: Id, outcome: Outcome) {
        let Some(mut open) = self.open.remove(id) else { return };
        let result = open.result_of(outcome, self.cancelled_text(), &self.hindrance);
        self.finish(id, open, result);
    }

    /// Continues the request of which this one is a round. Otherwise settles the promise, records the request
    /// and notifies listeners. `Err` rejects.
    pub(super) fn finish(self: &Rc<Self>, id: Id, open: Open, result: Result<Object, Refusal>) {
        match open.request.role {
            Role::Caller if self.type_tests.holds(id) => {
                return self.tests_continue(id, self.type_tests.rest_ended(id, open, result));
            }
            Role::Caller => {}
            Role::Step { of } => {
                return self.tests_continue(of, self.type_tests.round_ended(of, open, result));
            }
            Role::First { of } => {
                return self.round_ended(&self.calls, of, self.calls.first_ended(of, open, result));
            }
            Role::Second { of } => {
                return self.round_ended(&self.calls, of, self.calls.second_ended(of, open, result));
            }
            Role::Part { of, .. } => {
                return self.round_ended(&self.automatic, of, self.automatic.ended(of, open, result));
            }
            Role::Fast { of } => return self.layer_ended(of, self.types.fast_ended(of, open, result)),
            Role::Before { of } => return self.layer_ended(of, self.types.before_ended(of, open, result)),
        }
        if matches!(open.request.work, Ok(Work::Ping)) {
            return open.settle_ping(&result.unwrap_or_default());
        }
        let entry = self.records.add(id, &open, &result);
        open.settle(result);
        self.emit("verification-complete", &entry);
    }
}
