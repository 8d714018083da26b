//! Requests whose types the full layer checks, after the engine's process or beside it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_checker::{Answer, TypeTests};
use verdict_protocol::{
    Command, Limits, MAX_SAFE_INTEGER, MemoryUse, Reply, ToWorker, Verb, VerifyPayload, VerifyResult, decode,
};
use verdict_vfs::{Snapshot, Store};

use crate::child::Engine;
use crate::types::{CheckRequest, TypesLayer};
use crate::unfinished::Unfinished;

/// The full layer, with the snapshots that it reads. Its process is kept across requests.
#[derive(Default)]
pub(super) struct Typed {
    store: Store,
    layer: TypesLayer,
}

/// A request about types.
pub(super) struct Asked {
    reply: Reply,
    payload: VerifyPayload,
    snapshot: Snapshot,
}

/// What the engine's process said last.
enum Said {
    Result(Box<VerifyResult>, Option<MemoryUse>),
    /// An answer that is no result.
    Other(String),
}

impl Typed {
    /// Keeps the snapshot of a message that the engine accepted.
    pub(super) fn receive(&mut self, line: &str) {
        if TypesLayer::is_off() {
            return;
        }
        if let Some(ToWorker::Snapshot(message)) = decode_line(line) {
            // The engine has checked it. If this store lacks its base, requests about it are the engine's alone.
            let _ = self.store.receive(*message);
        }
    }

    /// Reads a message. `None` if it is none about types, or one that the engine refuses.
    pub(super) fn asked(&mut self, line: &str, verb: Option<Verb>) -> Option<Asked> {
        if !matches!(verb, Some(Verb::TypeCheck | Verb::Test)) || TypesLayer::is_off() {
            return None;
        }
        let ToWorker::Verify(reply, mut payload) = decode_line(line)? else { return None };
        let snapshot = self.store.files_of(&mut payload).ok()?;
        let asked = Asked { reply, payload: *payload, snapshot };
        (verb == Some(Verb::TypeCheck) || asked.tests(&asked.config()).is_some()).then_some(asked)
    }

    /// Answers a request. `line` is its message.
    pub(super) fn answer(
        &mut self,
        engine: &mut Engine,
        line: &str,
        asked: Asked,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let begun = Instant::now();
        let (config, limits) = (asked.config(), asked.limits());
        let request = |time_ms| CheckRequest {
            command: &asked.payload.command,
            config: &config,
            timeout_ms: time_ms,
            output_bytes: limits.output_bytes,
            dist: None,
            baseline: None,
        };
        let whole = |files: &Snapshot| Ok(files.clone());
        let tests = asked.tests(&config);
        let is_checked = tests.as_ref().is_some_and(|tests| !tests.config().list);
        if let Some(tests) = tests.as_ref().filter(|_| is_checked) {
            self.layer.begin_tests(tests, &request(limits.time_ms), &asked.snapshot, whole);
        }
        let message = match &tests {
            None => Some(uncut(line, None)?),
            Some(tests) => tests.rest().map(|command| uncut(line, Some((command, &config)))).transpose()?,
        };
        let said = message.map(|message| asked.exchange(engine, &message, &limits, out)).transpose()?;
        let (ran, memory) = match said {
            None => (None, None),
            Some(Said::Result(result, memory)) => (Some(*result), memory),
            Some(Said::Other(line)) => return writeln!(out, "{line}"),
        };
        let result = match (&tests, ran) {
            (None, None) => return Err(io::Error::other("the engine gave no answer")),
            (None, Some(fast)) => {
                self.layer.complete(fast, &request(limits.time_ms), &asked.snapshot, whole)?
            }
            (Some(tests), ran) => {
                let past = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                let request = request(limits.time_ms.saturating_sub(past));
                let answer = if is_checked {
                    self.layer.check_tests(tests, &request, &asked.snapshot, whole)?
                } else {
                    Ok(Answer::default())
                };
                let total_ms = begun.elapsed().as_secs_f64() * 1e3;
                let mut result = tests.joined(ran, tests.judged(answer, total_ms), limits.output_bytes);
                result.timing.total_ms = total_ms;
                result
            }
        };
        let result = Box::new(result.sealed(limits.output_bytes));
        let answer = asked.reply.answer(result, asked.payload.session_id, memory);
        writeln!(out, "{}", serde_json::to_string(&answer)?)
    }
}

impl Asked {
    fn config(&self) -> Value {
        self.payload.config.clone().unwrap_or_else(|| json!({}))
    }

    fn limits(&self) -> Limits {
        self.payload.limits.clone().unwrap_or_default()
    }

    fn tests(&self, config: &Value) -> Option<TypeTests<'_>> {
        TypeTests::read(&self.payload.command, &self.snapshot, config)
    }

    /// Has the engine answer a message, and passes on its progress.
    fn exchange(
        &self,
        engine: &mut Engine,
        message: &str,
        limits: &Limits,
        out: &mut impl Write,
    ) -> io::Result<Said> {
        let (mut last, mut unfinished) = (None, Unfinished::default());
        let exchanged = engine.exchange(message, Duration::from_millis(limits.time_ms), &mut |line| {
            if unfinished.see(line, &mut |_| {}) {
                return writeln!(out, "{line}");
            }
            last = Some(line.to_owned());
            Ok(())
        })?;
        match (exchanged, last) {
            (Err(failed), _) => {
                let result = unfinished.answer(&self.payload.command, &failed, limits);
                Ok(Said::Result(Box::new(result), None))
            }
            (Ok(()), Some(line)) => Ok(said(line)),
            (Ok(()), None) => Err(io::Error::other("the engine gave no answer")),
        }
    }
}

/// Reads an answer in either envelope.
fn said(line: String) -> Said {
    #[derive(Deserialize)]
    struct Plain {
        result: Box<VerifyResult>,
    }
    #[derive(Deserialize)]
    struct Used {
        #[serde(default)]
        memory: Option<MemoryUse>,
    }
    let result = serde_json::from_str(&line).ok().map(|Plain { result }| result);
    let result = result.or_else(|| serde_json::from_str::<VerifyResult>(&line).ok().map(Box::new));
    let memory = serde_json::from_str(&line).ok().and_then(|Used { memory }| memory);
    result.map_or(Said::Other(line), |result| Said::Result(result, memory))
}

/// The message of a request without a limit of its output, which is cut when it is whole. With `instead`, another command, whose files are
/// chosen already, by the configuration of the request.
fn uncut(line: &str, instead: Option<(&str, &Value)>) -> io::Result<String> {
    let mut message: Value = serde_json::from_str(line)?;
    let payload = if message["payload"].is_object() { &mut message["payload"] } else { &mut message };
    if !payload["limits"].is_object() {
        payload["limits"] = json!({});
    }
    payload["limits"]["outputBytes"] = json!(MAX_SAFE_INTEGER);
    if let Some((command, config)) = instead {
        payload["command"] = json!(command);
        payload["config"] = TypeTests::of_rest(Some(config));
    }
    Ok(message.to_string())
}

/// Decodes a message as the engine does.
fn decode_line(line: &str) -> Option<ToWorker> {
    let message: Value = serde_json::from_str(line).ok()?;
    decode(|| &message).ok()
}

/// The verb of a command, if it is one.
pub(super) fn verb_of(command: &str) -> Option<Verb> {
    Command::parse(command).ok().map(|command| command.verb)
}
