//! Laws that hold whatever a guest, a frame and a page do.

use crate::support;

use proptest::prelude::*;
use serde_json::{Value, json};
use support::{Play, Sim};
use verdict_protocol::{Limits, Output, TestState};

/// An event that a guest may report, about tests that may not exist.
fn event() -> impl Strategy<Value = Value> {
    let test = 0..4_usize;
    let fault = prop_oneof![
        Just(json!({ "message": "x" })),
        Just(json!({ "message": "x", "assertion": 1, "code": "err:timeout" })),
        Just(json!({ "message": "x", "stack": "    at /a.test.js:1:99999999999", "code": "err:memory" })),
        Just(json!({ "message": 1 })),
    ];
    let plan = prop_oneof![Just("run"), Just("skip"), Just("todo")];
    let tests = prop::collection::vec((plan, any::<bool>()), 0..4);
    let now = prop_oneof![Just(json!(0)), Just(json!(-1e300)), Just(json!(1e300)), Just(json!("x"))];
    prop_oneof![
        3 => tests.prop_map(|tests| {
            let tests: Vec<Value> = tests
                .into_iter()
                .enumerate()
                .map(|(name, (plan, fails))| json!({ "path": [name.to_string()], "plan": plan, "fails": fails }))
                .collect();
            json!({ "type": "collected", "tests": tests })
        }),
        4 => (test.clone(), now.clone()).prop_map(|(test, now)| json!({ "type": "started", "test": test, "now": now, "timeout": 50 })),
        4 => test.clone().prop_map(|test| json!({ "type": "completed", "test": test })),
        4 => (test.clone(), now).prop_map(|(test, now)| json!({ "type": "finished", "test": test, "now": now })),
        2 => (test.clone(), fault.clone()).prop_map(|(test, fault)| json!({ "type": "testFault", "test": test, "fault": fault })),
        1 => (test.clone(), fault.clone()).prop_map(|(test, fault)| json!({ "type": "assertionFailed", "test": test, "fault": fault })),
        1 => test.clone().prop_map(|test| json!({ "type": "asserted", "test": test, "count": 4_000_000_000_u32 })),
        1 => test.clone().prop_map(|test| json!({ "type": "skippedItself", "test": test })),
        1 => test.prop_map(|test| json!({ "type": "bailed", "test": test, "failed": 1 })),
        1 => fault.clone().prop_map(|fault| json!({ "type": "fileFault", "fault": fault })),
        1 => fault.prop_map(|fault| json!({ "type": "loadFailed", "fault": fault })),
        1 => Just(json!({ "type": "need", "specifier": "x.ts", "importer": "\u{0}" })),
        1 => Just(json!({ "type": "load", "n": 1, "specifier": "x.ts", "importer": "\u{0}" })),
        1 => Just(json!({ "type": "console", "level": "log", "text": "x", "test": 9 })),
        1 => Just(json!({ "type": "ready" })),
        1 => Just(json!({ "type": "passed", "test": 0 })),
        2 => any::<bool>().prop_map(|clean| json!({ "type": "done", "clean": clean })),
    ]
}

fn play() -> impl Strategy<Value = Play> {
    prop_oneof![
        12 => prop::collection::vec(event(), 1..5).prop_map(|events| Play::Say(Value::Array(events))),
        4 => prop::collection::vec(event(), 0..5).prop_map(|events| Play::Quiet(Value::Array(events))),
        1 => Just(Play::Garbage),
        1 => ".{0,20}".prop_map(Play::Raw),
        1 => Just(Play::Hang),
        1 => Just(Play::KillFrame),
        1 => Just(Play::Die),
        2 => (0..20_000_u32).prop_map(|ms| Play::Wait(f64::from(ms))),
        1 => (0..20_000_u32).prop_map(|ms| Play::Sleep(f64::from(ms))),
    ]
}

/// Whether the reports permit the test to have passed.
fn could_pass(runs: &[Vec<Play>], test: usize) -> bool {
    runs.iter().any(|plays| {
        let events: Vec<&Value> = plays
            .iter()
            .filter_map(|play| match play {
                Play::Say(Value::Array(events)) | Play::Quiet(Value::Array(events)) => Some(events),
                _ => None,
            })
            .flatten()
            .collect();
        let told = |kind: &str| events.iter().any(|event| event["type"] == kind && event["test"] == test);
        let fails = events.iter().any(|event| event["tests"][test]["fails"] == true);
        told("started") && told("finished") && (told("completed") || fails && told("testFault"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// `Sim::run` panics unless there is exactly one answer.
    #[test]
    fn one_answer_in_bounded_time_and_nothing_passes_that_was_not_told_to(
        runs in prop::collection::vec(prop::collection::vec(play(), 0..12), 0..4),
        isolate in any::<Option<bool>>(),
        frames_never_come in prop::bool::weighted(0.05),
        guests_never_ready in prop::bool::weighted(0.05),
        no_transformer in any::<bool>(),
    ) {
        let mut sim = Sim::new(&[("/a.test.js", runs.clone()), ("/b.test.js", Vec::new())]);
        sim.frames_never_come = frames_never_come;
        sim.guests_never_ready = guests_never_ready;
        sim.no_transformer = no_transformer;
        let slept: f64 = runs
            .iter()
            .flatten()
            .map(|play| match play {
                Play::Sleep(ms) | Play::Wait(ms) => *ms,
                _ => 0.0,
            })
            .sum();
        let result = sim.run(&json!({ "isolate": isolate, "hookTimeout": 100, "bail": 0 }), Limits::default());
        prop_assert!(sim.now < 200_000.0 + 2.0 * slept, "{} {:?}", sim.now, sim.log);
        let (locks, unlocks) = sim.log.iter().fold((0, 0), |(locks, unlocks), line| match line.as_str() {
            "lock" | "lock alone" => (locks + 1, unlocks),
            "unlock" => (locks, unlocks + 1),
            _ => (locks, unlocks),
        });
        prop_assert_eq!(locks, unlocks, "{:?}", sim.log);
        // The second file never reports anything.
        prop_assert!(!result.success);
        if let Output::Tests(entries) = &result.output {
            for entry in entries.iter().filter(|entry| entry.state == TestState::Passed) {
                let test: usize = entry.test.parse().expect("a number");
                prop_assert!(could_pass(&runs, test), "{entry:?}");
            }
        }
    }
}
