//! The worker's side of the protocol: turns the page's messages into actions.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use serde::{Deserializer, Serialize};
use verdict_judge::{Found, Read, Refusal, RequestFacts, read};
use verdict_material::{Division, Divisions, Role};
use verdict_protocol::{
    Code, FromWorker, Progress, Reply, TestRunner, ToWorker, Toolchain, Verb, VerifyPayload, VerifyResult,
    WireError, decode,
};
use verdict_vfs::{Snapshot, Store, StoreError, VfsPath};

use crate::run::{Action, Event, Job, Machine};
use crate::supply::{IsSubject, ModuleOptions, Modules, Shared, Supplier, whole};

/// Maximum number of waiting requests. A page that distributes requests over workers never queues one.
const MAX_WAITING: usize = 1_000;

/// An instruction for the host.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Do {
    /// Post a message to the page.
    Post(Post),
    /// Learn modules by number and forget others. Messages to guests use only these numbers.
    Modules(ModuleTexts),
    /// Carry out an action on a frame, a guest or the clock.
    Act(Action),
}

/// A message for the page.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "do", rename = "post")]
pub struct Post {
    /// The message.
    pub message: Box<FromWorker>,
}

impl Post {
    /// Appends an event to a progress message.
    fn add(&mut self, new: Progress) {
        if let FromWorker::Progress { event, before, .. } = self.message.as_mut() {
            before.push(std::mem::replace(event, new));
        }
    }
}

/// Modules that are announced once.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "do", rename = "modules")]
pub struct ModuleTexts {
    /// New modules, each with its number as `key`.
    #[serde(serialize_with = "whole")]
    pub modules: Vec<Rc<Shared>>,
    /// Numbers that no later message uses.
    pub forget: Vec<u32>,
}

/// A waiting or running request.
#[derive(Debug)]
struct Request {
    reply: Reply,
    session_id: Option<serde_json::Value>,
}

/// Runs `test:` requests in sealed guests, one after another.
pub struct Session {
    store: Store,
    machine: Machine,
    supplier: Box<dyn Supplier>,
    divisions: Divisions,
    /// Modules that the host's script knows.
    told: BTreeMap<u32, Rc<Shared>>,
    running: Option<Request>,
    waiting: VecDeque<(Request, Job)>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("machine", &self.machine).finish_non_exhaustive()
    }
}

impl Session {
    /// Creates a session whose guests get modules from `supplier`.
    #[must_use]
    pub fn new(supplier: Box<dyn Supplier>) -> Session {
        Session {
            store: Store::default(),
            machine: Machine::default(),
            supplier,
            divisions: Divisions::default(),
            told: BTreeMap::new(),
            running: None,
            waiting: VecDeque::new(),
        }
    }

    /// Handles a message of the page: `VERIFY`, `SNAPSHOT` or `PING`. `source` returns a fresh deserializer
    /// of it on each call; `now` is on a monotonic clock, in milliseconds.
    pub fn handle<'de, D: Deserializer<'de>>(&mut self, source: impl Fn() -> D, now: f64) -> Vec<Do> {
        match decode(source) {
            Ok(ToWorker::Verify(reply, payload)) => self.verify(reply, *payload, now),
            Ok(ToWorker::Snapshot(message)) => match self.store.receive(*message) {
                Ok(_) => Vec::new(),
                Err(error) => vec![post(error.answer())],
            },
            Ok(ToWorker::Ping(id)) => {
                let toolchain = Toolchain::current();
                vec![post(FromWorker::Pong { success: true, id, toolchain, memory: None })]
            }
            Err(malformed) => {
                vec![post(FromWorker::Error { error: malformed.to_error(), id: malformed.id })]
            }
        }
    }

    /// Handles an event of a frame, a guest or the clock.
    pub fn on(&mut self, event: Event, now: f64) -> Vec<Do> {
        let actions = self.machine.on(event, now);
        self.carry_out(actions, now)
    }

    fn verify(&mut self, reply: Reply, mut payload: VerifyPayload, now: f64) -> Vec<Do> {
        let snapshot = match self.store.files_of(&mut payload) {
            Ok(snapshot) => snapshot,
            Err(StoreError::Need { root, blobs }) => {
                return vec![post(FromWorker::NeedSnapshot { id: reply.id().cloned(), root, blobs })];
            }
            Err(error) => {
                let result = VerifyResult::refused(&payload.command, Code::Path, error.to_string());
                return vec![post(reply.answer(Box::new(result), payload.session_id, None))];
            }
        };
        let session_id = payload.session_id.take();
        match self.job(payload, &snapshot) {
            Err(result) => vec![post(reply.answer(result, session_id, None))],
            Ok(_) if self.waiting.len() >= MAX_WAITING => {
                let message = format!("More than {MAX_WAITING} requests wait");
                let error = WireError { code: Code::Busy, message };
                vec![post(FromWorker::Error { id: reply.id().cloned(), error })]
            }
            Ok(job) => {
                self.waiting.push_back((Request { reply, session_id }, *job));
                self.carry_out(Vec::new(), now)
            }
        }
    }

