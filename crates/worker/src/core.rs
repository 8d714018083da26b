//! Handles messages one by one.

use js_sys::Function;
use serde_wasm_bindgen::Deserializer;
use verdict_engine::{Handled, Host, Request, Session, verify};
use verdict_protocol::{FromWorker, Limits, PROTOCOL_VERSION};
use verdict_vfs::Snapshot;
use wasm_bindgen::prelude::*;

use crate::memory::MEMORY;
use crate::panic;
use crate::wire::{encode, now};

/// The protocol version that `READY` states.
#[wasm_bindgen]
#[must_use]
pub fn protocol_version() -> u32 {
    PROTOCOL_VERSION
}

/// The engine behind messages. It answers through `post(message)`, with plain objects.
#[wasm_bindgen]
pub struct WorkerCore {
    generation: f64,
    post: Function,
    session: Session,
}

#[wasm_bindgen]
impl WorkerCore {
    /// Creates the core; `generation` is the number that the manager gave this worker.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(generation: f64, post: Function) -> WorkerCore {
        panic::install(&post);
        WorkerCore { generation, post, session: Session::metered(&MEMORY) }
    }

    /// Posts `READY`.
    pub fn ready(&self) {
        // A generation is a small counter, exact in a double.
        send(&self.post, &Session::ready(self.generation as u64));
    }

    /// Handles one message: `VERIFY`, `SNAPSHOT`, `PING` or a plain envelope. Any other message is answered
    /// by `ERROR err:protocol`. Returns true if the transformer is missing. It has not answered then, and needs the
    /// same message again once the transformer is loaded.
    pub fn handle(&mut self, message: &JsValue) -> bool {
        let post = &self.post;
        let source = || Deserializer::from(message.clone());
        let handled = self.session.handle(source, &now, &mut |answer| send(post, &answer));
        handled == Handled::NeedsTransformer
    }

    /// Sets the function that lowers files. It maps a job to an answer, both as JSON, and returns `undefined`
    /// while the transformer is not loaded.
    #[cfg(feature = "sandbox")]
    pub fn lower_with(&mut self, lower: Function) {
        self.session.lower_with(std::rc::Rc::new(crate::lower::ByScript(lower)));
    }

    /// Answers a message for which the transformer cannot be loaded.
    pub fn refuse(&mut self, message: &JsValue, why: &str) {
        let post = &self.post;
        let source = || Deserializer::from(message.clone());
        self.session.refuse(source, why, &mut |answer| send(post, &answer));
    }

    /// Does work that the next request would otherwise wait for. Call it after an answer, when idle.
    pub fn prepare(&mut self) {
        self.session.prepare();
    }

    /// Does one-time work that the first request would otherwise wait for. Its answer is dropped.
    pub fn warm(&mut self) {
        let request = Request {
            command: if cfg!(feature = "sandbox") { "eval:1" } else { "lint:/warm.js" },
            snapshot: &Snapshot::default(),
            limits: Limits::default(),
            config: None,
            seed: 0,
        };
        let _ = verify(&request, &mut Host { now: &now, meter: None, progress: &mut |_| {} });
        self.session.prepare();
    }
}

fn send(post: &Function, message: &FromWorker) {
    // `post` throws only during teardown, when nobody is left to receive the message.
    let _ = post.call1(&JsValue::NULL, &encode(message));
}
