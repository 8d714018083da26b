//! Which engine has each file of a request, through the public API.

use serde_json::{Value, json};
use verdict_protocol::refusals::{absent_global, absent_streams, absent_subtle};
use verdict_protocol::{Code, Engine, FileContent, Files, Output, Scope, TestEntry, VerifyResult};
use verdict_vfs::Snapshot;
use verdict_witness::{Automatic, NextRun, SingleFiles};

fn snapshot(files: &[(&str, &str)]) -> Snapshot {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), FileContent(text.as_bytes().to_vec())));
    Snapshot::new(Files(files.collect())).expect("files")
}

/// The result of a file with one test, which has failed if there is an error.
fn result(path: &str, error: Option<&str>) -> VerifyResult {
    let passed = error.is_none();
    let entry = json!({
        "suite": "Default", "test": "one", "passed": passed, "error": error, "scope": "test",
        "state": if passed { "passed" } else { "failed" }, "path": ["one"], "file": path, "line": 1, "column": 1,
        "durationMs": 0.0, "code": null,
    });
    let value = json!({
        "success": passed, "output": [entry], "error": error.map(|_| "1 test(s) failed"), "code": null,
        "command": "test:/**", "snapshotRoot": "root", "outputSha256": "", "truncated": false,
        "console": { "entries": [], "total": 0, "truncated": false },
        "timing": { "totalMs": 0.0, "files": [], "tests": [] },
    });
    serde_json::from_value(value).expect("a result")
}

/// The choice for one file without a DOM.
fn one_file() -> Automatic {
    Automatic::new(&snapshot(&[("/a.js", "")]), "node", ["/a.js".to_owned()], |_| None)
}

/// How a page or a terminal runs files: the rounds, each with its engine and files.
fn rounds(automatic: &mut Automatic, has_browser: bool, error_of: impl Fn(&str) -> Option<String>) -> String {
    let mut rounds = Vec::new();
    loop {
        let (engine, indices) = match automatic.next_run() {
            NextRun::Trial(indices) | NextRun::Interpreter(indices) => (Engine::Boa, indices),
            NextRun::Browser(indices) => (Engine::Browser, indices),
            NextRun::Nothing => return rounds.join("; "),
        };
        let paths: Vec<String> = indices.iter().map(|index| automatic.path(*index).to_owned()).collect();
        rounds.push(format!("{} {}", engine.as_str(), paths.join(" ")));
        for (index, path) in indices.into_iter().zip(&paths) {
            match engine {
                Engine::Boa => automatic.ended(index, engine, result(path, error_of(path).as_deref())),
                _ if has_browser => automatic.ended(index, engine, result(path, None)),
                _ => automatic.browser_is_missing("no frame"),
            }
        }
    }
}

const DOM: &str = "// @vitest-environment jsdom\n";

/// Runs three files, and compares the rounds and what the result says.
#[track_caller]
fn check(environment: &str, has_browser: bool, error: Option<&str>, expected: &str, told: &Value) {
    let snapshot = snapshot(&[("/a.js", ""), ("/dom.js", DOM), ("/z.js", "")]);
    let files = ["/a.js", "/dom.js", "/z.js"].map(str::to_owned);
    let mut automatic = Automatic::new(&snapshot, environment, files, |_| None);
    let of_last = |path: &str| error.filter(|_| path == "/z.js").map(str::to_owned);
    assert_eq!(rounds(&mut automatic, has_browser, of_last), expected);
    let results: Option<Vec<VerifyResult>> = automatic.take_results().into_iter().collect();
    let results = results.expect("a result of each file");
    let mut whole = VerifyResult::joined("test:/**", results, u64::MAX);
    automatic.describe(&mut whole);
    assert_eq!(json!([whole.success, whole.engine, whole.engines, whole.warnings]), *told);
}

#[test]
fn a_dom_goes_to_the_browsers_engine_at_once() {
    let moved = json!([{ "file": "/dom.js", "engine": "browser", "why": "its environment has a DOM" }]);
    check("node", true, None, "boa /a.js /z.js; browser /dom.js", &json!([true, "boa", moved, []]));
}

