//! Splits a `test:` into parts, one file each, and joins their results.
//!
//! The parts run in browsers, or in several processes of the engine.

use std::io;

use serde_json::{Value, json};
use verdict_gate::Check;
use verdict_judge::{Refusal, TestRun, resolve_config};
use verdict_protocol::{
    Code, Command, Engine, Limits, Location, MAX_SAFE_INTEGER, Output, Scope, Shard, TestEntry, TestError,
    TestState, Verb, VerifyResult, overlay,
};
use verdict_vfs::Snapshot;

use crate::host::HostArguments;

/// The output limit of a part: none, because only the joined result is cut.
pub(crate) const UNLIMITED: u64 = MAX_SAFE_INTEGER;

/// A `test:` request.
#[derive(Debug, Clone)]
pub(crate) struct TestRequest<'a> {
    pub(crate) command: &'a str,
    pub(crate) snapshot: &'a Snapshot,
    /// Merged over the snapshot's configuration.
    pub(crate) config: Value,
    /// The limits of the whole command.
    pub(crate) limits: Limits,
    /// Milliseconds for one file.
    pub(crate) file_ms: u64,
    /// Whether another engine has what takes longer, so that this may be kept.
    pub(crate) is_trial: bool,
    pub(crate) seed: u64,
}

impl<'a> TestRequest<'a> {
    /// Creates the request of a check, with the configuration that applies to all of them.
    ///
    /// # Errors
    /// [`io::Error`] for an unreadable configuration.
    pub(crate) fn new(check: &Check<'a>, host: &HostArguments) -> io::Result<TestRequest<'a>> {
        let mut config = host.configuration()?;
        if let Some(over) = check.config {
            overlay(&mut config, over);
        }
        let mut limits = host.limits();
        limits.time_ms = check.timeout_ms.unwrap_or(limits.time_ms);
        Ok(TestRequest {
            command: check.command,
            snapshot: check.snapshot,
            config,
            file_ms: host.file_ms.unwrap_or(limits.time_ms),
            limits,
            is_trial: false,
            seed: host.seed,
        })
    }

    /// The limits of a part. Its output has none, because only the joined result is cut.
    pub(crate) fn part_limits(&self, time_ms: u64) -> Limits {
        Limits { time_ms, output_bytes: UNLIMITED, ..self.limits.clone() }
    }
}

/// A command that a session runs on its own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) command: String,
    /// The file it covers; `None` if it covers all files.
    pub(crate) file: Option<String>,
}

/// The parts of a request, in the order of the result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parts {
    pub(crate) parts: Vec<Part>,
    /// The configuration of each part.
    pub(crate) config: Value,
    shard: Option<Shard>,
    engine: Engine,
}

impl Parts {
    /// Splits a request into one part per file of the shard. With `bail`, what runs depends on earlier
    /// failures, so there is a single part. There is also a single part if a file cannot be named alone.
    ///
    /// # Errors
    /// A refusal, with the engine's message.
    pub(crate) fn of(asked: &TestRequest<'_>, engine: Engine) -> Result<Parts, Refusal> {
        let whole = |config: &Value| Parts {
            parts: vec![Part { command: asked.command.to_owned(), file: None }],
            config: config.clone(),
            shard: None,
            engine,
        };
        let command =
            Command::parse(asked.command).map_err(|error| Refusal(Code::Command, error.to_string()))?;
        let config = resolve_config(asked.snapshot, Some(&asked.config))
            .map_err(|error| Refusal(Code::Protocol, error))?
            .config
            .test;
        let mut run = TestRun::new(asked.snapshot, &command, &config, asked.seed)?;
        if config.bail > 0 || run.left() == 0 {
            return Ok(whole(&asked.config));
        }
        let files: Vec<String> =
            std::iter::from_fn(|| run.next_file()).map(|file| file.to_string()).collect();
        let part = |file: &String| {
            let command = Command::of_paths(Verb::Test, [file.as_str()])?.to_string();
            Some(Part { command, file: Some(file.clone()) })
        };
        let Some(parts) = files.iter().map(part).collect() else { return Ok(whole(&asked.config)) };
        let mut over = asked.config.clone();
        if config.shard.is_some() {
            // The files are chosen already.
            over["test"]["shard"] = Value::Null;
        }
        Ok(Parts { parts, config: over, shard: config.shard, engine })
    }

