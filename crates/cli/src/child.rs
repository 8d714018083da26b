//! The engine's process: started on demand, killed on timeout, replaced when it dies.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use verdict_protocol::SnapshotMessage;

/// Why an exchange has no answer. The process has ended, and the next exchange starts another.
pub(crate) enum Failed {
    /// The time limit was exceeded.
    Timeout,
    /// The process ended on its own.
    Crashed(String),
}

/// A running engine.
struct Running {
    process: Child,
    input: ChildStdin,
    output: Receiver<io::Result<String>>,
}

/// A message to the engine, as it travels.
pub(crate) enum Message {
    /// JSON without a line end.
    Line(String),
    /// A `SNAPSHOT` in `MessagePack`, in which files are the bytes that they are.
    Snapshot(Vec<u8>),
}

/// What a line of JSON starts with, so that no text passes for a snapshot.
pub(crate) const LINE: u8 = b'=';
/// What a snapshot starts with. Its size in bytes and a line end follow.
pub(crate) const SNAPSHOT: u8 = b'#';

impl Message {
    /// A snapshot for the engine.
    ///
    /// # Errors
    /// [`io::Error`] if it cannot be encoded.
    pub(crate) fn snapshot(message: &SnapshotMessage) -> io::Result<Message> {
        rmp_serde::to_vec_named(message).map(Message::Snapshot).map_err(io::Error::other)
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Message::Line(line) => {
                to.write_all(&[LINE])?;
                to.write_all(line.as_bytes())?;
                to.write_all(b"\n")?;
            }
            Message::Snapshot(bytes) => {
                to.write_all(format!("{}{}\n", char::from(SNAPSHOT), bytes.len()).as_bytes())?;
                to.write_all(bytes)?;
            }
        }
        to.flush()
    }
}

/// An engine that can be terminated at any time and restarts with the next message.
pub(crate) struct Engine {
    running: Option<Running>,
    /// `SNAPSHOT` messages to repeat to a new process: a whole snapshot and its successors.
    snapshots: Vec<Message>,
}

/// Maximum time until a process reports that it is ready.
const STARTUP: Duration = Duration::from_secs(30);

impl Engine {
    pub(crate) fn new() -> Engine {
        Engine { running: None, snapshots: Vec::new() }
    }

    /// Sends one message and passes each line of the answer to `answer`.
    ///
    /// # Errors
    /// [`io::Error`] if no process can be started; [`Failed`] if it gave no complete answer.
    pub(crate) fn exchange(
        &mut self,
        line: &str,
        time: Duration,
        answer: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Result<(), Failed>> {
        if self.running.is_none() {
            self.start()?;
        }
        self.talk(&Message::Line(line.to_owned()), time, answer)
    }

    /// Remembers an accepted `SNAPSHOT` for the next process.
    pub(crate) fn remember(&mut self, line: &str, whole: bool) {
        if whole {
            // Requests may still refer to older ones, so a few are kept, as in the engine's own store.
            let keep = self.snapshots.len().saturating_sub(7);
            self.snapshots.drain(..keep);
        }
        self.snapshots.push(Message::Line(line.to_owned()));
    }

    /// Sends a `SNAPSHOT` to this process and its successors.
    ///
    /// # Errors
    /// [`io::Error`] from reading the answer.
    pub(crate) fn tell(&mut self, snapshot: Message) -> io::Result<()> {
        if self.running.is_some() {
            // If the process dies of it or refuses it, that shows when the snapshot is used.
            let _ = self.talk(&snapshot, STARTUP, &mut |_| Ok(()))?;
        }
        self.snapshots.push(snapshot);
        Ok(())
    }

    /// Drops the remembered snapshots, because a whole one follows.
    pub(crate) fn forget(&mut self) {
        self.snapshots.clear();
    }

    fn start(&mut self) -> io::Result<()> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("the engine has no pipes"));
        };
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        self.running = Some(Running { process, input, output: receiver });
        let failed = |_| io::Error::other("the engine did not start");
        self.read(STARTUP, &mut |_| Ok(()))?.map_err(failed)?;
        let snapshots = std::mem::take(&mut self.snapshots);
        let told = snapshots
            .iter()
            .try_for_each(|snapshot| self.talk(snapshot, STARTUP, &mut |_| Ok(()))?.map_err(failed));
        self.snapshots = snapshots;
        told
    }

    fn talk(
        &mut self,
        message: &Message,
        time: Duration,
        answer: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Result<(), Failed>> {
        let Some(running) = &mut self.running else {
            return Ok(Err(Failed::Crashed("the engine is not running".into())));
        };
        if message.write(&mut running.input).is_err() {
            return Ok(Err(self.ended()));
        }
        self.read(time, answer)
    }

    /// Reads lines up to an empty one.
    fn read(
        &mut self,
        time: Duration,
        answer: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Result<(), Failed>> {
        let deadline = Instant::now() + time;
        while let Some(running) = &self.running {
            match running.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Ok(line)) if line.is_empty() => return Ok(Ok(())),
                Ok(Ok(line)) => answer(&line)?,
                Err(RecvTimeoutError::Timeout) => {
                    self.kill();
                    return Ok(Err(Failed::Timeout));
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(Err(self.ended()))
    }

    fn ended(&mut self) -> Failed {
        let status = self.running.take().and_then(|mut running| running.process.wait().ok());
        Failed::Crashed(match status {
            Some(status) => format!("The engine ended: {status}"),
            None => "The engine ended".into(),
        })
    }

    fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            // It may have ended on its own in the meantime; then there is nothing to kill.
            let _ = running.process.kill();
            let _ = running.process.wait();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.kill();
    }
}
