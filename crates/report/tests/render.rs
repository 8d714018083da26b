//! Every format of the same runs: an ordinary one, and one whose text tries to escape.
#![allow(missing_docs, reason = "a test")]

use verdict_protocol::{
    Code, CodeFrame, ConsoleEntry, Diagnostic, Disagreement, FileTiming, Location, Output, Scope, Severity,
    Shard, SnapshotKey, SnapshotProposal, SnapshotReport, TestEntry, TestError, TestState, Timing,
    Unconfirmed, UnhandledKind, VerifyResult, Witnesses,
};
use verdict_report::{CheckResult, Format, RunReport, render};

fn at(file: &str, line: u32, column: u32) -> Location {
    Location { file: file.into(), line, column, ..Location::default() }
}

fn entry(file: &str, path: &[&str], state: TestState) -> TestEntry {
    let (test, suites) = path.split_last().expect("a name");
    TestEntry {
        suite: (*suites.last().unwrap_or(&"Default")).into(),
        test: (*test).into(),
        passed: state == TestState::Passed,
        error: None,
        scope: Scope::Test,
        state,
        path: path.iter().map(|name| (*name).to_owned()).collect(),
        location: at(file, 3, 1),
        duration_ms: 0.0,
        assertions: 0,
        swallowed: 0,
        code: None,
        diff: None,
        stack: None,
        failed_at: None,
        errors: Vec::new(),
    }
}

fn result(command: &str, success: bool, output: Output) -> VerifyResult {
    let mut result = VerifyResult::refused(command, Code::Protocol, "");
    result.success = success;
    result.output = output;
    result.code = None;
    result.error = None;
    result
}

