//! The verdict on a file: turns events into entries.
//!
//! The judge does not depend on the engine that ran the file. A test passes only if its function is known to
//! have returned without a fault. Anything not known to have passed has failed.

use std::rc::Rc;

use verdict_protocol::{
    Code, ExpectConfig, LimitReached, Location, Scope, TestConfig, TestEntry, TestError, TestState,
    sentences, tests_listed,
};
use verdict_vfs::VfsPath;

use crate::event::{Event, Fault, Plan, TestId};
use crate::outcome::{Failure, FileOutcome};
use crate::source_locations::SourceLocations;

/// Maximum number of faults kept of one test, and outside tests; further ones are counted.
const MAX_FAULTS: usize = 100;

/// The state of a test.
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
    /// The number of failed tests because of which it does not run.
    bailed: Option<usize>,
    /// Assertions of the last attempt.
    assertions: u32,
    /// The first failed assertions of the last attempt that threw their error to the guest.
    failed: Vec<Fault>,
    faults: Vec<Fault>,
    /// Number of faults beyond [`MAX_FAULTS`].
    more: usize,
    /// Faults of the previous attempt. Only a passing attempt discards them.
    before: Vec<Fault>,
}

/// Takes the events of one file and produces its entries.
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

/// How much an entry tells about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Only the state.
    State,
    Errors,
}

impl Judge {
    /// Creates a judge of `file` without events. `places` provides the source around failures.
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

    /// Records an event. The order of events matters.
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
            // The file has failed already.
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

    /// Whether a test has no fault so far.
    #[must_use]
    pub fn is_clean(&self, test: TestId) -> bool {
        self.tests.get(test.0).is_some_and(|record| record.faults.is_empty())
    }

    /// Whether a test skipped itself.
    #[must_use]
    pub fn skipped_itself(&self, test: TestId) -> bool {
        self.tests.get(test.0).is_some_and(|record| record.skipped)
    }

    /// The number of failed tests.
    #[must_use]
    pub fn failed(&self) -> usize {
        let failed = |record: &&Record| {
            record.finished.is_some() && self.judge(record, Detail::State).state == TestState::Failed
        };
        self.tests.iter().filter(failed).count()
    }

    /// The entry of a test in its current state.
    #[must_use]
    pub fn entry(&self, test: TestId) -> Option<TestEntry> {
        self.tests.get(test.0).map(|record| self.judge(record, Detail::Errors))
    }

    /// Names of a test's suites, outermost first, then its own name.
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

    /// The start of the file.
    #[must_use]
    pub fn start(&self) -> Location {
        Location { file: self.file.to_string(), line: 1, column: 1, ..Location::default() }
    }

    /// All entries: tests in declaration order, then suites and the file. Also returns the failure of the
    /// file itself, if it has one.
    #[must_use]
    pub fn verdict(self, config: &TestConfig) -> (Vec<(Option<TestId>, TestEntry)>, Option<Failure>) {
        let mut entries: Vec<(Option<TestId>, TestEntry)> = self
            .tests
            .iter()
            .enumerate()
            // If the file could not be loaded, its set of tests is unknown: those declared before it threw
            // are an arbitrary part.
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

    /// The outcome of a file in which no code ran, so that it has neither times nor a console.
    #[must_use]
    pub fn outcome(self, config: &TestConfig) -> FileOutcome {
        let (entries, failure) = self.verdict(config);
        let entries: Vec<TestEntry> = entries.into_iter().map(|(_, entry)| entry).collect();
        FileOutcome { real_ms: vec![0.0; entries.len()], entries, failure, ..FileOutcome::default() }
    }

    /// All faults: outside tests, of suites, and of tests.
    fn faults(&self) -> impl Iterator<Item = &Fault> {
        let tests = self.tests.iter().flat_map(|record| &record.faults);
        self.outside.iter().chain(self.suites.iter().map(|(_, fault)| fault)).chain(tests)
    }

    /// Whether the file was loaded and guest code was not stopped.
    #[must_use]
    pub fn loaded(&self) -> bool {
        !self.load_failed && self.stopped.is_none()
    }

    /// The limit that stopped guest code; otherwise the first limit reached in the file.
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
        // A test's own timeout concerns that test only; every other code concerns the whole file.
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
        // With a name pattern, a list contains only the matching tests.
        let message = if config.list && (!self.tests.is_empty() || config.test_name_pattern.is_some()) {
            tests_listed(self.tests.len())
        } else if self.tests.is_empty() {
            sentences::no_test_found(&self.file)
        } else if self.tests.iter().all(|record| record.plan != Plan::Run || record.is_skipped()) {
            format!("No test ran in {}: all are skipped or todo", self.file)
        } else {
            return None;
        };
        Some(Failure { code: Some(Code::NoTests), message, location: None })
    }
}

impl Record {
    /// Starts an attempt.
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

    /// Whether the test counts as skipped. A test that skips itself still fails if anything failed in it:
    /// before or after the call, or in an earlier attempt.
    fn is_skipped(&self) -> bool {
        let has_failed = match self.fails {
            // Such a test is meant to fail, but not by reaching a limit.
            true => self.is_limited(),
            false => !(self.faults.is_empty() && self.failed.is_empty() && self.before.is_empty()),
        };
        self.skipped && !has_failed
    }

    /// Whether the test violated a limit or rule of the request. A timeout of the test is an ordinary
    /// failure.
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
    /// Failed assertions that are not among the test's faults.
    fn swallowed(&self) -> impl Iterator<Item = &Fault> {
        let stands = |failed: &&Fault| self.faults.iter().all(|fault| fault.assertion != failed.assertion);
        self.failed.iter().filter(stands)
    }
}

impl Judge {
    fn judge_run(&self, record: &Record, detail: Detail, entry: &mut TestEntry) {
        // Reaching a limit of the request is never an expected failure.
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

    /// Writes faults to an entry: all in full, and a short form with all messages and the details of the
    /// first fault that has them.
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

    /// A fault in full. An aggregate is followed by its errors, as Vitest reports them. A fault without a
    /// location shows the source of the test's declaration.
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
    /// The complete message.
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
