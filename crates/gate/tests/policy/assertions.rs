//! Tests that judge a change must assert and must not catch failures, wherever the gate runs them.

use serde_json::{Value, json};
use verdict_gate::{GateReport, GateState};
use verdict_protocol::Code;

use crate::judge::{Kind, options, run};

const BEFORE: &str = "\
//- /a.js
one
//- /a.test.js
it('holds', () => { has('/a.js', 'one') })
it('runs', () => { })
//- /spec/verification.yaml
version: 1
skills:
  strict: { tier: 1, steps: [{ name: a, run: 'test:/a.test.js' }, { name: b, run: 'lint:/a.js' }] }
  lenient: { tier: 1, require_assertions: false, strict_assertions: false, steps: [{ name: a, run: ' test :/a.test.js' }] }
profiles: { strict: [strict], lenient: [lenient] }
";

/// Applies a change of code and test. Returns for each `test:` on the new state whether it requires
/// assertions and strictness.
fn asked(extra: &Value) -> (GateReport, Vec<(bool, bool)>) {
    let mut json = json!({ "verifyCommand": "lint:/a.js" });
    for (key, value) in extra.as_object().expect("an object") {
        json[key] = value.clone();
    }
    let (report, _, asked) = run(BEFORE, r#"{"/a.js":"one two"}"#, &options(&json), Kind::Works);
    let tests = asked.iter().filter(|(command, _)| command.trim_start().starts_with("test"));
    let on = |config: &Value, name: &str| config["test"]["expect"][name] == json!(true);
    // The comparison runs come last, one for each.
    let count = tests.clone().count().div_ceil(2);
    let asked = tests
        .take(count)
        .map(|(_, config)| (on(config, "requireAssertions"), on(config, "strictAssertions")))
        .collect();
    (report, asked)
}

#[test]
fn both_are_on_wherever_tests_are_run() {
    for command in ["test:/a.test.js", " test :/a.test.js"] {
        assert_eq!(asked(&json!({ "verifyCommand": command })).1, [(true, true)], "{command}");
    }
    assert_eq!(asked(&json!({ "profile": "strict" })).1, [(true, true)]);
    assert_eq!(asked(&json!({})).1, []);
}

#[test]
fn a_profile_may_do_without_and_so_may_the_policy() {
    assert_eq!(asked(&json!({ "profile": "lenient" })).1, [(false, false)]);
    for (name, on) in [("requireAssertions", (false, true)), ("strict_assertions", (true, false))] {
        let policy = json!({ name: "warn" });
        let (report, both) =
            asked(&json!({ "verifyCommand": "test:/a.test.js", "profile": "strict", "policy": policy }));
        assert_eq!(both, [on, on], "{name}");
        let told = "/a.test.js runs asserted nothing, and the policy allows it";
        let warned = report.warnings.iter().filter(|warning| *warning == told).count();
        assert_eq!(warned, if on.0 { 0 } else { 2 }, "{:?}", report.warnings);
    }
}

#[test]
fn the_runs_in_the_old_form_are_strict_too() {
    let edited = r#"{"/a.js":"one two","/a.test.js":"it('holds', () => { has('/a.js', 'one') })\nit('runs', () => { has('/a.js', 'two') })\n"}"#;
    for (policy, strict) in [(json!({}), true), (json!({ "strictAssertions": "warn" }), false)] {
        let options = options(&json!({ "verifyCommand": "lint:/a.js", "policy": policy }));
        let (report, _, asked) = run(BEFORE, edited, &options, Kind::Works);
        assert_eq!(report.state, GateState::Applied, "{report:#?}");
        let tests: Vec<&Value> = asked
            .iter()
            .filter(|(command, _)| command.starts_with("test:"))
            .map(|(_, config)| &config["test"]["expect"])
            .collect();
        let expected = json!({ "requireAssertions": false, "strictAssertions": strict });
        assert!(tests.len() >= 3 && tests.iter().all(|expect| **expect == expected), "{tests:?}");
    }
}

/// A test that used to assert asserts nothing in its old form on the change. The verifier counts its
/// assertions.
#[test]
fn a_test_that_asserts_nothing_any_more_has_not_passed_in_its_old_form() {
    let before = "//- /a.js\none\n//- /a.test.js\nit('t', () => { if('/a.js', 'one') has('/a.js', 'one') })\n//- /tests/x.txt\nx\n//- /b.test.js\nimport './tests/x.txt'\nit('never', () => { })\n";
    let bundle =
        r#"{"/a.js":"none","/a.test.js":"it('t', () => { has('/a.js', 'n'); has('/a.js', 'o') })\n"}"#;
    for (policy, state) in
        [(json!({}), GateState::Refused), (json!({ "requireAssertions": "warn" }), GateState::Applied)]
    {
        let options = options(&json!({ "verifyCommand": "lint:/a.js", "policy": policy }));
        let (report, ..) = run(before, bundle, &options, Kind::Quiet("none"));
        assert_eq!(report.state, state, "{report:#?}");
        if state == GateState::Refused {
            assert_eq!(report.code, Some(Code::Policy));
            assert!(report.message.contains("It asserts nothing any more"), "{}", report.message);
        }
    }
}