fn ordinary() -> RunReport {
    let failed = TestEntry {
        error: Some("expected 1 to be 2 // Object.is equality".into()),
        diff: Some("- Expected\n+ Received\n\n- 2\n+ 1".into()),
        stack: Some("at add (/src/math.js:2:9)".into()),
        failed_at: Some(at("/test/math.test.js", 5, 17)),
        ..entry("/test/math.test.js", &["math", "add", "is wrong"], TestState::Failed)
    };
    let at_setup = at("/test/db.test.js", 2, 9);
    let setup = TestError {
        name: "TypeError".into(),
        message: "no database".into(),
        hook: Some("beforeAll".into()),
        at: Some(at("/node_modules/db/index.js", 7, 3)),
        frame: Some(CodeFrame {
            location: at_setup.clone(),
            text: "1| beforeAll(() => {\n2|   return open();\n |         ^\n3| });".into(),
        }),
        stack: Some("TypeError: no database\n    at open (/node_modules/db/index.js:7:3)\n    at /test/db.test.js:2:9".into()),
        properties: Some("{ code: 'ENOENT' }".into()),
        cause: Some(Box::new(TestError {
            name: "Error".into(),
            message: "outer".into(),
            stack: Some("Error: outer\n    at /node_modules/db/index.js:3:1".into()),
            cause: Some(Box::new(TestError { message: "[Circular]".into(), ..TestError::default() })),
            errors: vec![TestError { message: "'one of two'".into(), ..TestError::default() }],
            ..TestError::default()
        })),
        ..TestError::default()
    };
    let in_suite = |name: &str| TestEntry {
        error: Some("beforeAll hook failed: no database".into()),
        errors: vec![setup.clone()],
        ..entry("/test/db.test.js", &["db", name], TestState::Failed)
    };
    let twice = TestEntry {
        error: Some("expected 1 to be 2\nlater".into()),
        errors: vec![
            TestError {
                name: "AssertionError".into(),
                message: "expected 1 to be 2".into(),
                at: Some(at("/test/math.test.js", 9, 5)),
                diff: Some("- Expected\n+ Received\n\n- 2\n+ 1".into()),
                stack: Some("AssertionError: expected 1 to be 2\n    at /test/math.test.js:9:5".into()),
                ..TestError::default()
            },
            TestError {
                name: "Error".into(),
                message: "later\nin two lines".into(),
                aggregate: Some("AggregateError: many".into()),
                ..TestError::default()
            },
        ],
        ..entry("/test/math.test.js", &["twice"], TestState::Failed)
    };
    let left = TestEntry {
        error: Some("Uncaught exception in \"math > add > is right\": late".into()),
        scope: Scope::File,
        errors: vec![TestError {
            name: "Error".into(),
            message: "late".into(),
            unhandled: Some(UnhandledKind::Exception),
            test: Some(vec!["math".into(), "add".into(), "is right".into()]),
            ..TestError::default()
        }],
        ..entry("/test/math.test.js", &["/test/math.test.js"], TestState::Failed)
    };
    let broken = TestEntry {
        error: Some("Cannot find module './x.js'".into()),
        scope: Scope::File,
        code: Some(Code::NotFound),
        ..entry("/test/broken.test.js", &["/test/broken.test.js"], TestState::Failed)
    };
    let mut tests = result(
        "test:/test/**",
        false,
        Output::Tests(vec![
            entry("/test/math.test.js", &["math", "add", "is right"], TestState::Passed),
            failed,
            entry("/test/math.test.js", &["math", "later"], TestState::Todo),
            entry("/test/math.test.js", &["not now"], TestState::Skipped),
            twice,
            left,
            in_suite("reads"),
            in_suite("writes"),
            broken,
        ]),
    );
    tests.error = Some("4 test(s) failed".into());
    tests.sequence_seed = Some(7);
    tests.shard = Shard::parse("1/3").ok();
    tests.snapshots = SnapshotReport {
        proposed: vec![
            SnapshotProposal::File {
                path: "/test/__snapshots__/math.test.js.snap".into(),
                content: "exports[`a 1`] = `1`;".into(),
                keys: vec!["a 1".into(), "b 1".into()],
            },
            SnapshotProposal::Raw { path: "/test/out.html".into(), content: "<p>".into() },
            SnapshotProposal::Inline {
                location: at("/test/math.test.js", 12, 13),
                literal: "`\n  {\n    \"a\": 1,\n  }\n`".into(),
            },
        ],
        obsolete: vec![SnapshotKey { path: "/test/__snapshots__/old.snap".into(), key: "gone 1".into() }],
    };
    let printed = |level: &str, text: &str, test: Option<&str>| ConsoleEntry {
        level: level.into(),
        text: text.into(),
        file: Some("/test/math.test.js".into()),
        test: test.map(str::to_owned),
    };
    tests.console.entries = vec![
        printed("log", "while loading", None),
        printed("log", "one\ntwo", Some("math > add > is wrong")),
        printed("log", "fine", Some("math > add > is right")),
        printed("error", "oh", Some("math > add > is wrong")),
        printed("log", &"many\n".repeat(60), Some("not now")),
    ];
    tests.timing = Timing {
        total_ms: 30.0,
        files: vec![FileTiming { file: "/test/math.test.js".into(), ms: 12.5 }],
        tests: vec![1.5, 2.25, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0],
        rules: Vec::new(),
        reused: 0,
    };
    let problem = |line, rule: Option<&str>, code: Option<&str>, severity| Diagnostic {
        location: Location { end_line: Some(line), end_column: Some(9), ..at("/src/math.js", line, 1) },
        message: "Unexpected 'debugger' statement.".into(),
        rule: rule.map(str::to_owned),
        code: code.map(str::to_owned),
        severity,
        ..Diagnostic::default()
    };
    let mut lint = result(
        "lint:/src/math.js",
        false,
        Output::Diagnostics(vec![
            problem(1, Some("no-debugger"), None, Severity::Error),
            problem(2, None, Some("TS2304"), Severity::Warning),
        ]),
    );
    lint.error = Some("Found 1 linting issue(s)".into());
    let eval = result("eval:1+1", true, Output::Value(2.into()));
    let slow = VerifyResult::refused("eval:for(;;);", Code::Timeout, "Verification timeout");
    RunReport { started_at_ms: 1_767_225_600_000.0, results: vec![tests, lint, eval, slow], slowest: 2 }
}

const HOSTILE: &str = "<img src=x onerror=alert(1)> ]]> & \"' \u{1b}[31mred\u{7}\nok 99 - x\r\nnot ok 1 - y\n::error::z\n%0A::set-output name=a::b # SKIP \\ \u{202e}gpj\u{2028}\0\u{ffff}, 🐕";

/// Untrusted text in every text field.
fn hostile_error(levels: usize) -> TestError {
    let text = || Some(HOSTILE.to_owned());
    let inner = levels.checked_sub(1).map(hostile_error);
    TestError {
        name: HOSTILE.into(),
        message: HOSTILE.into(),
        hook: text(),
        unhandled: Some(UnhandledKind::Rejection),
        test: Some(vec![HOSTILE.into()]),
        aggregate: text(),
        code: None,
        at: Some(at(HOSTILE, 1, 1)),
        frame: Some(CodeFrame { location: at(HOSTILE, 2, 2), text: HOSTILE.into() }),
        diff: text(),
        stack: Some(format!("{HOSTILE}: {HOSTILE}\n    at {HOSTILE} (/a.js:1:1)")),
        properties: text(),
        errors: inner.clone().into_iter().collect(),
        cause: inner.map(Box::new),
    }
}

