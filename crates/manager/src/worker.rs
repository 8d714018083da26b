//! A running worker.

use verdict_protocol::Code;
use verdict_supervisor::Id;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::snapshots::Held;

/// The event for a message that could not be deserialised.
const MESSAGE_ERROR: &str = "messageerror";

/// A `Worker` with its state. Dropping it terminates it.
pub(crate) struct WorkerHandle {
    pub(crate) generation: u64,
    pub(crate) held: Held,
    /// The request that was sent last and is not answered.
    pub(crate) running: Option<Id>,
    /// Why it refused a message without a number, most likely a snapshot, since the last request.
    pub(crate) refused: Option<(Code, String)>,
    worker: Worker,
    // The worker calls it as long as it lives.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
    on_message_error: Closure<dyn FnMut(JsValue)>,
}

/// An event from a worker.
pub(crate) enum WorkerReply {
    /// A message.
    Message(JsValue),
    /// The `error` event.
    Error(JsValue),
    /// A message that could not be deserialised.
    Unreadable,
}

impl WorkerHandle {
    /// Listens to a worker.
    pub(crate) fn new(
        worker: Worker,
        generation: u64,
        tell: impl Fn(WorkerReply) + Clone + 'static,
    ) -> WorkerHandle {
        let told = tell.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            told(WorkerReply::Message(event.data()));
        });
        let told = tell.clone();
        let on_error =
            Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| told(WorkerReply::Error(event)));
        let on_message_error =
            Closure::<dyn FnMut(JsValue)>::new(move |_: JsValue| tell(WorkerReply::Unreadable));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // Chromium's workers have the event but no property for it. Only a value that is no `Worker` lacks
        // this method.
        let listener = on_message_error.as_ref().unchecked_ref();
        let _ = worker.add_event_listener_with_callback(MESSAGE_ERROR, listener);
        WorkerHandle {
            generation,
            held: Held::default(),
            running: None,
            refused: None,
            worker,
            _on_message: on_message,
            _on_error: on_error,
            on_message_error,
        }
    }

    /// The worker itself, for posting while nothing is borrowed.
    pub(crate) fn worker(&self) -> Worker {
        self.worker.clone()
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        let listener = self.on_message_error.as_ref().unchecked_ref();
        let _ = self.worker.remove_event_listener_with_callback(MESSAGE_ERROR, listener);
        self.worker.terminate();
    }
}
