//! A guest's events as entries of the result.

use crate::support;

use serde_json::{Value, json};
use support::{Play, Sim, collected, done, good, passes, render, starts};
use verdict_protocol::{Engine, Limits, Output, TestEntry, VerifyResult};
use verdict_sealed::message::ToGuest;

fn run_with(config: &Value, plays: Vec<Play>) -> (Sim, VerifyResult) {
    let mut sim = Sim::new(&[("/a.test.js", vec![plays])]);
    let result = sim.run(config, Limits::default());
    (sim, result)
}

#[track_caller]
fn check_with(config: &Value, plays: Vec<Play>, expected: &str) {
    assert_eq!(render(&run_with(config, plays).1), expected);
}

#[track_caller]
fn check(plays: Vec<Play>, expected: &str) {
    check_with(&json!({}), plays, expected);
}

/// A test `a` that reports `events` while it runs.
fn test(events: Value) -> Vec<Play> {
    vec![collected(&["a"]), starts(0), Play::Say(events), done()]
}

fn ended(events: &[Value]) -> Vec<Play> {
    let mut events = events.to_vec();
    events.push(json!({ "type": "finished", "test": 0, "now": 4 }));
    test(Value::Array(events))
}

fn first(result: &VerifyResult) -> &TestEntry {
    match &result.output {
        Output::Tests(entries) => &entries[0],
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_event_has_its_effect() {
    let completed = json!({ "type": "completed", "test": 0 });
    let fault = |message: &str| json!({ "type": "testFault", "test": 0, "fault": { "name": "Error", "message": message } });
    check(ended(std::slice::from_ref(&completed)), "passed a\nok");
    check(ended(&[]), "failed a: the test did not run to its end\n1 test(s) failed");
    check(ended(&[completed.clone(), fault("x")]), "failed a: x\n1 test(s) failed");
    check(ended(&[fault("x"), fault("y"), completed.clone()]), "failed a: x\ny\n1 test(s) failed");
    // Another attempt.
    let again = json!({ "type": "started", "test": 0, "now": 2 });
    check(ended(&[fault("x"), again, completed.clone()]), "passed a\nok");
    let skipped = json!({ "type": "skippedItself", "test": 0 });
    check(ended(&[skipped]), "skipped a\n[err:no_tests] No test ran in /a.test.js: all are skipped or todo");
    let of_file =
        json!({ "type": "fileFault", "fault": { "message": "x", "unhandled": "rejection", "test": ["a"] } });
    check(
        ended(&[completed.clone(), of_file]),
        "passed a\nfailed /a.test.js: Unhandled rejection in \"a\": x\nUnhandled rejection in \"a\": x",
    );
    let of_suite =
        json!({ "type": "suiteFault", "path": ["s"], "fault": { "message": "x", "hook": "beforeAll" } });
    check(
        ended(&[completed, of_suite]),
        "passed a\nfailed s: beforeAll hook failed: x\nbeforeAll hook failed: x",
    );
    check(
        vec![Play::Say(json!([
            { "type": "loadFailed", "fault": { "name": "SyntaxError", "message": "no", "at": { "file": "/b.js", "line": 3, "column": 4 } } },
            { "type": "done" },
        ]))],
        "failed /a.test.js: no\nno",
    );
}

#[test]
fn plans_are_kept() {
    let plan = |plan: &str, fails: bool| json!({ "path": [plan], "plan": plan, "fails": fails });
    let tests = json!([plan("run", true), plan("skip", false), plan("todo", false), plan("run", false)]);
    let bail = json!([{ "type": "bailed", "test": 3, "failed": 1 }]);
    let fault = json!([{ "type": "testFault", "test": 0, "fault": { "message": "x" } }, { "type": "finished", "test": 0, "now": 1 }]);
    check(
        vec![
            Play::Say(json!([{ "type": "collected", "tests": tests, "focused": "    at /a.test.js:1:20" }])),
            starts(0),
            Play::Say(fault),
            Play::Say(bail),
            done(),
        ],
        "passed run\nskipped skip\ntodo todo\nskipped run: not run: 1 test(s) had failed (bail)\n[err:policy] Unexpected \
         .only modifier: the other tests did not run. Remove it, or set allowOnly",
    );
}

#[test]
fn what_the_judge_is_told_to_ask_for() {
    let events = |asserted: u32| {
        ended(&[
            json!({ "type": "asserted", "test": 0, "count": asserted }),
            json!({ "type": "assertionFailed", "test": 0, "fault": { "message": "x", "assertion": 7 } }),
            json!({ "type": "completed", "test": 0 }),
        ])
    };
    let strict = json!({ "expect": { "strictAssertions": true } });
    check(events(1), "passed a\nok");
    check_with(
        &strict,
        events(1),
        "failed a: a failed assertion was caught and did not fail the test: x\n1 test(s) failed",
    );
    let required = json!({ "expect": { "requireAssertions": true } });
    check_with(
        &required,
        events(0),
        "failed a: expected any number of assertion, but got none\n1 test(s) failed",
    );
    let (_, result) = run_with(&json!({}), events(u32::MAX));
    assert_eq!((first(&result).assertions, first(&result).swallowed), (u32::MAX, 1));
    let forgiven = ended(&[
        json!({ "type": "assertionFailed", "test": 0, "fault": { "message": "x", "assertion": 7 } }),
        json!({ "type": "forgiven", "test": 0, "assertion": 7 }),
        json!({ "type": "completed", "test": 0 }),
    ]);
    check_with(&strict, forgiven, "passed a\nok");
}

#[test]
fn a_fault_has_its_place_its_frame_and_what_it_carries() {
    let stack = "AssertionError: no\n    at check (/node_modules/p/i.js:3:4)\n    at /a.test.js:2:1";
    let fault = json!({
        "name": "AssertionError", "message": "no", "stack": stack, "diff": "- 1\n+ 2", "properties": "{ a: 1 }",
        "cause": { "name": "TypeError", "message": "why", "stack": "TypeError: why\n    at f (/a.test.js:2:4)" },
        "code": "err:memory", "hook": "nonsense",
    });
    let (_, result) =
        run_with(&json!({}), ended(&[json!({ "type": "testFault", "test": 0, "fault": fault })]));
    let entry = first(&result);
    let error = &entry.errors[0];
    assert_eq!((entry.location.line, entry.location.column), (2, 1));
    assert_eq!(
        (entry.code, error.hook.as_deref()),
        (None, None),
        "a guest names no limits and no hooks of its own"
    );
    let at = error.at.as_ref().map(|at| (at.file.as_str(), at.line, at.column));
    assert_eq!(at, Some(("/node_modules/p/i.js", 3, 4)));
    let frame = error.frame.as_ref().map(|frame| frame.text.as_str());
    assert_eq!(frame, Some("1| import 'x';\n2| it(name);\n | ^"));
    assert_eq!(
        error.stack.as_deref(),
        Some("AssertionError: no\n    at check (/node_modules/p/i.js:3:4)\n    at /a.test.js:2:1")
    );
    assert_eq!((error.diff.as_deref(), error.properties.as_deref()), (Some("- 1\n+ 2"), Some("{ a: 1 }")));
    let cause = error.cause.as_ref().expect("a cause");
    assert_eq!((cause.header().as_str(), cause.at.as_ref().map(|at| at.column)), ("TypeError: why", Some(4)));
}

#[test]
fn texts_of_a_guest_are_bounded() {
    let long = "x".repeat(1 << 20);
    let mut fault = json!({ "message": "deep" });
    for _ in 0..40 {
        fault = json!({ "message": long.get(..5_000), "cause": fault });
    }
    let fault = json!({ "name": long, "message": long, "diff": long, "stack": long, "cause": fault, "errors": vec![json!({ "message": "e" }); 100] });
    let (_, result) =
        run_with(&json!({}), ended(&[json!({ "type": "testFault", "test": 0, "fault": fault })]));
    let size = result.output.to_bytes().len();
    assert!(size < 400_000, "{size}");
    // Deeper than any parser permits.
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    check(
        vec![Play::Raw(format!("{{\"type\":\"batch\",\"seq\":1,\"events\":{deep}}}"))],
        "[err:crashed] The guest broke the protocol: recursion limit exceeded at line 1 column 160",
    );
}

#[test]
fn lone_surrogates_are_read_as_their_escapes() {
    let said = r#"{"type":"batch","seq":1,"events":[{"type":"collected","tests":[
        {"path":["\ud800 \udc00x \ud83d\ude00 \\ud800"],"plan":"skip"}]},{"type":"done"}]}"#;
    let (_, result) = run_with(&json!({}), vec![Play::Raw(said.to_owned())]);
    assert_eq!(first(&result).test, "\\uD800 \\uDC00x \u{1f600} \\ud800");
}

