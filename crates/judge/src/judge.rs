//! From events to entries: the verdict on a file.
//!
//! Nothing here knows which engine ran the file. A test passes only if its function is known to have run to
//! its end without a fault; whatever is not known to have passed has not.

use std::rc::Rc;

use verdict_protocol::{
    Code, ExpectConfig, LimitReached, Location, Scope, TestConfig, TestEntry, TestError, TestState,
    tests_listed,
};
use verdict_vfs::VfsPath;

use crate::event::{Event, Fault, Plan, TestId};
use crate::outcome::Failure;
use crate::source_locations::SourceLocations;

/// Faults of one test, and faults outside tests, that are kept; the rest is counted.
const MAX_FAULTS: usize = 100;

/// What is known of a test so far.
#[derive(Debug)]
struct Record {
    path: Vec<String>,
    at: Location,
    plan: Plan,
    fails: bool,
    started: Option<f64>,
    finished: Option<f64>,
    completed: bool,
    skipped: bool,
    /// It does not run, since so many had failed.
    bailed: Option<usize>,
    /// Of the last attempt.
    assertions: u32,
    /// Failed assertions of the last attempt whose error was thrown to the guest, the first ones.
    failed: Vec<Fault>,
    faults: Vec<Fault>,
    /// Faults past [`MAX_FAULTS`].
    more: usize,
    /// Faults of the attempt before, which only an attempt that passes makes up for.
    before: Vec<Fault>,
}

/// Takes the events of one file and gives its entries.
#[derive(Debug)]
pub struct Judge {
    file: VfsPath,
    tests: Vec<Record>,
    suites: Vec<(Vec<String>, Fault)>,
    outside: Vec<Fault>,
    load_failed: bool,
    focused: Option<Option<Location>>,
    stopped: Option<Fault>,
    expect: ExpectConfig,
    places: Rc<SourceLocations>,
}

/// How much of what went wrong an entry says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// That it did.
    State,
    /// All of it.
    Errors,
}

impl Judge {
    /// A judge of `file` that has heard of nothing yet. `places` shows the source around what went wrong.
    #[must_use]
    pub fn new(file: &VfsPath, config: &TestConfig, places: Rc<SourceLocations>) -> Judge {
        Judge {
            file: file.clone(),
            expect: config.expect.clone(),
            tests: Vec::new(),
            suites: Vec::new(),
            outside: Vec::new(),
            load_failed: false,
            focused: None,
            stopped: None,
            places,
        }
    }

    /// Takes one event.
    pub fn take(&mut self, event: Event) {
        match event {
            Event::Collected { path, at, plan, fails } => self.tests.push(Record {
                path,
                at,
                plan,
                fails,
                started: None,
                finished: None,
                completed: false,
                skipped: false,
                bailed: None,
                assertions: 0,
                failed: Vec::new(),
                faults: Vec::new(),
                more: 0,
                before: Vec::new(),
            }),
            Event::Focused(at) => self.focused = Some(at),
            Event::Started(test, now) => {
                if let Some(record) = self.tests.get_mut(test.0) {
                    record.started.get_or_insert(now);
                    record.begin();
                }
            }
            Event::Completed(test) => self.with(test, |record| record.completed = true),
            Event::Asserted(test, count) => {
                self.with(test, |record| record.assertions = record.assertions.saturating_add(count));
            }
            Event::AssertionFailed(test, fault) => self.with(test, |record| {
                if record.failed.len() < MAX_FAULTS {
                    record.failed.push(fault);
                }
            }),
            Event::AssertionForgiven(test, number) => {
                self.with(test, |record| record.failed.retain(|fault| fault.assertion != Some(number)));
            }
            Event::Bailed(test, failed) => self.with(test, |record| record.bailed = Some(failed)),
            Event::SkippedItself(test) => self.with(test, |record| record.skipped = true),
            Event::TestFault(test, fault) => self.with(test, |record| record.add(fault)),
            Event::Finished(test, now) => self.with(test, |record| record.finished = Some(now)),
            Event::SuiteFault(path, fault) => self.suites.push((path, fault)),
            Event::FileFault(fault) if self.outside.len() < MAX_FAULTS => self.outside.push(fault),
            // The file has failed long since.
            Event::FileFault(_) => {}
            Event::LoadFailed(fault) => {
                self.load_failed = true;
                self.outside.push(fault);
            }
            Event::Stopped(fault) => {
                self.stopped.get_or_insert(fault);
            }
        }
    }