fn hostile() -> RunReport {
    let failed = TestEntry {
        error: Some(HOSTILE.into()),
        diff: Some(HOSTILE.into()),
        errors: vec![hostile_error(3)],
        ..entry(HOSTILE, &[HOSTILE, HOSTILE], TestState::Failed)
    };
    let skipped = entry(HOSTILE, &[HOSTILE], TestState::Skipped);
    let problem = Diagnostic {
        location: at(HOSTILE, 1, 1),
        message: HOSTILE.into(),
        rule: Some(HOSTILE.into()),
        ..Diagnostic::default()
    };
    let mut tests = result(HOSTILE, false, Output::Tests(vec![failed, skipped]));
    let printed = |test: Option<String>| ConsoleEntry {
        level: HOSTILE.into(),
        text: HOSTILE.into(),
        file: Some(HOSTILE.into()),
        test,
    };
    tests.console.entries = vec![printed(None), printed(Some(format!("{HOSTILE} > {HOSTILE}")))];
    tests.snapshots = SnapshotReport {
        proposed: vec![
            SnapshotProposal::File {
                path: HOSTILE.into(),
                content: HOSTILE.into(),
                keys: vec![HOSTILE.into()],
            },
            SnapshotProposal::Raw { path: HOSTILE.into(), content: HOSTILE.into() },
            SnapshotProposal::Inline { location: at(HOSTILE, 1, 1), literal: HOSTILE.into() },
        ],
        obsolete: vec![SnapshotKey { path: HOSTILE.into(), key: HOSTILE.into() }],
    };
    RunReport {
        started_at_ms: 0.0,
        slowest: 3,
        results: vec![
            tests,
            result(HOSTILE, false, Output::Diagnostics(vec![problem])),
            VerifyResult::refused(HOSTILE, Code::Crashed, HOSTILE),
        ],
    }
}

#[test]
fn formats() {
    for format in Format::ALL {
        insta::assert_snapshot!(format!("ordinary.{}", format.as_str()), render(&ordinary(), format));
        insta::assert_snapshot!(format!("hostile.{}", format.as_str()), render(&hostile(), format));
        assert_eq!(format.as_str().parse(), Ok(format));
        assert_eq!(render(&ordinary(), format), render(&ordinary(), format));
        assert!(render(&ordinary(), format).ends_with('\n'));
    }
    assert!("html".parse::<Format>().is_err());
}

#[test]
fn a_run_in_which_nothing_ran_is_no_pass() {
    let nothing = RunReport::default();
    let none =
        RunReport { results: vec![result("test:/a", true, Output::Tests(vec![]))], ..RunReport::default() };
    let skipped = entry("/a", &["x"], TestState::Skipped);
    let skipped =
        RunReport { results: vec![result("test:/a", true, Output::Tests(vec![skipped]))], ..none.clone() };
    let failed = entry("/a", &["x"], TestState::Failed);
    // A result that claims success despite a failed test.
    let forged = RunReport { results: vec![result("test:/a", true, Output::Tests(vec![failed]))], ..none };
    for report in [nothing, skipped, forged, ordinary(), hostile()] {
        assert!(!report.success(), "{report:?}");
        let json: serde_json::Value = serde_json::from_str(&render(&report, Format::Json)).expect("JSON");
        assert_eq!(json["success"], false);
        assert!(render(&report, Format::Text).contains("FAIL "), "{report:?}");
    }
    let empty = RunReport::default();
    assert!(render(&empty, Format::Tap).contains("not ok 1"));
    assert!(render(&empty, Format::Github).starts_with("::error "));
    let passed = entry("/a", &["x"], TestState::Passed);
    let passed = RunReport { results: vec![result("test:/a", true, Output::Tests(vec![passed]))], ..empty };
    assert!(passed.success());
    assert!(render(&passed, Format::Text).starts_with("PASS test:/a: 1 passed"));
    assert_eq!(render(&passed, Format::Github), "");
}