#[test]
fn a_result_says_which_engine_it_is_of_and_where_time_went() {
    let (sim, result) = run_with(&json!({}), good(&["a"]).remove(0));
    assert_eq!((result.engine, result.provisional, result.reused), (Engine::Browser, true, false));
    assert_eq!((first(&result).duration_ms, result.timing.tests.as_slice()), (0.0, [2.0].as_slice()));
    assert!(sim.log.contains(&"end 0".to_owned()) && !sim.log.contains(&"end 1".to_owned()), "{:?}", sim.log);
    let json = serde_json::to_value(&result).expect("JSON");
    assert_eq!(
        (&json["engine"], &json["provisional"], &json["reused"]),
        (&json!("browser"), &json!(true), &Value::Null)
    );
}

#[test]
fn the_next_file_has_a_guest_of_its_own_that_was_started_ahead() {
    let mut sim = Sim::new(&[("/a.test.js", good(&["a"])), ("/b.test.js", good(&["b"]))]);
    sim.run(&json!({}), Limits::default());
    let asked: Vec<&str> =
        sim.log.iter().map(String::as_str).filter(|line| !line.contains("finished")).collect();
    assert_eq!(
        asked,
        [
            "frame",
            "lock",
            "start 0",
            "start 1",
            "run /a.test.js in 0",
            "started a",
            "end 0",
            "unlock",
            "file /a.test.js true",
            "lock",
            "start 2",
            "run /b.test.js in 1",
            "started b",
            "end 1",
            "unlock",
            "file /b.test.js true",
        ]
    );
}

