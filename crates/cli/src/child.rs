//! The engine's process: started when needed, killed when its time is up, replaced when it dies.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Why an exchange has no answer. The process is gone then, and the next exchange starts another.
pub(crate) enum Failed {
    /// Time ran out.
    Timeout,
    /// The process ended by itself.
    Crashed(String),
}

/// A running engine.
struct Running {
    process: Child,
    input: ChildStdin,
    output: Receiver<io::Result<String>>,
}

/// An engine that can be ended at any time and is there again for the next message.
pub(crate) struct Engine {
    running: Option<Running>,
    /// `SNAPSHOT` messages that a new process must be told again: a whole one and what builds on it.
    snapshots: Vec<String>,
}

/// The longest that a process may take to say that it is ready.
const STARTUP: Duration = Duration::from_secs(30);

impl Engine {
    pub(crate) fn new() -> Engine {
        Engine { running: None, snapshots: Vec::new() }
    }

    /// Sends one message and passes each line of the answer to `answer`.
    ///
    /// # Errors
    /// [`io::Error`] if no process can be started; [`Failed`] if this one gave no whole answer.
    pub(crate) fn exchange(
        &mut self,
        line: &str,
        time: Duration,
        answer: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Result<(), Failed>> {
        if self.running.is_none() {
            self.start()?;
        }
        self.talk(line, time, answer)
    }

    /// Remembers a `SNAPSHOT` that was taken, for the next process.
    pub(crate) fn remember(&mut self, line: &str, whole: bool) {
        if whole {
            // Older ones may still be asked for: a few are kept, as the engine's own store does.
            let keep = self.snapshots.len().saturating_sub(7);
            self.snapshots.drain(..keep);
        }
        self.snapshots.push(line.to_owned());
    }

    /// Tells a `SNAPSHOT` to this process and to those that come after it.
    ///
    /// # Errors
    /// [`io::Error`] from reading the answer.
    pub(crate) fn tell(&mut self, line: &str) -> io::Result<()> {
        if self.running.is_some() {
            // A process that dies of it, or refuses it, says so when the snapshot is asked for.
            let _ = self.talk(line, STARTUP, &mut |_| Ok(()))?;
        }
        self.snapshots.push(line.to_owned());
        Ok(())
    }

    /// Forgets what processes to come are told: a whole snapshot follows.
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
        for line in self.snapshots.clone() {
            self.talk(&line, STARTUP, &mut |_| Ok(()))?.map_err(failed)?;
        }
        Ok(())
    }

    fn talk(
        &mut self,
        line: &str,
        time: Duration,
        answer: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> io::Result<Result<(), Failed>> {
        let Some(running) = &mut self.running else {
            return Ok(Err(Failed::Crashed("the engine is not running".into())));
        };
        let sent = running
            .input
            .write_all(line.as_bytes())
            .and_then(|()| running.input.write_all(b"\n"))
            .and_then(|()| running.input.flush());
        if sent.is_err() {
            return Ok(Err(self.ended()));
        }
        self.read(time, answer)
    }

    /// Reads lines to the empty one.
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
            // It may have ended by itself meanwhile: then there is nothing to kill.
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
