//! The engine's process: the one way in which it is asked commands on snapshots.

use std::io;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_gate::Check;
use verdict_protocol::{Limits, SnapshotMessage, Toolchain, VerifyResult};
use verdict_vfs::Snapshot;

use crate::child::Engine;
use crate::host::HostArguments;
use crate::unfinished::Unfinished;

/// How many snapshots the engine is told before it is told a whole one anew: fewer than it keeps.
const KNOWN: usize = 6;
/// How long the engine may take to say what it is.
const PING: Duration = Duration::from_secs(30);

/// Asks the engine's process.
pub(crate) struct ChildVerifier {
    engine: Engine,
    config: Value,
    timeout_ms: u64,
    seed: u64,
    /// What the engine was told: a whole snapshot, and then what builds on it.
    known: Vec<Snapshot>,
    asked: u64,
}

impl ChildVerifier {
    /// # Errors
    /// [`io::Error`] for a configuration that cannot be read.
    pub(crate) fn new(arguments: &HostArguments) -> io::Result<ChildVerifier> {
        Ok(ChildVerifier {
            engine: Engine::new(),
            config: arguments.configuration()?,
            timeout_ms: arguments.timeout,
            seed: arguments.seed,
            known: Vec::new(),
            asked: 0,
        })
    }

    /// Carries out a check. What the engine's process does not survive is a negative result.
    ///
    /// # Errors
    /// [`io::Error`] if there is no process, or if it does not keep to the protocol.
    pub(crate) fn ask(&mut self, check: &Check<'_>) -> io::Result<VerifyResult> {
        let timeout_ms = check.timeout_ms.unwrap_or(self.timeout_ms);
        let mut config = self.config.clone();
        if let Some(over) = check.config {
            lay(&mut config, over);
        }
        self.asked += 1;
        let request = json!({
            "type": "VERIFY",
            "id": self.asked,
            "payload": {
                "command": check.command,
                "snapshotRef": check.snapshot.root(),
                "limits": Limits { time_ms: timeout_ms, ..Limits::default() },
                "config": config,
                "seed": self.seed,
            },
        })
        .to_string();
        self.tell(check.snapshot)?;
        let answer = match self.exchange(&request, timeout_ms, check.command)? {
            // It lost or never had the snapshot: it is told all of it, once.
            Answer::Other(kind) if kind == "NEED_SNAPSHOT" => {
                self.known.clear();
                self.tell(check.snapshot)?;
                self.exchange(&request, timeout_ms, check.command)?
            }
            answer => answer,
        };
        match answer {
            Answer::Result(result) => Ok(*result),
            Answer::Other(answer) => Err(io::Error::other(format!("unexpected answer {answer}"))),
        }
    }

    /// What the engine's process judges with.
    ///
    /// # Errors
    /// [`io::Error`] if there is no process, or if it does not keep to the protocol.
    pub(crate) fn ping(&mut self) -> io::Result<Toolchain> {
        #[derive(Deserialize)]
        struct Pong {
            toolchain: Toolchain,
        }
        let mut pong = Err(io::Error::other("the engine gave no answer"));
        let exchanged = self.engine.exchange(r#"{"type":"PING"}"#, PING, &mut |line| {
            pong = serde_json::from_str(line).map(|pong: Pong| pong.toolchain).map_err(io::Error::from);
            Ok(())
        })?;
        exchanged.map_err(|failed| io::Error::other(Unfinished::default().why(&failed).1))?;
        pong
    }

    fn exchange(&mut self, request: &str, timeout_ms: u64, command: &str) -> io::Result<Answer> {
        let (mut answer, mut unfinished) = (None, Unfinished::default());
        let exchanged = self.engine.exchange(request, Duration::from_millis(timeout_ms), &mut |line| {
            if !unfinished.see(line) {
                let Kind { kind } = serde_json::from_str(line)?;
                answer = Some((kind.unwrap_or_default(), line.to_owned()));
            }
            Ok(())
        })?;
        match (exchanged, answer) {
            (Err(failed), _) => {
                let limits = Limits { time_ms: timeout_ms, ..Limits::default() };
                Ok(Answer::Result(Box::new(unfinished.answer(command, &failed, &limits))))
            }
            (Ok(()), Some((kind, line))) if kind == "VERIFY_COMPLETE" => serde_json::from_str(&line)
                .map(|result| Answer::Result(Box::new(result)))
                .map_err(|error| io::Error::other(format!("unexpected answer {line}: {error}"))),
            (Ok(()), Some((kind, _))) if kind == "NEED_SNAPSHOT" => Ok(Answer::Other(kind)),
            (Ok(()), Some((_, line))) => Ok(Answer::Other(line)),
            (Ok(()), None) => Err(io::Error::other("the engine gave no answer")),
        }
    }

    /// Brings a snapshot to the engine, as a change of the whole one that it has.
    fn tell(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        if self.known.contains(snapshot) {
            return Ok(());
        }
        if self.known.len() >= KNOWN {
            self.known.clear();
        }
        let message: SnapshotMessage = match self.known.first() {
            None => snapshot.to_message(),
            Some(base) => snapshot.to_delta(base),
        };
        let line = serde_json::to_string(&json!({ "type": "SNAPSHOT", "payload": message }))?;
        if self.known.is_empty() {
            self.engine.forget();
        }
        self.engine.tell(&line)?;
        self.known.push(snapshot.clone());
        Ok(())
    }
}

/// What a line of the engine is. A result may be long: it is only made once what it is is known.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: Option<String>,
}

enum Answer {
    Result(Box<VerifyResult>),
    Other(String),
}

/// Lays a part of a configuration over another, member by member.
pub(crate) fn lay(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                lay(base.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}
