//! `test:`.

use std::collections::BTreeSet;
use std::rc::Rc;

use verdict_judge::{FileOutcome, Seen};
use verdict_protocol::{
    Code, Command, ConsoleLog, FileTiming, NO_TEST_RAN, Output, Progress, Scope, TestConfig, TestEntry,
    TestState, Verb, tests_failed,
};
use verdict_testing::{TestEnv, run_file};

use crate::lowering::Lowering;
use crate::select::{self, Refusal};
use crate::{Found, Host, Request, source};

/// Runs each file in a realm of its own, in the order of the files.
pub(crate) fn run(
    request: &Request<'_>,
    command: &Command,
    config: &TestConfig,
    host: &mut Host<'_>,
    lowering: &Lowering,
) -> Found {
    let files = match select::files(request.snapshot, command, "Test file not found") {
        Ok(files) => files,
        Err(Refusal(code, error)) => return Found::refused(code, error),
    };
    let files = match config.shard {
        None => files,
        Some(shard) => {
            let paths = files.iter().map(ToString::to_string).collect();
            let kept: BTreeSet<String> = shard.of(paths).into_iter().collect();
            if kept.is_empty() && !config.pass_with_no_tests {
                let error = format!("No test file is in shard {}", String::from(shard));
                return Found::refused(Code::NoTests, error);
            }
            files.into_iter().filter(|file| kept.contains(file.as_str())).collect()
        }
    };
    (host.progress)(Progress::Started { verb: Verb::Test, files: files.len() });
    let source_hook = source::hook(request.snapshot, lowering);
    let mut found = Found { shard: config.shard, listed: config.list, ..Found::default() };
    let mut entries = Vec::new();
    found.sequence_seed = config.sequence.shuffle.0.then(|| config.sequence.seed.unwrap_or(request.seed));
    for file in &files {
        let failed = || entries.iter().filter(|entry: &&TestEntry| entry.state == TestState::Failed).count();
        if config.bail > 0 && failed() >= config.bail {
            break;
        }
        let start = (host.now)();
        (host.progress)(Progress::FileStarted { file: file.to_string() });
        let env = TestEnv {
            snapshot: request.snapshot,
            limits: &request.limits,
            config,
            seed: request.seed,
            source_hook: Rc::clone(&source_hook),
            now: host.now,
            meter: host.meter,
        };
        let progress = &mut *host.progress;
        let outcome = run_file(file, &env, &mut |seen| {
            // From here on the run is not the one that counts: it is begun again.
            if lowering.is_missed() {
                return;
            }
            progress(match seen {
                Seen::Collected(tests) => Progress::FileCollected { file: file.to_string(), tests },
                Seen::Started(entry) => {
                    Progress::TestStarted { path: entry.path.clone(), location: entry.location.clone() }
                }
                Seen::Finished(entry) => Progress::TestFinished { entry: Box::new(entry.clone()) },
            });
        });
        if lowering.is_missed() {
            return found;
        }
        let FileOutcome { entries: file_entries, real_ms, failure, limit, console, snapshots } = outcome;
        if found.limit.is_none() {
            found.limit = limit;
        }
        let passed = failure.is_none() && file_entries.iter().all(|entry| entry.state != TestState::Failed);
        if let Some(failure) = failure
            && found.error.is_none()
        {
            found.error = Some(failure.message);
            found.code = failure.code;
            found.location = failure.location;
        }
        entries.extend(file_entries);
        found.tests.extend(real_ms);
        append(&mut found.console, console);
        found.snapshots.append(snapshots);
        (host.progress)(Progress::FileFinished { file: file.to_string(), passed });
        found.files.push(FileTiming { file: file.to_string(), ms: (host.now)() - start });
    }
    let failed =
        entries.iter().filter(|entry| entry.scope == Scope::Test && entry.state == TestState::Failed);
    let failed = failed.count();
    if failed > 0 {
        found.error = Some(tests_failed(failed));
    } else if found.error.is_none()
        && let Some(entry) = entries.iter().find(|entry| entry.state == TestState::Failed)
    {
        // Only a file or a suite failed: its own words say more than a count.
        found.error = Some(entry.error.clone().unwrap_or_else(|| format!("{} failed", entry.test)));
    }
    if found.error.is_none() && !config.pass_with_no_tests && !entries.iter().any(|entry| entry.passed) {
        found.error = Some(NO_TEST_RAN.into());
        found.code = Some(Code::NoTests);
    }
    found.output = Output::Tests(entries);
    found
}

fn append(all: &mut ConsoleLog, file: ConsoleLog) {
    all.entries.extend(file.entries);
    all.total += file.total;
    all.truncated |= file.truncated;
}
