//! Runs `test:` requests in sealed guests, one after another, as a state machine without I/O.
//!
//! [`Machine::begin`] takes a request and [`Machine::on`] an event. Both return the [`Action`]s that the host
//! carries out, in order. The machine has no clock and no worker, so that tests can simulate every fault
//! natively.
//!
//! The rules:
//! - A request is answered exactly once. Its files run one after another, each in a fresh guest, which was
//!   started ahead ([`SPARES`]), or in one that is clean.
//! - A guest runs another file if it says that it is clean, and nothing that it reported contradicts that. If
//!   such a guest is lost, the file runs again in a fresh one. With `isolate: true` no guest is reused. With
//!   `isolate: false` all are, and the answer says so.
//! - Everything a guest reports is untrusted. It becomes events for the judge, bounded in size and number. A
//!   guest that breaks the protocol is terminated, and tests that had not finished have not passed.
//! - A test that exceeds its time limit without reporting it fails and costs the guest. Finished tests count.
//! - A silent frame is pinged. All guests of all slots may share one process, and any of them can end it
//!   silently. The file that was running then runs again, alone on this machine. Only a file that ends its
//!   frame again is blamed.
//! - A guest may start tests before it reports them, and marks the message after which it may. If it ends or
//!   falls silent after such a message, the file runs again in a guest that reports everything at once. Only
//!   that report assigns blame.
//! - A `require` cannot wait for its target: the file runs again in a guest that has it.
//! - Time in which the host itself stood still counts against nobody.

mod action;
mod attempts;
mod fault;
mod file;
mod reuse;
mod slot;
mod work;

use std::rc::Rc;

use verdict_judge::{Fault, Found, Refusal, TestRun};
use verdict_material::Division;
use verdict_protocol::{Code, Command, Engine, Limits, Progress, TestConfig, Verb};
use verdict_vfs::Snapshot;

pub use action::{Action, Event, FrameMessage, RunId};

use self::attempts::Lost;
use self::file::{End, broken};
use self::reuse::Reuse;
use self::slot::{Condition, Frame, HealthProblem, Slot};
use self::work::{Stage, Work};
use crate::message::{FromGuest, GuestEvent, read};
use crate::supply::Modules;

/// The number of guests that are started ahead of their file.
pub const SPARES: usize = 1;
/// Maximum size of one message, in bytes.
pub const MAX_MESSAGE: usize = 64 << 20;
/// Milliseconds of delay from which a tick means that the host stood still.
const STALL_MS: f64 = 1_000.0;
/// The engine of this crate's results.
const ENGINE: Engine = Engine::Browser;
/// Maximum number of consecutive guests that fail to start.
const MAX_FAILED: u32 = 2;

/// A `test:` request.
pub struct Job {
    /// The command as requested.
    pub command: String,
    /// The parsed command.
    pub parsed: Command,
    /// The files, with aliases set.
    pub snapshot: Snapshot,
    /// The request's limits.
    pub limits: Limits,
    /// How tests run.
    pub config: TestConfig,
    /// Problems with the request that do not stop it.
    pub warnings: Vec<String>,
    /// Seed of the guests' randomness.
    pub seed: u64,
    /// Provides the modules of the snapshot.
    pub modules: Box<dyn Modules>,
    /// The division of the snapshot, if evidence or the sealed test API needs it.
    pub division: Option<Rc<Division>>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("command", &self.command).finish_non_exhaustive()
    }
}

/// One slot: a frame, its guests, and the request they run.
#[derive(Debug)]
pub struct Machine {
    slot: Slot,
    work: Option<Work>,
    /// The number of consecutive guests that failed to start.
    failed: u32,
    now: f64,
    armed: Option<f64>,
    actions: Vec<Action>,
    /// The test API of reused guests: whether it is reserved for test material, and whether `jest` is a global.
    api: (bool, bool),
}

impl Default for Machine {
    fn default() -> Machine {
        Machine {
            slot: Slot::new(),
            work: None,
            failed: 0,
            now: 0.0,
            armed: None,
            actions: Vec::new(),
            api: (false, true),
        }
    }
}

