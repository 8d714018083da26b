//! Existing tests judge a change in their old form.

use serde_json::{Value, json};
use verdict_gate::{GateReport, GateState, Purpose};
use verdict_protocol::Code;

use crate::judge::{Kind, options, run};

const BEFORE: &str = "\
//- /a.js
one
//- /a.test.js
it('one', () => { has('/a.js', 'one'); has('/a.js', 'o') })
it('two', () => { has('/a.js', 'n') })
it.skip('later', () => { has('/a.js', 'x') })
it('red', () => { has('/a.js', 'never') })
//- /other.test.js
it('other', () => { has('/a.js', 'e') })
//- /tests/expected.txt
one
//- /tests/by-file.test.js
import './expected.txt'
it('as expected', () => { same('/a.js', '/tests/expected.txt') })
//- /__snapshots__/snap.test.js.snap
one
//- /snap.test.js
it('snap', () => { same('/a.js', '/__snapshots__/snap.test.js.snap') })
//- /fixtures/data.bin
data
";

fn apply(bundle: &Value, policy: &Value, command: &str, kind: Kind) -> GateReport {
    let options = options(&json!({ "verifyCommand": command, "policy": policy }));
    run(BEFORE, &bundle.to_string(), &options, kind).0
}

/// Every entry of the test report, one on each line.
fn shown(report: &GateReport) -> Vec<String> {
    let Some(tests) = &report.tests else { return Vec::new() };
    let name = |name: &verdict_gate::policy::TestName| format!("{}:{}", name.file, name.test);
    let mut out = Vec::new();
    out.extend(tests.added.iter().map(|test| format!("added {}", name(test))));
    out.extend(tests.changed.iter().map(|test| format!("changed {}", name(test))));
    out.extend(tests.renamed.iter().map(|test| format!("renamed {} {}", name(&test.from), name(&test.to))));
    out.extend(tests.weakened.iter().map(|test| {
        format!("weakened {} {} {}-{}", name(&test.name), test.why.as_str(), test.before, test.after)
    }));
    out.extend(tests.failed_in_old_form.iter().map(|test| format!("failed {}", name(&test.name))));
    out
}

/// Applies a bundle under a command without tests, so that only the comparison of tests can refuse it.
#[track_caller]
fn check(bundle: &Value, blocks: bool, expected: &[&str]) -> GateReport {
    let report = apply(bundle, &json!({}), "lint:/a.js", Kind::Works);
    assert_eq!(shown(&report), expected, "{report:#?}");
    let (state, code) =
        if blocks { (GateState::Refused, Some(Code::Policy)) } else { (GateState::Applied, None) };
    assert_eq!((report.state, report.code), (state, code), "{report:#?}");
    let warned =
        apply(bundle, &json!({ "oldTests": "warn", "weakened_tests": "warn" }), "lint:/a.js", Kind::Works);
    assert_eq!(warned.state, GateState::Applied, "{warned:#?}");
    assert_eq!(shown(&warned), expected);
    assert_eq!(!warned.warnings.is_empty(), blocks, "{:?}", warned.warnings);
    report
}

const FILE: &str = "it('one', () => { has('/a.js', 'one'); has('/a.js', 'o') })
it('two', () => { has('/a.js', 'n') })
it.skip('later', () => { has('/a.js', 'x') })
it('red', () => { has('/a.js', 'never') })
";

fn edit(from: &str, to: &str) -> Value {
    assert!(FILE.contains(from));
    json!({ "/a.test.js": FILE.replace(from, to) })
}

#[test]
fn a_change_that_touches_no_test_costs_nothing() {
    for bundle in [json!({ "/a.js": "one more" }), json!({ "/new.test.js": "it('new', () => { })" })] {
        let report = check(&bundle, false, &[]);
        assert_eq!(report.tests, None);
        assert!(
            report.checks.iter().all(|check| !check.command.starts_with("test:")),
            "{:#?}",
            report.checks
        );
    }
    let same = apply(&json!({ "/a.test.js": FILE }), &json!({}), "lint:/a.js", Kind::Works);
    assert_eq!((same.state, same.tests), (GateState::Applied, None), "the same bytes touch nothing");
}

