//! One result of a `test:` whose files ran apart.

use crate::{Code, Output, Scope, TestState, Timing, VerifyResult, reached};

/// What a `test:` says whose files are in order and of which no test passed, failed or was left out by choice.
pub const NO_TEST_RAN: &str = "No test ran";

/// What a `test:` says of which so many tests failed (seed 1's wording).
#[must_use]
pub fn tests_failed(count: usize) -> String {
    format!("{count} test(s) failed")
}

impl VerifyResult {
    /// The result of `command`, a `test:` of several files, from the results of its files, each of them whole and
    /// in their order: what one run over all of them gives, byte for byte, `timing.totalMs` aside, which is the sum.
    ///
    /// A file's result must not be cut: it is asked for without a limit of its output, and `output_bytes` is the
    /// limit of all of them.
    #[must_use]
    pub fn joined(
        command: &str,
        files: impl IntoIterator<Item = VerifyResult>,
        output_bytes: u64,
    ) -> VerifyResult {
        let mut all = VerifyResult::refused(command, Code::NoTests, NO_TEST_RAN);
        let (mut entries, mut failure, mut no_test) = (Vec::new(), None, true);
        let mut limits = Vec::new();
        let mut timing = Timing::default();
        for (at, mut file) in files.into_iter().enumerate() {
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
            let empty = file.code == Some(Code::NoTests) && file.error.as_deref() == Some(NO_TEST_RAN);
            no_test &= empty;
            // Beside tests that fail a file can have a failure of its own, which goes before their count.
            let own = file.code.is_some()
                || file.location.is_some()
                || found.iter().any(|entry| entry.state == TestState::Failed && entry.scope != Scope::Test);
            if own && !empty && failure.is_none() {
                failure = Some((file.error, file.code, file.location));
            }
            entries.extend(found);
            limits.extend(file.limit.take());
            all.console.entries.append(&mut file.console.entries);
            all.console.total += file.console.total;
            all.console.truncated |= file.console.truncated;
            all.snapshots.append(file.snapshots);
            if let Some(evidence) = file.evidence.take() {
                all.evidence.get_or_insert_default().append(*evidence);
            }
            timing.total_ms += file.timing.total_ms;
            timing.files.append(&mut file.timing.files);
            timing.tests.append(&mut file.timing.tests);
        }
        let failed =
            entries.iter().filter(|entry| entry.scope == Scope::Test && entry.state == TestState::Failed);
        let failed = failed.count();
        if !no_test {
            (all.error, all.code, all.location) = failure.unwrap_or_default();
        }
        if failed > 0 {
            all.error = Some(tests_failed(failed));
        }
        all.success = all.error.is_none() && all.code.is_none();
        all.output = Output::Tests(entries);
        all.limit = reached::first_of(limits);
        all.timing = timing;
        all.sealed(output_bytes)
    }
}