    fn with(&mut self, test: TestId, change: impl FnOnce(&mut Record)) {
        if let Some(record) = self.tests.get_mut(test.0) {
            change(record);
        }
    }

    /// Whether a test has no fault up to now.
    #[must_use]
    pub fn is_clean(&self, test: TestId) -> bool {
        self.tests.get(test.0).is_some_and(|record| record.faults.is_empty())
    }

    /// Whether a test asked to be skipped.
    #[must_use]
    pub fn skipped_itself(&self, test: TestId) -> bool {
        self.tests.get(test.0).is_some_and(|record| record.skipped)
    }

    /// How many tests have failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        let failed = |record: &&Record| {
            record.finished.is_some() && self.judge(record, Detail::State).state == TestState::Failed
        };
        self.tests.iter().filter(failed).count()
    }

    /// The entry of a test as things stand.
    #[must_use]
    pub fn entry(&self, test: TestId) -> Option<TestEntry> {
        self.tests.get(test.0).map(|record| self.judge(record, Detail::Errors))
    }

    /// Suite names and the name of a test, outermost first.
    #[must_use]
    pub fn path(&self, test: TestId) -> Option<Vec<String>> {
        self.tests.get(test.0).map(|record| record.path.clone())
    }

    fn judge(&self, record: &Record, detail: Detail) -> TestEntry {
        let mut entry = self.blank(Scope::Test, record.path.clone(), record.at.clone());
        if let (Some(start), Some(end)) = (record.started, record.finished) {
            entry.duration_ms = end - start;
        }
        entry.assertions = record.assertions;
        let ran = record.started.is_some();
        let stopped = self.stopped.as_ref();
        match record.plan {
            Plan::Skip => entry.state = TestState::Skipped,
            Plan::Todo => entry.state = TestState::Todo,
            Plan::Run if record.is_skipped() => entry.state = TestState::Skipped,
            Plan::Run if !ran && record.bailed.is_some() => {
                let failed = record.bailed.unwrap_or_default();
                entry.state = TestState::Skipped;
                entry.error = Some(format!("not run: {failed} test(s) had failed (bail)"));
            }
            Plan::Run if !ran && record.faults.is_empty() => {
                let why = stopped.map_or("the run ended before it", |fault| fault.message.as_str());
                entry.error = Some(format!("not run: {why}"));
                entry.code = stopped.and_then(|fault| fault.code);
            }
            Plan::Run => self.judge_run(record, detail, &mut entry),
        }
        entry.passed = entry.state == TestState::Passed;
        entry
    }

    fn blank(&self, scope: Scope, path: Vec<String>, at: Location) -> TestEntry {
        let suite = path.len().checked_sub(2).and_then(|index| path.get(index)).cloned();
        TestEntry {
            suite: suite.unwrap_or_else(|| "Default".to_owned()),
            test: path.last().cloned().unwrap_or_default(),
            passed: false,
            error: None,
            scope,
            state: TestState::Failed,
            path,
            location: at,
            duration_ms: 0.0,
            assertions: 0,
            swallowed: 0,
            code: None,
            diff: None,
            stack: None,
            failed_at: None,
            errors: Vec::new(),
        }
    }

    /// Where the file begins.
    #[must_use]
    pub fn start(&self) -> Location {
        Location { file: self.file.to_string(), line: 1, column: 1, ..Location::default() }
    }

    /// All entries, tests in the order of declaration, then suites and the file; and why the file is no pass
    /// beyond what its tests say.
    #[must_use]
    pub fn verdict(self, config: &TestConfig) -> (Vec<(Option<TestId>, TestEntry)>, Option<Failure>) {
        let mut entries: Vec<(Option<TestId>, TestEntry)> = self
            .tests
            .iter()
            .enumerate()
            // Of a file that could not be loaded no test is known: those that it had declared before it threw are a
            // part that says nothing.
            .filter(|_| !self.load_failed)
            .map(|(index, record)| (Some(TestId(index)), self.judge(record, Detail::Errors)))
            .collect();
        let start = self.start();
        for (path, fault) in &self.suites {
            let at = fault.at.clone().unwrap_or_else(|| start.clone());
            let mut entry = self.blank(Scope::Suite, path.clone(), at);
            self.apply(std::slice::from_ref(fault), Detail::Errors, &mut entry);
            entries.push((None, entry));
        }
        for fault in &self.outside {
            let at = fault.at.clone().unwrap_or_else(|| start.clone());
            let mut entry = self.blank(Scope::File, vec![self.file.to_string()], at);
            self.apply(std::slice::from_ref(fault), Detail::Errors, &mut entry);
            entries.push((None, entry));
        }
        let failure = self.failure(config);
        (entries, failure)
    }

    /// What went wrong outside tests, in suites and in tests.
    fn faults(&self) -> impl Iterator<Item = &Fault> {
        let tests = self.tests.iter().flat_map(|record| &record.faults);
        self.outside.iter().chain(self.suites.iter().map(|(_, fault)| fault)).chain(tests)
    }

    /// Whether the file was loaded and guest code ran to its end.
    #[must_use]
    pub fn loaded(&self) -> bool {
        !self.load_failed && self.stopped.is_none()
    }

    /// The limit that ended guest code, else the first that something of the file reached.
    #[must_use]
    pub fn limit(&self) -> Option<LimitReached> {
        let mut faults = self.stopped.iter().chain(self.faults());
        faults.find_map(|fault| fault.limit.as_deref()).cloned()
    }

    fn failure(&self, config: &TestConfig) -> Option<Failure> {
        let of =
            |fault: &Fault| Failure { code: fault.code, message: fault.said(), location: fault.at.clone() };
        if self.load_failed
            && let Some(fault) = self.outside.last()
        {
            return Some(of(fault));
        }
        if let Some(fault) = &self.stopped {
            return Some(of(fault));
        }
        let all = || self.faults();
        // The time of one test is its own matter; every other code says something of the whole file.
        let coded = all().find(|fault| fault.code.is_some_and(|code| code != Code::Timeout));
        if let Some(fault) = coded.or_else(|| all().take(self.outside.len() + self.suites.len()).next()) {
            return Some(of(fault));
        }
        if let Some(at) = &self.focused
            && !config.allow_only
        {
            return Some(Failure {
                code: Some(Code::Policy),
                message:
                    "Unexpected .only modifier: the other tests did not run. Remove it, or set allowOnly"
                        .to_owned(),
                location: at.clone(),
            });
        }
        if config.pass_with_no_tests {
            return None;
        }
        // A name that is looked for leaves out of a list what it does not match.
        let message = if config.list && (!self.tests.is_empty() || config.test_name_pattern.is_some()) {
            tests_listed(self.tests.len())
        } else if self.tests.is_empty() {
            format!("No test found in suite {}", self.file)
        } else if self.tests.iter().all(|record| record.plan != Plan::Run || record.is_skipped()) {
            format!("No test ran in {}: all are skipped or todo", self.file)
        } else {
            return None;
        };
        Some(Failure { code: Some(Code::NoTests), message, location: None })
    }
}

