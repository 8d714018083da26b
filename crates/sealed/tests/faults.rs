//! Requests whose guests, frame or page fail.

use crate::support;

use serde_json::{Value, json};
use support::{Play, Runs, Sim, collected, done, good, passes, render, starts};
use verdict_protocol::Limits;
use verdict_sealed::message::ToGuest;
use verdict_sealed::run::FrameMessage;

fn run(scripts: &[(&str, Runs)]) -> (Sim, String) {
    let mut sim = Sim::new(scripts);
    let result = sim.run(&json!({}), Limits::default());
    (sim, render(&result))
}

#[track_caller]
fn check(runs: Runs, expected: &str) {
    let (_, found) = run(&[("/a.test.js", runs)]);
    assert_eq!(found, expected);
}

#[test]
fn what_passes() {
    check(good(&["a", "b"]), "passed a\npassed b\nok");
}

#[test]
fn nothing_passes_that_is_not_told_to_its_end() {
    let unfinished = "failed a: the test did not run to its end\n1 test(s) failed";
    check(vec![vec![collected(&["a"]), starts(0), done()]], unfinished);
    check(
        vec![vec![collected(&["a"]), done()]],
        "failed a: not run: the run ended before it\n1 test(s) failed",
    );
    check(
        vec![vec![done()]],
        "[err:crashed] The guest broke the protocol: it was done before its tests were collected",
    );
    check(vec![vec![collected(&[]), done()]], "[err:no_tests] No test found in suite /a.test.js");
}

#[test]
fn a_test_that_spins_costs_its_guest_and_what_had_ended_counts() {
    let (sim, found) = run(&[
        ("/a.test.js", vec![vec![collected(&["a", "b", "c"]), passes(0), starts(1), Play::Hang]]),
        ("/b.test.js", good(&["d"])),
    ]);
    let ended = "it did not give control back, and its guest was ended";
    assert_eq!(
        found,
        format!(
            "passed a\nfailed b [err:timeout]: Test timed out in 5000ms: {ended}\nfailed c [err:timeout]: not run: \"b\" \
             timed out in 5000ms: {ended}\npassed d\n[err:timeout] 2 test(s) failed"
        )
    );
    assert!((6_000.0..6_600.0).contains(&sim.now), "{}", sim.now);
    assert!(!sim.log.contains(&"lock alone".to_owned()), "{:?}", sim.log);
}

#[test]
fn a_file_or_a_hook_that_spins_is_named() {
    let ended = "it did not give control back, and its guest was ended";
    check(vec![vec![Play::Hang]], &format!("[err:timeout] The file was not loaded in 15000ms: {ended}"));
    let hook = Play::Say(json!([{ "type": "hook", "timeout": 100 }]));
    check(
        vec![vec![collected(&["a"]), hook, Play::Hang]],
        &format!(
            "failed a [err:timeout]: not run: A hook of a suite timed out in 100ms: {ended}\n[err:timeout] 1 test(s) failed"
        ),
    );
}

#[test]
fn a_guest_that_talks_without_end_is_ended_all_the_same() {
    let mut plays = vec![collected(&["a"]), starts(0)];
    for _ in 0..100 {
        plays.push(Play::Wait(100.0));
        plays
            .push(Play::Say(json!([{ "type": "pong" }, { "type": "console", "level": "log", "text": "x" }])));
    }
    let (sim, found) = run(&[("/a.test.js", vec![plays])]);
    assert!(found.starts_with("failed a [err:timeout]"), "{found}");
    assert!(sim.now < 6_600.0, "{}", sim.now);
}

#[test]
fn a_test_that_takes_its_time_is_left_alone() {
    let takes = |ms| vec![collected(&["a"]), starts(0), Play::Wait(ms), finishes(), done()];
    check(vec![takes(5_900.0)], "passed a\nok");
}

fn finishes() -> Play {
    finishes_of(0)
}

fn finishes_of(test: usize) -> Play {
    Play::Say(json!([{ "type": "completed", "test": test }, { "type": "finished", "test": test, "now": 2 }]))
}