#[test]
fn guests_are_used_again_where_that_is_wanted_and_it_is_said() {
    let mut sim = Sim::new(&[("/a.test.js", good(&["a"])), ("/b.test.js", good(&["b"]))]);
    let result = sim.run(&json!({ "isolate": false }), Limits::default());
    assert!(result.success && result.reused);
    assert!(sim.log.contains(&"run /b.test.js in 0".to_owned()), "{:?}", sim.log);
    // The next request uses isolated guests.
    let mut next = Sim::new(&[("/c.test.js", good(&["c"]))]);
    std::mem::swap(&mut next.machine, &mut sim.machine);
    let actions = next.machine.on(verdict_sealed::run::Event::Tick, sim.now);
    assert!(actions.len() <= 1, "{actions:?}");
}

#[test]
fn a_guest_is_not_used_again_where_the_test_api_is_otherwise() {
    for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
        let runs = [good(&["a"]), good(&["a"])].concat();
        let mut sim = Sim::new(&[("/a.test.js", runs)]);
        for sealed in [first, second] {
            let result = sim.run(&json!({ "isolate": false, "sealedApi": sealed }), Limits::default());
            assert!(result.success, "{result:?}");
        }
        let guests: Vec<&String> = sim.log.iter().filter(|said| said.starts_with("run /a.test.js")).collect();
        assert_eq!(guests[0] == guests[1], first == second, "{guests:?}");
    }
}

#[test]
fn modules_and_files_are_given_while_the_file_runs() {
    let load = |n: u64, specifier: &str| json!({ "type": "load", "n": n, "specifier": specifier, "importer": "/a.test.js" });
    let read = |n: u64, path: &str| json!({ "type": "readFile", "n": n, "path": path });
    let mut plays = vec![Play::Say(json!([
        load(1, "/b.js"),
        load(2, "missing"),
        load(3, "/c.ts"),
        read(4, "/a.test.js"),
        read(5, "/../no"),
    ]))];
    plays.push(Play::Wait(50.0));
    plays.extend(good(&["a"]).remove(0));
    let (sim, result) = run_with(&json!({}), plays);
    assert!(result.success, "{result:?}");
    let sent: Vec<String> = sim
        .sent
        .iter()
        .filter_map(|message| match message {
            ToGuest::Loaded { n, id, error, .. } => Some(format!(
                "{n} {}",
                id.clone().or(error.clone().map(|error| error.message)).unwrap_or_default()
            )),
            ToGuest::File { n, text } => Some(format!("{n} {text:?}")),
            ToGuest::Run(_) => None,
        })
        .collect();
    assert_eq!(
        sent,
        [
            "1 /b.js",
            "2 Cannot find missing from /a.test.js",
            "3 /c.ts",
            "4 Some(\"import 'x';\\nit(name);\\n\")",
            "5 None"
        ]
    );
    assert_eq!(sim.log.iter().filter(|line| *line == "transformer").count(), 1);
}

