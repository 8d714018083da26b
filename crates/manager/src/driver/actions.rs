//! Carries out the supervisor's actions.

use std::rc::Rc;

use js_sys::Array;
use verdict_protocol::Code;
use verdict_supervisor::{Action, Cause, Event, Id};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::Driver;
use crate::parts::Part;
use crate::refusal::Refusal;
use crate::snapshots::Post;
use crate::wire::WorkerRestart;
use crate::worker::WorkerHandle;
use crate::{js, wire};

impl Driver {
    pub(super) fn carry_out(self: &Rc<Self>, action: Action) {
        match action {
            Action::Spawn { slot, generation, cause } => self.spawn(slot, generation, cause),
            Action::Terminate { slot, generation } => self.workers.terminate(slot, generation),
            Action::Ping { slot, .. } => {
                let worker = self.workers.worker(slot);
                // Without an id it is the manager's own ping. A text can always be posted.
                let _ = worker.map(|it| it.post_message(&js::object([("type", "PING".into())])));
            }
            Action::Dispatch { slot, id, .. } => self.dispatch(slot, id, false),
            Action::DispatchPart { slot, id, whole, index, .. } => {
                self.open.begin_part(id, Part { whole, index: index as usize });
                self.dispatch(slot, id, false);
            }
            Action::Resend { slot, id, .. } => self.dispatch(slot, id, true),
            Action::Forward { id } => self.forward(id),
            Action::Settle { id, outcome } => self.settle(id, outcome),
            // The manager never reuses a number.
            Action::Refuse { .. } => {}
            Action::WakeAt { ms } => self.wake_at(ms),
        }
    }

    fn wake_at(self: &Rc<Self>, ms: f64) {
        let driver = Rc::downgrade(self);
        self.timer.wake_at(ms, move || {
            if let Some(driver) = driver.upgrade() {
                driver.timer.clear();
                driver.step(Event::Tick);
            }
        });
    }

    fn spawn(self: &Rc<Self>, slot: usize, generation: u64, cause: Option<Cause>) {
        if let Some(cause) = cause {
            let restart = WorkerRestart { slot, generation, reason: cause };
            self.emit("worker-restart", &wire::object(&restart));
        }
        let worker = match self.host.create_worker(slot as u32, generation as f64) {
            Ok(worker) => worker,
            Err(thrown) => {
                self.failed_to_start(slot, generation, Refusal::from_thrown(&thrown, Code::Startup));
                return;
            }
        };
        let driver = Rc::downgrade(self);
        let tell = move |reply| {
            if let Some(driver) = driver.upgrade() {
                driver.on_reply(slot, generation, reply);
            }
        };
        let handle = WorkerHandle::new(worker.unchecked_into(), generation, tell);
        self.workers.insert(slot, handle);
        let driver = Rc::clone(self);
        spawn_local(async move {
            let modules = match driver.host.load_modules() {
                Ok(promise) => JsFuture::from(promise).await,
                Err(thrown) => Err(thrown),
            };
            match modules {
                Ok(modules) => driver.init_worker(slot, generation, modules),
                Err(thrown) => {
                    driver.failed_to_start(slot, generation, Refusal::from_thrown(&thrown, Code::Startup));
                }
            }
        });
    }

    fn dispatch(self: &Rc<Self>, slot: usize, id: Id, resend: bool) {
        let Some(worker) = self.workers.worker(slot) else { return };
        let Some((message, snapshot)) = self.open.dispatch(id) else { return };
        let begun = self.workers.begin(slot, id, snapshot.as_ref(), resend);
        let Some((generation, missing)) = begun else { return };
        let known = self.open.known_answer(id);
        let request = known.is_none().then(|| Post { message, transfer: Array::new() });
        // What the worker lacks of the snapshot comes first.
        let mut posts = missing.into_iter().chain(request);
        if let Err(thrown) =
            posts.try_for_each(|post| worker.post_message_with_transfer(&post.message, &post.transfer))
        {
            // The caller's arguments cannot be cloned: the request fails, and the worker is unharmed.
            let why = format!("The request cannot be sent: {}", js::thrown_text(&thrown));
            let result = Refusal::new(Code::Protocol, why).to_result(&self.open.command_of(id));
            self.answer(slot, generation, id, result, false, 0);
        } else if let Some(answer) = known {
            self.answer(slot, generation, id, answer, false, 0);
        }
    }

    fn init_worker(self: &Rc<Self>, slot: usize, generation: u64, modules: JsValue) {
        let worker = self.workers.worker(slot).filter(|_| self.workers.is_current(slot, generation));
        let Some(worker) = worker else { return };
        let init = js::object([
            ("type", "INIT".into()),
            ("generation", (generation as f64).into()),
            ("modules", modules),
        ]);
        if let Err(thrown) = worker.post_message(&init) {
            self.failed_to_start(slot, generation, Refusal::from_thrown(&thrown, Code::Startup));
        }
    }
}