#[test]
fn a_host_that_stood_still_blames_nobody() {
    check(
        vec![vec![
            collected(&["a"]),
            starts(0),
            Play::Sleep(3_600_000.0),
            Play::Wait(1.0),
            finishes(),
            done(),
        ]],
        "passed a\nok",
    );
}

#[test]
fn what_ends_the_frame_runs_again_alone_and_is_blamed_when_it_does_so_again() {
    let bomb = || vec![collected(&["a"]), starts(0), Play::KillFrame];
    // Another file's fault: the second run succeeds.
    let (sim, found) = run(&[("/a.test.js", vec![bomb(), good(&["a"]).remove(0)])]);
    assert_eq!(found, "passed a\nok");
    let of = |what: &str| sim.log.iter().filter(|line| *line == what).count();
    assert_eq!((of("frame"), of("lock"), of("lock alone"), of("unlock")), (2, 1, 1, 2), "{:?}", sim.log);
    // Reported progress is not repeated.
    assert_eq!((of("started a"), of("finished a true")), (1, 1), "{:?}", sim.log);
    assert!(sim.now < 4_000.0, "{}", sim.now);

    let (sim, found) = run(&[("/a.test.js", vec![bomb(), bomb()]), ("/b.test.js", good(&["b"]))]);
    let why = "The browser ended the process of the sealed frame twice while this file ran, the second time with no other \
               beside it: most likely it ran out of memory";
    assert_eq!(found, format!("failed a [err:memory]: {why}\npassed b\n[err:memory] 1 test(s) failed"));
    assert_eq!(
        sim.log.iter().filter(|line| line.starts_with("lock")).collect::<Vec<_>>(),
        ["lock", "lock alone", "lock"]
    );
}

#[test]
fn a_file_runs_again_for_what_it_cannot_wait_for() {
    let needs =
        |name: &str| Play::Say(json!([{ "type": "need", "specifier": name, "importer": "/a.test.js" }]));
    let asks = |name: &str| vec![collected(&["a", "b"]), passes(0), starts(1), needs(name), Play::Hang];
    let (sim, found) = run(&[("/a.test.js", vec![asks("x"), asks("y"), good(&["a", "b"]).remove(0)])]);
    assert_eq!(found, "passed a\npassed b\nok");
    let of = |what: &str| sim.log.iter().filter(|line| line.starts_with(what)).count();
    // In a separate guest each time, in the same frame, and nothing is reported twice.
    assert_eq!((of("run /a"), of("frame"), of("started b"), of("finished a")), (3, 1, 1, 1), "{:?}", sim.log);
    assert_eq!(of("lock"), of("unlock"), "{:?}", sim.log);
    assert!(sim.now < 1_000.0, "{}", sim.now);

    let (sim, found) = run(&[("/a.test.js", vec![asks("x"), asks("x")]), ("/b.test.js", good(&["c"]))]);
    let why = "The guest broke the protocol: it asked for a module that it may not ask for";
    assert_eq!(
        found,
        format!("passed a\nfailed b [err:crashed]: {why}\npassed c\n[err:crashed] 1 test(s) failed")
    );
    drop(sim);
    let names: Vec<String> = (0..100).map(|n| n.to_string()).collect();
    let (sim, found) = run(&[("/a.test.js", names.iter().map(|name| asks(name)).collect())]);
    assert!(found.contains(why), "{found}");
    let runs = sim.sent.iter().filter_map(|message| match message {
        ToGuest::Run(file) => Some(file.needs),
        _ => None,
    });
    let runs: Vec<bool> = runs.collect();
    assert_eq!(runs, [vec![true; 64], vec![false]].concat());
}

