//! The host's side of the protocol: handles messages, sends answers, and keeps snapshots.

use serde::Deserializer;
use verdict_memory::Meter;
use verdict_protocol::{
    Code, Command, Engine, FromWorker, MemoryUse, PROTOCOL_VERSION, Progress, Replay, Reply, SnapshotMessage,
    ToWorker, Toolchain, Verb, VerifyPayload, VerifyResult, decode,
};
use verdict_vfs::{Store, StoreError};

use crate::realms::Realms;
#[cfg(feature = "sandbox")]
use crate::type_tests;
use crate::{Host, Request, verify_with};

/// Handles messages one by one. The worker and the native host differ only in how messages arrive and leave.
#[derive(Debug, Default)]
pub struct Session {
    store: Store,
    realms: Realms,
    meter: Option<&'static dyn Meter>,
    /// Tells which progress is new of a request that is handed in again.
    replay: Replay,
}

/// The outcome of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Handled {
    /// The message was handled.
    Done,
    /// A file of the request needs the transformer, which is not loaded, and nothing was answered. The host
    /// loads it, calls [`Session::lower_with`] and passes the same message again, or calls
    /// [`Session::refuse`].
    NeedsTransformer,
}

impl Session {
    /// Creates a session with a memory meter. It holds requests to `limits.memoryBytes`, and answers report their
    /// memory.
    #[must_use]
    pub fn metered(meter: &'static dyn Meter) -> Session {
        Session { meter: Some(meter), ..Session::default() }
    }

    /// The host's first message.
    #[must_use]
    pub fn ready(generation: u64) -> FromWorker {
        FromWorker::Ready { protocol: PROTOCOL_VERSION, generation, toolchain: Toolchain::current() }
    }

    /// Handles one message and passes each answer to `send`, the final one last. An accepted `SNAPSHOT` has
    /// no answer. `source` returns a fresh deserializer of the message on each call; `now` is a monotonic
    /// clock in milliseconds. Only a build without the feature `transformer` ever needs a transformer.
    pub fn handle<'de, D: Deserializer<'de>>(
        &mut self,
        source: impl Fn() -> D,
        now: &dyn Fn() -> f64,
        send: &mut dyn FnMut(FromWorker),
    ) -> Handled {
        match decode(&source) {
            Ok(ToWorker::Verify(reply, payload)) => {
                #[cfg(feature = "sandbox")]
                if let Some(step) = type_tests::step(source()) {
                    self.type_tests(reply, *payload, step, now, send);
                    return Handled::Done;
                }
                return self.verify(reply, *payload, now, send);
            }
            Ok(ToWorker::Snapshot(message)) => self.receive(*message, send),
            Ok(ToWorker::Ping(id)) => {
                let memory = self.meter.map(|meter| MemoryUse { heap_bytes: meter.heap(), peak_bytes: 0 });
                send(FromWorker::Pong { success: true, id, toolchain: Toolchain::current(), memory });
            }
            Err(malformed) => send(FromWorker::Error { error: malformed.to_error(), id: malformed.id }),
        }
        Handled::Done
    }

    /// Receives a snapshot. Passes an answer to `send` only if it is not accepted.
    pub fn receive(&mut self, message: SnapshotMessage, send: &mut dyn FnMut(FromWorker)) {
        if let Err(error) = self.store.receive(message) {
            send(error.answer());
        }
    }

    /// Sets the transformer.
    #[cfg(feature = "sandbox")]
    pub fn lower_with(&mut self, given: std::rc::Rc<dyn crate::Lower>) {
        self.realms.lowering.give(given);
    }

    /// Answers a request for which the transformer cannot be loaded; `why` is a sentence.
    pub fn refuse<'de, D: Deserializer<'de>>(
        &mut self,
        source: impl Fn() -> D,
        why: &str,
        send: &mut dyn FnMut(FromWorker),
    ) {
        self.replay = Replay::default();
        let Ok(ToWorker::Verify(reply, payload)) = decode(source) else { return };
        let result = VerifyResult::refused(&payload.command, Code::Unavailable, why.to_owned());
        send(reply.answer(Box::new(result), payload.session_id, None));
    }

    /// Does work while idle that the next request would otherwise wait for. No answer depends on it.
    pub fn prepare(&mut self) {
        self.realms.prepare();
    }

