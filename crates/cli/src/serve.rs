//! `verdict serve --stdio`: the worker's protocol as JSON lines.

mod typed;

use std::io::{self, Write};
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use verdict_protocol::{Code, FromWorker, Limits, RequestId, WireError};

use crate::child::Engine;
use crate::lines::{MAX_LINE, read_line};
use crate::unfinished::Unfinished;

use typed::Typed;

/// The part of a message that the host reads; the engine reads the rest.
#[derive(Deserialize, Default)]
struct MessageHead {
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default)]
    id: Option<RequestId>,
    #[serde(rename = "requestId", default)]
    request_id: Option<RequestId>,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    limits: Option<Limits>,
    #[serde(default)]
    payload: Option<Payload>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Payload {
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    limits: Option<Limits>,
    #[serde(default)]
    session_id: Option<serde_json::Value>,
    #[serde(default)]
    base: Option<IgnoredAny>,
}

/// Answers messages until standard input ends. An invalid message is answered by one `ERROR err:protocol`.
pub(crate) fn run() -> io::Result<()> {
    let (mut engine, mut typed) = (Engine::new(), Typed::default());
    let mut out = io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(&verdict_engine::Session::ready(0))?)?;
    out.flush()?;
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input, MAX_LINE)? {
        match line {
            Ok(line) if line.trim_ascii().is_empty() => continue,
            Ok(line) => answer(&mut engine, &mut typed, &line, &mut out)?,
            Err(message) => {
                let error = WireError { code: Code::Protocol, message };
                writeln!(out, "{}", serde_json::to_string(&FromWorker::Error { id: None, error })?)?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

fn answer(engine: &mut Engine, typed: &mut Typed, line: &str, out: &mut impl Write) -> io::Result<()> {
    // The engine refuses an unreadable message, with a pointer.
    let head: MessageHead = serde_json::from_str(line).unwrap_or_default();
    let payload = head.payload.unwrap_or_default();
    let command = payload.command.as_ref().or(head.command.as_ref());
    if let Some(command) = command
        && typed.answer(engine, line, command, out)?
    {
        return Ok(());
    }
    let limits = payload.limits.or(head.limits).unwrap_or_default();
    let (mut refused, mut unfinished) = (false, Unfinished::default());
    let exchanged = engine.exchange(line, Duration::from_millis(limits.time_ms), &mut |answer| {
        refused = true;
        unfinished.see(answer, &mut |_| {});
        // The process ends after a panic message, and the host answers instead.
        if unfinished.error().is_some() { Ok(()) } else { writeln!(out, "{answer}") }
    })?;
    match exchanged {
        Ok(()) => {
            if let Some(error) = unfinished.error() {
                writeln!(out, "{error}")?;
            }
            if head.kind.as_deref() == Some("SNAPSHOT") && !refused {
                engine.remember(line, payload.base.is_none());
                typed.receive(line);
            }
            Ok(())
        }
        Err(failed) => {
            let command = payload.command.or(head.command).unwrap_or_default();
            let (code, message) = unfinished.why(&failed);
            let result = Box::new(unfinished.answer(&command, &failed, &limits));
            let message = match (head.kind.as_deref(), head.request_id) {
                (None, Some(request_id)) => FromWorker::Plain { request_id, result },
                (Some("VERIFY"), _) => {
                    let session_id = payload.session_id;
                    FromWorker::VerifyComplete { id: head.id, result, session_id, memory: None }
                }
                _ => FromWorker::Error { id: head.id, error: WireError { code, message } },
            };
            writeln!(out, "{}", serde_json::to_string(&message)?)
        }
    }
}
