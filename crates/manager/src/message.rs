//! The messages of workers, read from JavaScript. Reading changes nothing.

use js_sys::{Array, Object};
use verdict_protocol::Code;
use verdict_supervisor::Id;
use wasm_bindgen::{JsCast, JsValue};

use crate::{js, refusal};

/// A number that no request has: a message about it is dropped and counted.
pub(crate) const NO_REQUEST: Id = Id::MAX;

/// A message of a worker.
pub(crate) enum WorkerMessage {
    /// The worker can take requests.
    Ready {
        /// The version of the protocol that it speaks; 0 if it names none.
        protocol: u32,
        /// Its versions, frozen, if it names all of them.
        toolchain: Option<Object>,
    },
    /// The answer to the manager's own ping.
    Alive,
    /// The answer to a caller's ping.
    Pong { id: Id },
    /// Progress events of a request, in order.
    Progress { id: Id, events: Vec<JsValue> },
    /// The result of a request.
    Completed {
        id: Id,
        result: Object,
        success: bool,
        /// The size of the worker's heap, 0 if unknown.
        heap_bytes: u64,
    },
    /// The worker lacks the snapshot of a request.
    NeedsSnapshot { id: Id },
    /// A request or a message without a number was refused.
    Refused { id: Option<Id>, code: Code, message: String },
    /// The worker is lost.
    Failed { code: Code, message: String },
    /// Anything else.
    Unknown,
}

impl WorkerMessage {
    /// Reads the data of a `message` event.
    pub(crate) fn read(data: &JsValue) -> WorkerMessage {
        let id = js::number(data, "id", 0.0).map_or(NO_REQUEST, |id| id as Id);
        match js::text(data, "type").as_deref() {
            Some("READY") => WorkerMessage::Ready {
                protocol: js::number(data, "protocol", 0.0).map_or(0, |version| version as u32),
                toolchain: toolchain(&js::get(data, "toolchain")),
            },
            // The manager's own ping has no number.
            Some("PONG") if id == NO_REQUEST => WorkerMessage::Alive,
            Some("PONG") => WorkerMessage::Pong { id },
            Some("PROGRESS") => {
                // One message may carry many events.
                let before = js::get(data, "before").dyn_into::<Array>().unwrap_or_default();
                WorkerMessage::Progress {
                    id,
                    events: before.iter().chain([js::get(data, "event")]).collect(),
                }
            }
            Some("VERIFY_COMPLETE") => completed(id, data),
            Some("NEED_SNAPSHOT") => WorkerMessage::NeedsSnapshot { id },
            Some("ERROR") => error(id, &js::get(data, "error")),
            _ => WorkerMessage::Unknown,
        }
    }
}

fn completed(id: Id, data: &JsValue) -> WorkerMessage {
    let result = Object::assign(&Object::new(), data.unchecked_ref());
    // The worker's memory is not part of the result, and differs between equal runs.
    let memory = js::get(data, "memory");
    for key in ["type", "id", "memory"] {
        let _ = js_sys::Reflect::delete_property(&result, &key.into());
    }
    WorkerMessage::Completed {
        id,
        // Only `true` is a pass.
        success: js::get(&result, "success") == true,
        heap_bytes: js::number(&memory, "heapBytes", 0.0).unwrap_or(0.0) as u64,
        result,
    }
}

fn error(id: Id, error: &JsValue) -> WorkerMessage {
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
        WorkerMessage::Failed { code, message }
    } else {
        WorkerMessage::Refused { id: (id != NO_REQUEST).then_some(id), code, message }
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
