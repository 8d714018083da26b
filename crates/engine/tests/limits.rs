//! A reached limit is reported with its name, value, phase and location, and finished tests are kept.
#![allow(missing_docs)]

use crate::support;

use std::fmt::Write as _;

use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{LimitName, LimitReached, Limits, Output, Progress, TestState, VerifyResult};

/// Small enough that endless code ends soon, large enough for everything else here.
const INSTRUCTIONS: u64 = 300_000;

fn small() -> Limits {
    Limits { instructions: INSTRUCTIONS, ..Limits::default() }
}

/// Runs a command on `/a.test.js`, or on the files of a fixture with `//- /path` headers, with the stack size
/// of the hosts.
fn run(command: &str, fixture: &str, limits: &Limits) -> (VerifyResult, Vec<Progress>) {
    let fixture =
        if fixture.starts_with("//- ") { fixture.to_owned() } else { format!("//- /a.test.js\n{fixture}") };
    let snapshot = snapshot_of(&fixture);
    let (command, limits) = (command.to_owned(), limits.clone());
    let run = move || {
        let mut seen = Vec::new();
        let request = Request { command: &command, snapshot: &snapshot, limits, config: None, seed: 0 };
        let mut progress = |event| seen.push(event);
        let result = verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut progress });
        (result, seen)
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread").join().expect("no panic")
}

fn text(limit: &LimitReached) -> String {
    let phase = serde_json::to_value(limit.phase).expect("a phase");
    let mut text = format!("{} {} {}", limit.name, limit.value, phase.as_str().unwrap_or_default());
    for (what, names) in [("of", &limit.suite), ("in", &limit.test)] {
        if what == "of"
            && let Some(hook) = &limit.hook
        {
            let _ = write!(text, " {hook}");
        }
        if let Some(names) = names {
            let _ = write!(text, " {what} [{}]", names.join(" > "));
        }
    }
    if let Some(at) = &limit.location {
        let _ = write!(text, " {}:{}:{}", at.file, at.line, at.column);
    }
    text
}

fn render(result: &VerifyResult) -> String {
    let code = result.code.map_or("no code", |code| code.as_str());
    let mut lines =
        vec![result.limit.as_ref().map_or("no limit".to_owned(), |limit| format!("{code}: {}", text(limit)))];
    if let Output::Tests(entries) = &result.output {
        lines.extend(entries.iter().map(|entry| {
            let state = match entry.state {
                TestState::Passed => "passed",
                TestState::Failed => "failed",
                TestState::Skipped => "skipped",
                TestState::Todo => "todo",
            };
            format!("{state} {}", entry.path.join(" > "))
        }));
    }
    lines.join("\n")
}

#[track_caller]
fn check_with(command: &str, fixture: &str, limits: &Limits, expected: &[&str]) {
    let (result, _) = run(command, fixture, limits);
    assert_eq!(render(&result), expected.join("\n"), "{fixture}\n{result:#?}");
    // The wire form can be read back.
    let wire = serde_json::to_string(&result).expect("JSON");
    let again: VerifyResult = serde_json::from_str(&wire).expect("a result");
    assert_eq!(again.limit, result.limit);
    let stops = result.limit.as_ref().is_some_and(|limit| !limit.name.cuts());
    assert_eq!(result.success, !stops && !expected.iter().any(|line| line.starts_with("failed")));
}

#[track_caller]
fn check(fixture: &str, expected: &[&str]) {
    check_with("test:/a.test.js", fixture, &small(), expected);
}

