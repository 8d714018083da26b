//! The checker in a process or a page: started on demand, ended when its time is over, replaced when it dies.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use verdict_checker::{Answer, Checker, Failure, Question, Reply, snapshot_message};
use verdict_protocol::{Code, sha256_hex};
use verdict_vfs::Snapshot;

use super::places::{HEAP_MIB, Places};
use crate::browser::{CheckerPage, Said};

/// The option of a process that leaves the processors to others.
const BACKGROUND: &str = "--background";

/// TypeScript in a process of Node, or in a page of a browser.
pub(super) struct HostedChecker {
    places: Places,
    running: Option<Running>,
    time: Duration,
    /// The time to start, if there is a limit.
    start: Option<Duration>,
    asked: u64,
    early: Option<Early>,
}

/// A question whose answer nobody has read yet.
struct Early {
    root: String,
    question: Value,
    /// The answer, if it had to be read to ask something else.
    answer: Option<Result<Answer, Failure>>,
}

struct Running {
    host: Host,
    input: UnboundedSender<Value>,
    output: Receiver<Said>,
    begun: Instant,
    /// What it runs in, as far as that is known.
    runtime: Option<String>,
    is_ready: bool,
    /// The snapshot that it has.
    snapshot: Option<Snapshot>,
}

impl HostedChecker {
    pub(super) const fn new(places: Places) -> HostedChecker {
        HostedChecker {
            places,
            running: None,
            time: Duration::from_secs(30),
            start: None,
            asked: 0,
            early: None,
        }
    }

    /// Sets the time for the next question.
    pub(super) const fn within(&mut self, time: Duration) {
        self.time = time;
    }

    /// Sets the time that a new process may take to start.
    pub(super) const fn starts_within(&mut self, time: Option<Duration>) {
        self.start = time;
    }

    /// Asks a question whose answer [`Checker::check`] will read. Returns at once. A process that starts for it leaves the
    /// processors to others.
    pub(super) fn begin(&mut self, snapshot: &Snapshot, question: &Question<'_>) {
        if self.early.is_none() && self.send(snapshot, question, Some(BACKGROUND)).is_ok() {
            let (root, question) = (snapshot.root().to_owned(), question.message(0, ""));
            self.early = Some(Early { root, question, answer: None });
        }
    }

    /// A hash of what the answer to a question depends on; `None` if that is not known.
    pub(super) fn key(&self, snapshot: &Snapshot, question: &Question<'_>) -> Option<String> {
        let all = json!(["answer", self.places.identity()?, snapshot.root(), question.message(0, "")]);
        Some(sha256_hex(all.to_string().as_bytes()))
    }

    /// Starts a process, in which Node may have an option of the checker.
    fn start(&self, option: Option<&str>) -> Result<Running, Failure> {
        let (input, messages) = unbounded_channel::<Value>();
        let (said, output) = channel::<Said>();
        let host = match &self.places {
            Places::Node { node, script } => Host::Node(start_node(node, script, option, messages, said)?),
            Places::Chromium(pages) => Host::Chromium(pages.open(messages, said)),
        };
        let begun = Instant::now();
        Ok(Running { host, input, output, begun, runtime: None, is_ready: false, snapshot: None })
    }

    /// Sends a question, with the snapshot that it is about. `option` is for a process that has to start.
    fn send(
        &mut self,
        snapshot: &Snapshot,
        question: &Question<'_>,
        option: Option<&str>,
    ) -> Result<(), Failure> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start(option)?,
        };
        self.asked += 1;
        if running.snapshot.as_ref().is_none_or(|had| had.root() != snapshot.root()) {
            running.send(snapshot_message(snapshot, running.snapshot.as_ref()));
            running.snapshot = Some(snapshot.clone());
        }
        running.send(question.message(self.asked, snapshot.root()));
        self.running = Some(running);
        Ok(())
    }

    /// The answer to the question that was sent last.
    fn receive(&mut self, deadline: Instant) -> Result<Answer, Failure> {
        // Only a process that answered is asked again.
        let Some(mut running) = self.running.take() else {
            return Err(Failure::new(Code::Crashed, "The checker ended"));
        };
        if !running.is_ready {
            running.ready(deadline, self.start)?;
        }
        let answer = running.read(deadline)?.answer()?;
        let answer = Answer { runtime: running.runtime.clone(), ..answer };
        self.running = Some(running);
        Ok(answer)
    }
}

