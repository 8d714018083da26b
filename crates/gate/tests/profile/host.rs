//! Configurable files and verifiers for tests.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use verdict_gate::policy::Assertions;
use verdict_gate::profile::{
    ChangeId, ProfileError, ProfileRequest, ProfileRun, VerificationConfig, canonical_json, run_profile,
};
use verdict_gate::{Check, Target, TargetError, Verdict, Verifier};
use verdict_protocol::{
    Code, ConsoleEntry, FileContent, Files, Location, Output, Scope, TestEntry, TestState, Toolchain,
    VerifyResult,
};
use verdict_vfs::{Snapshot, VfsPath};

/// Files by path.
pub(crate) type Disk = BTreeMap<String, Vec<u8>>;

/// Files in one text with `//- /path` headers.
pub(crate) fn disk(text: &str) -> Disk {
    text.split("//- ")
        .skip(1)
        .map(|file| {
            let (path, content) = file.split_once('\n').expect("a header is a line");
            (path.trim().to_owned(), content.as_bytes().to_vec())
        })
        .collect()
}

pub(crate) fn snapshot(disk: &Disk) -> Snapshot {
    let files = disk.iter().map(|(path, bytes)| (path.clone(), FileContent(bytes.clone()))).collect();
    Snapshot::new(Files(files)).expect("files")
}

/// Live files. Before a given load, counted from 0, somebody else writes or removes files.
#[derive(Debug, Default)]
pub(crate) struct Live {
    pub(crate) disk: Disk,
    pub(crate) loads: usize,
    pub(crate) meddling: BTreeMap<usize, Vec<(&'static str, Option<&'static str>)>>,
    /// The numbers of the loads that fail.
    pub(crate) broken: Vec<usize>,
    /// The first write to fail, counted from 0. Later ones fail as well.
    pub(crate) full_at: Option<usize>,
    pub(crate) writes: usize,
}

impl Live {
    pub(crate) fn of(disk: Disk) -> Live {
        Live { disk, ..Live::default() }
    }
}

impl Target for Live {
    async fn load(&mut self) -> Result<Snapshot, TargetError> {
        for (path, content) in self.meddling.remove(&self.loads).unwrap_or_default() {
            match content {
                Some(content) => drop(self.disk.insert(path.to_owned(), content.as_bytes().to_vec())),
                None => drop(self.disk.remove(path)),
            }
        }
        let broken = self.broken.contains(&self.loads);
        self.loads += 1;
        if broken { Err(TargetError("cannot list".into())) } else { Ok(snapshot(&self.disk)) }
    }

    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError> {
        if self.full_at.is_some_and(|at| self.writes >= at) {
            return Err(TargetError("disk full".into()));
        }
        self.writes += 1;
        self.disk.insert(path.to_string(), bytes.to_vec());
        Ok(())
    }

    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError> {
        self.disk.remove(path.as_str());
        Ok(())
    }
}

/// A request to the verifier.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RecordedCheck {
    pub(crate) command: String,
    pub(crate) root: String,
    pub(crate) env: Value,
    pub(crate) timeout_ms: Option<u64>,
}

/// A verifier that calls a function and records its requests.
pub(crate) struct Judge<F> {
    pub(crate) judge: F,
    pub(crate) asked: Vec<RecordedCheck>,
    pub(crate) toolchain: Option<Toolchain>,
}

impl<F: FnMut(&str) -> Verdict> Judge<F> {
    pub(crate) fn new(judge: F) -> Judge<F> {
        Judge { judge, asked: Vec::new(), toolchain: Some(toolchain()) }
    }
}

impl<F: FnMut(&str) -> Verdict> Verifier for Judge<F> {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let config = check.config.cloned().unwrap_or_default();
        self.asked.push(RecordedCheck {
            command: check.command.to_owned(),
            root: check.snapshot.root().to_owned(),
            env: config["test"]["env"].clone(),
            timeout_ms: check.timeout_ms,
        });
        crate::common::to(check, (self.judge)(check.command))
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        self.toolchain.clone()
    }
}

pub(crate) fn toolchain() -> Toolchain {
    let version = |text: &str| text.to_owned();
    Toolchain {
        engine: version("0.22.0"),
        rules: version("2.0.0"),
        checker: version("1.0.0"),
        protocol: version("1.0.0"),
    }
}