#[test]
fn tests_that_are_edited_to_fit_the_change_judge_it_as_they_were() {
    let both = json!({ "/a.js": "two", "/a.test.js": FILE.replace("'one'); has('/a.js', 'o')", "'two'); has('/a.js', 't')").replace("'n')", "'w')") });
    let report = check(
        &both,
        true,
        &[
            "changed /a.test.js:one",
            "changed /a.test.js:two",
            "failed /a.test.js:one",
            "failed /a.test.js:two",
        ],
    );
    assert!(report.message.starts_with("2 existing test(s) fail in their old form on this change (policy.oldTests: \"warn\" lets it through): /a.test.js one fails in its old form"), "{}", report.message);
    assert_eq!(report.errors.len(), 2);
    assert_eq!(report.tests.as_ref().map(|tests| tests.runs), Some(2));
    let purposes: Vec<Purpose> = report.checks.iter().map(|check| check.purpose).collect();
    let (first, rest) = purposes.split_at(4);
    assert_eq!(first, [Purpose::Verify, Purpose::Baseline, Purpose::NewTests, Purpose::OldTests]);
    // They do not pass at random: they pass in the previous state under each seed.
    assert_eq!(rest, [Purpose::Reseed; 4]);
    assert_eq!(report.checks[1].command, "test:/a.test.js", "only what is concerned");
    // The honest twin: the old test passes.
    let honest = json!({ "/a.js": "one two", "/a.test.js": format!("{FILE}it('new', () => {{ has('/a.js', 'two') }})\n") });
    let report = check(&honest, false, &["added /a.test.js:new"]);
    assert!(
        report.phases[1].detail.contains("Tests touched: 1 file(s), also run in their old form."),
        "{}",
        report.phases[1].detail
    );
}

#[test]
fn weakening() {
    check(
        &edit("it('two'", "it.skip('two'"),
        true,
        &["changed /a.test.js:two", "weakened /a.test.js:two skipped 1-0"],
    );
    check(
        &edit("; has('/a.js', 'o')", ""),
        true,
        &["changed /a.test.js:one", "weakened /a.test.js:one fewer assertions 2-1"],
    );
    check(
        &edit("has('/a.js', 'n')", ""),
        true,
        &["changed /a.test.js:two", "weakened /a.test.js:two fewer assertions 1-0"],
    );
    check(
        &edit("it('two', () => { has('/a.js', 'n') })\n", ""),
        true,
        &["weakened /a.test.js:two removed 1-0"],
    );
    check(
        &edit("'n')", "'nothing')"),
        true,
        &["changed /a.test.js:two", "weakened /a.test.js:two fails 1-1"],
    );
    check(
        &edit("it('two'", "syntax error it('two'"),
        true,
        &["weakened /a.test.js:one fails 2-0", "weakened /a.test.js:two fails 1-0"],
    );
    // A deleted test, and an emptied one.
    let gone = ["weakened /a.test.js:one removed 2-0", "weakened /a.test.js:two removed 1-0"];
    check(&json!({ "/a.test.js": null }), true, &gone);
    check(&json!({ "/a.test.js": "" }), true, &gone);
    // A test that failed before does not count.
    check(&edit("it('red', () => { has('/a.js', 'never') })\n", ""), false, &[]);
    check(&edit("it.skip('later', () => { has('/a.js', 'x') })\n", ""), false, &[]);
}

#[test]
fn a_test_under_another_name_is_no_weakening() {
    check(&edit("it('two'", "it('zwei'"), false, &["renamed /a.test.js:two /a.test.js:zwei"]);
    check(
        &edit(
            "it('two', () => { has('/a.js', 'n') })\n",
            "it(  'zwei', () => {\thas('/a.js', 'n') }) // two\n",
        ),
        false,
        &["renamed /a.test.js:two /a.test.js:zwei"],
    );
    // A test with another name and other text counts as removed.
    check(
        &edit("it('two', () => { has('/a.js', 'n') })", "it('zwei', () => { has('/a.js', '') })"),
        true,
        &["added /a.test.js:zwei", "weakened /a.test.js:two removed 1-0"],
    );
    // The file moves.
    let moved =
        json!([{ "operation": "RENAME", "file_path": "/other.test.js", "new_path": "/b/other.test.js" }]);
    check(&moved, false, &["renamed /other.test.js:other /b/other.test.js:other"]);
    // The file moves as a deletion and a creation.
    let by_hand =
        json!({ "/other.test.js": null, "/b/other.test.js": "it('other', () => { has('/a.js', 'e') })\n" });
    check(&by_hand, false, &["renamed /other.test.js:other /b/other.test.js:other"]);
    // The file moves to a path where it is no longer a test.
    let away = json!([{ "operation": "RENAME", "file_path": "/other.test.js", "new_path": "/other.txt" }]);
    let report = apply(&away, &json!({}), "lint:/a.js", Kind::Works);
    assert_eq!(report.state, GateState::Refused, "{report:#?}");
}

#[test]
fn what_tests_are_made_of_counts_as_well() {
    // The change edits a file together with the expected file that a test compares it with.
    let helper = json!({ "/a.js": "two", "/tests/expected.txt": "two" });
    let report = check(&helper, true, &["failed /tests/by-file.test.js:as expected"]);
    assert_eq!(report.checks[1].command, "test:/tests/by-file.test.js");
    let snap = json!({ "/a.js": "two\n", "/__snapshots__/snap.test.js.snap": "two\n" });
    let report = check(&snap, true, &["failed /snap.test.js:snap"]);
    assert_eq!(report.checks[1].command, "test:/snap.test.js");
    // If nothing imports a file, any test may depend on it.
    let report = check(&json!({ "/fixtures/data.bin": "other" }), false, &[]);
    assert_eq!(
        report.checks[1].command,
        "test:/a.test.js /other.test.js /snap.test.js /tests/by-file.test.js"
    );
    assert_eq!(report.tests, None, "no test read it");
}

