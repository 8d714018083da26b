//! A host's side of a conversation: the protocol's messages in, its answers out, snapshots kept between.

use serde::Deserializer;
use verdict_memory::Meter;
use verdict_protocol::{
    Code, Command, Engine, FromWorker, MemoryUse, PROTOCOL_VERSION, Reply, ToWorker, Toolchain, Verb,
    VerifyPayload, VerifyResult, decode,
};
use verdict_vfs::{Store, StoreError};

use crate::realms::Realms;
use crate::{Host, Request, verify_with};

/// Carries out messages one after another. The worker and the native host differ only in how messages
/// come and go.
#[derive(Debug, Default)]
pub struct Session {
    store: Store,
    realms: Realms,
    meter: Option<&'static dyn Meter>,
    /// Progress that was told of a request which has to be carried out again.
    told: usize,
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Handled {
    /// It is carried out.
    Done,
    /// A file of the request has to be lowered, and what does that is not there: nothing was answered. The host gets it and
    /// hands the same message in again, after [`Session::lower_with`], or has it answered by [`Session::refuse`].
    NeedsTransformer,
}

impl Session {
    /// A session of a host whose memory is counted: requests are held to `limits.memoryBytes`, and answers say what
    /// they took.
    #[must_use]
    pub fn metered(meter: &'static dyn Meter) -> Session {
        Session { meter: Some(meter), ..Session::default() }
    }

    /// What a host says first.
    #[must_use]
    pub fn ready(generation: u64) -> FromWorker {
        FromWorker::Ready { protocol: PROTOCOL_VERSION, generation, toolchain: Toolchain::current() }
    }

    /// Carries out one message and hands each answer to `send`, the terminal one last. A `SNAPSHOT` that
    /// is taken has no answer. `source` gives a fresh deserializer of the same message each time; `now` is
    /// a monotonic clock in milliseconds. Only a build without the feature `transformer` ever needs one.
    pub fn handle<'de, D: Deserializer<'de>>(
        &mut self,
        source: impl Fn() -> D,
        now: &dyn Fn() -> f64,
        send: &mut dyn FnMut(FromWorker),
    ) -> Handled {
        match decode(source) {
            Ok(ToWorker::Verify(reply, payload)) => return self.verify(reply, *payload, now, send),
            Ok(ToWorker::Snapshot(message)) => {
                if let Err(error) = self.store.receive(*message) {
                    send(error.answer());
                }
            }
            Ok(ToWorker::Ping(id)) => {
                let memory = self.meter.map(|meter| MemoryUse { heap_bytes: meter.heap(), peak_bytes: 0 });
                send(FromWorker::Pong { success: true, id, toolchain: Toolchain::current(), memory });
            }
            Err(malformed) => send(FromWorker::Error { error: malformed.to_error(), id: malformed.id }),
        }
        Handled::Done
    }

    /// Has files lowered by `given` from now on.
    #[cfg(feature = "sandbox")]
    pub fn lower_with(&mut self, given: std::rc::Rc<dyn crate::Lower>) {
        self.realms.lowering.give(given);
    }

    /// Answers a request that needs the transformer, which cannot be had: `why` is a sentence.
    pub fn refuse<'de, D: Deserializer<'de>>(
        &mut self,
        source: impl Fn() -> D,
        why: &str,
        send: &mut dyn FnMut(FromWorker),
    ) {
        self.told = 0;
        let Ok(ToWorker::Verify(reply, payload)) = decode(source) else { return };
        let result = VerifyResult::refused(&payload.command, Code::Unavailable, why.to_owned());
        send(reply.answer(Box::new(result), payload.session_id, None));
    }

    /// Does while nobody waits what the next request would else wait for. No answer depends on it.
    pub fn prepare(&mut self) {
        self.realms.prepare();
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
        // Equal requests tell equal things: what was told before it had to be begun again is not told twice.
        let told = std::mem::take(&mut self.told);
        let mut telling = 0;
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
                let mut progress = |event| {
                    telling += 1;
                    if let Some(id) = id.as_ref().filter(|_| telling > told) {
                        send(FromWorker::Progress { id: id.clone(), event, before: Vec::new() });
                    }
                };
                begin(meter, request.limits.memory_bytes);
                let host = &mut Host { now, meter, progress: &mut progress };
                #[cfg(feature = "sandbox")]
                self.realms.lowering.begin();
                let result = verify_with(&request, host, &mut self.realms);
                memory = meter.map(|meter| MemoryUse { peak_bytes: meter.end(), heap_bytes: meter.heap() });
                #[cfg(feature = "sandbox")]
                if self.realms.lowering.is_missed() {
                    self.told = telling.max(told);
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

/// Whether a command runs tests, which is where it matters which engine does.
fn is_test(command: &str) -> bool {
    Command::parse(command).is_ok_and(|command| command.verb == Verb::Test)
}

/// From here on a request is held to its limit of memory.
fn begin(meter: Option<&'static dyn Meter>, limit: u64) {
    let Some(meter) = meter else { return };
    #[cfg(feature = "sandbox")]
    verdict_sandbox::collect_litter(meter);
    meter.begin(limit);
}