#[test]
fn instructions_in_every_phase() {
    check(
        "it('u', () => {});\nfor (;;);",
        &["err:budget: instructions 300000 load /a.test.js:1:1", "failed /a.test.js"],
    );
    check(
        "//- /a.test.js\nimport './b.js';\nit('u', () => {});\n//- /b.js\nexport const b = 1;\n  for (;;);",
        &["err:budget: instructions 300000 load /a.test.js:1:1", "failed /a.test.js"],
    );
    check(
        "it('u', () => {});\ndescribe('d', () => {\n  it('v', () => {});\n  for (;;);\n});",
        &[
            "err:budget: instructions 300000 collect of [d] /a.test.js:2:1",
            "failed u",
            "failed d > v",
            "failed d",
        ],
    );
    check(
        "describe('d', () => {\n  describe('e', () => {\n    for (;;);\n  });\n});",
        &["err:budget: instructions 300000 collect of [d > e] /a.test.js:2:3", "failed d > e"],
    );
    for (hook, expected) in [
        (
            "beforeAll",
            &[
                "err:budget: instructions 300000 hook beforeAll of [d] /a.test.js:2:1",
                "passed u",
                "failed d > v",
                "failed w",
            ][..],
        ),
        (
            "beforeEach",
            &[
                "err:budget: instructions 300000 hook beforeEach in [d > v] /a.test.js:6:3",
                "passed u",
                "failed d > v",
                "failed w",
            ],
        ),
        (
            "afterEach",
            &[
                "err:budget: instructions 300000 hook afterEach in [d > v] /a.test.js:6:3",
                "passed u",
                "failed d > v",
                "failed w",
            ],
        ),
        (
            "afterAll",
            &[
                "err:budget: instructions 300000 hook afterAll of [d] /a.test.js:2:1",
                "passed u",
                "passed d > v",
                "failed w",
                "failed d",
            ],
        ),
    ] {
        check(
            &format!(
                "it('u', () => {{}});\ndescribe('d', () => {{\n  {hook}(() => {{\n    for (;;);\n  }});\n  it('v', () => {{}});\n}});\nit('w', () => {{}});"
            ),
            expected,
        );
    }
    check(
        "afterAll(() => {\n  for (;;);\n});\nit('u', () => {});",
        &[
            "err:budget: instructions 300000 hook afterAll of [] /a.test.js:1:1",
            "passed u",
            "failed /a.test.js",
        ],
    );
    check(
        "beforeEach(() => () => {\n  for (;;);\n});\nit('u', () => {});",
        &["err:budget: instructions 300000 hook afterEach in [u] /a.test.js:4:1", "failed u"],
    );
    for (hook, expected) in [
        (
            "onTestFinished",
            &["err:budget: instructions 300000 hook onTestFinished in [u] /a.test.js:1:1", "failed u"][..],
        ),
        (
            "onTestFailed",
            &["err:budget: instructions 300000 hook onTestFailed in [u] /a.test.js:1:1", "failed u"],
        ),
    ] {
        check(
            &format!(
                "it('u', ({{ {hook} }}) => {{\n  {hook}(() => {{\n    for (;;);\n  }});\n  expect(1).toBe(2);\n}});"
            ),
            expected,
        );
    }
    check(
        "it('u', () => {});\ndescribe('d', () => {\n  it('v', () => {\n    for (;;);\n  });\n  it('w', () => {});\n});",
        &[
            "err:budget: instructions 300000 test in [d > v] /a.test.js:3:3",
            "passed u",
            "failed d > v",
            "failed d > w",
        ],
    );
    check_with("eval:1;\nfor (;;);", "", &small(), &["err:budget: instructions 300000 eval"]);
}

#[test]
fn instructions_wherever_code_runs() {
    check(
        "function f() {\n  for (;;);\n}\nit('t', () => {\n  f();\n});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:5:3", "failed t"],
    );
    check(
        "it('t', async () => {\n  await 0;\n  for (;;);\n});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:1:1", "failed t"],
    );
    check(
        "it('t', async () => {\n  setTimeout(() => {\n    for (;;);\n  }, 10);\n  await new Promise(() => {});\n});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:1:1", "failed t"],
    );
    check(
        "it('t', () => {\n  ({ get x() {\n    for (;;);\n  } }).x;\n});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:4:8", "failed t"],
    );
    check(
        "it('t', () => {\n  [2, 1].sort(() => {\n    for (;;);\n  });\n});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:2:10", "failed t"],
    );
    check(
        "it('t', () => {\n  try {\n    throw 1;\n  } finally {\n    for (;;);\n  }\n});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:1:1", "failed t"],
    );
    check(
        "it('t', () => {\n  Promise.resolve().then(() => {\n    for (;;);\n  });\n});\nit('u', () => {});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:1:1", "failed t", "failed u"],
    );
    check(
        "it('t', () => {\n  queueMicrotask(() => {\n    for (;;);\n  });\n});\nit('u', () => {});",
        &["err:budget: instructions 300000 test in [t] /a.test.js:1:1", "failed t", "failed u"],
    );
    check(
        "queueMicrotask(() => {\n  for (;;);\n});\nit('u', () => {});",
        &["err:budget: instructions 300000 load /a.test.js:1:1", "failed /a.test.js"],
    );
}

