//! Joins the results of a `test:` whose files ran separately.

use crate::{
    Code, Output, OutputCounts, Scope, TestCounts, TestEntry, TestState, Timing, VerifyResult, reached,
};

/// Message of a `test:` whose files are valid and in which no test passed, failed or was skipped.
pub const NO_TEST_RAN: &str = "No test ran";

/// Message of a `test:` that only listed its tests.
#[must_use]
pub fn tests_listed(count: usize) -> String {
    format!("{count} test(s) listed, none ran")
}

/// Whether a file did not pass only because none of its tests ran. They are skipped or todo, do not match the
/// name pattern, or were only listed. Next to other files this is no failure.
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

/// Message of a `test:` over several files in which no test passed and none failed.
#[must_use]
pub fn nothing_ran(listed: bool, tests: usize) -> String {
    if listed { tests_listed(tests) } else { NO_TEST_RAN.to_owned() }
}

/// The error of a `test:` command by its number of failed tests (spec W11).
#[must_use]
pub fn tests_failed(count: usize) -> String {
    format!("{count} test(s) failed")
}

impl VerifyResult {
    /// Joins the results of the files of `command`, a `test:`. The result equals that of one run over all
    /// files, byte for byte, except `timing.totalMs`, which is the sum. The files' results are complete and
    /// in order.
    ///
    /// Request files without an output limit, so that they are not cut; `output_bytes` limits the joined
    /// result. Entries that a file lost anyway stay counted.
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
        let (mut timing, mut is_only) = (Timing::default(), true);
        for (at, mut file) in files.into_iter().enumerate() {
            let counted = file.counts();
            if !matches!(file.output, Output::Tests(_)) {
                // The request itself is invalid, so every file has the same error.
                file.command = command.to_owned();
                return file.sealed(output_bytes);
            }
            // Without `..`, so that a new field cannot be forgotten.
            let VerifyResult {
                output: Output::Tests(found),
                success,
                error,
                code,
                location,
                limit,
                snapshot_root,
                omitted: of_file_omitted,
                warnings,
                console,
                snapshots,
                sequence_seed,
                shard,
                listed,
                engine,
                engines,
                provisional,
                reused,
                evidence,
                timing: times,
                // Those of the whole request are made below, or belong to no part.
                command: _,
                kind: _,
                output_sha256: _,
                truncated: _,
                counts: _,
                witnesses: _,
                detail: _,
                fixed: _,
                max_warnings: _,
                types: _,
                hint: _,
            } = file
            else {
                continue;
            };
            is_only = at == 0;
            if is_only {
                all.snapshot_root = snapshot_root;
                all.sequence_seed = sequence_seed;
                all.shard = shard;
                all.listed = listed;
                all.engine = engine;
            }
            all.engines.extend(engines);
            all.provisional |= provisional;
            all.reused |= reused;
            if let Some(OutputCounts::Tests(of_file)) = counted {
                counts += of_file;
            }
            omitted += of_file_omitted;
            holds |= success;
            let is_idle = is_idle(code, error.as_deref(), &found);
            // A file's own failure takes precedence over the number of failed tests.
            let own = code.is_some()
                || location.is_some()
                || found.iter().any(|entry| entry.state == TestState::Failed && entry.scope != Scope::Test);
            if is_idle {
                idle.extend(error);
            } else if own && failure.is_none() {
                failure = Some((error, code, location));
            }
            entries.extend(found);
            limits.extend(limit);
            all.console.append(console);
            all.snapshots.append(snapshots);
            all.warn(warnings);
            if let Some(evidence) = evidence {
                all.evidence.get_or_insert_default().append(*evidence);
            }
            timing.append(times);
        }
        let failed = counts.failed;
        if failure.is_some() || failed > 0 || holds {
            (all.error, all.code, all.location) = failure.unwrap_or_default();
        } else {
            // A single file reports its own reason.
            let own = idle.pop().filter(|_| idle.is_empty() && timing.files.len() <= 1);
            all.error = Some(own.unwrap_or_else(|| nothing_ran(all.listed, entries.len())));
        }
        // A single file reports its own reason.
        if failed > 0 && !(is_only && all.error.is_some()) {
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
