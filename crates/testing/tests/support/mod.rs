//! Shared parts of this crate's tests: fixtures in one string, outcomes as compact text.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of this module")]

use std::fmt::Write as _;
use std::rc::Rc;

use verdict_judge::FileOutcome;
use verdict_protocol::{Code, FileContent, Files, Limits, Scope, TestConfig, TestState};
use verdict_sandbox::{Imports, Position, SourceError, SourceHook};
use verdict_testing::{TestEnv, run_file};
use verdict_transform::mocks::{self, JestMocks, Mocked, intercept};
use verdict_vfs::{Snapshot, VfsPath};

/// Plain JavaScript, with `vi.mock` calls hoisted.
struct Turning;

impl SourceHook for Turning {
    fn prepare(&self, _: &VfsPath, source: &str) -> Result<String, SourceError> {
        Ok(source.to_owned())
    }

    fn check(&self, _: &str) -> Result<(), SourceError> {
        Ok(())
    }

    fn intercept(
        &self,
        path: &VfsPath,
        source: &str,
        imports: &Imports<'_>,
    ) -> Result<Option<(String, Vec<Position>)>, SourceError> {
        let Imports { any, is_replaced, spied, lacks } = *imports;
        let mocked = Mocked { any, resets: false, is_replaced, jest_mocks: JestMocks::Move, spied, lacks };
        let turned = intercept(path.as_str(), source, mocked).map_err(|diagnostic| SourceError {
            message: diagnostic.message,
            line: diagnostic.location.line,
            column: diagnostic.location.column,
            code: Code::Syntax,
        })?;
        Ok(turned.map(|turned| {
            let positions = turned.positions.into_iter();
            let position = |one: mocks::Position| Position {
                turned: one.turned,
                source: one.source,
                is_new: one.is_new,
            };
            (turned.text, positions.map(position).collect())
        }))
    }
}

/// Runs `/a.test.js` of a fixture.
pub fn run(fixture: &str) -> FileOutcome {
    run_with(fixture, &TestConfig::default(), &Limits::default())
}

/// Runs `/a.test.js` of a fixture: the whole text, or files after `//- /path` headers.
pub fn run_with(fixture: &str, config: &TestConfig, limits: &Limits) -> FileOutcome {
    let files: Vec<(String, String)> = if fixture.trim_start().starts_with("//- ") {
        fixture
            .trim_start()
            .split("//- ")
            .skip(1)
            .map(|file| file.split_once('\n').unwrap_or((file, "")))
            .map(|(path, text)| (path.trim().to_owned(), text.to_owned()))
            .collect()
    } else {
        vec![("/a.test.js".to_owned(), fixture.to_owned())]
    };
    run_files(files, "/a.test.js", config, limits)
}

/// Runs one of several files.
pub fn run_files(
    files: Vec<(String, String)>,
    path: &str,
    config: &TestConfig,
    limits: &Limits,
) -> FileOutcome {
    let files = Files(files.into_iter().map(|(path, text)| (path, FileContent(text.into_bytes()))).collect());
    let snapshot = Snapshot::new(files).expect("a fixture is a snapshot");
    let env = TestEnv {
        snapshot: &snapshot,
        limits,
        config,
        seed: 1,
        source_hook: Rc::new(Turning),
        sealed_from: None,
        now: &|| 0.0,
        meter: None,
        is_subject: Rc::new(|_| false),
    };
    let path = VfsPath::parse(path).expect("a path");
    run_file(&path, &env, &mut |_| {})
}

/// An outcome as lines: `passed suite > test`, `failed test: first line of the error [code]`.
pub fn render(outcome: &FileOutcome) -> String {
    let mut text = String::new();
    for entry in &outcome.entries {
        let state = match entry.state {
            TestState::Passed => "passed",
            TestState::Failed => "failed",
            TestState::Skipped => "skipped",
            TestState::Todo => "todo",
        };
        let scope = match entry.scope {
            Scope::Test => "",
            Scope::Suite => "suite ",
            Scope::File => "file ",
        };
        let _ = write!(text, "{state} {scope}{}", entry.path.join(" > "));
        if let Some(error) = &entry.error {
            let _ = write!(text, ": {}", error.lines().collect::<Vec<_>>().join(" | "));
        }
        if let Some(code) = entry.code {
            let _ = write!(text, " [{code}]");
        }
        text.push('\n');
    }
    if let Some(failure) = &outcome.failure {
        let _ = write!(text, "file: {}", failure.message.lines().next().unwrap_or_default());
        if let Some(code) = failure.code {
            let _ = write!(text, " [{code}]");
        }
        text.push('\n');
    }
    text
}

/// Console output, one line per call.
pub fn console(outcome: &FileOutcome) -> String {
    outcome.console.entries.iter().map(|entry| entry.text.clone() + "\n").collect()
}

/// Compares texts, ignoring leading and trailing white space of lines.
#[track_caller]
pub fn same(actual: &str, expected: &str) {
    let trim =
        |text: &str| text.trim().lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>().join("\n");
    assert_eq!(trim(actual), trim(expected));
}

/// Runs a fixture and compares its outcome.
#[track_caller]
pub fn check(fixture: &str, expected: &str) {
    same(&render(&run(fixture)), expected);
}
