//! Requests whose types the full layer checks, after the engine's process or beside it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_checker::TypeTests;
use verdict_protocol::{
    Command, Limits, MAX_SAFE_INTEGER, MemoryUse, Reply, ToWorker, Verb, VerifyPayload, VerifyResult, decode,
};
use verdict_vfs::{Snapshot, Store};

use crate::browser::BrowserArguments;
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
struct Asked {
    reply: Reply,
    payload: VerifyPayload,
    snapshot: Snapshot,
    config: Value,
    limits: Limits,
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

    /// Answers a request about types. `line` is its message, and `command` the command in it. Returns `false`, with nothing
    /// written, if the message is no such request, or one that the engine refuses.
    pub(super) fn answer(
        &mut self,
        engine: &mut Engine,
        line: &str,
        command: &str,
        out: &mut impl Write,
    ) -> io::Result<bool> {
        let Some(Command { verb: verb @ (Verb::TypeCheck | Verb::Test), .. }) = Command::parse(command).ok()
        else {
            return Ok(false);
        };
        let Some(asked) = self.asked(line) else { return Ok(false) };
        let tests = TypeTests::read(&asked.payload.command, &asked.snapshot, &asked.config);
        if verb == Verb::Test && tests.is_none() {
            return Ok(false);
        }
        match self.said(engine, line, &asked, tests.as_ref(), out)? {
            Said::Other(line) => writeln!(out, "{line}")?,
            Said::Result(result, memory) => {
                let result = Box::new(result.sealed(asked.limits.output_bytes));
                let answer = asked.reply.answer(result, asked.payload.session_id, memory);
                writeln!(out, "{}", serde_json::to_string(&answer)?)?;
            }
        }
        Ok(true)
    }

    /// Reads a message. `None` if it is no request that the engine accepts, or if the full layer is off.
    fn asked(&mut self, line: &str) -> Option<Asked> {
        if TypesLayer::is_off() {
            return None;
        }
        let ToWorker::Verify(reply, mut payload) = decode_line(line)? else { return None };
        let snapshot = self.store.files_of(&mut payload).ok()?;
        let config = payload.config.clone().unwrap_or_else(|| json!({}));
        let limits = payload.limits.clone().unwrap_or_default();
        Some(Asked { reply, payload: *payload, snapshot, config, limits })
    }

    /// What is said to a request, by the engine's process and by the checker.
    fn said(
        &mut self,
        engine: &mut Engine,
        line: &str,
        asked: &Asked,
        tests: Option<&TypeTests<'_>>,
        out: &mut impl Write,
    ) -> io::Result<Said> {
        let begun = Instant::now();
        let Asked { snapshot, config, limits, .. } = asked;
        let browser = BrowserArguments::default();
        let request = |time_ms| CheckRequest {
            command: &asked.payload.command,
            config,
            limits: Limits { time_ms, ..limits.clone() },
            browser: &browser,
            baseline: None,
            cache: None,
        };
        let whole = |files: &Snapshot| Ok(files.clone());
        let Some(tests) = tests else {
            return Ok(match asked.exchange(engine, &uncut(line, None)?, out)? {
                Said::Result(fast, memory) => {
                    let result = self.layer.complete(*fast, &request(limits.time_ms), snapshot, whole)?;
                    Said::Result(Box::new(result), memory)
                }
                other => other,
            });
        };
        self.layer.begin_tests(tests, &request(limits.time_ms), snapshot, whole);
        let rest = tests.rest().map(|command| uncut(line, Some((command, config)))).transpose()?;
        let ran = rest.map(|message| asked.exchange(engine, &message, out)).transpose()?;
        let (ran, memory) = match ran {
            None => (None, None),
            Some(Said::Result(result, memory)) => (Some(*result), memory),
            Some(other) => return Ok(other),
        };
        let past = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let request = request(limits.time_ms.saturating_sub(past));
        let answer = self.layer.check_tests(tests, &request, snapshot, whole)?;
        let total_ms = begun.elapsed().as_secs_f64() * 1e3;
        let mut result = tests.joined(ran, tests.judged(answer, total_ms), limits.output_bytes);
        result.timing.total_ms = total_ms;
        Ok(Said::Result(Box::new(result), memory))
    }
}

impl Asked {
    /// Has the engine answer a message, and passes on its progress.
    fn exchange(&self, engine: &mut Engine, message: &str, out: &mut impl Write) -> io::Result<Said> {
        let (mut last, mut unfinished) = (None, Unfinished::default());
        let exchanged =
            engine.exchange(message, Duration::from_millis(self.limits.time_ms), &mut |line| {
                if unfinished.see(line, &mut |_| {}) {
                    return writeln!(out, "{line}");
                }
                last = Some(line.to_owned());
                Ok(())
            })?;
        match (exchanged, last) {
            (Err(failed), _) => {
                let result = unfinished.answer(&self.payload.command, &failed, &self.limits);
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
