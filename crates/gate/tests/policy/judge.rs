//! A verifier that reads the files. It runs tests of one line each, and lints words.
//!
//! A test file has lines `it('name', () => { has('/a.js', 'text'); … })`, or `it.skip`. `has` is an assertion
//! that holds if the file contains the text. `same('/a.js', '/tests/old.txt')` holds if the files are equal.
//! In the evidence, the test file has read every file that its assertions name. `import './x'` imports a
//! module, and files outside test folders are the subject.

use serde_json::{Value, json};
use verdict_gate::policy::Violation;
use verdict_gate::{ApplyOptions, Check, GateReport, GateState, Verdict, Verifier};
use verdict_protocol::{
    Code, Command, Evidence, FileEvidence, ImportEvidence, ImportKind, Output, ReadEvidence, ReadKind, Verb,
};
use verdict_vfs::{Snapshot, VfsPath};

use crate::world::{Disk, World, apply};

/// Files in one text: each has a `//- /path` header before its content.
pub(crate) fn files(text: &str) -> Disk {
    let blocks = text.split("//- ").skip(1);
    let file = |block: &str| {
        let (path, content) = block.split_once('\n').unwrap_or((block, ""));
        (path.trim().to_owned(), content.as_bytes().to_vec())
    };
    blocks.map(file).collect()
}

/// The behaviour of the verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    #[default]
    Works,
    /// There is no verifier.
    Missing,
    /// Tests never end if their files contain this word.
    Hangs(&'static str),
    /// Tests with an `if(` assert nothing if `/a.js` contains this word.
    Quiet(&'static str),
    /// It knows only the recommended lint rules.
    Old,
}

#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) kind: Kind,
    /// Commands and their configurations.
    pub(crate) asked: Vec<(String, Value)>,
}

impl Verifier for Reader {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.asked.push((check.command.to_owned(), check.config.cloned().unwrap_or_default()));
        if self.kind == Kind::Missing {
            return Verdict::failed(Code::Unavailable, "there is no verifier");
        }
        let command = Command::parse(check.command).expect("a command");
        let patterns = command.patterns().expect("patterns");
        let mut paths = Vec::new();
        for pattern in &patterns {
            match check.snapshot.select(pattern) {
                Ok(found) => paths.extend(found),
                Err(error) => return Verdict::failed(Code::NotFound, error.to_string()),
            }
        }
        match command.verb {
            Verb::Test => crate::common::to(check, self.test(check.snapshot, &paths)),
            Verb::Lint => crate::common::to(check, self.lint(check, &paths)),
            _ => crate::common::to(check, verdict(true, None, &json!([]))),
        }
    }
}

pub(crate) fn verdict(success: bool, error: Option<String>, output: &Value) -> Verdict {
    let keys = [("success", success.into()), ("error", error.into()), ("output", output.clone())];
    crate::common::answer(&Value::from_iter(keys))
}

/// Whether a file is outside the application.
fn is_for_tests(path: &VfsPath) -> bool {
    let folders = ["tests", "__snapshots__", "fixtures"];
    path.name().contains(".test.") || path.folder().split('/').any(|folder| folders.contains(&folder))
}

/// The evidence of what test files used.
fn evidence(snapshot: &Snapshot, paths: &[VfsPath]) -> Evidence {
    let files = paths.iter().map(|path| {
        let content = text(snapshot, path.as_str());
        let (mut imports, mut reads) = (Vec::new(), Vec::new());
        for line in content.lines() {
            if let Some(specifier) = line.strip_prefix("import ").map(|rest| quoted(rest)[0]) {
                imports.push(ImportEvidence {
                    importer: path.to_string(),
                    specifier: specifier.to_owned(),
                    kind: ImportKind::Import,
                    path: snapshot.resolve(path, specifier).ok().map(|found| found.to_string()),
                });
                continue;
            }
            for name in quoted(line).into_iter().filter(|name| name.starts_with('/')) {
                let read =
                    ReadEvidence { path: name.to_owned(), kind: ReadKind::File, by: Some(path.to_string()) };
                reads.push(read);
            }
        }
        FileEvidence { file: path.to_string(), imports, reads, ..FileEvidence::default() }
    });
    let subject = snapshot.iter().map(|(path, _)| path).filter(|path| !is_for_tests(path));
    let subject = subject.map(ToString::to_string).collect();
    Evidence { files: files.collect(), divided: true, subject, ..Evidence::default() }
}

fn text<'a>(snapshot: &'a Snapshot, path: &str) -> &'a str {
    let path = VfsPath::parse(path).expect("a path");
    snapshot.get(&path).and_then(|blob| blob.text()).unwrap_or_default()
}

/// The quoted strings, in order.
fn quoted(text: &str) -> Vec<&str> {
    text.split('\'').skip(1).step_by(2).collect()
}