#[test]
fn the_verify_command_and_the_configuration_say_what_a_test_is() {
    let before = "//- /a.js\none\n//- /checks/x.js\nit('x', () => { has('/a.js', 'one') })\n";
    let cheat =
        json!({ "/a.js": "two", "/checks/x.js": "it('x', () => { has('/a.js', 'two') })\n" }).to_string();
    let go = |before: &str, command: &str| {
        run(before, &cheat, &options(&json!({ "verifyCommand": command })), Kind::Works).0
    };
    assert_eq!(go(before, "lint:/a.js").state, GateState::Applied, "nothing says that it is a test");
    for command in ["test:/checks/x.js", "test:/checks/*.js", "test:'/checks/x.js'", "test:checks/**"] {
        assert_eq!(go(before, command).state, GateState::Refused, "{command}");
    }
    let configured = format!(
        "{before}//- /verdict.config.json\n{{\"test\":{{\"include\":[\"checks/**/*.?(c|m)js\"]}}}}\n"
    );
    assert_eq!(go(&configured, "lint:/a.js").state, GateState::Refused);
    let profile = format!(
        "{before}//- /spec/verification.yaml\nversion: 1\nprofiles: {{ pr: [all] }}\nskills:\n  all: {{ tier: 1, steps: [{{ name: t, run: 'test:/checks/x.js' }}] }}\n"
    );
    let report = run(&profile, &cheat, &options(&json!({ "profile": "pr" })), Kind::Works).0;
    assert_eq!(report.state, GateState::Refused, "{report:#?}");
    assert!(report.message.contains("fail in their old form"), "{}", report.message);
}

#[test]
fn what_cannot_be_told_is_no_pass() {
    let both = json!({ "/a.js": "slow", "/other.test.js": "it('other', () => { has('/a.js', 's') })\n" });
    let refused = |kind, word: &str, code| {
        let report = apply(&both, &json!({ "oldTests": "warn" }), "lint:/a.js", kind);
        assert_eq!((report.state, report.code), (GateState::Refused, Some(code)), "{report:#?}");
        assert!(report.message.contains(word), "{}", report.message);
    };
    refused(Kind::Hangs("'e'"), "the tests before the change: Verification timeout", Code::Timeout);
    refused(Kind::Hangs("'s'"), "the tests as the change leaves them: Verification timeout", Code::Timeout);
    let open = json!({ "allowUnverified": true });
    let options = options(&json!({ "policy": open }));
    let (report, ..) = run(BEFORE, &both.to_string(), &options, Kind::Missing);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert!(
        report.warnings.iter().any(|warning| warning.starts_with("The tests were not run in their old form"))
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 300, ..Default::default() })]

    /// The report covers every test, whatever a test file contains, and an unchanged file is no change.
    #[test]
    fn any_text_is_compared(
        old in "(it\\('x'[ -~é😀\n]{0,30}\n){1,3}",
        new in "(it\\('x'[ -~é😀\n]{0,30}\n){0,3}",
    ) {
        let before = format!("//- /a.js\na\n//- /x.test.js\n{old}");
        let warn = options(&json!({ "verifyCommand": "lint:/a.js", "policy": { "oldTests": "warn", "weakenedTests": "warn" } }));
        let bundle = json!({ "/x.test.js": new }).to_string();
        let report = run(&before, &bundle, &warn, Kind::Works).0;
        proptest::prop_assert_eq!(report.state, GateState::Applied, "{:#?}", report);
        if let Some(tests) = report.tests {
            proptest::prop_assert!(old != new && tests.failed_in_old_form.is_empty());
        }
    }
}

/// Files that run before every test belong to all tests, wherever they are.
#[test]
fn setup_files_stay_in_their_old_form_too() {
    const BEFORE: &str = "\
//- /verdict.config.json
{ \"test\": { \"setupFiles\": [\"./lib/setup.js\"] } }
//- /lib/setup.js
one
//- /lib/other.js
one
//- /a.js
one
//- /a.test.js
it('one', () => { same('/a.js', '/lib/setup.js'); has('/a.js', 'o') })
";
    let options = options(&json!({ "verifyCommand": "test:/a.test.js" }));
    let state = |bundle: Value| run(BEFORE, &bundle.to_string(), &options, Kind::Works).0.state;
    assert_eq!(state(json!({ "/a.js": "two", "/lib/setup.js": "two" })), GateState::Refused);
    assert_eq!(state(json!({ "/lib/other.js": "two" })), GateState::Applied);
}
