//! Converts messages of workers to events of the supervisor.

use std::rc::Rc;

use js_sys::{Array, Object};
use verdict_protocol::{Code, PROTOCOL_VERSION};
use verdict_supervisor::{Event, Id, SlotStatus};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::ErrorEvent;

use crate::driver::Driver;
use crate::refusal::{self, Refusal};
use crate::request::Work;
use crate::worker::WorkerReply;
use crate::{clock, js};

/// A number that no request has: a message about it is dropped and counted.
const NONE: Id = Id::MAX;

impl Driver {
    /// Handles an event from a worker of some generation.
    pub(crate) fn told(self: &Rc<Self>, slot: usize, generation: u64, told: WorkerReply) {
        match told {
            WorkerReply::Message(data) => self.message(slot, generation, &data),
            WorkerReply::Error(event) => self.error_event(slot, generation, event),
            WorkerReply::Unreadable => {
                let message = "A message of the worker could not be deserialised".to_owned();
                self.step(Event::WorkerFailed { slot, generation, code: Code::Crashed, message });
            }
        }
    }

    fn message(self: &Rc<Self>, slot: usize, generation: u64, data: &JsValue) {
        let id = js::number(data, "id", 0.0).map_or(NONE, |id| id as Id);
        match js::text(data, "type").as_deref() {
            Some("READY") => {
                let protocol = js::number(data, "protocol", 0.0).map_or(0, |version| version as u32);
                if protocol == PROTOCOL_VERSION && self.is_of(slot, generation) {
                    *self.toolchain.borrow_mut() = toolchain(&js::get(data, "toolchain"));
                }
                self.step(Event::WorkerReady { slot, generation, protocol });
            }
            // The answer to the manager's own ping, which has no number.
            Some("PONG") if id == NONE => self.step(Event::Alive { slot, generation }),
            Some("PONG") => self.answer(slot, generation, id, Object::new(), true, 0),
            Some("PROGRESS") => {
                let runs_there = self.runs_there(slot, generation, id);
                let (whole, part) = self.parts.whole_of(id);
                if runs_there && let Some(open) = self.open.borrow_mut().get_mut(&whole) {
                    // One message may carry many events.
                    let before = js::get(data, "before").dyn_into::<Array>().unwrap_or_default();
                    let files = match &open.request.work {
                        Ok(Work::Verify { parts, .. }) => parts.files,
                        _ => 0,
                    };
                    let index = part.map(|part| part.index);
                    let told = before.iter().chain([js::get(data, "event")]);
                    open.progress = told.filter_map(|event| open.watched.take(index, files, event)).collect();
                }
                self.step(Event::Progress { slot, generation, id });
            }
            Some("VERIFY_COMPLETE") => {
                let result = Object::assign(&Object::new(), data.unchecked_ref());
                // The worker's memory is not part of the result, and differs between equal runs.
                let memory = js::get(data, "memory");
                let heap_bytes = js::number(&memory, "heapBytes", 0.0).unwrap_or(0.0) as u64;
                for key in ["type", "id", "memory"] {
                    let _ = js_sys::Reflect::delete_property(&result, &key.into());
                }
                // Only `true` is a pass.
                let success = js::get(&result, "success") == true;
                self.answer(slot, generation, id, result, success, heap_bytes);
            }
            Some("NEED_SNAPSHOT") => {
                let why = match self.workers.borrow_mut().get_mut(&slot) {
                    Some(worker) if worker.generation == generation => worker.refused.take(),
                    _ => None,
                };
                self.step(Event::NeedSnapshot { slot, generation, id, why });
            }
            Some("ERROR") => self.error(slot, generation, id, &js::get(data, "error")),
            _ => self.drop_message(slot, generation),
        }
    }

    /// Counts a message that concerns nothing that runs.
    fn drop_message(self: &Rc<Self>, slot: usize, generation: u64) {
        self.step(Event::Completed { slot, generation, id: NONE, success: false, heap_bytes: 0 });
    }