/// The reports before the guest's end do not tell which test ran.
#[test]
fn a_file_whose_blame_is_open_runs_again_and_tells_what_begins() {
    let ended = "it did not give control back, and its guest was ended";
    let quiet = |plays: &[Play]| match plays {
        [first, rest @ ..] => {
            let Play::Say(events) = first else { panic!("{first:?}") };
            [&[Play::Quiet(events.clone())], rest].concat()
        }
        [] => Vec::new(),
    };
    let after = |end: &[Play]| [vec![collected(&["a", "b", "c"]), passes(0)], quiet(end)].concat();
    let found_by = |end: Play| {
        // It hangs in `c`, which it has not reported.
        let first = after(&[passes(1), end.clone()]);
        let second = vec![collected(&["a", "b", "c"]), passes(0), passes(1), starts(2), end];
        run(&[("/a.test.js", vec![first, second]), ("/b.test.js", good(&["d"]))])
    };
    let of = |sim: &Sim, what: &str| sim.log.iter().filter(|line| line.starts_with(what)).count();
    for (end, why) in [
        (Play::Hang, format!("[err:timeout]: Test timed out in 5000ms: {ended}\npassed d\n[err:timeout]")),
        (Play::Die, "[err:crashed]: The guest ended: boom\npassed d\n[err:crashed]".to_owned()),
        (
            Play::Garbage,
            "[err:crashed]: The guest broke the protocol: it sent what is no text\npassed d\n[err:crashed]"
                .to_owned(),
        ),
    ] {
        let (sim, found) = found_by(end.clone());
        assert_eq!(found, format!("passed a\npassed b\nfailed c {why} 1 test(s) failed"));
        assert_eq!((of(&sim, "run /a"), of(&sim, "eager /a"), of(&sim, "eager")), (2, 1, 1), "{:?}", sim.log);
        // Nothing is reported twice.
        assert_eq!(
            (of(&sim, "started b"), of(&sim, "finished b"), of(&sim, "started c")),
            (1, 1, 1),
            "{:?}",
            sim.log
        );
        assert_eq!(of(&sim, "lock"), of(&sim, "unlock"), "{:?}", sim.log);
        assert!(sim.now < if matches!(end, Play::Hang) { 9_000.0 } else { 1_000.0 }, "{}", sim.now);
    }
    // A file that ends its frame reports starts at once when it runs again.
    let (sim, found) = found_by(Play::KillFrame);
    assert!(found.contains("failed c [err:memory]"), "{found}");
    assert_eq!((of(&sim, "run /a"), of(&sim, "eager /a")), (2, 1), "{:?}", sim.log);

    // The reported test runs; a guest that may delay reports says that its thread is free.
    let free = vec![
        starts(1),
        Play::Wait(20.0),
        Play::Say(json!([])),
        Play::Wait(4_000.0),
        finishes_of(1),
        passes(2),
        done(),
    ];
    let (sim, found) = run(&[("/a.test.js", vec![after(&free)])]);
    assert_eq!(found, "passed a\npassed b\npassed c\nok");
    assert_eq!(of(&sim, "eager"), 0, "{:?}", sim.log);
    let spins = vec![starts(1), Play::Wait(20.0), Play::Say(json!([])), Play::Hang];
    let (sim, found) = run(&[("/a.test.js", vec![after(&spins)])]);
    assert!(found.contains("failed b [err:timeout]: Test timed out"), "{found}");
    assert_eq!(of(&sim, "eager"), 0, "{:?}", sim.log);

    // A guest that had to report at once gets no third run, whatever it says.
    let stays = || after(&[starts(1), Play::Hang]);
    let (sim, found) = run(&[("/a.test.js", vec![stays(), stays(), good(&["a", "b", "c"]).remove(0)])]);
    assert!(found.starts_with("passed a\nfailed b [err:timeout]: Test timed out"), "{found}");
    assert_eq!(of(&sim, "run /a"), 2, "{:?}", sim.log);

    // A guest that broke the protocol did so in a report.
    let breaks = after(&[Play::Say(json!([{ "type": "ready" }]))]);
    let (sim, _) = run(&[("/a.test.js", vec![breaks])]);
    assert_eq!(of(&sim, "eager"), 0, "{:?}", sim.log);

    // Time in which the host stood still is not silence.
    let slept = vec![passes(1), Play::Sleep(60_000.0), Play::Wait(1.0), passes(2), done()];
    let (sim, found) = run(&[("/a.test.js", vec![after(&slept)])]);
    assert_eq!((found.as_str(), of(&sim, "eager")), ("passed a\npassed b\npassed c\nok", 0), "{:?}", sim.log);
}