    fn job(&mut self, payload: VerifyPayload, snapshot: &Snapshot) -> Result<Box<Job>, Box<VerifyResult>> {
        let limits = payload.limits.unwrap_or_default();
        let read = read(&payload.command, snapshot, payload.config.as_ref());
        let read = read.and_then(|read| match read.command.verb {
            Verb::Test => Ok(read),
            verb => {
                let error = format!("The browser engine runs test: and has no {}:", verb.as_str());
                Err(Refusal(Code::Unavailable, error))
            }
        });
        match read {
            Ok(Read { command, config, warnings, snapshot }) => {
                let division = self.divisions.of(&snapshot, &command, &config.test);
                let sealed_from = division.clone().filter(|_| config.test.sealed_api);
                Ok(Box::new(Job {
                    modules: self.modules(&snapshot, sealed_from, config.test.written_for),
                    command: payload.command,
                    parsed: command,
                    snapshot,
                    limits,
                    config: config.test,
                    warnings,
                    seed: payload.seed.unwrap_or_default(),
                    division,
                }))
            }
            Err(refusal) => {
                let asked =
                    RequestFacts { command: &payload.command, root: snapshot.root(), limits: &limits };
                Err(Box::new(Found::from(refusal).answer(asked, 0.0)))
            }
        }
    }

    /// Modules of a snapshot. With `sealed_from`, only its test material gets the test API.
    fn modules(
        &mut self,
        snapshot: &Snapshot,
        sealed_from: Option<Rc<Division>>,
        runner: Option<TestRunner>,
    ) -> Box<dyn Modules> {
        let subject = sealed_from.map(|division| -> IsSubject {
            // A query in the name of a module changes nothing about whose file it is.
            let files = snapshot.clone();
            Rc::new(move |name: &VfsPath| division.role(&files.module_file(name)) != Role::Material)
        });
        self.supplier.of(snapshot, ModuleOptions { subject, runner })
    }

    /// Announces the modules that a message uses and the script does not know.
    fn tell(&mut self, action: &Action) -> Option<Do> {
        let Action::Send { message, .. } = action else { return None };
        let mut new = |module: &&Rc<Shared>| self.told.insert(module.key(), Rc::clone(module)).is_none();
        let modules: Vec<Rc<Shared>> =
            message.modules().iter().filter(|module| new(module)).map(Rc::clone).collect();
        (!modules.is_empty()).then(|| Do::Modules(ModuleTexts { modules, forget: Vec::new() }))
    }

    /// Drops modules that nothing else refers to.
    fn forget(&mut self) -> Option<Do> {
        let gone = |module: &Rc<Shared>| Rc::strong_count(module) == 1;
        let forget: Vec<u32> =
            self.told.iter().filter(|(_, module)| gone(module)).map(|(key, _)| *key).collect();
        for key in &forget {
            self.told.remove(key);
        }
        (!forget.is_empty()).then(|| Do::Modules(ModuleTexts { modules: Vec::new(), forget }))
    }

    /// Turns the machine's actions into messages, and starts the next request once one is answered.
    fn carry_out(&mut self, mut actions: Vec<Action>, now: f64) -> Vec<Do> {
        let mut todo = Vec::new();
        // All progress of one turn goes into one message.
        let mut told = None;
        loop {
            for action in actions {
                match action {
                    Action::Progress { event } => {
                        let id = self.running.as_ref().and_then(|request| request.reply.id());
                        let Some(id) = id else { continue };
                        let at = *told.get_or_insert(todo.len());
                        match todo.get_mut(at) {
                            Some(Do::Post(post)) => post.add(event),
                            _ => todo.push(post(FromWorker::Progress {
                                id: id.clone(),
                                event,
                                before: Vec::new(),
                            })),
                        }
                    }
                    Action::Answer { result } => {
                        told = None;
                        if let Some(Request { reply, session_id }) = self.running.take() {
                            todo.push(post(reply.answer(result, session_id, None)));
                        }
                    }
                    action => {
                        todo.extend(self.tell(&action));
                        todo.push(Do::Act(action));
                    }
                }
            }
            if self.running.is_some() {
                return todo;
            }
            let Some((request, job)) = self.waiting.pop_front() else { return todo };
            self.running = Some(request);
            todo.extend(self.forget());
            actions = self.machine.begin(job, now);
        }
    }
}

fn post(message: FromWorker) -> Do {
    Do::Post(Post { message: Box::new(message) })
}