#[test]
fn what_the_interpreter_refuses_runs_again() {
    for (error, why) in [
        (absent_global("Intl", "the guest knows no locales"), "Intl is not defined"),
        (absent_subtle("sign"), "crypto.subtle.sign is not available in this sandbox"),
        (absent_streams("use text()"), "Streams are not available in this sandbox"),
        // The test has caught it, and expected another error.
        (
            "expected [ReferenceError: TransformStream is not defined] to be a TypeError".to_owned(),
            "TransformStream is not defined",
        ),
    ] {
        let moved = json!([
            { "file": "/dom.js", "engine": "browser", "why": "its environment has a DOM" },
            { "file": "/z.js", "engine": "browser", "why": why },
        ]);
        let rounds = "boa /a.js /z.js; browser /dom.js /z.js";
        check("node", true, Some(&error), rounds, &json!([true, "boa", moved, []]));
    }
}

#[test]
fn what_fails_for_another_reason_stays() {
    for error in [
        "expected 1 to be 2",
        "Intl is not defined",
        "fetch is not available in this sandbox, which reaches no network: stub it",
        "Cannot import 'node:repl': this module of Node is not available in the sandbox: there is no terminal; mock it",
    ] {
        let moved = json!([{ "file": "/dom.js", "engine": "browser", "why": "its environment has a DOM" }]);
        let rounds = "boa /a.js /z.js; browser /dom.js";
        check("node", true, Some(error), rounds, &json!([false, "boa", moved, []]));
    }
}

/// The result of a file that a limit stopped, or one of its tests.
fn stopped(path: &str, of_file: Option<Code>, of_test: Option<Code>) -> VerifyResult {
    let mut stopped = result(path, Some("stopped"));
    stopped.code = of_file;
    if let Output::Tests(entries) = &mut stopped.output {
        entries[0].code = of_test;
    }
    stopped
}

#[test]
fn what_reaches_a_limit_of_the_interpreter_runs_again() {
    let slow = Some("the interpreter was too slow for it");
    for (of_file, of_test, expected) in [
        (Some(Code::Timeout), None, slow),
        (Some(Code::Budget), None, slow),
        (None, Some(Code::Budget), slow),
        (Some(Code::Memory), Some(Code::Memory), Some("it reached the interpreter's limit of memory")),
        (None, Some(Code::Stack), Some("it reached the interpreter's limit of recursion")),
        // The time of a test is virtual.
        (None, Some(Code::Timeout), None),
        (Some(Code::Crashed), None, Some("the interpreter failed at it")),
        (None, None, None),
    ] {
        let mut automatic = one_file();
        assert_eq!(automatic.next_run(), NextRun::Interpreter(vec![0]));
        automatic.ended(0, Engine::Boa, stopped("/a.js", of_file, of_test));
        let next = automatic.next_run();
        assert_eq!(next == NextRun::Browser(vec![0]), expected.is_some(), "{of_file:?} {of_test:?}");
        assert_eq!(automatic.refused().count(), 0, "the next run may be faster");
        if next == NextRun::Nothing {
            continue;
        }
        automatic.ended(0, Engine::Browser, result("/a.js", None));
        assert_eq!(automatic.next_run(), NextRun::Nothing);
        let results: Vec<VerifyResult> = automatic.take_results().into_iter().flatten().collect();
        assert_eq!((results.len(), results[0].success), (1, true));
        let mut whole = VerifyResult::joined("test:/**", results, u64::MAX);
        automatic.describe(&mut whole);
        let moved = json!([{ "file": "/a.js", "engine": "browser", "why": expected }]);
        assert_eq!(json!(whole.engines), moved);
    }
}

#[test]
fn a_caught_refusal_moves_a_file_that_failed() {
    for (passed, warning, expected) in [
        (false, absent_subtle("sign"), NextRun::Browser(vec![0])),
        (false, "a key without effect".to_owned(), NextRun::Nothing),
        (true, absent_subtle("sign"), NextRun::Nothing),
    ] {
        let mut automatic = one_file();
        let _ = automatic.next_run();
        let mut seen = result("/a.js", (!passed).then_some("expected false to be true"));
        seen.warnings = vec![format!("/a.js has failed, and its code caught this error: {warning}")];
        automatic.ended(0, Engine::Boa, seen);
        assert_eq!(automatic.next_run(), expected, "{passed} {warning}");
    }
}