    /// Whether a worker is the current one of its slot.
    fn is_of(&self, slot: usize, generation: u64) -> bool {
        self.workers.borrow().get(&slot).is_some_and(|worker| worker.generation == generation)
    }

    /// Whether a request or part was sent to a worker last and is not answered.
    fn runs_there(&self, slot: usize, generation: u64, id: Id) -> bool {
        self.workers
            .borrow()
            .get(&slot)
            .is_some_and(|worker| worker.generation == generation && worker.running == Some(id))
    }

    /// Stores an answer until the supervisor declares it the outcome. `heap_bytes` is the worker's reported
    /// heap size, 0 if unknown.
    pub(crate) fn answer(
        self: &Rc<Self>,
        slot: usize,
        generation: u64,
        id: Id,
        result: Object,
        success: bool,
        heap_bytes: u64,
    ) {
        let mut runs_there = false;
        if let Some(worker) = self.workers.borrow_mut().get_mut(&slot)
            && worker.generation == generation
            && worker.running == Some(id)
        {
            worker.running = None;
            runs_there = true;
        }
        let mut success = success;
        if runs_there {
            let part = self.parts.end(id);
            let mut open = self.open.borrow_mut();
            match (part, open.get_mut(&part.map_or(id, |part| part.whole))) {
                (Some(part), open) => {
                    success = open.is_some_and(|open| open.answer_part(part, result, clock::now()));
                }
                (None, Some(open)) => open.answer = Some(result),
                (None, None) => {}
            }
        }
        self.step(Event::Completed { slot, generation, id, success, heap_bytes });
    }

    /// Handles `ERROR`: the end of the worker, of a request, or of another message.
    fn error(self: &Rc<Self>, slot: usize, generation: u64, id: Id, error: &JsValue) {
        let code = js::text(error, "code").and_then(|code| refusal::code(&code)).unwrap_or(Code::Crashed);
        let message = js::text(error, "message").unwrap_or_else(|| "The worker gave no reason".to_owned());
        let ends_worker = matches!(
            code,
            Code::Crashed
                | Code::Budget
                | Code::Memory
                | Code::Stack
                | Code::Startup
                | Code::Version
                | Code::Unavailable
        );
        if ends_worker {
            self.hindrance.clear();
            self.step(Event::WorkerFailed { slot, generation, code, message });
            return;
        }
        if id == NONE {
            return self.refused(slot, generation, code, message);
        }
        let result = Refusal::new(code, message).to_result(&self.command_of(id));
        self.answer(slot, generation, id, result, false, 0);
    }

    /// Handles the refusal of a message without a number. It does not concern the running request, which is
    /// always answered by number. It may be a snapshot, whose request reports `NEED_SNAPSHOT`, or the first
    /// message.
    fn refused(self: &Rc<Self>, slot: usize, generation: u64, code: Code, message: String) {
        if self.is_starting(slot, generation) {
            let why = format!("The worker could not take its first message: {message}");
            return self.failed_to_start(slot, generation, Refusal::new(Code::Startup, why));
        }
        if let Some(worker) = self.workers.borrow_mut().get_mut(&slot)
            && worker.generation == generation
        {
            worker.refused = Some((code, message));
        }
        self.drop_message(slot, generation);
    }

    fn is_starting(&self, slot: usize, generation: u64) -> bool {
        let workers = self.supervisor.borrow().stats().workers;
        workers
            .iter()
            .any(|it| it.slot == slot && it.generation == generation && it.status == SlotStatus::Starting)
    }

    /// Handles the `error` event: an exception in the worker's script, or a script that could not be loaded.
    fn error_event(self: &Rc<Self>, slot: usize, generation: u64, event: JsValue) {
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
}

/// The versions in a worker's message, if it has all of them.
fn toolchain(stated: &JsValue) -> Option<Object> {
    let made = Object::new();
    for key in ["engine", "rules", "checker", "protocol"] {
        js::set(&made, key, js::text(stated, key)?);
    }
    Some(Object::freeze(&made))
}