#[test]
fn a_file_that_has_to_be_lowered_waits_for_what_does_it() {
    let mut sim = Sim::new(&[("/ts.test.js", good(&["a"]))]);
    assert!(sim.run(&json!({}), Limits::default()).success);
    let mut sim = Sim::new(&[("/ts.test.js", good(&["a"]))]);
    sim.no_transformer = true;
    let result = sim.run(&json!({}), Limits::default());
    assert_eq!(render(&result), "[err:unavailable] no transformer");
}

#[test]
fn snapshots_are_proposed() {
    let told = json!([{
        "type": "snapshot",
        "file": { "path": "/elsewhere", "content": "// x", "keys": ["a 1"] },
        "raw": [{ "path": "/raw.txt", "content": "r" }, { "path": "../no", "content": "r" }],
        "inline": [{ "at": "    at /a.test.js:2:1", "text": "1" }, { "at": "nowhere", "text": "1" }],
        "obsolete": ["gone 1"],
    }]);
    let mut plays = vec![collected(&["a"]), passes(0), Play::Say(told)];
    plays.push(done());
    let (_, result) = run_with(&json!({}), plays);
    let found = serde_json::to_value(&result.snapshots).expect("JSON");
    assert_eq!(
        found,
        json!({
            "proposed": [
                { "kind": "file", "path": "/__snapshots__/a.test.js.snap", "content": "// x", "keys": ["a 1"] },
                { "kind": "raw", "path": "/raw.txt", "content": "r" },
                { "kind": "inline", "file": "/a.test.js", "line": 2, "column": 1, "literal": "`1`" },
            ],
            "obsolete": [],
        })
    );
}

#[test]
fn bail_and_shards_and_lists_are_those_of_every_engine() {
    let failing = || {
        vec![vec![
            collected(&["a"]),
            starts(0),
            Play::Say(json!([{ "type": "finished", "test": 0, "now": 1 }])),
            done(),
        ]]
    };
    let mut sim = Sim::new(&[("/a.test.js", failing()), ("/b.test.js", good(&["b"]))]);
    let result = sim.run(&json!({ "bail": 1 }), Limits::default());
    assert_eq!(result.timing.files.len(), 1);
    let mut sim = Sim::new(&[("/a.test.js", good(&["a"])), ("/b.test.js", good(&["b"]))]);
    let result = sim.run(&json!({ "shard": "1/2" }), Limits::default());
    assert_eq!((result.timing.files.len(), result.shard.map(String::from)), (1, Some("1/2".to_owned())));
    let listed = vec![Play::Say(
        json!([{ "type": "collected", "tests": [{ "path": ["a"], "plan": "skip" }] }, { "type": "done" }]),
    )];
    let (_, result) = run_with(&json!({ "list": true }), listed);
    assert!(result.listed);
    assert_eq!(render(&result), "skipped a\n[err:no_tests] 1 test(s) listed, none ran");
}

#[test]
fn a_guest_is_sent_its_configuration() {
    let config = json!({ "testNamePattern": "a+", "retry": 2, "fakeTimers": { "now": 5 } });
    let (sim, _) = run_with(&config, good(&["a"]).remove(0));
    let sent = sim.sent.iter().find_map(|message| match message {
        ToGuest::Run(run) => Some(&run.config),
        _ => None,
    });
    let sent = sent.expect("a file to run");
    assert_eq!(sent["testNamePattern"], json!({ "source": "a+", "flags": "" }));
    assert_eq!(
        (&sent["retry"], &sent["fakeTimers"]["now"], &sent["testTimeout"]),
        (&json!(2), &json!(5), &json!(5000))
    );
}