/// What a checker runs in.
enum Host {
    Node(Child),
    /// Dropping it closes the browser.
    Chromium(#[expect(dead_code, reason = "it is kept open")] CheckerPage),
}

/// Starts Node, and threads for its input and output.
fn start_node(
    node: &Path,
    script: &Path,
    option: Option<&str>,
    mut messages: UnboundedReceiver<Value>,
    said: Sender<Said>,
) -> Result<Child, Failure> {
    let mut process = Command::new(node)
        .arg(format!("--max-old-space-size={HEAP_MIB}"))
        .arg(script)
        .args(option)
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| unstarted(&format!("{}: {error}", node.display())))?;
    let (Some(mut input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(unstarted("it has no pipes"));
    };
    // A pipe takes few bytes before its reader starts.
    std::thread::spawn(move || {
        while let Some(message) = messages.blocking_recv() {
            if writeln!(input, "{message}").and_then(|()| input.flush()).is_err() {
                break;
            }
        }
    });
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if said.send(Said::Message(line)).is_err() {
                break;
            }
        }
    });
    Ok(process)
}

fn unstarted(why: &str) -> Failure {
    Failure::new(Code::Startup, format!("The checker did not start: {why}"))
}

impl Checker for HostedChecker {
    fn check(&mut self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Answer, Failure> {
        let deadline = Instant::now() + self.time;
        if let Some(early) = self.early.take() {
            let is_asked = early.root == snapshot.root() && early.question == question.message(0, "");
            let answer = early.answer.unwrap_or_else(|| self.receive(deadline));
            if is_asked {
                return answer;
            }
            self.early = Some(Early { answer: Some(answer), ..early });
        }
        self.send(snapshot, question, None)?;
        self.receive(deadline)
    }
}

impl Running {
    /// Sends a message. If the checker has ended, the wait for its answer says so.
    fn send(&self, message: Value) {
        let _ = self.input.send(message);
    }

    /// Waits until it can answer.
    fn ready(&mut self, deadline: Instant, start: Option<Duration>) -> Result<(), Failure> {
        let first = start.map(|time| self.begun + time).filter(|first| *first < deadline);
        match self.read(first.unwrap_or(deadline)) {
            Err(failure) if failure.code == Code::Timeout && first.is_some() => {
                Err(unstarted("the time of test.typecheck.spawnTimeout was over"))
            }
            Ok(Reply::Ready { node, .. }) => {
                self.is_ready = true;
                let node = || format!("node {}", node.unwrap_or_default());
                self.runtime = self.runtime.take().or_else(|| Some(node()));
                Ok(())
            }
            Ok(reply) => Err(reply.answer().err().map_or_else(
                || unstarted("it answered before it was asked"),
                |failure| unstarted(&failure.message),
            )),
            Err(failure) if matches!(failure.code, Code::Timeout | Code::Unavailable) => Err(failure),
            Err(failure) => Err(unstarted(&failure.message)),
        }
    }

    fn read(&mut self, deadline: Instant) -> Result<Reply, Failure> {
        loop {
            return match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Said::Runtime(runtime)) => {
                    self.runtime = Some(runtime);
                    continue;
                }
                Ok(Said::Message(line)) => serde_json::from_str(&line).map_err(|error| {
                    Failure::new(Code::Protocol, format!("The checker's answer cannot be read: {error}"))
                }),
                Ok(Said::Ended(failure)) => Err(failure),
                Err(RecvTimeoutError::Timeout) => Err(Failure::new(Code::Timeout, "Verification timeout")),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = match &mut self.host {
                        Host::Node(process) => process.wait().map(|status| format!(": {status}")).ok(),
                        Host::Chromium(_) => None,
                    };
                    let status = status.unwrap_or_default();
                    Err(Failure::new(Code::Crashed, format!("The checker ended{status}")))
                }
            };
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Host::Node(process) = &mut self.host {
            // It may have ended on its own in the meantime; then there is nothing to kill.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