impl Machine {
    /// Whether a request is running.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// Starts a request. It drops the files of an earlier request that was not answered, which then gets no answer.
    pub fn begin(&mut self, job: Job, now: f64) -> Vec<Action> {
        self.pass(now);
        self.failed = 0;
        match TestRun::new(&job.snapshot, &job.parsed, &job.config, job.config.seed(job.seed)) {
            Err(refusal) => {
                let result = work::answer(refusal.into(), &job, 0.0, work::Reused::default());
                self.actions.push(Action::Answer { result: Box::new(result) });
            }
            Ok(run) => {
                self.tell(Progress::Started { verb: Verb::Test, files: run.left() });
                // The frame starts while the first file is prepared.
                self.slot.need_frame(self.now, &mut self.actions);
                // A guest keeps its form of the test API for life.
                let api = (job.config.sealed_api, job.config.has_jest());
                let kept = if api == self.api { Reuse::of(&job.config) } else { Reuse::Never };
                self.slot.end_used(kept, &mut self.actions);
                self.api = api;
                self.work = Some(Work::new(job, run, self.now));
                self.next_file();
            }
        }
        self.done()
    }

    /// Processes an event. `now` is on a monotonic clock of the host, in milliseconds.
    pub fn on(&mut self, event: Event, now: f64) -> Vec<Action> {
        self.pass(now);
        match event {
            Event::Frame(message) => self.frame(message),
            Event::Guest { run, text } => self.guest(run, text.as_deref()),
            Event::Locked => {
                if let Some(work) = &mut self.work
                    && work.stage == Stage::Locking
                {
                    work.stage = Stage::Waiting;
                }
            }
            Event::Transformer(Ok(())) => self.transformer(None),
            Event::Transformer(Err(why)) => self.transformer(Some(why)),
            Event::Tick => self.armed = None,
        }
        self.look();
        self.advance();
        self.done()
    }

    /// Advances the time.
    fn pass(&mut self, now: f64) {
        if now.is_finite() {
            self.now = self.now.max(now);
        }
        let stall = self.armed.map_or(0.0, |at| self.now - at);
        if stall > STALL_MS {
            self.armed = Some(self.now);
            self.slot.forgive(stall);
            if let Some(run) = self.work.as_mut().and_then(|work| work.running.as_mut()) {
                run.file.forgive(stall);
            }
        }
    }

    /// Returns the actions of this turn, with the next time to wake.
    fn done(&mut self) -> Vec<Action> {
        let deadline = self.work.as_ref().and_then(Work::deadline);
        // An overdue file waits for the frame's answer, which has its own deadline.
        let deadline = deadline.filter(|at| *at > self.now);
        let due = self.slot.due(self.is_watched()).into_iter().chain(deadline).min_by(f64::total_cmp);
        // An earlier wake time also serves: each message sets a later one, and a new timer would cost more
        // than a wake.
        if let Some(ms) = due.filter(|ms| self.armed.is_none_or(|armed| *ms < armed)) {
            self.actions.push(Action::WakeAt { ms });
            self.armed = due;
        }
        std::mem::take(&mut self.actions)
    }

    fn tell(&mut self, event: Progress) {
        self.actions.push(Action::Progress { event });
    }

    /// Whether it waits for the frame or a guest.
    fn is_watched(&self) -> bool {
        self.work.is_some()
    }

    /// Advances the current file as far as possible.
    fn advance(&mut self) {
        while let Some(work) = &mut self.work {
            match work.stage {
                Stage::Preparing => {
                    if !work.prepare() {
                        work.stage = Stage::Lowering;
                        self.actions.push(Action::NeedTransformer);
                    }
                }
                Stage::Unlocked => {
                    (work.stage, work.locked) = (Stage::Locking, true);
                    self.actions.push(Action::Lock { exclusive: work.is_alone() });
                }
                Stage::Waiting => {
                    self.slot.need_frame(self.now, &mut self.actions);
                    let kept = self.slot.kept(work.reuse());
                    let Some(run) = kept.or_else(|| self.slot.waiting()) else {
                        if self.failed >= MAX_FAILED && self.slot.fresh() == 0 {
                            self.answer(Some(Refusal(Code::Startup, "No guest can be started".to_owned())));
                        }
                        break;
                    };
                    let Some(guest) = self.slot.guests.get_mut(&run) else { break };
                    work.run_in(run, guest.condition, self.now, &mut self.actions);
                    (guest.condition, guest.files) = (Condition::Used, guest.files + 1);
                }
                Stage::Lowering | Stage::Locking | Stage::Running => break,
            }
        }
        self.start_guests();
    }

    /// Starts guests for the current file and ahead of the next ones.
    fn start_guests(&mut self) {
        let waits = self
            .work
            .as_ref()
            .is_some_and(|work| work.stage != Stage::Running && self.slot.kept(work.reuse()).is_none());
        while self.slot.frame == Frame::Up
            && self.failed < MAX_FAILED
            && self.slot.fresh() < SPARES + usize::from(waits)
        {
            self.slot.start(self.now, &mut self.actions);
        }
    }