impl Reader {
    fn test(&self, snapshot: &Snapshot, paths: &[VfsPath]) -> Verdict {
        let mut entries = Vec::new();
        for path in paths {
            let content = text(snapshot, path.as_str());
            if matches!(self.kind, Kind::Hangs(word) if content.contains(word)) {
                return Verdict::failed(Code::Timeout, "Verification timeout");
            }
            if content.contains("syntax error") {
                entries.push(json!({
                    "suite": "", "test": path.as_str(), "passed": false, "error": "it does not parse", "scope": "file",
                    "state": "failed", "path": [], "file": path.as_str(), "line": 1, "column": 1, "durationMs": 0.0,
                }));
                continue;
            }
            entries.extend(
                content.lines().enumerate().filter_map(|(at, line)| test(snapshot, path.as_str(), at, line)).map(
                    |mut entry| {
                        let line = usize::try_from(entry["line"].as_u64().unwrap_or(1)).unwrap_or(1) - 1;
                        let asks = content.lines().nth(line).is_some_and(|line| line.contains("if("));
                        if matches!(self.kind, Kind::Quiet(word) if asks && text(snapshot, "/a.js").contains(word))
                        {
                            entry["assertions"] = 0.into();
                        }
                        entry
                    },
                ),
            );
        }
        let failed = entries.iter().filter(|entry| entry["state"] == "failed").count();
        let error = (failed > 0).then(|| format!("{failed} test(s) failed"));
        let any = entries.iter().any(|entry| entry["state"] == "passed");
        let mut verdict = verdict(any && failed == 0, error, &Value::from(entries));
        verdict.code = (!any && failed == 0).then_some(Code::NoTests);
        if let Some(result) = &mut verdict.result {
            result.evidence = Some(Box::new(evidence(snapshot, paths)));
            if let Output::Diagnostics(_) = result.output {
                result.output = Output::Tests(Vec::new());
            }
        }
        verdict
    }

    fn lint(&self, check: &Check<'_>, paths: &[VfsPath]) -> Verdict {
        let only = check.config.map(|config| config["lint"]["only"].clone()).unwrap_or_default();
        let words = [("agent/no-dynamic-code", "eval("), ("agent/no-network", "fetch(")];
        let mut entries = Vec::new();
        for path in paths {
            let rules = words
                .iter()
                .filter(|(rule, _)| only.as_array().is_some_and(|only| only.contains(&json!(rule))));
            for (rule, word) in rules {
                let message = match self.kind {
                    Kind::Old => format!("Definition for rule '{rule}' not found."),
                    _ => format!("Unexpected {word}"),
                };
                let content = text(check.snapshot, path.as_str());
                let lines = content
                    .lines()
                    .enumerate()
                    .filter(|(_, line)| line.contains(word) || self.kind == Kind::Old);
                entries.extend(lines.map(|(at, _)| {
                    json!({ "file": path.as_str(), "line": at + 1, "column": 1, "message": message, "rule": rule, "severity": "error" })
                }));
            }
        }
        let error = (!entries.is_empty()).then(|| format!("Found {} linting issue(s)", entries.len()));
        verdict(entries.is_empty(), error, &Value::from(entries))
    }
}

fn test(snapshot: &Snapshot, file: &str, at: usize, line: &str) -> Option<Value> {
    let skipped = line.starts_with("it.skip(");
    if !skipped && !line.starts_with("it(") {
        return None;
    }
    let (title, body) = line.split_once("=>").unwrap_or((line, ""));
    let mut assertions = 0;
    let mut error = None;
    let calls = body.split("; ").filter(|call| !skipped && (call.contains("has(") || call.contains("same(")));
    for call in calls {
        assertions += 1;
        let arguments = quoted(call);
        let (path, other) = (arguments[0], arguments[1]);
        let holds = match call.contains("has(") {
            true => text(snapshot, path).contains(other),
            false => text(snapshot, path) == text(snapshot, other),
        };
        if !holds {
            error = Some(format!("{path} is not {other}"));
        }
    }
    let state = if skipped {
        "skipped"
    } else if error.is_some() {
        "failed"
    } else {
        "passed"
    };
    let name = quoted(title)[0];
    Some(json!({
        "suite": "Default", "test": name, "passed": state == "passed", "error": error, "scope": "test", "state": state,
        "path": [name], "file": file, "line": at + 1, "column": if skipped { 4 } else { 1 }, "durationMs": 0.0,
        "assertions": assertions,
    }))
}

/// Applies a bundle to files with this verifier.
pub(crate) fn run(
    before: &str,
    bundle: &str,
    options: &ApplyOptions,
    kind: Kind,
) -> (GateReport, World, Vec<(String, Value)>) {
    let mut world = World { disk: files(before), ..World::default() };
    let mut reader = Reader { kind, ..Reader::default() };
    let report = apply(bundle, options, &mut reader, &mut world);
    if report.state == GateState::Refused {
        assert!(world.touched.is_empty(), "{report:#?}");
        assert_eq!(world.disk, files(before));
    }
    (report, world, reader.asked)
}

/// Parses options from JSON, as a host supplies them.
pub(crate) fn options(json: &Value) -> ApplyOptions {
    serde_json::from_value(json.clone()).expect("options")
}

/// Formats violations as `RULE /path:line keyword`, with `?` before advisory and `+` before approved ones.
pub(crate) fn shown(violations: &[Violation]) -> Vec<String> {
    let one = |violation: &Violation| {
        let mark = match (&violation.approved_by, violation.blocks()) {
            (Some(_), _) => "+",
            (None, true) => "",
            (None, false) => "?",
        };
        let mut out = format!("{mark}{}", violation.rule);
        out.extend(violation.path.iter().map(|path| format!(" {path}")));
        out.extend(violation.file_line.iter().map(|line| format!(":{line}")));
        out.extend(violation.keyword.iter().map(|keyword| format!(" {keyword}")));
        out
    };
    violations.iter().map(one).collect()
}