#[test]
fn files_that_were_told_stay_told_when_a_later_one_of_their_guest_runs_again() {
    let first = vec![collected(&["b"]), Play::Quiet(json!([])), Play::Hang];
    let mut sim =
        Sim::new(&[("/a.test.js", good(&["a"])), ("/b.test.js", vec![first, good(&["b"]).remove(0)])]);
    let found = render(&sim.run(&json!({ "isolate": false }), Limits::default()));
    assert_eq!(found, "passed a\npassed b\nok");
    let runs: Vec<&String> = sim.log.iter().filter(|line| line.starts_with("run ")).collect();
    assert_eq!(runs, ["run /a.test.js in 0", "run /b.test.js in 0", "run /b.test.js in 1"]);
}

#[test]
fn a_file_that_ends_the_frame_before_it_says_a_word_is_blamed_like_any_other() {
    let dead = || vec![Play::KillFrame];
    check(vec![dead(), good(&["a"]).remove(0)], "passed a\nok");
    let (sim, found) = run(&[("/a.test.js", vec![dead(), dead()]), ("/b.test.js", good(&["b"]))]);
    assert!(found.starts_with("passed b\n[err:memory] The browser ended the process"), "{found}");
    let locks: Vec<_> = sim.log.iter().filter(|line| line.starts_with("lock")).collect();
    assert_eq!(locks, ["lock", "lock alone", "lock"]);
}

#[test]
fn frames_that_end_before_a_guest_runs_are_nobodys_fault_for_a_while() {
    let die = |frames| {
        let mut sim = Sim::new(&[("/a.test.js", good(&["a"]))]);
        sim.frames_die = frames;
        let found = render(&sim.run(&json!({}), Limits::default()));
        (found, sim.log.into_iter().filter(|line| line.starts_with("lock")).collect::<Vec<_>>())
    };
    // Another slot may have ended the frame, and is kept out.
    assert_eq!(
        die(2),
        ("passed a\nok".to_owned(), ["lock", "lock alone", "lock alone"].map(str::to_owned).to_vec())
    );
    assert_eq!(die(3).0, "[err:startup] The sealed frame ends before a guest runs in it");
}

#[test]
fn a_guest_that_ends_is_told() {
    check(
        vec![vec![collected(&["a"]), starts(0), Play::Die]],
        "failed a [err:crashed]: The guest ended: boom\n[err:crashed] 1 test(s) failed",
    );
    check(vec![vec![Play::Die]], "[err:crashed] The guest ended: boom");
}

#[test]
fn without_a_sealed_frame_the_engine_is_not_available() {
    let unavailable = |set: &dyn Fn(&mut Sim)| {
        let mut sim = Sim::new(&[("/a.test.js", good(&["a"]))]);
        set(&mut sim);
        let result = sim.run(&json!({}), Limits::default());
        (render(&result), sim.now)
    };
    let (found, _) = unavailable(&|sim| {
        sim.no_frame = Some(FrameMessage::Up { sealed: false, why: Some("no header".into()) });
    });
    assert_eq!(
        found,
        "[err:unavailable] The browser engine is not available: The frame is not sealed: no header"
    );
    let (found, _) = unavailable(&|sim| {
        sim.no_frame = Some(FrameMessage::Gone { why: Some("404".into()) });
    });
    assert_eq!(found, "[err:unavailable] The browser engine is not available: 404");
    let (found, now) = unavailable(&|sim| sim.frames_never_come = true);
    assert_eq!(
        found,
        "[err:unavailable] The browser engine is not available: the page gave no frame in time"
    );
    assert!(now < 16_000.0, "{now}");
    let (found, now) = unavailable(&|sim| sim.guests_never_ready = true);
    assert_eq!(found, "[err:startup] No guest can be started: it did not become ready in time");
    assert!(now < 40_000.0, "{now}");
}