#[test]
fn recursion_wherever_code_runs() {
    check(
        "const f = () => f() + 1;\nit('u', () => {});\nf();",
        &["err:stack: recursion 1000 load /a.test.js:1:17", "failed /a.test.js"],
    );
    check(
        "const f = () => f() + 1;\nit('u', () => {});\nit('t', () => {\n  f();\n});\nit('v', () => {});",
        &["err:stack: recursion 1000 test in [t] /a.test.js:1:17", "passed u", "failed t", "passed v"],
    );
    check(
        "const f = () => f() + 1;\ndescribe('d', () => {\n  f();\n});\nit('v', () => {});",
        &["err:stack: recursion 1000 collect of [d] /a.test.js:1:17", "failed /a.test.js"],
    );
    for (hook, expected) in [
        (
            "beforeAll",
            &["err:stack: recursion 1000 hook beforeAll of [d] /a.test.js:1:17", "failed d > v", "passed w"]
                [..],
        ),
        (
            "beforeEach",
            &[
                "err:stack: recursion 1000 hook beforeEach in [d > v] /a.test.js:1:17",
                "failed d > v",
                "passed w",
            ],
        ),
        (
            "afterEach",
            &[
                "err:stack: recursion 1000 hook afterEach in [d > v] /a.test.js:1:17",
                "failed d > v",
                "passed w",
            ],
        ),
        (
            "afterAll",
            &[
                "err:stack: recursion 1000 hook afterAll of [d] /a.test.js:1:17",
                "passed d > v",
                "passed w",
                "failed d",
            ],
        ),
    ] {
        check(
            &format!(
                "const f = () => f() + 1;\ndescribe('d', () => {{\n  {hook}(() => {{\n    f();\n  }});\n  it('v', () => {{}});\n}});\nit('w', () => {{}});"
            ),
            expected,
        );
    }
    check(
        "const f = () => f() + 1;\nit('t', async () => {\n  setTimeout(f);\n  await new Promise((resolve) => setTimeout(resolve, 10));\n});\nit('v', () => {});",
        // An uncatchable exception fails the file, not a test.
        &[
            "err:stack: recursion 1000 test in [t] /a.test.js:1:17",
            "passed t",
            "passed v",
            "failed /a.test.js",
        ],
    );
    check(
        "const f = () => f() + 1;\nit('t', () => {\n  queueMicrotask(f);\n});\nit('v', () => {});",
        &[
            "err:stack: recursion 1000 test in [t] /a.test.js:1:17",
            "passed t",
            "passed v",
            "failed /a.test.js",
        ],
    );
    check_with(
        "eval:const f = () => f() + 1;\nf()",
        "",
        &small(),
        &["err:stack: recursion 1000 eval /<eval>:1:17"],
    );
}