#[test]
fn a_trial_that_is_cut_moves_a_file_and_one_that_ends_is_final() {
    /// What the interpreter found in its trial, then the browser's engine, then whether the interpreter has it whole.
    fn check(tried: VerifyResult, browser: Option<VerifyResult>, is_whole: bool) {
        let automatic = one_file();
        let mut automatic = automatic.with_trials();
        assert_eq!(automatic.next_run(), NextRun::Trial(vec![0]));
        automatic.ended(0, Engine::Boa, tried.clone());
        let mut last = tried;
        if let Some(found) = browser {
            assert_eq!(automatic.next_run(), NextRun::Browser(vec![0]));
            automatic.ended(0, Engine::Browser, found.clone());
            last = if is_whole { last } else { found };
        }
        if is_whole {
            assert_eq!(automatic.next_run(), NextRun::Interpreter(vec![0]));
            last = result("/a.js", None);
            automatic.ended(0, Engine::Boa, last.clone());
        }
        assert_eq!(automatic.next_run(), NextRun::Nothing);
        assert_eq!(automatic.take_results(), [Some(last)]);
    }
    let (cut, passed) = (|| stopped("/a.js", Some(Code::Timeout), None), || result("/a.js", None));
    check(passed(), None, false);
    check(result("/a.js", Some("expected 1 to be 2")), None, false);
    check(cut(), Some(passed()), false);
    check(cut(), Some(result("/a.js", Some("expected 1 to be 2"))), false);
    check(cut(), Some(cut()), true);
    // A test passed before the trial was cut, and fails without what only the interpreter has.
    let mut half = passed();
    half.code = Some(Code::Timeout);
    check(half, Some(result("/a.js", Some("no context"))), true);
    check(absent_in_trial(), Some(passed()), false);
}

fn absent_in_trial() -> VerifyResult {
    result("/a.js", Some(&absent_subtle("sign")))
}

#[test]
fn a_failure_is_checked_and_stays_unless_more_passes_there() {
    let failed = || result("/a.js", Some("expected 1 to be 2"));
    let passed = || result("/a.js", None);
    let moved = json!([{ "file": "/a.js", "engine": "browser", "why": "more of it passes there" }]);
    for (browser, expected, engines) in [
        (passed(), passed(), moved),
        (failed(), failed(), json!([])),
        (result("/a.js", Some("expected 3 to be 4")), failed(), json!([])),
        (stopped("/a.js", Some(Code::Timeout), None), failed(), json!([])),
    ] {
        let automatic = one_file();
        let mut automatic = automatic.with_checks();
        let _ = automatic.next_run();
        assert!(automatic.moves(&failed()) && !automatic.moves(&passed()));
        automatic.ended(0, Engine::Boa, failed());
        assert_eq!(automatic.next_run(), NextRun::Browser(vec![0]));
        automatic.ended(0, Engine::Browser, browser);
        assert_eq!(automatic.next_run(), NextRun::Nothing);
        assert_eq!(automatic.refused().count(), 0, "the next state of the file may pass");
        assert_eq!(automatic.result(0), Some(&expected));
        let mut whole = expected;
        automatic.describe(&mut whole);
        assert_eq!(json!(whole.engines), engines);
    }
}

/// The result of a file with tests in these states, after which the file itself may have failed.
fn of_tests(tests: &[(&str, bool)], fails: bool) -> VerifyResult {
    let error = |passed: bool| (!passed).then_some("expected 1 to be 2");
    let mut whole = result("/a.js", error(!fails && tests.iter().all(|(_, passed)| *passed)));
    let Output::Tests(entries) = &mut whole.output else { unreachable!() };
    let file = entries[0].clone();
    let one = |(name, passed): &(&str, bool)| {
        let Output::Tests(mut entries) = result("/a.js", error(*passed)).output else { unreachable!() };
        entries[0].path = vec![(*name).to_owned()];
        entries.remove(0)
    };
    *entries = tests.iter().map(one).collect();
    if fails {
        entries.push(TestEntry { scope: Scope::File, path: vec!["/a.js".to_owned()], ..file });
    }
    whole
}