    /// Plans or judges the tests of types of a request. Nothing is run.
    #[cfg(feature = "sandbox")]
    fn type_tests(
        &mut self,
        reply: Reply,
        mut payload: VerifyPayload,
        step: type_tests::Step,
        now: &dyn Fn() -> f64,
        send: &mut dyn FnMut(FromWorker),
    ) {
        let begun = now();
        let result = match self.store.files_of(&mut payload) {
            Err(StoreError::Need { root, blobs }) => {
                return send(FromWorker::NeedSnapshot { id: reply.id().cloned(), root, blobs });
            }
            Err(error) => VerifyResult::refused(&payload.command, Code::Path, error.to_string()),
            Ok(snapshot) => match step {
                type_tests::Step::Plan => type_tests::plan(&payload, &snapshot),
                type_tests::Step::Judge(said) => {
                    type_tests::judged(&payload, &snapshot, said, || now() - begun)
                }
            },
        };
        send(reply.answer(Box::new(result), payload.session_id, None));
    }

    fn verify(
        &mut self,
        reply: Reply,
        mut payload: VerifyPayload,
        now: &dyn Fn() -> f64,
        send: &mut dyn FnMut(FromWorker),
    ) -> Handled {
        let id = reply.id().cloned();
        if payload.engine != Engine::Boa && is_test(&payload.command) {
            let why = format!("engine: '{}' is not part of this host", payload.engine.as_str());
            let result = VerifyResult::refused(&payload.command, Code::Unavailable, why);
            send(reply.answer(Box::new(result), payload.session_id, None));
            return Handled::Done;
        }
        let snapshot = match self.store.files_of(&mut payload) {
            Err(StoreError::Need { root, blobs }) => {
                send(FromWorker::NeedSnapshot { id, root, blobs });
                return Handled::Done;
            }
            snapshot => snapshot,
        };
        let meter = self.meter;
        // A request that is handed in again reports only what is new.
        let mut replay = std::mem::take(&mut self.replay);
        replay.restart();
        let mut memory = None;
        let result = Box::new(match snapshot {
            Ok(snapshot) => {
                let request = Request {
                    command: &payload.command,
                    snapshot: &snapshot,
                    limits: payload.limits.unwrap_or_default(),
                    config: payload.config.as_ref(),
                    seed: payload.seed.unwrap_or_default(),
                };
                // The end of a file is reported with what comes next: a message for each would cost more than a file that
                // is known.
                let mut ended = Vec::new();
                let mut progress = |event| {
                    let Some(id) = id.as_ref().filter(|_| replay.is_new()) else { return };
                    if matches!(event, Progress::FileFinished { .. }) {
                        ended.push(event);
                    } else {
                        let before = std::mem::take(&mut ended);
                        send(FromWorker::Progress { id: id.clone(), event, before });
                    }
                };
                begin(meter, request.limits.memory_bytes);
                let host = &mut Host { now, meter, progress: &mut progress };
                #[cfg(feature = "sandbox")]
                self.realms.lowering.begin();
                let result = verify_with(&request, host, &mut self.realms);
                if let Some((event, id)) = ended.pop().zip(id.clone()) {
                    send(FromWorker::Progress { id, event, before: ended });
                }
                memory = meter.map(|meter| MemoryUse { peak_bytes: meter.end(), heap_bytes: meter.heap() });
                #[cfg(feature = "sandbox")]
                if self.realms.lowering.is_missed() {
                    self.replay = replay;
                    return Handled::NeedsTransformer;
                }
                result
            }
            Err(error) => VerifyResult::refused(&payload.command, Code::Path, error.to_string()),
        });
        send(reply.answer(result, payload.session_id, memory));
        Handled::Done
    }
}

/// Whether a command runs tests, for which the engine matters.
fn is_test(command: &str) -> bool {
    Command::parse(command).is_ok_and(|command| command.verb == Verb::Test)
}

/// Starts to hold a request to its memory limit.
fn begin(meter: Option<&'static dyn Meter>, limit: u64) {
    let Some(meter) = meter else { return };
    #[cfg(feature = "sandbox")]
    verdict_sandbox::collect_litter(meter);
    meter.begin(limit);
}
