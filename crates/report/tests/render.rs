//! Every format of the same runs: an ordinary one and one whose text wants to break out.
#![allow(missing_docs, reason = "a test")]

use verdict_protocol::{
    Code, Diagnostic, FileTiming, Location, Output, Scope, Severity, TestEntry, TestState, Timing,
    VerifyResult,
};
use verdict_report::{Format, RunReport, render};

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
            broken,
        ]),
    );
    tests.error = Some("2 test(s) failed".into());
    tests.timing = Timing {
        total_ms: 30.0,
        files: vec![FileTiming { file: "/test/math.test.js".into(), ms: 12.5 }],
        tests: vec![1.5, 2.25, 0.0, 0.0, 0.0],
    };
    let problem = |line, rule: Option<&str>, code: Option<&str>, severity| Diagnostic {
        location: Location { end_line: Some(line), end_column: Some(9), ..at("/src/math.js", line, 1) },
        message: "Unexpected 'debugger' statement.".into(),
        rule: rule.map(str::to_owned),
        code: code.map(str::to_owned),
        variable: None,
        severity,
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
    RunReport { started_at_ms: 1_767_225_600_000.0, results: vec![tests, lint, eval, slow] }
}

const HOSTILE: &str = "<img src=x onerror=alert(1)> ]]> & \"' \u{1b}[31mred\u{7}\nok 99 - x\r\nnot ok 1 - y\n::error::z\n%0A::set-output name=a::b # SKIP \\ \u{202e}gpj\u{2028}\0\u{ffff}, 🐕";

fn hostile() -> RunReport {
    let failed = TestEntry {
        error: Some(HOSTILE.into()),
        diff: Some(HOSTILE.into()),
        ..entry(HOSTILE, &[HOSTILE, HOSTILE], TestState::Failed)
    };
    let skipped = entry(HOSTILE, &[HOSTILE], TestState::Skipped);
    let problem = Diagnostic {
        location: at(HOSTILE, 1, 1),
        message: HOSTILE.into(),
        rule: Some(HOSTILE.into()),
        code: None,
        variable: None,
        severity: Severity::Error,
    };
    RunReport {
        started_at_ms: 0.0,
        results: vec![
            result(HOSTILE, false, Output::Tests(vec![failed, skipped])),
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
    // A result that says success beside a failed test.
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
    for line in render(&hostile(), Format::Text).lines().filter(|line| !line.starts_with("    ")) {
        assert!(line.starts_with(['<', 'F', 'e']), "a line of its own: {line}");
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
        let known = ["testsuites", "testsuite", "testcase", "failure", "error", "skipped"];
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
        let report = RunReport { started_at_ms: ms, results: vec![result("eval:1", true, Output::None)] };
        let xml = render(&report, Format::Junit);
        assert!(xml.contains(&format!("timestamp=\"{expected}\"")), "{ms}: {xml}");
    }
}