#[test]
fn a_file_that_loads_only_there_is_taken_if_some_of_it_passes() {
    let check = |browser: &[(&str, bool)], fails: bool, is_taken: bool| {
        let mut automatic = one_file().with_checks();
        let _ = automatic.next_run();
        automatic.ended(0, Engine::Boa, of_tests(&[], true));
        let _ = automatic.next_run();
        let there = of_tests(browser, fails);
        automatic.ended(0, Engine::Browser, there.clone());
        let expected = if is_taken { there } else { of_tests(&[], true) };
        assert_eq!(automatic.result(0), Some(&expected), "{browser:?}");
    };
    check(&[("a", true), ("b", false), ("c", false)], false, true);
    check(&[("a", true)], false, true);
    check(&[("a", false)], false, false);
    check(&[("a", true)], true, false);
}

#[test]
fn no_test_that_passed_is_lost() {
    let failed = || of_tests(&[("a", true), ("b", true), ("c", false), ("d", false)], false);
    for (browser, is_taken) in [
        (of_tests(&[("a", true), ("b", true), ("c", true), ("d", false)], false), true),
        // With the same number of passes, under a title that the engines make differently.
        (of_tests(&[("a", true), ("b 2", true), ("c", false)], false), true),
        // A file that fails at load has one failure in place of two.
        (of_tests(&[], true), false),
        (of_tests(&[("a", true)], true), false),
        (of_tests(&[("c", true)], false), false),
        (of_tests(&[("a", true), ("b", false), ("c", true), ("d", true)], false), false),
    ] {
        let automatic = one_file();
        let mut automatic = automatic.with_checks();
        let _ = automatic.next_run();
        automatic.ended(0, Engine::Boa, failed());
        let _ = automatic.next_run();
        automatic.ended(0, Engine::Browser, browser.clone());
        let expected = if is_taken { browser } else { failed() };
        assert_eq!(automatic.result(0), Some(&expected));
    }
}

#[test]
fn what_cannot_load_in_a_browser_has_its_whole_time() {
    let automatic = one_file();
    let mut automatic = automatic.with_trials();
    let _ = automatic.next_run();
    automatic.ended(0, Engine::Boa, stopped("/a.js", Some(Code::Timeout), None));
    let _ = automatic.next_run();
    automatic.ended(0, Engine::Browser, of_tests(&[], true));
    assert_eq!(automatic.next_run(), NextRun::Interpreter(vec![0]));
}

#[test]
fn a_failure_needs_no_browser() {
    let mut automatic = one_file().with_checks();
    let _ = automatic.next_run();
    automatic.ended(0, Engine::Boa, result("/a.js", Some("expected 1 to be 2")));
    assert_eq!(automatic.next_run(), NextRun::Browser(vec![0]));
    automatic.browser_is_missing("no Chromium");
    assert_eq!(automatic.next_run(), NextRun::Nothing);
    let mut whole = result("/a.js", Some("expected 1 to be 2"));
    automatic.describe(&mut whole);
    assert_eq!(whole.warnings, Vec::<String>::new());
}

#[test]
fn without_a_browser_what_a_trial_cut_has_its_whole_time() {
    let automatic = one_file();
    let mut automatic = automatic.with_trials();
    let _ = automatic.next_run();
    automatic.ended(0, Engine::Boa, stopped("/a.js", Some(Code::Timeout), None));
    assert_eq!(automatic.next_run(), NextRun::Browser(vec![0]));
    automatic.browser_is_missing("no Chromium");
    assert_eq!(automatic.next_run(), NextRun::Interpreter(vec![0]));
    automatic.ended(0, Engine::Boa, result("/a.js", None));
    assert_eq!(automatic.next_run(), NextRun::Nothing);
}

#[test]
fn a_final_limit_moves_no_file() {
    for code in [Code::Timeout, Code::Budget, Code::Memory, Code::Stack] {
        let automatic = one_file();
        let mut automatic = automatic.with_final_limits();
        let _ = automatic.next_run();
        automatic.ended(0, Engine::Boa, stopped("/a.js", Some(code), None));
        assert_eq!(automatic.next_run(), NextRun::Nothing, "{code:?}");
    }
}

