//! The host's half of the browser's engine, behind messages.

use std::rc::Rc;

use js_sys::Function;
use serde_wasm_bindgen::Deserializer;
use verdict_sealed::run::{Event, FrameMessage};
use verdict_sealed::{Do, Graphs, Session};
use wasm_bindgen::prelude::*;

use crate::lower::ByScript;
use crate::panic;
use crate::wire::{encode, now};

/// Runs `test:` requests in sealed guests. Whatever it is told, it gives a list of what the script is to do, in order: plain
/// objects `{ do, … }`, as `verdict_sealed::run::Action` has them, and `{ do: 'post', message }` for the page.
#[wasm_bindgen]
pub struct SealedCore {
    session: Session,
}

#[wasm_bindgen]
impl SealedCore {
    /// `post` takes last words of a panic; `lower` takes the JSON of a job and gives that of an answer, or `undefined` while
    /// there is no transformer.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(post: &Function, lower: Function) -> SealedCore {
        panic::install(post);
        SealedCore { session: Session::new(Box::new(Graphs::new(Rc::new(ByScript(lower))))) }
    }

    /// Takes a message of the page: `VERIFY`, `SNAPSHOT`, `PING` or a plain envelope.
    pub fn handle(&mut self, message: &JsValue) -> JsValue {
        todo(&self.session.handle(|| Deserializer::from(message.clone()), now()))
    }

    /// Takes what a frame says over its port, or `{ type: 'gone', why? }` where the page says it of the frame. What is none of
    /// these is dropped.
    pub fn on_frame(&mut self, message: JsValue) -> JsValue {
        match serde_wasm_bindgen::from_value::<FrameMessage>(message) {
            Ok(message) => self.on(Event::Frame(message)),
            Err(_) => todo(&[]),
        }
    }

    /// Takes what a guest says over its port, whatever it is.
    pub fn on_guest(&mut self, run: u32, message: &JsValue) -> JsValue {
        self.on(Event::Guest { run, text: message.as_string() })
    }

    /// The lock that was asked for last is held.
    pub fn on_lock(&mut self) -> JsValue {
        self.on(Event::Locked)
    }

    /// The transformer is there, or `why` it is not.
    pub fn on_transformer(&mut self, why: Option<String>) -> JsValue {
        self.on(Event::Transformer(why.map_or(Ok(()), Err)))
    }

    /// The time of `wakeAt` has come.
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