    fn next_file(&mut self) {
        let Some(work) = &mut self.work else { return };
        match work.next_file(self.now) {
            Some(file) => self.tell(Progress::FileStarted { file }),
            None => self.answer(None),
        }
        self.advance();
    }

    /// Answers the request with the outcomes of its files, or with the reason why they cannot run.
    fn answer(&mut self, refusal: Option<Refusal>) {
        let Some(mut work) = self.work.take() else { return };
        work.unlock(&mut self.actions);
        if let Some(run) = &work.running {
            self.slot.end(run.id, &mut self.actions);
        }
        let (found, job) = match refusal {
            Some(refusal) => (Found::from(refusal), work.job),
            None => (work.run.finish(), work.job),
        };
        let result = Box::new(work::answer(found, &job, self.now - work.start, work.reused));
        self.actions.push(Action::Answer { result });
    }

    /// Ends the current file and starts the next.
    fn end_file(&mut self, end: End) {
        let Some(work) = &mut self.work else { return };
        if let Some(run) = work.running.as_ref().map(|run| run.id) {
            match work.condition(&end) {
                Some(condition) if self.slot.keep(run, condition) => {}
                _ => self.slot.end(run, &mut self.actions),
            }
        }
        work.unlock(&mut self.actions);
        let progress = work.end_file(end, self.now);
        self.actions.extend(progress.into_iter().map(|event| Action::Progress { event }));
        self.next_file();
    }

    /// The current file's guest ended, or sent an unreadable message. If its last step is unknown, the file
    /// runs again.
    fn lose_file(&mut self, end: End) {
        match self.work.as_mut().and_then(|work| work.again_eagerly(&mut self.actions)) {
            Some(run) => self.slot.end(run, &mut self.actions),
            None => self.end_file(end),
        }
    }

    /// Fails the current file, which cannot run.
    fn fail_file(&mut self, code: Code, message: impl Into<String>) {
        self.end_file(End::Fault(Box::new(Fault::coded(code, message))));
    }

    fn frame(&mut self, message: FrameMessage) {
        match message {
            FrameMessage::Up { sealed: true, .. } => {
                self.slot.frame_up(self.now);
            }
            FrameMessage::Up { sealed: false, why } => {
                let why = why.unwrap_or_else(|| "it does not say why".to_owned());
                self.no_frame(&format!("The frame is not sealed: {why}"));
            }
            FrameMessage::Pong { n } => self.slot.pong(n, self.now),
            FrameMessage::Started { run } => {
                if self.slot.guests.contains_key(&run) {
                    self.slot.hear(self.now);
                }
            }
            FrameMessage::Died { run, message } => self.died(run, &message),
            FrameMessage::Gone { why: Some(why) } => self.no_frame(&why),
            FrameMessage::Gone { why: None } => self.frame_lost(),
        }
    }

    /// No sealed frame can be created, so the engine is not available here.
    fn no_frame(&mut self, why: &str) {
        if self.slot.frame == Frame::Down {
            return;
        }
        self.slot.frame_down();
        let why = verdict_judge::bound(why.to_owned());
        self.answer(Some(Refusal(Code::Unavailable, format!("The browser engine is not available: {why}"))));
    }

    /// The frame ended, and all its guests with it.
    fn frame_lost(&mut self) {
        if self.slot.frame == Frame::Down {
            return;
        }
        self.slot.frame_down();
        let Some(work) = &mut self.work else { return };
        match work.lost() {
            Lost::Retry => {
                work.unlock(&mut self.actions);
                self.slot.need_frame(self.now, &mut self.actions);
            }
            Lost::Blamed => self.fail_file(
                Code::Memory,
                "The browser ended the process of the sealed frame twice while this file ran, the second time with no \
                 other beside it: most likely it ran out of memory",
            ),
            Lost::Hopeless => self.fail_file(Code::Startup, "The sealed frame ends before a guest runs in it"),
        }
    }

    fn died(&mut self, run: RunId, message: &str) {
        let Some(guest) = self.slot.guests.remove(&run) else { return };
        self.slot.hear(self.now);
        let message = verdict_judge::bound(message.to_owned());
        if self.is_running(run) {
            let fault = Fault::coded(Code::Crashed, format!("The guest ended: {message}"));
            self.lose_file(End::Fault(Box::new(fault)));
        } else if !guest.ready {
            self.not_started(&message);
        }
    }