#[test]
fn what_ends_in_no_engine_has_the_interpreters_result() {
    let mut automatic = one_file();
    let _ = automatic.next_run();
    automatic.ended(0, Engine::Boa, stopped("/a.js", Some(Code::Budget), Some(Code::Budget)));
    assert_eq!(automatic.next_run(), NextRun::Browser(vec![0]));
    automatic.ended(0, Engine::Browser, stopped("/a.js", Some(Code::Timeout), None));
    assert_eq!(automatic.next_run(), NextRun::Nothing);
    let found = automatic.take_results().remove(0).expect("a result");
    assert_eq!(found.code, Some(Code::Budget));
    let mut whole = VerifyResult::joined("test:/**", [found], u64::MAX);
    automatic.describe(&mut whole);
    assert_eq!(json!(whole.engines), json!([]));
}

#[test]
fn what_passed_in_the_interpreter_does_not_fail_elsewhere() {
    for (passed, expected) in [(true, Some(Code::Timeout)), (false, None)] {
        let mut automatic = one_file();
        let _ = automatic.next_run();
        let mut before = result("/a.js", (!passed).then_some("wrong"));
        before.code = Some(Code::Timeout);
        automatic.ended(0, Engine::Boa, before);
        assert_eq!(automatic.next_run(), NextRun::Browser(vec![0]));
        automatic.ended(0, Engine::Browser, result("/a.js", Some("no context")));
        assert_eq!(automatic.take_results().remove(0).expect("a result").code, expected);
    }
}

#[test]
fn the_configuration_counts_for_files_that_name_no_environment() {
    let rounds = "browser /a.js /dom.js /z.js";
    let why = "its environment has a DOM";
    let moved =
        ["/a.js", "/dom.js", "/z.js"].map(|file| json!({ "file": file, "engine": "browser", "why": why }));
    check("happy-dom", true, None, rounds, &json!([true, "boa", moved, []]));
}

#[test]
fn without_a_browser_the_interpreter_has_all_and_says_how_many() {
    let intl = absent_global("Intl", "the guest knows no locales");
    let rounds = "boa /a.js /z.js; browser /dom.js /z.js; boa /dom.js";
    let warning = "2 test file(s) need a browser: no frame";
    check("node", false, Some(&intl), rounds, &json!([false, "boa", [], [warning]]));
    let warning = "1 test file(s) need a browser: no frame";
    let rounds = "boa /a.js /z.js; browser /dom.js; boa /dom.js";
    check("node", false, None, rounds, &json!([true, "boa", [], [warning]]));
    // Known before anything ran.
    let snapshot = snapshot(&[("/a.js", ""), ("/dom.js", DOM)]);
    let mut automatic = Automatic::new(&snapshot, "node", ["/a.js", "/dom.js"].map(str::to_owned), |_| None);
    assert!(automatic.needs_browser());
    automatic.browser_is_missing("no frame");
    assert_eq!(rounds_without(&mut automatic), "boa /a.js /dom.js");
}

fn rounds_without(automatic: &mut Automatic) -> String {
    rounds(automatic, false, |_| None)
}

#[test]
fn a_known_refusal_saves_a_run_and_changes_nothing_else() {
    let snapshot = snapshot(&[("/a.js", ""), ("/z.js", "")]);
    let files = || ["/a.js", "/z.js"].map(str::to_owned);
    let intl = |path: &str| (path == "/z.js").then(|| absent_global("Intl", "no locales"));
    let tell = |mut automatic: Automatic, has_browser| {
        let rounds = rounds(&mut automatic, has_browser, intl);
        let results = automatic.take_results().into_iter().flatten();
        let mut whole = VerifyResult::joined("test:/**", results, u64::MAX);
        automatic.describe(&mut whole);
        let refused: Vec<(String, String)> =
            automatic.refused().map(|(file, why)| (file.to_owned(), why.to_owned())).collect();
        (rounds, serde_json::to_value(whole).expect("JSON"), refused)
    };
    for has_browser in [true, false] {
        let (rounds, whole, refused) =
            tell(Automatic::new(&snapshot, "node", files(), |_| None), has_browser);
        assert_eq!(rounds, "boa /a.js /z.js; browser /z.js");
        assert_eq!(refused, [("/z.js".to_owned(), "Intl is not defined".to_owned())]);
        let known = |file: &str| refused.iter().find(|(path, _)| path == file).map(|(_, why)| why.clone());
        let (rounds, again, refused_again) =
            tell(Automatic::new(&snapshot, "node", files(), known), has_browser);
        let fallback = if has_browser { "" } else { "; boa /z.js" };
        assert_eq!(rounds, format!("boa /a.js; browser /z.js{fallback}"));
        assert_eq!((whole, refused.clone()), (again, refused_again));
    }
}