/// The result of a test command with one test.
pub(crate) fn result(command: &str, passed: bool) -> VerifyResult {
    let entry = TestEntry {
        suite: "Default".into(),
        test: "adds".into(),
        passed,
        error: (!passed).then(|| "expected 3 to be 4".into()),
        scope: Scope::Test,
        state: if passed { TestState::Passed } else { TestState::Failed },
        path: vec!["adds".into()],
        location: Location { file: "/a.test.js".into(), line: 3, column: 1, ..Location::default() },
        duration_ms: 0.0,
        assertions: 1,
        swallowed: 0,
        code: None,
        diff: None,
        stack: None,
        failed_at: None,
        errors: Vec::new(),
    };
    VerifyResult {
        success: passed,
        output: Output::Tests(vec![entry]),
        error: (!passed).then(|| "1 test(s) failed".into()),
        code: None,
        ..VerifyResult::refused(command, Code::Crashed, "")
    }
    .sealed(u64::MAX)
}

pub(crate) fn pass(command: &str) -> Verdict {
    Verdict::from(result(command, true))
}

pub(crate) fn fail(command: &str) -> Verdict {
    Verdict::from(result(command, false))
}

pub(crate) fn timeout(_: &str) -> Verdict {
    Verdict::failed(Code::Timeout, "Verification timeout")
}

/// A pass whose guest printed a text.
pub(crate) fn printing(command: &str, text: &str) -> Verdict {
    let mut result = result(command, true);
    result.console.entries.push(ConsoleEntry {
        level: "log".into(),
        text: text.into(),
        file: None,
        test: None,
    });
    result.console.total = 1;
    Verdict::from(result)
}

/// A configuration of one profile `pr` with all of the skills, sorted by name.
pub(crate) fn config(skills: &str) -> VerificationConfig {
    let names: Vec<&str> = skills
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.trim().trim_end_matches(':'))
        .collect();
    let text = format!("version: 1\nskills:\n{skills}\nprofiles:\n  pr: [{}]\n", names.join(", "));
    VerificationConfig::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// One skill of two steps.
pub(crate) const TWO_STEPS: &str = "  unit:
    tier: 1
    steps:
      - { name: first, run: 'test:/a.test.js' }
      - { name: second, run: 'test:/b.test.js' }
";

pub(crate) const FILES: &str = "//- /a.test.js
test('a', () => {});
//- /b.test.js
test('b', () => {});
//- /src/lib.js
export {};
";

/// The parameters of a run of a profile.
pub(crate) struct Scene<'a> {
    pub(crate) config: &'a VerificationConfig,
    pub(crate) profile: &'a str,
    pub(crate) change: Option<&'a str>,
    pub(crate) env: &'a [(&'a str, &'a str)],
    pub(crate) max_tier: Option<u8>,
}

impl<'a> Scene<'a> {
    pub(crate) fn of(config: &'a VerificationConfig) -> Scene<'a> {
        Scene { config, profile: "pr", change: Some("c1"), env: &[], max_tier: None }
    }

    /// Runs on the current live files. The clock advances by a millisecond each time it is read.
    pub(crate) fn run(&self, judge: &mut impl Verifier, live: &mut Live) -> Result<ProfileRun, ProfileError> {
        let judged = snapshot(&live.disk);
        self.run_on(&judged, judge, live, 1.0)
    }

    pub(crate) fn run_on(
        &self,
        judged: &Snapshot,
        judge: &mut impl Verifier,
        live: &mut Live,
        pace: f64,
    ) -> Result<ProfileRun, ProfileError> {
        let change = self.change.map(ChangeId::parse).transpose()?;
        let env = self.env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let request = ProfileRequest {
            config: self.config,
            profile: self.profile,
            snapshot: judged,
            change: change.as_ref(),
            env: &env,
            max_tier: self.max_tier,
            assertions: Assertions::default(),
            confirm: None,
        };
        let now = std::cell::Cell::new(1_700_000_000_000.0);
        let clock = || {
            now.set(now.get() + pace);
            now.get()
        };
        pollster::block_on(run_profile(&request, judge, live, &clock))
    }
}

/// Runs one configuration for the change `c1`.
pub(crate) fn run(skills: &str, live: &mut Live, judge: impl FnMut(&str) -> Verdict) -> ProfileRun {
    Scene::of(&config(skills)).run(&mut Judge::new(judge), live).expect("a run")
}

/// Runs one configuration for the change `c1` and writes its artifacts.
pub(crate) fn run_and_write(skills: &str, live: &mut Live, judge: impl FnMut(&str) -> Verdict) -> ProfileRun {
    let run = run(skills, live, judge);
    pollster::block_on(run.write_artifacts(live)).expect("written");
    run
}

pub(crate) fn json(live: &Live, path: &str) -> Value {
    let bytes = live.disk.get(path).unwrap_or_else(|| panic!("{path} is there: {:?}", live.disk.keys()));
    let value: Value = serde_json::from_slice(bytes).expect("JSON");
    value
}

/// Whether bytes are the canonical JSON of their value.
pub(crate) fn is_canonical(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Value>(bytes).is_ok_and(|value| canonical_json(&value) == bytes)
}

pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}