    /// A guest failed to start.
    fn not_started(&mut self, why: &str) {
        self.failed += 1;
        if self.failed >= MAX_FAILED && self.work.as_ref().is_some_and(|work| work.stage != Stage::Running) {
            self.answer(Some(Refusal(Code::Startup, format!("No guest can be started: {why}"))));
        }
    }

    fn is_running(&self, run: RunId) -> bool {
        let running = self.work.as_ref().and_then(|work| work.running.as_ref());
        running.is_some_and(|running| running.id == run)
    }

    fn guest(&mut self, run: RunId, text: Option<&str>) {
        // A message that was under way when its guest ended.
        let Some(guest) = self.slot.guests.get_mut(&run) else { return };
        let read = match text {
            None => Err(broken("it sent what is no text")),
            Some(text) if text.len() > MAX_MESSAGE => {
                let message = format!("A message of more than {MAX_MESSAGE} bytes");
                Err(Box::new(Fault::coded(Code::Limit, message)))
            }
            Some(text) => match read(text) {
                Ok(FromGuest::Batch { seq, quiet, events }) if seq == guest.seq => Ok((events, quiet)),
                Ok(_) => Err(broken("events out of order")),
                Err(error) => Err(broken(&error)),
            },
        };
        guest.seq += 1;
        let was_ready = guest.ready;
        let events = match read {
            Ok((events, _)) if !was_ready => match events.as_slice() {
                [GuestEvent::Ready {}] => {
                    guest.ready = true;
                    self.failed = 0;
                    self.slot.hear(self.now);
                    return;
                }
                _ => Err(broken("it was not ready")),
            },
            read => read,
        };
        self.slot.hear(self.now);
        if !self.is_running(run) {
            // A guest is not as it was before if it still has something to say. Without a proof, messages of a
            // file that is over concern nothing that runs in the guest.
            if events.is_err() || self.slot.is_proven(run) {
                self.slot.end(run, &mut self.actions);
                if !was_ready {
                    self.not_started("it does not keep to the protocol");
                }
            }
            return;
        }
        let bytes = text.map_or(0, str::len);
        let (events, quiet) = match events {
            Ok(read) => read,
            Err(fault) => return self.lose_file(End::Fault(fault)),
        };
        let Some(work) = &mut self.work else { return };
        let taken = work.take(events, quiet, bytes, self.now);
        self.actions.extend(work.progress());
        match taken {
            Ok(()) => self.wishes(),
            Err(fault) => self.end_file(End::Fault(fault)),
        }
    }

    /// Fulfils the guest's requests.
    fn wishes(&mut self) {
        let Some(work) = &mut self.work else { return };
        match work.wishes(&mut self.actions) {
            work::Granted::All => {}
            work::Granted::Absent => self.actions.push(Action::NeedTransformer),
            work::Granted::Done => self.end_file(End::GuestSnapshot),
            work::Granted::Never => {
                self.end_file(End::Fault(broken("it asked for a module that it may not ask for")));
            }
            work::Granted::Retry => {
                if let Some(run) = work.again(&mut self.actions) {
                    self.slot.end(run, &mut self.actions);
                }
            }
        }
    }

    fn transformer(&mut self, why: Option<String>) {
        let Some(work) = &mut self.work else { return };
        match (work.stage, why) {
            (Stage::Lowering, None) => work.stage = Stage::Preparing,
            (Stage::Lowering, Some(why)) => self.answer(Some(Refusal(Code::Unavailable, why))),
            (Stage::Running, why) => {
                work.lowered(why, &mut self.actions);
                self.wishes();
            }
            _ => {}
        }
    }

    /// Checks deadlines.
    fn look(&mut self) {
        match self.slot.look(self.is_watched(), self.now, &mut self.actions) {
            Some(HealthProblem::FrameDead) => self.frame_lost(),
            Some(HealthProblem::NoFrame) => self.no_frame("the page gave no frame in time"),
            Some(HealthProblem::NotReady(run)) => {
                self.slot.end(run, &mut self.actions);
                self.not_started("it did not become ready in time");
            }
            None => {}
        }
        let overdue = self.work.as_ref().and_then(Work::deadline).is_some_and(|at| self.now >= at);
        // If the frame was pinged, its answer decides first.
        if overdue && !self.slot.is_pinged() {
            self.lose_file(End::Silent);
        }
    }
}
