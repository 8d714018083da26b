//! Runs one test file in one guest: turns the guest's messages into events for the judge.

mod end;

use std::rc::Rc;

use verdict_judge::{Event, Fault, GuestSnapshot, Judge, Plan, Seen, Snapshots, SourceLocations, TestId};
use verdict_protocol::{
    Code, ConsoleEntry, ConsoleLog, ConsolePolicy, LimitName, LimitPhase, LimitReached, Limits, Location,
    Progress, TestConfig, sentences,
};
use verdict_vfs::{Snapshot, VfsPath};

use crate::message::{GuestEvent, GuestPlan, GuestTest, NewFile, NewInline};
use crate::names::{Loaded, declared};
use crate::run::fault::{fault, path};
use crate::stack::{Place, frames};

pub(crate) use self::end::End;

/// Maximum number of events of one file.
const MAX_EVENTS: u64 = 1_000_000;
/// Maximum size of the messages of one file, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// Milliseconds in which a file must load and collect its tests.
const LOAD_MS: f64 = 15_000.0;
/// Milliseconds after a test's time limit in which the harness should report the timeout itself.
const GRACE_MS: f64 = 1_000.0;
/// Milliseconds of silence after which the running test must be known. A guest that is not blocked reports
/// much earlier.
const OPEN_MS: f64 = 2_000.0;

/// A request of a guest to the host.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GuestRequest {
    /// Load a module.
    Load { n: u64, importer: String, specifier: String },
    /// Provide a module without which the guest stops.
    Need { importer: String, specifier: String },
    /// Read a file.
    ReadFile { n: u64, path: String },
    /// Nothing more: the file is finished.
    Done,
}

/// The progress of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    Waiting,
    Running { since: f64 },
    Over { ms: f64 },
}

#[derive(Debug)]
struct Test {
    step: Step,
    /// Whether its end was reported as progress.
    told: bool,
}

/// The run of a file.
pub(crate) struct FileRun {
    file: VfsPath,
    snapshot: Snapshot,
    /// The modules that it loads, as long as it requested no others.
    loaded: Option<Vec<Loaded>>,
    config: Rc<TestConfig>,
    limits: Limits,
    judge: Judge,
    snapshots: Snapshots,
    console: ConsoleLog,
    console_left: u64,
    events: u64,
    bytes: u64,
    /// The collected tests; `None` before collection.
    tests: Option<Vec<Test>>,
    /// Milliseconds that the current step may take, counted from `since`.
    allowance: Option<f64>,
    since: f64,
    /// Since when the running test is unknown, if the guest may delay its reports.
    open: Option<f64>,
    /// Whether the guest says that the file left nothing behind.
    clean: bool,
    pub(crate) progress: Vec<Progress>,
    pub(crate) wishes: Vec<GuestRequest>,
}

impl FileRun {
    pub(crate) fn new(
        file: &VfsPath,
        snapshot: &Snapshot,
        config: &Rc<TestConfig>,
        limits: &Limits,
        now: f64,
    ) -> FileRun {
        let places = Rc::new(SourceLocations::new(snapshot.clone()));
        FileRun {
            file: file.clone(),
            snapshot: snapshot.clone(),
            loaded: None,
            judge: Judge::new(file, config, places),
            snapshots: Snapshots::of_engine(snapshot.clone(), file.clone(), config),
            config: Rc::clone(config),
            limits: limits.clone(),
            console: ConsoleLog::default(),
            console_left: limits.console_bytes,
            events: 0,
            bytes: 0,
            tests: None,
            allowance: Some(LOAD_MS),
            since: now,
            open: None,
            clean: false,
            progress: Vec::new(),
            wishes: Vec::new(),
        }
    }

    /// Sets the modules that the file loads, unless it requests more.
    pub(crate) fn loads(&mut self, modules: Vec<Loaded>) {
        self.loaded = Some(modules);
    }

    /// The snapshot file of the test file.
    pub(crate) fn snapshot_file(&self) -> Option<(VfsPath, Option<String>)> {
        self.snapshots.file()
    }

