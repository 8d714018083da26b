//! A `test:` request over several files.

use std::collections::{BTreeSet, VecDeque};

use verdict_protocol::{
    Code, Command, ConsoleLog, FileTiming, Output, Scope, TestConfig, TestEntry, TestState, is_idle,
    nothing_ran, tests_failed,
};
use verdict_vfs::{Snapshot, VfsPath};

use super::type_tests::unchecked;
use super::{Found, Refusal, TestFiles, select};
use crate::FileOutcome;

/// Hands out the files of a `test:` one by one, collects their outcomes, and combines them.
#[derive(Debug)]
pub struct TestRun {
    rest: VecDeque<VfsPath>,
    /// Tests of types, which nothing that runs code can judge.
    unchecked: Vec<VfsPath>,
    entries: Vec<TestEntry>,
    found: Found,
    bail: usize,
    pass_with_no_tests: bool,
    /// Messages of files in which no test ran.
    idle: Vec<String>,
}

impl TestRun {
    /// Selects the files that a command names, restricted to the shard. `seed` is the request's.
    ///
    /// # Errors
    /// A [`Refusal`] if the command selects no files, the shard contains none, or none is a test of types and no others count.
    pub fn new(
        snapshot: &Snapshot,
        command: &Command,
        config: &TestConfig,
        seed: u64,
    ) -> Result<TestRun, Refusal> {
        let files = select(snapshot, command, "Test file not found")?;
        let files = match config.shard {
            None => files,
            Some(shard) => {
                let paths = files.iter().map(ToString::to_string).collect();
                let kept: BTreeSet<String> = shard.of(paths).into_iter().collect();
                if kept.is_empty() && !config.pass_with_no_tests {
                    let error = format!("No test file is in shard {}", String::from(shard));
                    return Err(Refusal(Code::NoTests, error));
                }
                files.into_iter().filter(|file| kept.contains(file.as_str())).collect()
            }
        };
        let TestFiles { run, check } = TestFiles::of(files, config);
        if run.is_empty() && check.is_empty() && !config.pass_with_no_tests {
            return Err(Refusal(
                Code::NoTests,
                "No file is a test of types (test.typecheck.only)".to_owned(),
            ));
        }
        Ok(TestRun { unchecked: check, ..TestRun::of(run, config, seed) })
    }

    /// A run of files, which are chosen already. `seed` is the request's.
    #[must_use]
    pub fn of(files: Vec<VfsPath>, config: &TestConfig, seed: u64) -> TestRun {
        TestRun {
            rest: files.into(),
            unchecked: Vec::new(),
            entries: Vec::new(),
            found: Found {
                shard: config.shard,
                listed: config.list,
                sequence_seed: config.sequence.shuffle.0.then(|| config.sequence.seed.unwrap_or(seed)),
                ..Found::default()
            },
            bail: config.bail,
            pass_with_no_tests: config.pass_with_no_tests,
            idle: Vec::new(),
        }
    }

    /// The files with tests of types. None of them runs.
    #[must_use]
    pub fn unchecked(&self) -> &[VfsPath] {
        &self.unchecked
    }

    /// The remaining files, in order.
    pub fn files(&self) -> impl Iterator<Item = &VfsPath> {
        self.rest.iter()
    }

    /// The number of remaining files.
    #[must_use]
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// The next file to run; `None` once `bail` is reached.
    pub fn next_file(&mut self) -> Option<VfsPath> {
        let failed = || self.entries.iter().filter(|entry| entry.state == TestState::Failed).count();
        if self.bail > 0 && failed() >= self.bail {
            return None;
        }
        self.rest.pop_front()
    }

    /// Records the outcome of a file, which took `ms` real milliseconds. Returns whether nothing in it
    /// failed. A file in which no test ran fails only on its own.
    pub fn take(&mut self, file: &VfsPath, outcome: FileOutcome, ms: f64) -> bool {
        let FileOutcome { entries, real_ms, failure, limit, console, snapshots, refusals, evidence } =
            outcome;
        let found = &mut self.found;
        if found.limit.is_none() {
            found.limit = limit;
        }
        let (failure, idle) = match failure {
            Some(failure) if is_idle(failure.code, Some(&failure.message), &entries) => {
                (None, Some(failure.message))
            }
            failure => (failure, None),
        };
        self.idle.extend(idle);
        let passed = failure.is_none() && entries.iter().all(|entry| entry.state != TestState::Failed);
        if let Some(failure) = failure
            && found.error.is_none()
        {
            found.error = Some(failure.message);
            found.code = failure.code;
            found.location = failure.location;
        }
        if !passed {
            found.warnings.extend(hidden(file, &entries, refusals));
        }
        self.entries.extend(entries);
        found.tests.extend(real_ms);
        append(&mut found.console, console);
        found.snapshots.append(snapshots);
        if let Some(evidence) = evidence {
            found.evidence.get_or_insert_default().files.push(*evidence);
        }
        found.files.push(FileTiming { file: file.to_string(), ms });
        passed
    }

    /// The combined outcome of all files. Tests of types have failed: a host that can check them names them in no `test:`.
    #[must_use]
    pub fn finish(mut self) -> Found {
        for file in std::mem::take(&mut self.unchecked) {
            let _ = self.take(&file, unchecked(&file), 0.0);
        }
        let TestRun { entries, mut found, pass_with_no_tests, mut idle, .. } = self;
        let failed =
            entries.iter().filter(|entry| entry.scope == Scope::Test && entry.state == TestState::Failed);
        let failed = failed.count();
        if failed > 0 {
            found.error = Some(tests_failed(failed));
        } else if found.error.is_none()
            && let Some(entry) = entries.iter().find(|entry| entry.state == TestState::Failed)
        {
            // Only a file or a suite failed: its own message says more than a count.
            found.error = Some(entry.error.clone().unwrap_or_else(|| format!("{} failed", entry.test)));
        }
        if found.error.is_none() && !pass_with_no_tests && !entries.iter().any(|entry| entry.passed) {
            // A single file reports its own reason.
            let own = idle.pop().filter(|_| idle.is_empty() && found.files.len() <= 1);
            found.error = Some(own.unwrap_or_else(|| nothing_ran(found.listed, entries.len())));
            found.code = Some(Code::NoTests);
        }
        found.output = Output::Tests(entries);
        found
    }
}

/// Warnings about the refusals of a failed file that no error of it shows, because guest code caught them.
fn hidden(file: &VfsPath, entries: &[TestEntry], refusals: Vec<String>) -> Vec<String> {
    let shows = |refusal: &String| {
        entries.iter().any(|entry| entry.error.as_ref().is_some_and(|error| error.contains(refusal)))
    };
    let hidden = refusals.into_iter().filter(|refusal| !shows(refusal));
    hidden.map(|refusal| format!("{file} has failed, and its code caught this error: {refusal}")).collect()
}

fn append(all: &mut ConsoleLog, file: ConsoleLog) {
    all.entries.extend(file.entries);
    all.total += file.total;
    all.truncated |= file.truncated;
}