#[test]
fn hostile_text_stays_text() {
    let printable = |text: &str| {
        text.chars()
            .all(|c| c == '\n' || !(c.is_control() || matches!(c, '\u{2028}' | '\u{202e}' | '\u{ffff}')))
    };
    for format in [Format::Text, Format::Junit, Format::Tap, Format::Github] {
        assert!(printable(&render(&hostile(), format)), "{}", format.as_str());
    }
    for line in render(&hostile(), Format::Github).lines() {
        assert!(line.starts_with("::error file=") || line.starts_with("::error title="), "{line}");
        let (_, data) = line[2..].split_once("::").expect("data");
        assert!(!data.contains("%0A::set-output name"), "the guest's own %0A is quoted: {data}");
    }
    for line in
        render(&hostile(), Format::Text).lines().filter(|line| !line.is_empty() && !line.starts_with("    "))
    {
        let ours = ["printed by <", "3 new snapshot(s)", "1 obsolete snapshot(s)"];
        let known = line.starts_with(['<', 'F', 'e']) || ours.iter().any(|start| line.starts_with(start));
        assert!(known, "a line of its own: {line}");
    }
    let tap = render(&hostile(), Format::Tap);
    let points = tap.lines().filter(|line| line.starts_with("ok ") || line.starts_with("not ok ")).count();
    assert!(tap.contains("\n1..4\n") && points == 4, "{tap}");
    let skips = tap.lines().filter(|line| line.starts_with("ok ") && line.contains(" # SKIP")).count();
    assert_eq!(skips, 1, "{tap}");
    for format in [Format::Json, Format::Sarif] {
        let json: serde_json::Value = serde_json::from_str(&render(&hostile(), format)).expect("JSON");
        assert!(json.is_object());
    }
    let json: serde_json::Value = serde_json::from_str(&render(&hostile(), Format::Json)).expect("JSON");
    assert_eq!(json["testResults"][0]["assertionResults"][0]["title"], HOSTILE, "JSON keeps the text");
}

#[test]
fn junit_is_well_formed() {
    use quick_xml::events::Event;
    for report in [ordinary(), hostile(), RunReport::default()] {
        let xml = render(&report, Format::Junit);
        let mut reader = quick_xml::Reader::from_str(&xml);
        let mut elements = Vec::new();
        loop {
            match reader.read_event().expect("well-formed") {
                Event::Start(element) | Event::Empty(element) => {
                    for attribute in element.attributes() {
                        attribute.expect("an attribute").unescape_value().expect("escaped");
                    }
                    elements.push(String::from_utf8(element.name().as_ref().to_vec()).expect("a name"));
                }
                Event::CData(_) | Event::Comment(_) | Event::PI(_) | Event::DocType(_) => panic!("{xml}"),
                Event::Eof => break,
                _ => {}
            }
        }
        let known = ["testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out"];
        assert!(elements.iter().all(|element| known.contains(&element.as_str())), "{elements:?}");
    }
}

#[test]
fn timestamps() {
    for (ms, expected) in [
        (0.0, "1970-01-01T00:00:00"),
        (951_782_400_000.0, "2000-02-29T00:00:00"),
        (1_772_323_199_999.0, "2026-02-28T23:59:59"),
        (4_102_444_800_000.0, "2100-01-01T00:00:00"),
        (f64::NAN, "1970-01-01T00:00:00"),
        (f64::INFINITY, "9999-12-31T23:59:59"),
    ] {
        let report =
            RunReport { started_at_ms: ms, results: vec![result("eval:1", true, Output::None)], slowest: 0 };
        let xml = render(&report, Format::Junit);
        assert!(xml.contains(&format!("timestamp=\"{expected}\"")), "{ms}: {xml}");
    }
}