    /// When the current step times out, if it has a limit.
    pub(crate) fn deadline(&self) -> Option<f64> {
        let allowed = self.allowance.map(|ms| self.since + ms + GRACE_MS);
        allowed.into_iter().chain(self.open.map(|since| since + OPEN_MS)).min_by(f64::total_cmp)
    }

    /// Records that the guest sent a message, and whether its next reports may be delayed.
    pub(crate) fn heard(&mut self, quiet: bool, now: f64) {
        self.open = quiet.then_some(now);
    }

    /// Whether a test may have started without a report.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the guest says that the file left nothing behind, and nothing that it reported contradicts
    /// that.
    pub(crate) fn is_clean(&self) -> bool {
        let is_running = |test: &Test| matches!(test.step, Step::Running { .. });
        let settled = self.tests.as_ref().is_some_and(|tests| !tests.iter().any(is_running));
        self.clean && settled && self.judge.limit().is_none()
    }

    /// Extends the time limit by `stall`, a time in which the host itself stood still.
    pub(crate) fn forgive(&mut self, stall: f64) {
        self.since += stall;
        if let Some(since) = &mut self.open {
            *since += stall;
        }
    }

    /// Processes a message of `bytes` bytes.
    ///
    /// # Errors
    /// The reason why the guest is terminated: it exceeded a limit or broke the protocol.
    pub(crate) fn take(
        &mut self,
        events: Vec<GuestEvent>,
        bytes: usize,
        now: f64,
        place: Place<'_>,
    ) -> Result<(), Box<Fault>> {
        self.bytes += bytes as u64;
        self.events += events.len() as u64;
        if self.events > MAX_EVENTS || self.bytes > MAX_BYTES {
            let message =
                format!("The file told more than {MAX_EVENTS} events, or {MAX_BYTES} bytes of them");
            return Err(Box::new(Fault::coded(Code::Limit, message)));
        }
        events.into_iter().try_for_each(|event| self.event(event, now, place))
    }

    /// Starts a step with its own time limit.
    fn allow(&mut self, allowance: Option<f64>, now: f64) {
        self.allowance = allowance;
        self.since = now;
    }

    fn event(&mut self, event: GuestEvent, host_now: f64, place: Place<'_>) -> Result<(), Box<Fault>> {
        match event {
            GuestEvent::Ready {} => return Err(broken("it was ready twice")),
            GuestEvent::Load { n, specifier, importer } => {
                self.loaded = None;
                self.wishes.push(GuestRequest::Load { n, importer, specifier });
            }
            GuestEvent::Need { specifier, importer } => {
                self.wishes.push(GuestRequest::Need { importer, specifier });
            }
            GuestEvent::ReadFile { n, path } => self.wishes.push(GuestRequest::ReadFile { n, path }),
            GuestEvent::Collected { tests, focused } => self.collected(tests, focused, host_now, place)?,
            GuestEvent::Started { test, now, timeout } => {
                self.started(test, now)?;
                self.allow(allowance(timeout), host_now);
            }
            GuestEvent::Hook { timeout } => self.allow(allowance(timeout), host_now),
            GuestEvent::Completed { test } => {
                let id = self.running(test)?;
                self.judge.take(Event::Completed(id));
            }
            GuestEvent::Asserted { test, count } => {
                self.of_assertion(test, |id| Event::Asserted(id, count))?;
            }
            GuestEvent::AssertionFailed { test, fault: told } => {
                self.of_assertion(test, |id| Event::AssertionFailed(id, fault(told, place)))?;
            }
            GuestEvent::Forgiven { test, assertion } => {
                self.of_assertion(test, |id| Event::AssertionForgiven(id, assertion))?;
            }
            GuestEvent::Bailed { test, failed } => {
                let id = self.known(test)?;
                self.judge.take(Event::Bailed(id, failed));
                self.tell_end(test);
            }
            GuestEvent::SkippedItself { test } => {
                let id = self.running(test)?;
                self.judge.take(Event::SkippedItself(id));
            }
            GuestEvent::TestFault { test, fault: told } => {
                let id = self.known(test)?;
                self.judge.take(Event::TestFault(id, fault(told, place)));
            }
            GuestEvent::Finished { test, now } => {
                self.finished(test, now)?;
                self.allow(self.between(), host_now);
            }
            GuestEvent::SuiteFault { path: names, fault: told } => {
                self.judge.take(Event::SuiteFault(path(names), fault(told, place)));
            }
            GuestEvent::FileFault { fault: told } => {
                self.judge.take(Event::FileFault(fault(told, place)));
            }
            GuestEvent::LoadFailed { fault: told } => {
                self.judge.take(Event::LoadFailed(fault(told, place)));
            }
            GuestEvent::Console { level, text, test } => self.print(level, text, test)?,
            GuestEvent::ConsoleDropped { count } => {
                self.console.total += u64::from(count);
                self.console.truncated |= self.config.console == ConsolePolicy::Keep;
            }
            GuestEvent::Snapshot { file, raw, inline, obsolete } => {
                self.snapshots(file, raw, inline, obsolete, place);
            }
            GuestEvent::Pong {} => {}
            GuestEvent::Done { clean } => {
                self.clean = clean;
                self.wishes.push(GuestRequest::Done);
            }
        }
        Ok(())
    }