#[test]
fn recursion_after_an_await_is_no_wait() {
    check(
        "const f = () => f() + 1;\nit('t', async () => {\n  await 0;\n  f();\n});\nit('v', () => {});",
        &["err:stack: recursion 1000 test in [t] /a.test.js:1:17", "failed t", "passed v"],
    );
    check(
        "const f = () => f() + 1;\nconst g = async () => {\n  await 0;\n  f();\n};\nit('t', async () => {\n  await g();\n});\nit('never', async () => {\n  await new Promise(() => {});\n});\nit('v', () => {});",
        &["err:stack: recursion 1000 test in [t] /a.test.js:1:17", "failed t", "failed never", "passed v"],
    );
    check(
        "const f = () => f() + 1;\nit('u', () => {});\nawait 0;\nf();",
        &["err:stack: recursion 1000 load /a.test.js:1:17", "failed /a.test.js"],
    );
    check(
        "const f = () => f() + 1;\nbeforeEach(async () => {\n  await 0;\n  f();\n});\nit('t', () => {});",
        &["err:stack: recursion 1000 hook beforeEach in [t] /a.test.js:1:17", "failed t"],
    );
    check(
        "const f = () => f() + 1;\nit('t', async () => {\n  setInterval(() => {}, 1000);\n  await 0;\n  f();\n});",
        &["err:stack: recursion 1000 test in [t] /a.test.js:1:17", "failed t"],
    );
    check_with(
        "eval:const f = () => f() + 1; (async () => { await 0; f() })()",
        "",
        &small(),
        &["err:stack: recursion 1000 eval /<eval>:1:17"],
    );
    let loops = Limits { loop_iterations: 1_000, ..small() };
    check_with(
        "test:/a.test.js",
        "it('t', async () => {\n  await 0;\n  for (let i = 0; i < 2000; i++);\n});\nit('v', () => {});",
        &loops,
        &["err:budget: loopIterations 1000 test in [t] /a.test.js:1:1", "failed t", "failed v"],
    );
    // The honest twins.
    check(
        "let n = 0;\nconst f = () => n++ < 900 ? f() : n;\nit('t', async () => {\n  await 0;\n  expect(f()).toBe(901);\n});",
        &["no limit", "passed t"],
    );
    check(
        "let n = 0;\nconst f = () => n++ < 900 ? f() : n;\nit('never', async () => {\n  await 0;\n  f();\n  await new Promise(() => {});\n});",
        &["no limit", "failed never"],
    );
}

#[test]
fn every_limit_of_the_struct() {
    let loops = Limits { loop_iterations: 1_000, ..small() };
    check_with(
        "test:/a.test.js",
        "it('u', () => {});\nit('t', () => {\n  for (let i = 0; i < 2000; i++);\n});\nit('v', () => {});",
        &loops,
        &["err:budget: loopIterations 1000 test in [t] /a.test.js:2:15", "passed u", "failed t", "failed v"],
    );
    let recursion = Limits { recursion: 50, ..small() };
    check_with(
        "test:/a.test.js",
        "let n = 0;\nconst f = () => n++ < 60 ? f() : n;\nit('t', () => {\n  f();\n});",
        &recursion,
        &["err:stack: recursion 50 test in [t] /a.test.js:2:17", "failed t"],
    );
    let memory = Limits { memory_bytes: 1_000, ..small() };
    check_with(
        "test:/a.test.js",
        "it('u', () => {});\nit('t', () => {\n  'x'.repeat(1001);\n});",
        &memory,
        &["no code: memoryBytes 1000 test in [t] /a.test.js:3:7", "passed u", "failed t"],
    );
    check_with(
        "test:/a.test.js",
        "it('t', () => {\n  new ArrayBuffer(1001);\n});",
        &memory,
        &["no code: memoryBytes 1000 test in [t] /a.test.js:2:3", "failed t"],
    );
    check_with("eval:'x'.padEnd(1001)", "", &memory, &["no code: memoryBytes 1000 eval /<eval>:1:11"]);
    check_with(
        "test:/a.test.js",
        "it('t', () => {\n  expect(() => 'x'.repeat(1001)).toThrow(RangeError);\n});",
        &memory,
        &["no limit", "passed t"],
    );
    check_with(
        "test:/a.test.js",
        "it('t', () => {\n  throw new RangeError('Invalid string length');\n});",
        &memory,
        &["no limit", "failed t"],
    );
    let output = Limits { output_bytes: 300, ..small() };
    check_with(
        "test:/a.test.js",
        "it('u', () => {});\nit('v', () => {});\nit('w', () => {});",
        &output,
        &["no code: outputBytes 300 output", "passed u"],
    );
    let console = Limits { console_bytes: 10, ..small() };
    check_with(
        "test:/a.test.js",
        "it('u', () => { console.log('x'.repeat(20)) });",
        &console,
        &["no code: consoleBytes 10 output", "passed u"],
    );
    let tests = Limits { tests: 2, ..small() };
    check_with(
        "test:/a.test.js",
        "it('u', () => {});\nit('v', () => {});\nit('w', () => {});",
        &tests,
        &["err:limit: tests 2 load /a.test.js:3:1", "failed /a.test.js", "failed /a.test.js"],
    );
    check_with(
        "test:/a.test.js",
        "describe('d', () => {\n  it('u', () => {});\n  it('v', () => {});\n  it('w', () => {});\n});",
        &tests,
        &["err:limit: tests 2 collect of [d] /a.test.js:3:3", "passed d > u", "failed /a.test.js"],
    );
}

