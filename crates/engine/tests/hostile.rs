//! Every case of `tests/hostile/engine/`, natively.
#![allow(clippy::disallowed_methods, reason = "the cases are files of this repository")]

#[path = "../../../tests/hostile/outcome.rs"]
mod outcome;

use std::path::Path;

use outcome::{Outcome, tell};
use serde::Deserialize;
use serde_json::Value;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{ConsoleLog, FileContent, Files, Limits, Output, TestState, VerifyResult};
use verdict_vfs::Snapshot;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(rename = "kind")]
    _kind: Kind,
    command: String,
    files: std::collections::BTreeMap<String, Content>,
    #[serde(default)]
    limits: Option<Limits>,
    expect: Expect,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Cheat,
    Oracle,
    Nop,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Lines(Vec<String>),
    Bytes(FileContent),
    Parts { parts: Vec<Part> },
}

/// A text, or a text with its number of repetitions.
#[derive(Deserialize)]
#[serde(untagged)]
enum Part {
    Once(String),
    Times(String, usize),
}

impl Content {
    fn bytes(&self) -> FileContent {
        match self {
            Content::Lines(lines) => FileContent(lines.join("\n").into_bytes()),
            Content::Bytes(bytes) => bytes.clone(),
            Content::Parts { parts } => {
                let part = |part: &Part| match part {
                    Part::Once(text) => text.clone(),
                    Part::Times(text, times) => text.repeat(*times),
                };
                FileContent(parts.iter().map(part).collect::<String>().into_bytes())
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    success: bool,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    error: Option<String>,
    #[serde(default)]
    entries: Option<Vec<String>>,
    #[serde(default)]
    value: Option<Value>,
    /// Upper bound of the result's size as JSON, in bytes.
    #[serde(default)]
    shorter: Option<usize>,
    #[serde(default)]
    truncated: Option<bool>,
    #[serde(default)]
    console: Option<Printed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    total: u64,
    truncated: bool,
    /// `level: part` of one line.
    #[serde(default)]
    has: Option<String>,
}

impl Printed {
    fn holds(&self, console: &ConsoleLog) -> bool {
        let line = |part: &str| {
            console.entries.iter().any(|entry| format!("{}: {}", entry.level, entry.text).contains(part))
        };
        self.total == console.total
            && self.truncated == console.truncated
            && self.has.as_deref().is_none_or(line)
    }
}

fn run(case: &Case) -> Option<VerifyResult> {
    let files = case.files.iter().map(|(path, content)| (path.clone(), content.bytes()));
    // The session refuses an invalid snapshot, with err:path.
    let snapshot = Snapshot::new(Files(files.collect())).ok()?;
    let request = Request {
        command: &case.command,
        snapshot: &snapshot,
        limits: case.limits.clone().unwrap_or_default(),
        config: None,
        seed: 0,
    };
    let once = verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    let again = verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    assert_eq!(
        serde_json::to_string(&once).ok(),
        serde_json::to_string(&again).ok(),
        "same request, same bytes"
    );
    Some(once)
}

/// `None` if the case holds, otherwise the actual result.
fn judge(group: &str, case: &Case) -> Option<String> {
    let result = run(case);
    let wrong = differs(case, result.as_ref());
    let outcome = match &result {
        None => "err:path",
        Some(result) if result.success => "passed",
        Some(result) => result.code.map_or("failed", verdict_protocol::Code::as_str),
    };
    tell(&Outcome { part: "engine", group, name: &case.name, outcome, holds: wrong.is_none() });
    wrong
}

fn differs(case: &Case, result: Option<&VerifyResult>) -> Option<String> {
    let Some(result) = result else {
        return (case.expect.code.as_deref() != Some("err:path")).then(|| "no snapshot".to_owned());
    };
    let expect = &case.expect;
    let found = || Some(serde_json::to_string_pretty(result).unwrap_or_default());
    let error = result.error.as_deref().unwrap_or_default();
    if result.success != expect.success
        || expect
            .code
            .as_deref()
            .is_some_and(|code| result.code.map(verdict_protocol::Code::as_str) != Some(code))
        || expect.error.as_deref().is_some_and(|part| !error.contains(part))
        || expect.truncated.is_some_and(|truncated| result.truncated != truncated)
        || expect.console.as_ref().is_some_and(|console| !console.holds(&result.console))
    {
        return found();
    }
    if let Some(value) = &expect.value
        && result.output != Output::Value(value.clone())
    {
        return found();
    }
    let whole = serde_json::to_string(result).unwrap_or_default();
    if expect.shorter.is_some_and(|limit| whole.len() >= limit) {
        return Some(format!("{} bytes", whole.len()));
    }
    let Some(expected) = &expect.entries else { return None };
    let actual = entries(&result.output);
    let holds = actual.len() == expected.len()
        && actual.iter().zip(expected).all(|((head, detail), expected)| {
            expected == head
                || expected
                    .strip_prefix(head.as_str())
                    .and_then(|rest| rest.strip_prefix(": "))
                    .is_some_and(|part| detail.contains(part))
        });
    if holds { None } else { found() }
}

fn entries(output: &Output) -> Vec<(String, String)> {
    match output {
        Output::Tests(entries) => entries
            .iter()
            .map(|entry| {
                let state = match entry.state {
                    TestState::Passed => "passed",
                    TestState::Failed => "failed",
                    TestState::Skipped => "skipped",
                    TestState::Todo => "todo",
                };
                (format!("{state}: {}", entry.path.join(" > ")), entry.error.clone().unwrap_or_default())
            })
            .collect(),
        Output::Diagnostics(found) => found
            .iter()
            .map(|one| {
                let rule = one.rule.as_deref().or(one.code.as_deref()).unwrap_or_default();
                (format!("{}:{} {rule}", one.location.line, one.location.column), one.message.clone())
            })
            .collect(),
        Output::None | Output::Value(_) => Vec::new(),
    }
}

fn check(group: &'static str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/hostile/engine")
        .join(format!("{group}.json"));
    let text = std::fs::read_to_string(&path).expect("the cases are there");
    let cases: Vec<Case> = serde_json::from_str(&text).expect("the cases are well formed");
    assert!(!cases.is_empty());
    // Hosts give the engine a large stack; a test's own is 2 MiB.
    let failures = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || {
            let failures =
                cases.iter().filter_map(|case| Some(format!("{}\n{}", case.name, judge(group, case)?)));
            failures.collect::<Vec<String>>()
        })
        .expect("a thread")
        .join()
        .expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn modules() {
    check("modules");
}

#[test]
fn early_exit() {
    check("early-exit");
}

#[test]
fn text_and_paths() {
    check("text-and-paths");
}

#[test]
fn eval() {
    check("eval");
}

#[test]
fn cpu() {
    check("cpu");
}

#[test]
fn memory() {
    check("memory");
}

#[test]
fn stack() {
    check("stack");
}

#[test]
fn jobs_and_timers() {
    check("jobs-and-timers");
}

#[test]
fn assertions() {
    check("assertions");
}

#[test]
fn strange_values() {
    check("strange-values");
}

#[test]
fn tampering() {
    check("tampering");
}
