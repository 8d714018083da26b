//! Turns what workers say into events of the supervisor.

use std::rc::Rc;

use js_sys::Object;
use verdict_protocol::{Code, PROTOCOL_VERSION};
use verdict_supervisor::{Event, Id, SlotStatus};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::ErrorEvent;

use super::Driver;
use crate::message::{NO_REQUEST, WorkerMessage};
use crate::refusal::Refusal;
use crate::worker::WorkerReply;

impl Driver {
    /// Handles an event from a worker of some generation.
    pub(super) fn on_reply(self: &Rc<Self>, slot: usize, generation: u64, reply: WorkerReply) {
        match reply {
            WorkerReply::Message(data) => self.on_message(slot, generation, WorkerMessage::read(&data)),
            WorkerReply::Error(event) => self.on_error(slot, generation, event),
            WorkerReply::Unreadable => {
                let message = "A message of the worker could not be deserialised".to_owned();
                self.step(Event::WorkerFailed { slot, generation, code: Code::Crashed, message });
            }
        }
    }

    fn on_message(self: &Rc<Self>, slot: usize, generation: u64, message: WorkerMessage) {
        match message {
            WorkerMessage::Ready { protocol, toolchain } => {
                if protocol == PROTOCOL_VERSION && self.workers.is_current(slot, generation) {
                    *self.toolchain.borrow_mut() = toolchain;
                }
                self.step(Event::WorkerReady { slot, generation, protocol });
            }
            WorkerMessage::Alive => self.step(Event::Alive { slot, generation }),
            WorkerMessage::Pong { id } => self.answer(slot, generation, id, Object::new(), true, 0),
            WorkerMessage::Progress { id, events } => {
                if self.workers.runs(slot, generation, id) {
                    self.open.observe(id, events);
                }
                self.step(Event::Progress { slot, generation, id });
            }
            WorkerMessage::Completed { id, result, success, heap_bytes } => {
                self.answer(slot, generation, id, result, success, heap_bytes);
            }
            WorkerMessage::NeedsSnapshot { id } => {
                let why = self.workers.take_refusal(slot, generation);
                self.step(Event::NeedSnapshot { slot, generation, id, why });
            }
            WorkerMessage::Failed { code, message } => {
                self.hindrance.clear();
                self.step(Event::WorkerFailed { slot, generation, code, message });
            }
            WorkerMessage::Refused { id: Some(id), code, message } => {
                let result = Refusal::new(code, message).to_result(&self.open.command_of(id));
                self.answer(slot, generation, id, result, false, 0);
            }
            // It does not concern the running request, which is always answered by number. It may be a
            // snapshot, whose request reports `NEED_SNAPSHOT`, or the first message.
            WorkerMessage::Refused { id: None, code, message } => {
                if self.is_starting(slot, generation) {
                    let why = format!("The worker could not take its first message: {message}");
                    return self.failed_to_start(slot, generation, Refusal::new(Code::Startup, why));
                }
                self.workers.refuse(slot, generation, (code, message));
                self.drop_message(slot, generation);
            }
            WorkerMessage::Unknown => self.drop_message(slot, generation),
        }
    }

    /// Counts a message that concerns nothing that runs.
    fn drop_message(self: &Rc<Self>, slot: usize, generation: u64) {
        self.step(Event::Completed { slot, generation, id: NO_REQUEST, success: false, heap_bytes: 0 });
    }

    /// Stores an answer until the supervisor declares it the outcome. `heap_bytes` is the worker's reported
    /// heap size, 0 if unknown.
    pub(super) fn answer(
        self: &Rc<Self>,
        slot: usize,
        generation: u64,
        id: Id,
        result: Object,
        success: bool,
        heap_bytes: u64,
    ) {
        let runs = self.workers.end(slot, generation, id);
        let success = if runs { self.open.answer(id, result, success) } else { success };
        self.step(Event::Completed { slot, generation, id, success, heap_bytes });
    }

    fn is_starting(&self, slot: usize, generation: u64) -> bool {
        let workers = self.supervisor.borrow().stats().workers;
        workers
            .iter()
            .any(|it| it.slot == slot && it.generation == generation && it.status == SlotStatus::Starting)
    }

    /// Handles the `error` event: an exception in the worker's script, or a script that could not be loaded.
    fn on_error(self: &Rc<Self>, slot: usize, generation: u64, event: JsValue) {
        if !self.is_starting(slot, generation) {
            let text = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).filter(|text| !text.is_empty());
            let message = format!("The worker failed: {}", text.as_deref().unwrap_or("no reason was given"));
            self.step(Event::WorkerFailed { slot, generation, code: Code::Crashed, message });
            return;
        }
        let driver = Rc::clone(self);
        spawn_local(async move {
            let explained = match driver.host.explain(&event) {
                Ok(promise) => JsFuture::from(promise).await.unwrap_or_else(|thrown| thrown),
                Err(thrown) => thrown,
            };
            driver.failed_to_start(slot, generation, Refusal::from_thrown(&explained, Code::Startup));
        });
    }

    /// Records why a worker failed to start.
    pub(super) fn failed_to_start(self: &Rc<Self>, slot: usize, generation: u64, refusal: Refusal) {
        let Refusal { code, message, .. } = refusal.clone();
        self.hindrance.set(refusal);
        self.step(Event::WorkerFailed { slot, generation, code, message });
    }
}
