//! One result of a `test:` whose files ran apart.

use crate::{
    Code, Output, OutputCounts, Scope, TestCounts, TestEntry, TestState, Timing, VerifyResult, reached,
};

/// What a `test:` says whose files are in order and of which no test passed, failed or was left out by choice.
pub const NO_TEST_RAN: &str = "No test ran";

/// What a `test:` says that was to list its tests.
#[must_use]
pub fn tests_listed(count: usize) -> String {
    format!("{count} test(s) listed, none ran")
}

/// Whether a file is no pass only because none of its tests ran: all are skipped or todo, do not match a name, or were only
/// listed. Beside other files that is no failure.
#[must_use]
pub fn is_idle(code: Option<Code>, error: Option<&str>, entries: &[TestEntry]) -> bool {
    let left_out = |entry: &TestEntry| matches!(entry.state, TestState::Skipped | TestState::Todo);
    code == Some(Code::NoTests)
        && if entries.is_empty() {
            error.is_some_and(|error| error == NO_TEST_RAN || error == tests_listed(0))
        } else {
            entries.iter().all(left_out)
        }
}

/// What several files say together of which none was positively passed, and none failed.
#[must_use]
pub fn nothing_ran(listed: bool, tests: usize) -> String {
    if listed { tests_listed(tests) } else { NO_TEST_RAN.to_owned() }
}

/// What a `test:` says of which so many tests failed (spec W11).
#[must_use]
pub fn tests_failed(count: usize) -> String {
    format!("{count} test(s) failed")
}

impl VerifyResult {
    /// The result of `command`, a `test:` of several files, from the results of its files, each of them whole and
    /// in their order: what one run over all of them gives, byte for byte, `timing.totalMs` aside, which is the sum.
    ///
    /// A file's result should not be cut: it is asked for without a limit of its output, and `output_bytes` is the
    /// limit of all of them. What one lost all the same stays counted.
    #[must_use]
    pub fn joined(
        command: &str,
        files: impl IntoIterator<Item = VerifyResult>,
        output_bytes: u64,
    ) -> VerifyResult {
        let mut all = VerifyResult::refused(command, Code::NoTests, NO_TEST_RAN);
        let (mut entries, mut failure, mut idle) = (Vec::new(), None, Vec::new());
        let (mut holds, mut omitted, mut counts) = (false, 0, TestCounts::default());
        let mut limits = Vec::new();
        let mut timing = Timing::default();
        for (at, mut file) in files.into_iter().enumerate() {
            let counted = file.counts();
            let Output::Tests(found) = std::mem::take(&mut file.output) else {
                // The request itself is at fault, and every file says the same.
                file.command = command.to_owned();
                return file.sealed(output_bytes);
            };
            if at == 0 {
                all.snapshot_root.clone_from(&file.snapshot_root);
                all.sequence_seed = file.sequence_seed;
                all.shard = file.shard;
                all.listed = file.listed;
                all.engine = file.engine;
            }
            all.provisional |= file.provisional;
            all.reused |= file.reused;
            if let Some(OutputCounts::Tests(of_file)) = counted {
                counts += of_file;
            }
            omitted += file.omitted;
            holds |= file.success;
            let is_idle = is_idle(file.code, file.error.as_deref(), &found);
            // Beside tests that fail a file can have a failure of its own, which goes before their count.
            let own = file.code.is_some()
                || file.location.is_some()
                || found.iter().any(|entry| entry.state == TestState::Failed && entry.scope != Scope::Test);
            if is_idle {
                idle.extend(file.error);
            } else if own && failure.is_none() {
                failure = Some((file.error, file.code, file.location));
            }
            entries.extend(found);
            limits.extend(file.limit.take());
            all.console.entries.append(&mut file.console.entries);
            all.console.total += file.console.total;
            all.console.truncated |= file.console.truncated;
            all.snapshots.append(file.snapshots);
            all.warn(file.warnings);
            if let Some(evidence) = file.evidence.take() {
                all.evidence.get_or_insert_default().append(*evidence);
            }
            timing.total_ms += file.timing.total_ms;
            timing.files.append(&mut file.timing.files);
            timing.tests.append(&mut file.timing.tests);
        }
        let failed = counts.failed;
        if failure.is_some() || failed > 0 || holds {
            (all.error, all.code, all.location) = failure.unwrap_or_default();
        } else {
            // One file says itself why.
            let own = idle.pop().filter(|_| idle.is_empty() && timing.files.len() <= 1);
            all.error = Some(own.unwrap_or_else(|| nothing_ran(all.listed, entries.len())));
        }
        if failed > 0 {
            all.error = Some(tests_failed(failed));
        }
        all.success = all.error.is_none() && all.code.is_none();
        all.output = Output::Tests(entries);
        all.counts = Some(OutputCounts::Tests(counts));
        all.omitted = omitted;
        all.limit = reached::first_of(limits);
        all.timing = timing;
        all.sealed(output_bytes)
    }
}
