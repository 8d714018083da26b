//! One test file in one guest: what the guest says becomes events for the judge.

mod end;

use std::rc::Rc;

use verdict_judge::{Event, Fault, GuestSnapshot, Judge, Plan, Seen, Snapshots, SourceLocations, TestId};
use verdict_protocol::{
    Code, ConsoleEntry, ConsoleLog, ConsolePolicy, LimitName, LimitPhase, LimitReached, Limits, Location,
    Progress, TestConfig,
};
use verdict_vfs::{Snapshot, VfsPath};

use crate::message::{GuestEvent, GuestPlan, GuestTest, NewFile, NewInline};
use crate::names::{Loaded, declared};
use crate::run::fault::{fault, path};
use crate::stack::{Place, frames};

pub(crate) use self::end::End;

/// Events of one file.
const MAX_EVENTS: u64 = 1_000_000;
/// Bytes of the messages of one file.
const MAX_BYTES: u64 = 64 << 20;
/// Milliseconds in which a file is loaded and its tests are collected.
const LOAD_MS: f64 = 15_000.0;
/// Milliseconds beyond the time of a test, in which the harness itself should have said that it is over.
const GRACE_MS: f64 = 1_000.0;
/// Milliseconds of silence after which it is to be known what runs. A guest that has its thread says so much earlier.
const OPEN_MS: f64 = 2_000.0;

/// What a guest wants of the host.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GuestRequest {
    /// A module.
    Load { n: u64, importer: String, specifier: String },
    /// A module, without which it does not go on.
    Need { importer: String, specifier: String },
    /// A file.
    ReadFile { n: u64, path: String },
    /// Nothing more: the file is told.
    Done,
}

/// How far a test is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    Waiting,
    Running { since: f64 },
    Over { ms: f64 },
}

#[derive(Debug)]
struct Test {
    step: Step,
    /// Whether its end was told as progress.
    told: bool,
}

/// A file that runs.
pub(crate) struct FileRun {
    file: VfsPath,
    snapshot: Snapshot,
    /// The modules that it loads, as long as it asked for no others.
    loaded: Option<Vec<Loaded>>,
    config: Rc<TestConfig>,
    limits: Limits,
    judge: Judge,
    snapshots: Snapshots,
    console: ConsoleLog,
    console_left: u64,
    events: u64,
    bytes: u64,
    /// Once they are collected.
    tests: Option<Vec<Test>>,
    /// Milliseconds that what it does now may take, from `since` on.
    allowance: Option<f64>,
    since: f64,
    /// Since when it is open what runs, where the guest need not say at once what begins.
    open: Option<f64>,
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
            snapshots: Snapshots::of_engine(snapshot.clone(), file.clone(), config.update),
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
            progress: Vec::new(),
            wishes: Vec::new(),
        }
    }

    /// These are all modules that it loads, unless it asks for more.
    pub(crate) fn loads(&mut self, modules: Vec<Loaded>) {
        self.loaded = Some(modules);
    }

    /// The snapshot file of the test file.
    pub(crate) fn snapshot_file(&self) -> Option<(VfsPath, Option<String>)> {
        self.snapshots.file()
    }

    /// When it is given up, if what it does now is bounded.
    pub(crate) fn deadline(&self) -> Option<f64> {
        let allowed = self.allowance.map(|ms| self.since + ms + GRACE_MS);
        allowed.into_iter().chain(self.open.map(|since| since + OPEN_MS)).min_by(f64::total_cmp)
    }

    /// The guest said something, after which it tells what begins at once, or need not.
    pub(crate) fn heard(&mut self, quiet: bool, now: f64) {
        self.open = quiet.then_some(now);
    }

    /// Whether something may have begun that was not told.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The host did nothing for a while.
    pub(crate) fn forgive(&mut self, stall: f64) {
        self.since += stall;
        if let Some(since) = &mut self.open {
            *since += stall;
        }
    }

    /// Takes a message of `bytes` bytes.
    ///
    /// # Errors
    /// Why the guest is ended: it broke a limit or the protocol.
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

    /// From now on something else may take so long.
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
                self.wishes.push(GuestRequest::Need { importer, specifier })
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
            GuestEvent::Done {} => self.wishes.push(GuestRequest::Done),
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
            let message = format!("More than {} tests and suites in one file", self.limits.tests);
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

    /// Where the test file declares something. Of what a helper declares that is where the file calls the helper; of what
    /// a module declares that the file imports it is the file's beginning.
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

    /// Milliseconds from one test to the next: hooks that are between say so.
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
            // What is no path of the snapshot cannot be proposed.
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

    /// What is said of an assertion: one that comes when its test is over is nobody's.
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

    /// Tells the end of a test, once.
    fn tell_end(&mut self, test: usize) {
        let Some(known) = self.tests.as_mut().and_then(|tests| tests.get_mut(test)) else { return };
        if !std::mem::replace(&mut known.told, true)
            && let Some(entry) = self.judge.entry(TestId(test))
        {
            self.progress.push(Seen::Finished(&entry).progress(&self.file));
        }
    }
}

/// A guest that does not keep to the protocol is ended.
pub(crate) fn broken(how: &str) -> Box<Fault> {
    Box::new(Fault::coded(Code::Crashed, format!("The guest broke the protocol: {how}")))
}

/// A time of zero or infinity is none.
fn allowance(timeout: Option<f64>) -> Option<f64> {
    timeout.filter(|ms| *ms > 0.0 && ms.is_finite())
}
