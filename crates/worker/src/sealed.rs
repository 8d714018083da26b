//! The host's half of the browser's engine, driven by messages.

use std::rc::Rc;

use js_sys::Function;
use serde_wasm_bindgen::Deserializer;
use verdict_sealed::run::{Event, FrameMessage};
use verdict_sealed::{Do, Graphs, Session};
use wasm_bindgen::prelude::*;

use crate::lower::ByScript;
use crate::panic;
use crate::wire::{encode, now};

/// Runs `test:` requests in sealed guests. Each method returns a list of instructions for the script, in
/// order: plain objects `{ do, … }`, as in `verdict_sealed::run::Action`, and `{ do: 'post', message }` for
/// the page.
#[wasm_bindgen]
pub struct SealedCore {
    session: Session,
}

#[wasm_bindgen]
impl SealedCore {
    /// Creates the core. `post` receives the message of a panic. `lower` maps a job to an answer, both as
    /// JSON, and returns `undefined` while the transformer is not loaded.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(post: &Function, lower: Function) -> SealedCore {
        panic::install(post);
        SealedCore { session: Session::new(Box::new(Graphs::new(Rc::new(ByScript(lower))))) }
    }

    /// Handles a message of the page: `VERIFY`, `SNAPSHOT`, `PING` or a plain envelope.
    pub fn handle(&mut self, message: &JsValue) -> JsValue {
        todo(&self.session.handle(|| Deserializer::from(message.clone()), now()))
    }

    /// Handles a message that a frame sent over its port, or `{ type: 'gone', why? }` from the page about the
    /// frame. Any other message is dropped.
    pub fn on_frame(&mut self, message: JsValue) -> JsValue {
        match serde_wasm_bindgen::from_value::<FrameMessage>(message) {
            Ok(message) => self.on(Event::Frame(message)),
            Err(_) => todo(&[]),
        }
    }

    /// Handles any message that a guest sent over its port.
    pub fn on_guest(&mut self, run: u32, message: &JsValue) -> JsValue {
        self.on(Event::Guest { run, text: message.as_string() })
    }

    /// Reports that the requested lock is held.
    pub fn on_lock(&mut self) -> JsValue {
        self.on(Event::Locked)
    }

    /// Reports that the transformer is loaded, or with `why` that it cannot be.
    pub fn on_transformer(&mut self, why: Option<String>) -> JsValue {
        self.on(Event::Transformer(why.map_or(Ok(()), Err)))
    }

    /// Reports that the time of `wakeAt` has come.
    pub fn tick(&mut self) -> JsValue {
        self.on(Event::Tick)
    }

    fn on(&mut self, event: Event) -> JsValue {
        todo(&self.session.on(event, now()))
    }
}

fn todo(actions: &[Do]) -> JsValue {
    encode(&actions)
}
