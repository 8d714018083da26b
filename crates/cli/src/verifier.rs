//! The engine's process, which runs commands on snapshots.

use std::io;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_gate::Check;
use verdict_protocol::{Limits, Progress, SnapshotMessage, Toolchain, VerifyResult, overlay};
use verdict_vfs::Snapshot;

use crate::child::{Engine, Message};
use crate::host::HostArguments;
use crate::unfinished::Unfinished;

/// Number of successive snapshots sent as changes before a whole one is sent again; less than the engine
/// keeps.
const KNOWN: usize = 6;
/// Maximum time for the answer to a ping.
const PING: Duration = Duration::from_secs(30);

/// A command with everything that its result depends on but the seed.
#[derive(Debug, Clone)]
pub(crate) struct Job<'a> {
    pub(crate) command: &'a str,
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) config: &'a Value,
    pub(crate) limits: Limits,
}

/// Uses the engine's process.
pub(crate) struct ChildVerifier {
    engine: Engine,
    config: Value,
    limits: Limits,
    seed: u64,
    /// Snapshots that the engine has: a whole one, and its successors.
    known: Vec<Snapshot>,
    asked: u64,
}

impl ChildVerifier {
    /// Creates the verifier.
    ///
    /// # Errors
    /// [`io::Error`] for an unreadable configuration.
    pub(crate) fn new(arguments: &HostArguments) -> io::Result<ChildVerifier> {
        Ok(ChildVerifier {
            engine: Engine::new(),
            config: arguments.configuration()?,
            limits: arguments.limits(),
            seed: arguments.seed,
            known: Vec::new(),
            asked: 0,
        })
    }

    /// Creates a verifier for jobs that bring their own configuration.
    pub(crate) fn of_jobs() -> ChildVerifier {
        ChildVerifier {
            engine: Engine::new(),
            config: json!({}),
            limits: Limits::default(),
            seed: 0,
            known: Vec::new(),
            asked: 0,
        }
    }

    /// The limits of a check.
    pub(crate) fn limits(&self, check: &Check<'_>) -> Limits {
        Limits { time_ms: check.timeout_ms.unwrap_or(self.limits.time_ms), ..self.limits.clone() }
    }

    /// The configuration of a check.
    pub(crate) fn config(&self, check: &Check<'_>) -> Value {
        let mut config = self.config.clone();
        if let Some(over) = check.config {
            overlay(&mut config, over);
        }
        config
    }

    /// Runs a check. A process that dies gives a negative result.
    ///
    /// # Errors
    /// [`io::Error`] if there is no process, or if it breaks the protocol.
    pub(crate) fn ask(&mut self, check: &Check<'_>) -> io::Result<VerifyResult> {
        let (config, limits) = (self.config(check), self.limits(check));
        let Check { command, snapshot, .. } = *check;
        self.run(&Job { command, snapshot, config: &config, limits }, &mut |_| {})
    }

    /// Runs a command. `see` gets the progress.
    ///
    /// # Errors
    /// [`io::Error`] if there is no process, or if it breaks the protocol.
    pub(crate) fn run(&mut self, job: &Job<'_>, see: &mut dyn FnMut(&Progress)) -> io::Result<VerifyResult> {
        self.asked += 1;
        let request = json!({
            "type": "VERIFY",
            "id": self.asked,
            "payload": {
                "command": job.command,
                "snapshotRef": job.snapshot.root(),
                "limits": job.limits,
                "config": job.config,
                "seed": self.seed,
            },
        })
        .to_string();
        self.tell(job.snapshot)?;
        let answer = match self.exchange(&request, job, see)? {
            // The process lacks the snapshot, and is sent the whole one, once.
            Answer::Other(kind) if kind == "NEED_SNAPSHOT" => {
                self.known.clear();
                self.tell(job.snapshot)?;
                self.exchange(&request, job, see)?
            }
            answer => answer,
        };
        match answer {
            Answer::Result(result) => Ok(*result),
            Answer::Other(answer) => Err(io::Error::other(format!("unexpected answer {answer}"))),
        }
    }

    /// The versions that the engine's process judges with.
    ///
    /// # Errors
    /// [`io::Error`] if there is no process, or if it breaks the protocol.
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

    fn exchange(
        &mut self,
        request: &str,
        job: &Job<'_>,
        see: &mut dyn FnMut(&Progress),
    ) -> io::Result<Answer> {
        let (mut answer, mut unfinished) = (None, Unfinished::default());
        let time = Duration::from_millis(job.limits.time_ms);
        let exchanged = self.engine.exchange(request, time, &mut |line| {
            if !unfinished.see(line, see) {
                let Kind { kind } = serde_json::from_str(line)?;
                answer = Some((kind.unwrap_or_default(), line.to_owned()));
            }
            Ok(())
        })?;
        match (exchanged, answer) {
            (Err(failed), _) => {
                Ok(Answer::Result(Box::new(unfinished.answer(job.command, &failed, &job.limits))))
            }
            (Ok(()), Some((kind, line))) if kind == "VERIFY_COMPLETE" => serde_json::from_str(&line)
                .map(|result| Answer::Result(Box::new(result)))
                .map_err(|error| io::Error::other(format!("unexpected answer {line}: {error}"))),
            (Ok(()), Some((kind, _))) if kind == "NEED_SNAPSHOT" => Ok(Answer::Other(kind)),
            (Ok(()), Some((_, line))) => Ok(Answer::Other(line)),
            (Ok(()), None) => Err(io::Error::other("the engine gave no answer")),
        }
    }

    /// Sends a snapshot to the engine, as a change of the whole one that it has.
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
        let message = Message::snapshot(&message)?;
        if self.known.is_empty() {
            self.engine.forget();
        }
        self.engine.tell(message)?;
        self.known.push(snapshot.clone());
        Ok(())
    }
}

/// The kind of a line from the engine. Results can be long, so a line is only parsed in full once its
/// kind is known.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: Option<String>,
}

enum Answer {
    Result(Box<VerifyResult>),
    Other(String),
}
