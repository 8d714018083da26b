//! Tests of types: what a checker finds in test files becomes the outcome of their tests, as in Vitest's `typecheck`.

mod declared;
mod evidence;
mod outcome;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use verdict_judge::{FileOutcome, RequestFacts, TestRun, resolve_config};
use verdict_material::{Division, test_files};
use verdict_protocol::{
    CheckLevel, Code, Command, Limits, MAX_SAFE_INTEGER, TestConfig, TypesConfig, TypesReport, Verb,
    VerifyResult, overlay,
};
use verdict_vfs::{Snapshot, VfsPath};

use crate::CONFIGURATIONS;
use crate::answer::Answer;
use crate::join::{Failure, joined_tests};
use crate::message::Question;

/// The tests of types of a `test:`.
#[derive(Debug, Clone)]
pub struct TypeTests<'a> {
    command: &'a str,
    snapshot: &'a Snapshot,
    files: Vec<VfsPath>,
    /// What a checker is asked about: the files, and those whose errors fail the run.
    asked: Vec<VfsPath>,
    test: TestConfig,
    types: TypesConfig,
    rest: Option<String>,
}

impl<'a> TypeTests<'a> {
    /// Reads a request. `None` if it has no tests of types, or if an engine refuses it. It is also `None` if no command can
    /// name the other files.
    #[must_use]
    pub fn read(command: &'a str, snapshot: &'a Snapshot, config: &Value) -> Option<TypeTests<'a>> {
        let parsed = Command::parse(command).ok().filter(|command| command.verb == Verb::Test)?;
        let resolved = resolve_config(snapshot, Some(config)).ok()?.config;
        let run = TestRun::new(snapshot, &parsed, &resolved.test, 0).ok()?;
        let files = run.unchecked().to_vec();
        if files.is_empty() {
            return None;
        }
        let rest = match run.left() {
            0 => None,
            _ => Some(Command::of_paths(Verb::Test, run.files().map(VfsPath::as_str))?.to_string()),
        };
        let mut types = resolved.types;
        if let Some(tsconfig) = &resolved.test.typecheck.tsconfig {
            let path = tsconfig.trim_start_matches("./").trim_start_matches('/');
            types.project = Some(format!("/{path}"));
        }
        let asked = asked(snapshot, &files, &resolved.test, &types);
        Some(TypeTests { command, snapshot, files, asked, test: resolved.test, types, rest })
    }

    /// The command that runs the other files, if there are some. Its configuration is that of the request by [`TypeTests::of_rest`].
    #[must_use]
    pub fn rest(&self) -> Option<&str> {
        self.rest.as_deref()
    }

    /// The configuration of a request whose files are chosen already, and which all run.
    #[must_use]
    pub fn of_rest(config: Option<&Value>) -> Value {
        let mut config = config.cloned().unwrap_or_else(|| json!({}));
        overlay(&mut config, &json!({ "test": { "typecheck": false, "shard": null } }));
        config
    }

    /// The first test file.
    #[must_use]
    pub fn first(&self) -> &str {
        self.files.first().map_or("", VfsPath::as_str)
    }

    /// The number of test files.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.files.len()
    }

    /// The configuration of the tests.
    #[must_use]
    pub const fn config(&self) -> &TestConfig {
        &self.test
    }

    /// Why the full layer must not be asked, if that is so.
    #[must_use]
    pub fn refused(&self) -> Option<Failure> {
        let is_fast = self.types.level == Some(CheckLevel::Fast);
        is_fast.then(|| Failure::new(Code::Unavailable, "types.level asks for the fast layer alone"))
    }

    /// The question to a checker.
    #[must_use]
    pub fn question(&self) -> Question<'_> {
        Question {
            files: self.asked.iter().map(VfsPath::as_str).collect(),
            // A test passes only if its types were checked, whatever is wrong elsewhere.
            all: true,
            allow_js: self.test.typecheck.allow_js,
            config: &self.types,
        }
    }

    /// The result of the tests of types by the answer of a checker. Without an answer no test passes, and the result says why. `total_ms` is
    /// real time.
    #[must_use]
    pub fn judged(&self, answer: Result<Answer, Failure>, total_ms: f64) -> VerifyResult {
        let own = TestConfig { shard: None, ..self.test.clone() };
        let mut run = TestRun::of(Vec::new(), &own, 0);
        for (file, outcome) in outcome::outcomes(self, answer.as_ref()) {
            let _: bool = run.take(&file, outcome, 0.0);
        }
        let limits = Limits { output_bytes: MAX_SAFE_INTEGER, ..Limits::default() };
        let facts = RequestFacts { command: self.command, root: self.snapshot.root(), limits: &limits };
        let mut found = run.finish();
        if let (Some(evidence), Ok(command)) = (&mut found.evidence, Command::parse(self.command)) {
            let tests = test_files(self.snapshot, &command).into_iter().chain(self.files.iter().cloned());
            Division::new(self.snapshot, &tests.collect(), &self.test).describe(evidence);
        }
        let mut result = found.answer(facts, total_ms);
        if !self.test.list {
            let is_checked = answer.is_ok();
            result.types = Some(Box::new(report(answer)));
            result.warn(self.test.typecheck.warnings().into_iter().filter(|_| is_checked));
        }
        result
    }

    /// The result of the request: of what ran, and of the tests of types.
    #[must_use]
    pub fn joined(&self, ran: Option<VerifyResult>, judged: VerifyResult, output_bytes: u64) -> VerifyResult {
        joined_tests(self.command, ran, judged, self.test.shard, output_bytes)
    }
}

fn report(answer: Result<Answer, Failure>) -> TypesReport {
    match answer {
        Ok(answer) => TypesReport {
            layer: CheckLevel::Full,
            checker: Some(format!("typescript {}", answer.typescript)),
            runtime: answer.runtime,
            ..TypesReport::default()
        },
        Err(Failure { code, message }) => {
            TypesReport { unchecked: Some(message), code: Some(code), ..TypesReport::default() }
        }
    }
}

/// Test files with the scripts of the same projects, as far as their errors fail the run.
fn asked(snapshot: &Snapshot, files: &[VfsPath], test: &TestConfig, types: &TypesConfig) -> Vec<VfsPath> {
    let mut asked: BTreeSet<&VfsPath> = files.iter().collect();
    if !test.typecheck.ignore_source_errors {
        let of_tests: BTreeSet<Option<&str>> = files.iter().map(|file| project_of(snapshot, file)).collect();
        let scripts = snapshot.iter().map(|(path, _)| path).filter(|path| {
            path.is_script()
                && !path.as_str().contains("/node_modules/")
                && (types.project.is_some() || of_tests.contains(&project_of(snapshot, path)))
        });
        asked.extend(scripts);
    }
    asked.into_iter().cloned().collect()
}

/// The nearest folder above a file that has a configuration of TypeScript.
fn project_of<'p>(snapshot: &Snapshot, file: &'p VfsPath) -> Option<&'p str> {
    let mut folder = file.as_str();
    while let Some((above, _)) = folder.rsplit_once('/') {
        folder = above;
        let has = |name: &&str| {
            VfsPath::parse(&format!("{folder}/{name}")).is_ok_and(|path| snapshot.get(&path).is_some())
        };
        if CONFIGURATIONS.iter().any(has) {
            return Some(folder);
        }
    }
    None
}

/// The outcomes of files, in the order of the result.
type Outcomes = Vec<(VfsPath, FileOutcome)>;
