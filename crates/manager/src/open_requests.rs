//! The requests that workers run or that wait for one, with their parts.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::{Function, Object};
use verdict_protocol::Engine;
use verdict_supervisor::Id;
use verdict_vfs::Snapshot;
use wasm_bindgen::{JsCast, JsValue};

use crate::parts::{Part, RunningParts, is_unavailable};
use crate::request::{Open, Role, Work};
use crate::{clock, js, wire};

/// The unsettled requests, by number. A started part of a request has a number of its own.
#[derive(Default)]
pub(crate) struct OpenRequests {
    open: RefCell<BTreeMap<Id, Open>>,
    parts: RunningParts,
}

/// Progress of a request for its caller and for listeners.
pub(crate) struct Progress {
    /// The number of the caller's request.
    pub(crate) id: Id,
    pub(crate) command: String,
    pub(crate) events: Vec<JsValue>,
    pub(crate) on_progress: Option<Function>,
}

impl OpenRequests {
    /// Adds a request.
    pub(crate) fn insert(&self, id: Id, open: Open) {
        self.open.borrow_mut().insert(id, open);
    }

    /// Removes a request with all its parts.
    pub(crate) fn remove(&self, id: Id) -> Option<Open> {
        let open = self.open.borrow_mut().remove(&id)?;
        self.parts.end_all_of(id);
        Some(open)
    }

    /// Records that a part runs under a number.
    pub(crate) fn begin_part(&self, id: Id, part: Part) {
        self.parts.begin(id, part);
    }

    /// The command of a request or part; empty if it is not open.
    pub(crate) fn command_of(&self, id: Id) -> String {
        let (id, _) = self.parts.whole_of(id);
        self.open.borrow().get(&id).map(|open| open.request.command.clone()).unwrap_or_default()
    }

    /// Records that a request or part is dispatched. Returns its message, and its snapshot if it has one.
    pub(crate) fn dispatch(&self, id: Id) -> Option<(Object, Option<Snapshot>)> {
        let (whole, part) = self.parts.whole_of(id);
        let mut open = self.open.borrow_mut();
        let open = open.get_mut(&whole)?;
        open.dispatched.get_or_insert_with(clock::now);
        let id = ("id", JsValue::from_f64(id as f64));
        match open.request.work.as_ref().ok()? {
            Work::Verify { payload, snapshot, parts } => {
                let of_part = part.and_then(|part| parts.payload(payload, part.index));
                let payload = of_part.unwrap_or_else(|| payload.clone());
                let message = js::object([id, ("type", "VERIFY".into()), ("payload", payload.into())]);
                Some((message, Some(snapshot.clone())))
            }
            Work::Ping => Some((js::object([id, ("type", "PING".into())]), None)),
        }
    }

    /// The answer to a part that no worker has to run: another part found that there is no such engine.
    pub(crate) fn known_answer(&self, id: Id) -> Option<Object> {
        let (whole, _) = self.parts.whole_of(id);
        let open = self.open.borrow();
        let open = open.get(&whole)?;
        let is_in_browser = matches!(open.request.role, Role::Part { engine: Engine::Browser, .. });
        let unavailable = open.answers.iter().find(|answer| is_in_browser && is_unavailable(answer));
        unavailable.map(wire::object)
    }

    /// Keeps progress events of a request or part until they are forwarded.
    pub(crate) fn observe(&self, id: Id, events: Vec<JsValue>) {
        let (whole, part) = self.parts.whole_of(id);
        if let Some(open) = self.open.borrow_mut().get_mut(&whole) {
            let files = match &open.request.work {
                Ok(Work::Verify { parts, .. }) => parts.files,
                _ => 0,
            };
            let index = part.map(|part| part.index);
            let events = events.into_iter().filter_map(|event| open.watched.take(index, files, event));
            open.progress = events.collect();
        }
    }

    /// Takes the kept progress of a request or part; `None` if nobody sees it.
    pub(crate) fn take_progress(&self, id: Id) -> Option<Progress> {
        let (id, _) = self.parts.whole_of(id);
        let mut open = self.open.borrow_mut();
        let Open { progress, request, .. } = open.get_mut(&id)?;
        let mut events = std::mem::take(progress);
        let id = match request.role {
            Role::Caller => id,
            Role::First { of } | Role::Fast { of } => of,
            Role::Before { .. } | Role::Step { .. } => return None,
            Role::Second { of } => {
                let told = [("kind", JsValue::from("confirming"))];
                events = events.into_iter().map(|event| instead_of_started(event, &told)).collect();
                of
            }
            Role::Part { of, is_first: true, .. } => of,
            Role::Part { of, engine, .. } => {
                let told = [("kind", "switched".into()), ("engine", engine.as_str().into())];
                events = events.into_iter().map(|event| instead_of_started(event, &told)).collect();
                of
            }
        };
        let (command, on_progress) = (request.command.clone(), request.on_progress.clone());
        (!events.is_empty()).then_some(Progress { id, command, events, on_progress })
    }

    /// Keeps the answer to a request or part until the supervisor declares it the outcome. Returns whether
    /// it is a pass. `success` is the worker's word, and that of a whole request.
    pub(crate) fn answer(&self, id: Id, result: Object, success: bool) -> bool {
        let part = self.parts.end(id);
        let mut open = self.open.borrow_mut();
        match (part, open.get_mut(&part.map_or(id, |part| part.whole))) {
            (Some(part), open) => open.is_some_and(|open| open.answer_part(part, result, clock::now())),
            (None, Some(open)) => {
                open.answer = Some(result);
                success
            }
            (None, None) => success,
        }
    }
}

/// Converts a progress event of a later round, which starts with other members than a first one.
fn instead_of_started(event: JsValue, members: &[(&str, JsValue)]) -> JsValue {
    if js::text(&event, "kind").as_deref() != Some("started") {
        return event;
    }
    let told = Object::assign(&Object::new(), event.unchecked_ref());
    for (key, value) in members {
        js::set(&told, key, value);
    }
    told.into()
}