impl Record {
    /// Begins an attempt.
    fn begin(&mut self) {
        let faults = std::mem::take(&mut self.faults);
        if self.completed || !faults.is_empty() {
            self.before = faults;
        }
        self.completed = false;
        self.assertions = 0;
        self.failed.clear();
        self.more = 0;
    }

    /// Whether the test counts as skipped. A failure cannot be taken back: a test that asked to be skipped fails if
    /// anything failed in it, whether before or after it asked, or in an earlier attempt.
    fn is_skipped(&self) -> bool {
        let has_failed = match self.fails {
            // Failing is what such a test is for, but no limit is.
            true => self.is_limited(),
            false => !(self.faults.is_empty() && self.failed.is_empty() && self.before.is_empty()),
        };
        self.skipped && !has_failed
    }

    /// Whether a limit or rule of the request was broken. A test that takes too long fails as any other.
    fn is_limited(&self) -> bool {
        self.faults.iter().any(|fault| fault.code.is_some_and(|code| code != Code::Timeout))
    }

    fn add(&mut self, fault: Fault) {
        let known =
            fault.assertion.is_some() && self.faults.iter().any(|known| known.assertion == fault.assertion);
        if known {
            return;
        }
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        } else {
            self.more += 1;
        }
    }
}

impl Record {
    /// Failed assertions that no fault of the test stands for.
    fn swallowed(&self) -> impl Iterator<Item = &Fault> {
        let stands = |failed: &&Fault| self.faults.iter().all(|fault| fault.assertion != failed.assertion);
        self.failed.iter().filter(stands)
    }
}