#[test]
fn a_file_without_a_result_does_not_run_again() {
    let snapshot = snapshot(&[("/a.js", ""), ("/dom.js", DOM)]);
    let mut automatic = Automatic::new(&snapshot, "node", ["/a.js", "/dom.js"].map(str::to_owned), |_| None);
    assert_eq!(automatic.next_run(), NextRun::Interpreter(vec![0]));
    assert_eq!(automatic.next_run(), NextRun::Browser(vec![1]));
    assert_eq!(automatic.next_run(), NextRun::Nothing);
    assert!(automatic.take_results().iter().all(Option::is_none));
}

#[test]
fn a_file_that_no_engine_could_load_is_refused_by_its_own_error() {
    let snapshot = snapshot(&[("/a.js", "")]);
    let mut automatic = Automatic::new(&snapshot, "node", ["/a.js".to_owned()], |_| None);
    let _ = automatic.next_run();
    automatic.ended(
        0,
        Engine::Boa,
        VerifyResult::refused("test:/a.js", Code::Protocol, absent_subtle("sign")),
    );
    assert_eq!(automatic.next_run(), NextRun::Nothing, "no test file has failed");
}

/// The files that run one by one, or `whole`.
#[track_caller]
fn check_files(command: &str, config: &Value, expected: &str) {
    let file = r#"{ "test": { "environment": "jsdom" } }"#;
    let snapshot = snapshot(&[
        ("/a.test.js", ""),
        ("/b c.test.js", ""),
        ("/d.test.js", ""),
        ("/e \"'.test.js", ""),
        ("/verdict.config.json", file),
    ]);
    let found = SingleFiles::of(command, &snapshot, Some(config).filter(|config| !config.is_null()));
    let found = found.map(|found| {
        let shard = found.shard.map(|shard| format!(" of {}", String::from(shard))).unwrap_or_default();
        format!("{} in {}{shard}", found.files.join(" | "), found.environment)
    });
    assert_eq!(found.as_deref().unwrap_or("whole"), expected, "{command} {config}");
}

#[test]
fn files_in_the_order_of_the_command() {
    check_files("test:/d.test.js /a.test.js", &Value::Null, "/d.test.js | /a.test.js in jsdom");
    check_files("test:/[a-d]*.test.js", &json!({}), "/a.test.js | /b c.test.js | /d.test.js in jsdom");
    let node = json!({ "test": { "environment": "node" } });
    check_files("test:/a.test.js", &node, "/a.test.js in node");
    check_files("test:/a.test.js", &json!({ "test": { "environment": null } }), "/a.test.js in node");
}

#[test]
fn a_shard_is_chosen_once() {
    let shard = |index| json!({ "test": { "shard": format!("{index}/2") } });
    let all = "test:/[a-d]*.test.js";
    check_files(all, &shard(1), "/a.test.js | /d.test.js in jsdom of 1/2");
    check_files(all, &shard(2), "/b c.test.js in jsdom of 2/2");
    // Nothing is left for this shard.
    check_files("test:/a.test.js", &shard(2), "whole");
}

#[test]
fn what_runs_as_a_whole() {
    check_files("test:/[a-d]*.test.js", &json!({ "test": { "bail": 1 } }), "whole");
    check_files("test:/[a-d]*.test.js", &json!({ "test": { "bail": "x" } }), "whole");
    // A file that cannot be named alone.
    check_files("test:/*.test.js", &Value::Null, "whole");
    for command in ["test:/none.js", "test:../up.js", "test:\"/a.test.js", "lint:/a.test.js", "a.test.js"] {
        check_files(command, &Value::Null, "whole");
    }
}