/// The trust in the engine and the second witness's findings appear next to the verdict, as quoted text.
#[test]
fn engines_and_witnesses_in_text() {
    let path = "/test/a.test.js";
    let passed = entry(path, &["a"], TestState::Passed);
    let mut one = result("test:/test/**", true, Output::Tests(vec![passed.clone()]));
    one.provisional = true;
    one.reused = true;
    let text = rendered(one.clone());
    assert!(text.contains("provisional: run by the browser's engine alone"), "{text}");
    assert!(text.contains("test files shared guests"), "{text}");
    one.provisional = false;
    one.reused = false;
    let mut failed = entry(path, &["a"], TestState::Failed);
    failed.error = Some("seen\n::error::x".into());
    one.witnesses = Some(Box::new(Witnesses {
        seed: 7,
        files: vec![path.into()],
        required: 1,
        sampled: 2,
        confirmed: 3,
        disagreements: vec![Disagreement {
            file: path.into(),
            path: vec!["s".into(), "a\nPASS".into()],
            browser: Some(Box::new(passed)),
            boa: Some(Box::new(failed)),
        }],
        unconfirmed: vec![Unconfirmed {
            file: path.into(),
            path: vec!["b".into()],
            required: true,
            why: "document is not available in this engine".into(),
        }],
    }));
    let text = rendered(one);
    for line in [
        "3 test(s) of 1 file(s) confirmed by the second engine: 1 required, 2 drawn with seed 7\n",
        "    /test/a.test.js: s > a\\nPASS: the engines disagree\n        browser: passed\n        boa: seen\n",
        "    /test/a.test.js: b: not confirmed: document is not available in this engine\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("provisional"), "{text}");
}

fn rendered(result: VerifyResult) -> String {
    render(&RunReport { started_at_ms: 0.0, results: vec![result], slowest: 0 }, Format::Text)
}

/// A `test:` of 3 000 tests, of which every thousandth is in `state`, cut to some bytes.
fn cut(state: TestState, output_bytes: u64) -> VerifyResult {
    let of = |n: usize| if n % 1_000 == 1 { state } else { TestState::Passed };
    let entries = (0..3_000).map(|n| entry("/a.test.js", &["s", &format!("t{n}")], of(n))).collect();
    let mut result = result("test:/a.test.js", state != TestState::Failed, Output::Tests(entries));
    result.error = (state == TestState::Failed).then(|| "3 test(s) failed".into());
    result.sealed(output_bytes)
}

#[test]
fn every_format_says_what_was_cut() {
    for (state, counts) in [
        (TestState::Passed, [3_000, 0, 0]),
        (TestState::Failed, [2_997, 3, 0]),
        (TestState::Skipped, [2_997, 0, 3]),
    ] {
        for limit in [u64::MAX, 100_000, 500, 0] {
            let result = cut(state, limit);
            let (omitted, all) = (result.omitted, result.clone());
            let report = RunReport { started_at_ms: 0.0, results: vec![result], slowest: 0 };
            let said = format!("output was cut at limits.outputBytes: {omitted} of 3000 tests are not shown");
            let is_cut = limit < u64::MAX;
            assert_eq!(report.success(), state != TestState::Failed);
            for format in Format::ALL {
                let text = render(&report, format);
                assert_eq!(text.contains(&said), is_cut, "{} at {limit}: {text}", format.as_str());
            }
            let [passed, failed, skipped] = counts;
            let text = render(&report, Format::Text);
            let verdict = if failed > 0 { "FAIL" } else { "PASS" };
            assert!(
                text.contains(&format!("{verdict} test:/a.test.js: {passed} passed, {failed} failed")),
                "{text}"
            );
            let json: serde_json::Value = serde_json::from_str(&render(&report, Format::Json)).expect("JSON");
            let keys = ["numTotalTests", "numPassedTests", "numFailedTests", "numPendingTests"];
            assert_eq!(keys.map(|key| json[key].as_u64()), [3_000, passed, failed, skipped].map(Some));
            assert_eq!(json["omitted"].as_u64(), is_cut.then_some(omitted as u64));
            let xml = render(&report, Format::Junit);
            assert_eq!(attributes(&xml, "tests"), (3_000, 3_000), "{xml}");
            assert_eq!(attributes(&xml, "failures"), (failed, failed), "{xml}");
            assert_eq!(attributes(&xml, "skipped"), (skipped, skipped), "{xml}");
            let check = CheckResult::of(&all);
            let output = check.output.expect("an output");
            assert!(
                output.starts_with(&format!("{passed} passed, {failed} failed, {skipped} skipped")),
                "{output}"
            );
            assert_eq!(output.contains(&said), is_cut, "{output}");
        }
    }
}

/// A count in `JUnit`: of the root, and of all suites together.
fn attributes(xml: &str, name: &str) -> (u64, u64) {
    let of = |element: &str| -> u64 {
        let start = format!("<{element} ");
        let tags = xml.lines().map(str::trim).filter(|line| line.starts_with(&start));
        let value =
            |tag: &str| tag.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse::<u64>().ok();
        tags.filter_map(value).sum()
    };
    (of("testsuites"), of("testsuite"))
}

#[test]
fn every_format_says_what_a_request_got_wrong() {
    let mut one = result("test:/a.js", true, Output::Tests(vec![entry("/a.js", &["a"], TestState::Passed)]));
    one.warnings = vec!["config: unknown key x\n::error::y".into()];
    let report = RunReport { started_at_ms: 0.0, results: vec![one], slowest: 0 };
    assert!(report.success(), "it is no failure");
    for format in Format::ALL {
        let text = render(&report, format);
        assert!(text.contains("config: unknown key x"), "{}: {text}", format.as_str());
        assert!(!text.lines().any(|line| line.starts_with("::error")), "{}: {text}", format.as_str());
    }
}
