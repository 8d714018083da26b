//! How the run of a file ended.

use verdict_judge::{Event, Fault, FileOutcome, TestId, bound};
use verdict_protocol::{Code, Progress, SnapshotReport, TestState};

use super::{FileRun, Step, broken};

/// How a file ended.
#[derive(Debug)]
pub(crate) enum End {
    /// The guest reported everything.
    GuestSnapshot,
    /// The guest was silent for longer than its limit.
    Silent,
    /// The guest ended, or was terminated because of this fault.
    Fault(Box<Fault>),
}

impl FileRun {
    /// Turns the recorded events into the file's outcome.
    pub(crate) fn finish(mut self, end: End) -> (FileOutcome, Vec<Progress>) {
        match end {
            End::GuestSnapshot if self.tests.is_none() && self.judge.loaded() => {
                let early = *broken("it was done before its tests were collected");
                self.judge.take(Event::Stopped(early));
            }
            End::GuestSnapshot => {}
            End::Silent => self.out_of_time(),
            End::Fault(fault) => self.stop(&fault.clone(), *fault),
        }
        for test in 0..self.tests.as_ref().map_or(0, Vec::len) {
            self.tell_end(test);
        }
        let FileRun { judge, config, snapshots, console, tests, progress, .. } = self;
        let limit = judge.limit();
        let loaded = judge.loaded();
        let (entries, failure) = judge.verdict(&config);
        let unfinished: Vec<Vec<String>> = entries
            .iter()
            .filter(|(_, entry)| entry.state != TestState::Passed)
            .map(|(_, entry)| entry.path.clone())
            .collect();
        let snapshots = if loaded { snapshots.report(&unfinished) } else { SnapshotReport::default() };
        let tests = tests.unwrap_or_default();
        let ms = |test: Option<TestId>| match test.and_then(|test| tests.get(test.0)).map(|test| test.step) {
            Some(Step::Over { ms }) => ms,
            _ => 0.0,
        };
        let real_ms = entries.iter().map(|(test, _)| ms(*test)).collect();
        let entries = entries.into_iter().map(|(_, entry)| entry).collect();
        let outcome =
            FileOutcome { entries, real_ms, failure, limit, console, snapshots, ..FileOutcome::default() };
        (outcome, progress)
    }

    /// Records that the guest did not yield in time.
    fn out_of_time(&mut self) {
        let ms = self.allowance.unwrap_or_default();
        let ended = "it did not give control back, and its guest was ended";
        let what = match (&self.tests, self.all_running().next()) {
            (None, _) => format!("The file was not loaded in {ms}ms: {ended}"),
            (Some(_), None) => format!("A hook of a suite timed out in {ms}ms: {ended}"),
            (Some(_), Some(test)) => {
                let name = self.judge.path(test).unwrap_or_default().join(" > ");
                format!("\"{}\" timed out in {ms}ms: {ended}", bound(name))
            }
        };
        let test = Fault::coded(Code::Timeout, format!("Test timed out in {ms}ms: {ended}"));
        self.stop(&test, Fault::coded(Code::Timeout, what));
    }

    /// Stops the file: `test` is the fault of the running test, `rest` of everything else.
    fn stop(&mut self, test: &Fault, rest: Fault) {
        let running: Vec<TestId> = self.all_running().collect();
        running.into_iter().for_each(|id| self.judge.take(Event::TestFault(id, test.clone())));
        self.judge.take(Event::Stopped(rest));
    }

    fn all_running(&self) -> impl Iterator<Item = TestId> {
        let tests = self.tests.iter().flatten().enumerate();
        tests.filter(|(_, test)| matches!(test.step, Step::Running { .. })).map(|(test, _)| TestId(test))
    }
}
