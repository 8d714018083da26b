//! The checker's process: started on demand, killed when its time is over, replaced when it dies.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use verdict_checker::{Answer, Checker, Failure, Question, Reply, snapshot_message};
use verdict_protocol::Code;
use verdict_vfs::Snapshot;

use super::places::Places;

/// The most memory that the checker's heap may take, in MiB.
const HEAP_MIB: u32 = 3072;

/// TypeScript in a process of Node.
pub(super) struct NodeChecker {
    places: Places,
    running: Option<Running>,
    time: Duration,
    asked: u64,
}

struct Running {
    process: Child,
    input: ChildStdin,
    output: Receiver<String>,
    runtime: Option<String>,
    /// The snapshot that it has.
    snapshot: Option<Snapshot>,
}

impl NodeChecker {
    pub(super) const fn new(places: Places) -> NodeChecker {
        NodeChecker { places, running: None, time: Duration::from_secs(30), asked: 0 }
    }

    /// Sets the time for the next question.
    pub(super) const fn within(&mut self, time: Duration) {
        self.time = time;
    }

    fn start(&self, deadline: Instant) -> Result<Running, Failure> {
        let unstarted =
            |why: String| Failure::new(Code::Startup, format!("The checker did not start: {why}"));
        let mut process = Command::new(&self.places.node)
            .arg(format!("--max-old-space-size={HEAP_MIB}"))
            .arg(&self.places.script)
            .env_remove("NODE_OPTIONS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| unstarted(format!("{}: {error}", self.places.node.display())))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(unstarted("it has no pipes".into()));
        };
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut running = Running { process, input, output: receiver, runtime: None, snapshot: None };
        match running.read(deadline) {
            Ok(Reply::Ready { node, .. }) => {
                running.runtime = node.map(|version| format!("node {version}"));
                Ok(running)
            }
            Ok(reply) => Err(reply.answer().err().map_or_else(
                || unstarted("it answered before it was asked".into()),
                |failure| unstarted(failure.message),
            )),
            Err(failure) if failure.code == Code::Timeout => Err(failure),
            Err(failure) => Err(unstarted(failure.message)),
        }
    }

    fn ask(&mut self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Answer, Failure> {
        let deadline = Instant::now() + self.time;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start(deadline)?,
        };
        self.asked += 1;
        if running.snapshot.as_ref().is_none_or(|had| had.root() != snapshot.root()) {
            running.send(&snapshot_message(snapshot, running.snapshot.as_ref()))?;
            running.snapshot = Some(snapshot.clone());
        }
        running.send(&question.message(self.asked, snapshot.root()))?;
        let answer = running.read(deadline)?.answer()?;
        let answer = Answer { runtime: running.runtime.clone(), ..answer };
        // Only a process that answered is asked again.
        self.running = Some(running);
        Ok(answer)
    }
}

impl Checker for NodeChecker {
    fn check(&mut self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Answer, Failure> {
        self.ask(snapshot, question)
    }
}

impl Running {
    fn send(&mut self, message: &Value) -> Result<(), Failure> {
        let sent = writeln!(self.input, "{message}").and_then(|()| self.input.flush());
        sent.map_err(|_| Failure::new(Code::Crashed, "The checker ended"))
    }

    fn read(&mut self, deadline: Instant) -> Result<Reply, Failure> {
        match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => serde_json::from_str(&line).map_err(|error| {
                Failure::new(Code::Protocol, format!("The checker's answer cannot be read: {error}"))
            }),
            Err(RecvTimeoutError::Timeout) => Err(Failure::new(Code::Timeout, "Verification timeout")),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.process.wait().map(|status| format!(": {status}")).unwrap_or_default();
                Err(Failure::new(Code::Crashed, format!("The checker ended{status}")))
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended on its own in the meantime; then there is nothing to kill.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