    fn collected(
        &mut self,
        tests: Vec<GuestTest>,
        focused: Option<String>,
        now: f64,
        place: Place<'_>,
    ) -> Result<(), Box<Fault>> {
        if self.tests.is_some() {
            return Err(broken("tests were collected twice"));
        }
        if tests.len() as u64 > self.limits.tests {
            let message = sentences::too_many_tests(self.limits.tests);
            let limit = LimitReached {
                location: Some(self.judge.start()),
                ..LimitReached::new(LimitName::Tests, &self.limits, LimitPhase::Collect)
            };
            return Err(Box::new(Fault {
                limit: Some(Box::new(limit)),
                ..Fault::coded(Code::Limit, message)
            }));
        }
        let loaded = self.loaded.take();
        let declared = loaded.and_then(|loaded| declared(&self.file, &loaded, &self.snapshot));
        let mut known = Vec::with_capacity(tests.len());
        for test in tests {
            let names = path(test.path);
            if let Some(name) = declared.as_ref().and_then(|declared| declared.unknown(&names)) {
                let message = format!("The guest told of a test that the file cannot declare: {name:?}");
                return Err(Box::new(Fault::coded(Code::Policy, message)));
            }
            let plan = match test.plan {
                GuestPlan::Run => Plan::Run,
                GuestPlan::Skip => Plan::Skip,
                GuestPlan::Todo => Plan::Todo,
            };
            let at = self.declared_at(&test.at, place);
            self.judge.take(Event::Collected { path: names, at, plan, fails: test.fails });
            known.push(Test { step: Step::Waiting, told: false });
        }
        if let Some(stack) = focused {
            let at = Some(self.declared_at(&stack, place));
            self.judge.take(Event::Focused(at));
        }
        self.progress.push(Seen::Collected(known.len()).progress(&self.file));
        self.tests = Some(known);
        self.allow(self.between(), now);
        Ok(())
    }

    /// The location of a declaration in the test file. If a helper declares the test, it is the helper's
    /// call. If an imported module does, it is the start of the file.
    fn declared_at(&self, stack: &str, place: Place<'_>) -> Location {
        let frames = frames(stack, "", place);
        let own = frames.iter().find(|frame| frame.file == self.file.as_str());
        own.map_or_else(|| self.judge.start(), verdict_protocol::StackFrame::location)
    }

    fn started(&mut self, test: usize, now: f64) -> Result<(), Box<Fault>> {
        let id = self.known(test)?;
        let first = match self.step(test) {
            Some(Step::Over { .. }) => return Err(broken("a test started that was over")),
            step => step == Some(Step::Waiting),
        };
        self.judge.take(Event::Started(id, 0.0));
        if first {
            self.set_step(test, Step::Running { since: now });
            if let Some(entry) = self.judge.entry(id) {
                self.progress.push(Seen::Started(&entry).progress(&self.file));
            }
        }
        Ok(())
    }