impl Judge {
    fn judge_run(&self, record: &Record, detail: Detail, entry: &mut TestEntry) {
        // A limit of the request is nobody's expectation.
        if record.fails && !record.is_limited() {
            if record.faults.is_empty() {
                entry.error = Some("Expect test to fail".to_owned());
            } else if record.finished.is_some() {
                entry.state = TestState::Passed;
            }
            return;
        }
        entry.swallowed = u32::try_from(record.swallowed().count()).unwrap_or(u32::MAX);
        let swallowed = record.swallowed().next();
        let counts = self.expect.strict_assertions || record.skipped;
        if record.faults.is_empty()
            && let Some(fault) = swallowed.filter(|_| counts)
        {
            let what = if record.skipped { "the test skipped itself" } else { "did not fail the test" };
            let message = format!("a failed assertion was caught and {what}: {}", fault.message);
            self.apply(&[Fault { message, ..fault.clone() }], detail, entry);
        } else if record.faults.is_empty() && record.skipped {
            self.apply(&record.before, detail, entry);
        } else if record.faults.is_empty() && self.expect.require_assertions && record.assertions == 0 {
            entry.error = Some("expected any number of assertion, but got none".to_owned());
        } else if !record.faults.is_empty() {
            self.apply(&record.faults, detail, entry);
            if record.more > 0 {
                entry.error.get_or_insert_default().push_str(&format!("\n… and {} more", record.more));
            }
        } else if record.completed && record.finished.is_some() {
            entry.state = TestState::Passed;
        } else {
            entry.error = Some("the test did not run to its end".to_owned());
        }
    }

    /// Puts faults into an entry: all of them, and in short all messages and the rest of the first one that has it.
    fn apply(&self, faults: &[Fault], detail: Detail, entry: &mut TestEntry) {
        if detail == Detail::State {
            return;
        }
        let said: Vec<String> = faults.iter().map(Fault::said).collect();
        entry.error = Some(said.join("\n"));
        entry.errors = faults.iter().flat_map(|fault| self.errors(fault, entry)).collect();
        entry.code = faults.iter().find_map(|fault| fault.code);
        entry.diff = entry.errors.iter().find_map(|error| error.diff.clone());
        entry.stack = entry.errors.iter().find_map(|error| error.stack.clone());
        entry.failed_at = entry.errors.iter().find_map(|error| error.at.clone());
    }

    /// A fault in full: of an aggregate its errors, as Vitest tells them.
    /// Of what has no place the source is shown where the test is declared.
    fn errors(&self, fault: &Fault, entry: &TestEntry) -> Vec<TestError> {
        let declared = Some(&entry.location).filter(|_| entry.scope == Scope::Test);
        let carried = fault.carried.as_deref().cloned().unwrap_or_default();
        let error = TestError {
            name: fault.name.clone(),
            message: fault.message.clone(),
            hook: fault.hook.map(str::to_owned),
            unhandled: fault.unhandled,
            test: fault.test.clone(),
            code: fault.code,
            at: fault.at.clone(),
            frame: fault
                .outside
                .as_ref()
                .or(fault.at.as_ref())
                .or(declared)
                .and_then(|at| self.places.frame(at)),
            diff: fault.diff.clone(),
            stack: fault.stack.clone(),
            properties: carried.properties,
            cause: carried.cause,
            ..TestError::default()
        };
        if carried.errors.is_empty() {
            return vec![error];
        }
        let aggregate = error.header();
        let of = |one: TestError| TestError {
            hook: error.hook.clone(),
            unhandled: error.unhandled,
            test: error.test.clone(),
            aggregate: Some(aggregate.clone()),
            frame: one.at.as_ref().and_then(|at| self.places.frame(at)),
            ..one
        };
        carried.errors.into_iter().map(of).collect()
    }
}

impl Fault {
    /// All of it in a sentence or more.
    fn said(&self) -> String {
        let error = TestError {
            hook: self.hook.map(str::to_owned),
            unhandled: self.unhandled,
            test: self.test.clone(),
            ..TestError::default()
        };
        let mut said = if self.message.is_empty() { self.name.clone() } else { self.message.clone() };
        if let Some(context) = error.context() {
            said = format!("{context}: {said}");
        }
        let errors = self.carried.iter().flat_map(|carried| &carried.errors);
        errors.fold(said, |said, error| format!("{said}\n    {}", error.header()))
    }
}