#[test]
fn what_breaks_the_protocol_ends_the_guest() {
    let breaks = |play: Play| vec![vec![collected(&["a"]), starts(0), play, finishes(), done()]];
    let say = |event: Value| Play::Say(json!([event]));
    let raw = |seq: u64, events: Value| {
        Play::Raw(json!({ "type": "batch", "seq": seq, "events": events }).to_string())
    };
    let cases = [
        (Play::Garbage, "it sent what is no text"),
        (raw(7, json!([])), "events out of order"),
        (raw(2, json!([])), "events out of order"),
        (say(json!({ "type": "ready" })), "it was ready twice"),
        (say(json!({ "type": "collected", "tests": [] })), "tests were collected twice"),
        (say(json!({ "type": "started", "test": 1, "now": 0 })), "a test was named that was not collected"),
        (say(json!({ "type": "completed", "test": 1 })), "something was said of a test that was not running"),
    ];
    for (play, why) in cases {
        let (_, found) = run(&[("/a.test.js", breaks(play.clone()))]);
        assert_eq!(
            found,
            format!(
                "failed a [err:crashed]: The guest broke the protocol: {why}\n[err:crashed] 1 test(s) failed"
            ),
            "{play:?}"
        );
    }
    for text in
        ["", "null", "[]", "{}", "{\"type\":\"batch\"}", "{\"type\":\"verdict\",\"seq\":0,\"events\":[]}"]
    {
        let (_, found) = run(&[("/a.test.js", vec![vec![Play::Raw(text.into())]])]);
        assert!(found.starts_with("[err:crashed] The guest broke the protocol: "), "{text}: {found}");
    }
    for event in [json!({ "type": "pass" }), json!({ "type": "started", "test": -1, "now": 0 }), json!(null)]
    {
        let (_, found) = run(&[("/a.test.js", breaks(say(event.clone())))]);
        assert!(found.contains("[err:crashed]"), "{event}: {found}");
    }
    // Reported after its end.
    let (_, found) =
        run(&[("/a.test.js", vec![vec![collected(&["a", "b"]), passes(0), starts(0), passes(1), done()]])]);
    assert!(found.starts_with("passed a\nfailed b [err:crashed]: not run: The guest broke"), "{found}");
}

#[test]
fn floods_reach_limits() {
    let limits = Limits { tests: 2, ..Limits::default() };
    let mut sim = Sim::new(&[("/a.test.js", good(&["a", "b", "c"]))]);
    let result = sim.run(&json!({}), limits);
    assert_eq!(render(&result), "[err:limit] More than 2 tests and suites in one file");
    assert_eq!(result.limit.map(|limit| limit.value), Some(2));

    let long = format!("{{\"type\":\"batch\",\"seq\":1,\"events\":[]}}{}", " ".repeat(65 << 20));
    check(vec![vec![Play::Raw(long)]], "[err:limit] A message of more than 67108864 bytes");
    let text = "x".repeat(8 << 20).split_off(1_000);
    let many = Play::Say(json!([{ "type": "console", "level": "log", "text": text }]));
    let (_, found) = run(&[("/a.test.js", vec![vec![many; 9]])]);
    assert_eq!(found, "[err:limit] The file told more than 1000000 events, or 67108864 bytes of them");

    let dropped = json!([{ "type": "consoleDropped", "count": 9 }]);
    let mut sim =
        Sim::new(&[("/a.test.js", vec![vec![Play::Say(dropped), collected(&["a"]), passes(0), done()]])]);
    let console = sim.run(&json!({}), Limits::default()).console;
    assert_eq!((console.total, console.truncated), (9, true));

    let line = json!({ "type": "console", "level": "log", "text": "x".repeat(100) });
    let print = Play::Say(Value::Array(vec![line; 100]));
    let limits = Limits { console_bytes: 1_000, ..Limits::default() };
    let mut sim = Sim::new(&[("/a.test.js", vec![vec![print, collected(&["a"]), passes(0), done()]])]);
    let result = sim.run(&json!({}), limits);
    assert!(result.success && result.truncated && result.console.truncated);
    assert_eq!((result.console.total, result.console.entries.len()), (100, 6));
}