    fn finished(&mut self, test: usize, now: f64) -> Result<(), Box<Fault>> {
        let id = self.running(test)?;
        let ms = match self.step(test) {
            Some(Step::Running { since }) => (now - since).max(0.0),
            _ => 0.0,
        };
        self.judge.take(Event::Finished(id, 0.0));
        self.set_step(test, Step::Over { ms });
        self.tell_end(test);
        Ok(())
    }

    /// Time limit in milliseconds from one test to the next. Hooks in between set their own.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds are far below 2^53")]
    fn between(&self) -> Option<f64> {
        allowance(Some(self.config.hook_timeout as f64))
    }

    fn print(&mut self, level: String, text: String, test: Option<usize>) -> Result<(), Box<Fault>> {
        let test = match test {
            Some(test) => self.judge.path(self.known(test)?).map(|path| path.join(" > ")),
            None => None,
        };
        if self.config.console == ConsolePolicy::Silent {
            self.console.total += 1;
            return Ok(());
        }
        let mut level = level;
        level.truncate(level.char_indices().nth(20).map_or(level.len(), |(end, _)| end));
        let entry = ConsoleEntry { level, text, file: Some(self.file.to_string()), test };
        self.console.push(entry, &mut self.console_left);
        Ok(())
    }

    fn snapshots(
        &self,
        file: Option<NewFile>,
        raw: Vec<NewFile>,
        inline: Vec<NewInline>,
        obsolete: Vec<String>,
        place: Place<'_>,
    ) {
        let told = &self.snapshots;
        if let Some(NewFile { content, keys, .. }) = file {
            told.told(GuestSnapshot::File(path(keys), content));
        }
        for NewFile { path, content, .. } in raw {
            // Only a path of the snapshot can be proposed.
            if let Ok(path) = VfsPath::parse(&path) {
                told.told(GuestSnapshot::Raw(path.to_string(), content));
            }
        }
        for NewInline { at, text } in inline {
            let frames = frames(&at, "", place);
            if let Some(frame) = frames.iter().find(|frame| frame.file == self.file.as_str()) {
                told.told(GuestSnapshot::Inline(frame.location(), text));
            }
        }
        obsolete.into_iter().for_each(|key| told.told(GuestSnapshot::Obsolete(key)));
    }

    fn known(&self, test: usize) -> Result<TestId, Box<Fault>> {
        let known = self.tests.as_ref().is_some_and(|tests| test < tests.len());
        if known { Ok(TestId(test)) } else { Err(broken("a test was named that was not collected")) }
    }

    /// Records an event of an assertion. An assertion after the end of its test belongs to no test.
    fn of_assertion(&mut self, test: usize, event: impl FnOnce(TestId) -> Event) -> Result<(), Box<Fault>> {
        let id = self.known(test)?;
        if matches!(self.step(test), Some(Step::Running { .. })) {
            self.judge.take(event(id));
        }
        Ok(())
    }

    fn running(&self, test: usize) -> Result<TestId, Box<Fault>> {
        match self.step(test) {
            Some(Step::Running { .. }) => Ok(TestId(test)),
            _ => Err(broken("something was said of a test that was not running")),
        }
    }

    fn step(&self, test: usize) -> Option<Step> {
        self.tests.as_ref()?.get(test).map(|test| test.step)
    }

    fn set_step(&mut self, test: usize, step: Step) {
        if let Some(test) = self.tests.as_mut().and_then(|tests| tests.get_mut(test)) {
            test.step = step;
        }
    }

    /// Reports the end of a test, once.
    fn tell_end(&mut self, test: usize) {
        let Some(known) = self.tests.as_mut().and_then(|tests| tests.get_mut(test)) else { return };
        if !std::mem::replace(&mut known.told, true)
            && let Some(entry) = self.judge.entry(TestId(test))
        {
            self.progress.push(Seen::Finished(&entry).progress(&self.file));
        }
    }
}

/// The fault of a guest that breaks the protocol, for which it is terminated.
pub(crate) fn broken(how: &str) -> Box<Fault> {
    Box::new(Fault::coded(Code::Crashed, format!("The guest broke the protocol: {how}")))
}

/// Reads a time limit. Zero and infinity mean no limit.
fn allowance(timeout: Option<f64>) -> Option<f64> {
    timeout.filter(|ms| *ms > 0.0 && ms.is_finite())
}
