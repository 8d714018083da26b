//! Which guests run another file.

use serde_json::{Value, json};
use verdict_protocol::Limits;
use verdict_sealed::message::ToGuest;
use verdict_sealed::run::Event;

use crate::support::{Play, Runs, Sim, collected, good, passes, render, starts};

/// The end of a file whose guest says that it is clean.
fn clean() -> Play {
    Play::Say(json!([{ "type": "done", "clean": true }]))
}

fn plays(plays: &[Play]) -> Runs {
    vec![[&[collected(&["a"])], plays].concat()]
}

/// A file that passes and is left clean.
fn tidy() -> Runs {
    plays(&[passes(0), clean()])
}

fn runs(sim: &Sim) -> Vec<&str> {
    sim.log.iter().filter_map(|line| line.strip_prefix("run ")).collect()
}

/// Runs `/a.test.js` and then a tidy `/b.test.js`. Returns whether `/b` got the guest of `/a`.
fn is_kept(first: Runs, config: &Value) -> bool {
    let mut sim = Sim::new(&[("/a.test.js", first), ("/b.test.js", tidy())]);
    let result = sim.run(config, Limits { tests: 2, ..Limits::default() });
    let again = runs(&sim).contains(&"/b.test.js in 0");
    let proven = again && config["isolate"] != json!(false);
    assert_eq!((result.timing.reused, result.reused), (usize::from(proven), again && !proven));
    again
}

#[test]
fn a_guest_that_is_proven_clean_runs_another_file() {
    assert!(is_kept(tidy(), &json!({})));
    let fails = Play::Say(json!([
        { "type": "started", "test": 0, "now": 1, "timeout": 5000 },
        { "type": "testFault", "test": 0, "fault": { "message": "no" } },
        { "type": "finished", "test": 0, "now": 3 },
    ]));
    assert!(is_kept(plays(&[fails, clean()]), &json!({})), "a failed test leaves nothing behind by itself");
    for isolate in [false, true] {
        assert_eq!(is_kept(tidy(), &json!({ "isolate": isolate })), !isolate);
    }
}

#[test]
fn what_contradicts_the_proof_outweighs_it() {
    for (why, first) in [
        ("it says nothing", good(&["a"])),
        ("it says no", plays(&[passes(0), Play::Say(json!([{ "type": "done", "clean": false }]))])),
        ("a test still runs", plays(&[starts(0), clean()])),
        ("no tests were collected", vec![vec![clean()]]),
        ("a limit was reached", vec![vec![collected(&["a", "b", "c"]), clean()]]),
        ("the guest ended", plays(&[passes(0), Play::Die])),
        ("the guest is silent", plays(&[starts(0), Play::Hang])),
        ("it is no message", plays(&[passes(0), Play::Raw("{}".into())])),
    ] {
        assert!(!is_kept(first, &json!({})), "{why}");
    }
}

#[test]
fn a_clean_guest_that_says_something_before_its_next_file_is_ended() {
    for (says, expected) in [(false, "/a.test.js in 0"), (true, "/a.test.js in 1")] {
        let mut sim = Sim::new(&[("/a.test.js", [tidy(), tidy()].concat())]);
        sim.run(&json!({}), Limits::default());
        let text = says.then(|| json!({ "type": "batch", "seq": 4, "events": [] }).to_string());
        if text.is_some() {
            sim.on(Event::Guest { run: 0, text });
        }
        sim.run(&json!({}), Limits::default());
        assert_eq!(runs(&sim)[1], expected);
    }
}

#[test]
fn files_of_the_gate_never_share_a_guest() {
    for config in [json!({ "sealedApi": true }), json!({ "evidence": "graph" })] {
        assert!(!is_kept(tidy(), &config), "{config}");
    }
}

#[test]
fn only_those_are_asked_for_a_proof_whose_proof_counts() {
    for (config, expected) in [
        (json!({}), true),
        (json!({ "isolate": true }), false),
        (json!({ "isolate": false }), false),
        (json!({ "sealedApi": true }), false),
    ] {
        let mut sim = Sim::new(&[("/a.test.js", tidy())]);
        sim.run(&config, Limits::default());
        let asked = sim.sent.iter().any(|sent| matches!(sent, ToGuest::Run(run) if run.prove));
        assert_eq!(asked, expected, "{config}");
    }
}

#[test]
fn the_next_request_gets_a_guest_that_is_clean() {
    for (second, expected) in [
        (json!({}), "/a.test.js in 0"),
        (json!({ "isolate": true }), "/a.test.js in 1"),
        (json!({ "isolate": false }), "/a.test.js in 0"),
        (json!({ "sealedApi": true }), "/a.test.js in 1"),
    ] {
        let mut sim = Sim::new(&[("/a.test.js", [tidy(), tidy()].concat())]);
        sim.run(&json!({}), Limits::default());
        sim.run(&second, Limits::default());
        assert_eq!(runs(&sim), ["/a.test.js in 0", expected], "{second}");
    }
    // Without a proof, a guest is none for a request that needs one.
    let mut sim = Sim::new(&[("/a.test.js", [good(&["a"]), tidy()].concat())]);
    sim.run(&json!({ "isolate": false }), Limits::default());
    sim.run(&json!({}), Limits::default());
    assert_eq!(runs(&sim), ["/a.test.js in 0", "/a.test.js in 1"]);
}

#[test]
fn a_file_that_loses_the_guest_of_another_runs_again_in_its_own() {
    for lost in [Play::Die, Play::Hang, Play::Garbage] {
        let second = vec![vec![collected(&["b"]), starts(0), lost.clone()], tidy().remove(0)];
        let mut sim = Sim::new(&[("/a.test.js", tidy()), ("/b.test.js", second)]);
        let result = sim.run(&json!({}), Limits::default());
        assert_eq!(render(&result), "passed a\npassed a\nok", "{lost:?}");
        assert_eq!(runs(&sim), ["/a.test.js in 0", "/b.test.js in 0", "/b.test.js in 1"], "{lost:?}");
    }
    // It is blamed for what it does in its own.
    let dies = || vec![collected(&["b"]), starts(0), Play::Die];
    let mut sim = Sim::new(&[("/a.test.js", tidy()), ("/b.test.js", vec![dies(), dies()])]);
    let found = render(&sim.run(&json!({}), Limits::default()));
    assert!(found.contains("[err:crashed]"), "{found}");
}

#[test]
fn a_clean_guest_is_replaced_after_many_files() {
    let mut sim = Sim::new(&[("/a.test.js", vec![tidy().remove(0); 600])]);
    for _ in 0..600 {
        sim.run(&json!({}), Limits::default());
    }
    let of = |guest: &str| runs(&sim).iter().filter(|run| run.ends_with(guest)).count();
    assert_eq!((of(" in 0"), of(" in 1")), (500, 100));
}