#[test]
fn files_before_and_after_have_their_results() {
    let fixture = "//- /a.test.js\nit('a', () => {});\n//- /b.test.js\nit('b', () => {});\nit('c', () => {\n  for (;;);\n});\nit('d', () => {});\n//- /c.test.js\nit('e', () => {});\n//- /d.test.js\nconst f = () => f();\nit('f', () => { f() });";
    check_with(
        "test:/*.test.js",
        fixture,
        &small(),
        &[
            "err:budget: instructions 300000 test in [c] /b.test.js:2:1",
            "passed a",
            "passed b",
            "failed c",
            "failed d",
            "passed e",
            "failed f",
        ],
    );
}

#[test]
fn the_sentence_names_the_value() {
    let error = |fixture: &str, limits: &Limits| {
        let (result, _) = run("test:/a.test.js", fixture, limits);
        let Output::Tests(entries) = result.output else { return String::new() };
        entries.iter().filter_map(|entry| entry.error.clone()).collect::<Vec<_>>().join("; ")
    };
    let spin = "it('t', () => { for (;;); });";
    assert_eq!(
        error(spin, &small()),
        format!("The instruction budget ran out (limits.instructions: {INSTRUCTIONS})")
    );
    let loops = Limits { loop_iterations: 7, ..small() };
    assert_eq!(error(spin, &loops), "A loop passed the limit of iterations (limits.loopIterations: 7)");
    let deep = Limits { recursion: 70, ..small() };
    let recursion = "const f = () => f(); it('t', () => { f() });";
    assert_eq!(
        error(recursion, &deep),
        "Calls nest deeper than the limit of recursion (limits.recursion: 70; V8 has room for some 10000), the last of f (/a.test.js:1:17): Maximum call stack size exceeded"
    );
}

#[test]
fn a_test_is_told_before_it_ends() {
    let fixture = "describe('d', () => {\n  it('a', () => {});\n  it.skip('b', () => {});\n});\n it('c', () => {\n  for (;;);\n});\nit('e', () => {});";
    let (_, seen) = run("test:/a.test.js", fixture, &small());
    let told: Vec<String> = seen
        .iter()
        .filter_map(|event| match event {
            Progress::TestStarted { path, location } => Some(format!(
                "start {} {}:{}:{}",
                path.join(" > "),
                location.file,
                location.line,
                location.column
            )),
            Progress::TestFinished { entry } => Some(format!("end {}", entry.path.join(" > "))),
            _ => None,
        })
        .collect();
    assert_eq!(
        told,
        ["start d > a /a.test.js:2:3", "end d > a", "end d > b", "start c /a.test.js:5:2", "end c", "end e"]
    );
    let event = seen.iter().find(|event| matches!(event, Progress::TestStarted { .. })).expect("one");
    assert_eq!(
        serde_json::to_value(event).expect("JSON"),
        serde_json::json!({ "kind": "testStarted", "path": ["d", "a"], "file": "/a.test.js", "line": 2, "column": 3 })
    );
}

#[test]
fn names_are_those_of_the_struct() {
    let limits = serde_json::to_value(Limits::default()).expect("JSON");
    for name in [
        LimitName::TimeMs,
        LimitName::Instructions,
        LimitName::LoopIterations,
        LimitName::Recursion,
        LimitName::MemoryBytes,
        LimitName::OutputBytes,
        LimitName::ConsoleBytes,
        LimitName::Tests,
    ] {
        assert_eq!(limits[name.as_str()], serde_json::json!(name.of(&Limits::default())), "{name}");
        assert_eq!(serde_json::to_value(name).expect("JSON"), name.as_str());
    }
    assert_eq!(limits.as_object().map(serde_json::Map::len), Some(8));
}