    /// Some of the parts, for another engine.
    pub(crate) fn only(&self, indices: &[usize], engine: Engine) -> Parts {
        let parts = indices.iter().map(|index| self.parts[*index].clone()).collect();
        Parts { parts, engine, ..self.clone() }
    }

    /// Whether one part covers all files.
    pub(crate) fn is_whole(&self) -> bool {
        self.parts.iter().all(|part| part.file.is_none())
    }

    /// The milliseconds for a part, of those that remain for all.
    pub(crate) fn time_ms(&self, asked: &TestRequest<'_>, left_ms: u64) -> u64 {
        if self.is_whole() { left_ms } else { left_ms.min(asked.file_ms) }
    }

    /// The request for a page to run a part in the remaining time.
    pub(crate) fn request(&self, index: usize, asked: &TestRequest<'_>, left_ms: u64) -> Value {
        let limits = asked.part_limits(left_ms);
        json!({
            "command": self.parts[index].command,
            "options": {
                "engine": self.engine,
                "config": self.config,
                "limits": limits,
                "timeout": left_ms,
                "seed": asked.seed,
            },
        })
    }

    /// The result of a part without an outcome: its file failed.
    pub(crate) fn failed(
        &self,
        index: usize,
        asked: &TestRequest<'_>,
        code: Code,
        error: &str,
    ) -> VerifyResult {
        let part = &self.parts[index];
        let mut result = VerifyResult::refused(&part.command, code, error);
        result.snapshot_root = asked.snapshot.root().to_owned();
        result.engine = self.engine;
        result.provisional = self.engine == Engine::Browser;
        result.output = Output::Tests(part.file.iter().map(|file| entry(file, code, error)).collect());
        result.sealed(UNLIMITED)
    }

    /// A part's result. If it ended early and names no failure, its file is added as one.
    pub(crate) fn answered(&self, index: usize, mut result: VerifyResult) -> VerifyResult {
        let ended = matches!(
            result.code,
            Some(Code::Timeout | Code::Crashed | Code::Memory | Code::Budget | Code::Stack | Code::Unsettled)
        );
        let (Some(code), Some(file), true) = (result.code, &self.parts[index].file, ended) else {
            return result;
        };
        let mut entries = match std::mem::take(&mut result.output) {
            Output::Tests(entries) => entries,
            _ => Vec::new(),
        };
        if entries.iter().all(|entry| entry.state != TestState::Failed) {
            entries.push(entry(file, code, result.error.as_deref().unwrap_or_default()));
        }
        result.output = Output::Tests(entries);
        result
    }

    /// Joins the results of all parts, given in order.
    pub(crate) fn joined(
        &self,
        asked: &TestRequest<'_>,
        results: Vec<VerifyResult>,
        total_ms: f64,
    ) -> VerifyResult {
        let mut all = VerifyResult::joined(asked.command, results, asked.limits.output_bytes);
        all.shard = all.shard.or(self.shard);
        all.timing.total_ms = total_ms;
        all
    }
}

/// A failed file as an entry.
fn entry(file: &str, code: Code, error: &str) -> TestEntry {
    TestEntry {
        suite: "Default".into(),
        test: file.to_owned(),
        passed: false,
        error: Some(error.to_owned()),
        scope: Scope::File,
        state: TestState::Failed,
        path: vec![file.to_owned()],
        location: Location { file: file.to_owned(), line: 1, column: 1, ..Location::default() },
        duration_ms: 0.0,
        assertions: 0,
        swallowed: 0,
        code: Some(code),
        diff: None,
        stack: None,
        failed_at: None,
        errors: vec![TestError { message: error.to_owned(), code: Some(code), ..TestError::default() }],
    }
}

#[cfg(test)]
#[path = "parts_tests.rs"]
mod tests;
