//! Constitution rules against changes.

use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_gate::policy::{Constitution, Keyword};
use verdict_gate::{GateState, parse_bundle};
use verdict_protocol::Code;

use crate::judge::{Kind, files, options, run, shown};
use crate::world::snapshot;

const BEFORE: &str = "//- /plugins/a.js\nold();\n//- /src/b.js\nkeep();\neval(x);\n//- /c.md\nretrieval\n";

fn rule(triggers: &str) -> String {
    format!("version: 1\nrules:\n  - {{ id: R, text: Do not., {triggers} }}\n")
}

/// Expects the violations of a bundle against one rule, in the form of [`shown`].
#[track_caller]
fn check(triggers: &str, bundle: &Value, expected: &[&str]) {
    let constitution = Constitution::parse(&rule(triggers), "c").expect("a constitution");
    let set = parse_bundle(&bundle.to_string()).expect("a bundle");
    let violations = constitution.check(&set, &snapshot(&files(BEFORE)), &[]);
    assert_eq!(shown(&violations), expected, "{triggers} {bundle}");
    assert!(violations.iter().all(|violation| violation.message == "[R] Do not."));
}

#[test]
fn paths_trigger() {
    for glob in
        ["/plugins/**", "plugins/**", "/plugins/", "/plugins", "/plugins/a.js", "/**/a.js", "/*/a.{js,ts}"]
    {
        let triggers = format!("paths: ['{glob}']");
        check(&triggers, &json!({ "/plugins/a.js": "new" }), &["R /plugins/a.js"]);
        check(&triggers, &json!({ "/plugins/a.js": null }), &["R /plugins/a.js"]);
        check(&triggers, &json!({ "/src/b.js": "new", "/plug/ins/a.jsx": "", "/pluginsa.js": "" }), &[]);
    }
    check("paths: [/]", &json!({ "/x": "", "/y/z": "" }), &["R /x", "R /y/z"]);
    // A RENAME counts at both ends.
    let moved = |from: &str, to: &str| json!([{ "operation": "RENAME", "file_path": from, "new_path": to }]);
    check("paths: ['/plugins/**']", &moved("/plugins/a.js", "/x.js"), &["R /plugins/a.js"]);
    check("paths: ['/plugins/**']", &moved("/c.md", "/plugins/c.md"), &["R /plugins/c.md"]);
    check("paths: ['/plugins/**']", &moved("/c.md", "/d.md"), &[]);
}

#[test]
fn keywords_trigger_on_added_lines() {
    let eval = "keywords: [eval]";
    check(eval, &json!({ "/x.js": "a\nEVAL(y)\n" }), &["R /x.js:2 eval"]);
    check(eval, &json!({ "/src/b.js": "keep();\neval(x);\nmore();\n" }), &[]);
    check(eval, &json!({ "/src/b.js": "keep();\neval(x);\n eval(z);\n" }), &["R /src/b.js:3 eval"]);
    check(eval, &json!({ "/src/b.js": null }), &[]);
    // Parts of longer words do not match.
    check(eval, &json!({ "/x.js": "retrieval medieval evaluate _eval eval2 evalé upheaval" }), &[]);
    check(eval, &json!({ "/x.js": "window['eval']" }), &["R /x.js:1 eval"]);
    // Any white space separates words, whatever the line ends.
    let rm = "keywords: ['rm -rf']";
    check(rm, &json!({ "/x.sh": "rm \t -rf /" }), &["R /x.sh:1 rm -rf"]);
    check(rm, &json!({ "/x.sh": "a\r\nrm\r\n-rf /" }), &["R /x.sh:2 rm -rf"]);
    check(rm, &json!({ "/x.sh": "rm-rf charm -rf rm -rfv" }), &[]);
    // A file that moves in from elsewhere is entirely new.
    let both = "paths: ['/tools/**'], keywords: [eval]";
    let moved = |to: &str| json!([{ "operation": "RENAME", "file_path": "/src/b.js", "new_path": to }]);
    check(both, &moved("/tools/b.js"), &["R /tools/b.js:2 eval"]);
    check(eval, &moved("/tools/b.js"), &[]);
    check(both, &json!({ "/tools/x.js": "f()", "/x.js": "eval(1)" }), &[]);
}

#[test]
fn keywords_trigger_on_reasons_and_metadata() {
    let eval = "keywords: [eval]";
    let with_reason = json!([{ "operation": "MODIFY", "file_path": "/c.md", "new_content": "x", "reason": "use eval here" }]);
    check(eval, &with_reason, &["R /c.md eval"]);
    let patch = |reason: &str| {
        json!({
            "version": 2, "metadata": { "reason": reason, "tags": ["deploy now"] },
            "changes": [{ "type": "MODIFY", "path": "/c.md", "content": "x" }],
        })
    };
    check(eval, &patch("adds EVAL"), &["R eval"]);
    check("keywords: ['deploy now']", &patch(""), &["R deploy now"]);
    check(eval, &patch("retrieval"), &[]);
    // The bundle's metadata apply to each file.
    check("paths: [/c.md], keywords: [eval]", &patch("adds eval"), &["R /c.md eval"]);
    check("paths: [/d.md], keywords: [eval]", &patch("adds eval"), &[]);
}

/// Files too long to align line by line are compared by counting lines.
#[test]
fn long_files_end_soon() {
    let long = |from: usize| (from..from + 60_000).map(|at| format!("line {at}\n")).collect::<String>();
    let before = format!("//- /long.js\n{}eval(old)\n", long(0));
    let constitution = Constitution::parse(&rule("keywords: [eval]"), "c").expect("a constitution");
    let found = |after: String| {
        let set = parse_bundle(&json!({ "/long.js": after }).to_string()).expect("a bundle");
        shown(&constitution.check(&set, &snapshot(&files(&before)), &[]))
    };
    assert!(found(format!("{}eval(old)\nend\n", long(100_000))).is_empty());
    assert_eq!(found(format!("{}eval(old)\neval(new)\nend\n", long(100_000))), ["R /long.js:60002 eval"]);
}

fn spec(enforcement: &str, approval: &str) -> String {
    format!(
        "{BEFORE}//- /spec/constitution.yaml\nversion: 1\nrules:\n  - id: RULE_002\n    text: No plugin source edits unless explicitly approved.\n    paths: ['/plugins/**']\n    enforcement: {enforcement}\n    approval: {approval}\n"
    )
}

const EDIT: &str = "[\n{\"operation\":\"MODIFY\",\"file_path\":\"/plugins/a.js\",\"new_content\":\"new\"}]";

#[test]
fn pre_flight_says_what_it_found() {
    let all = options(&json!({ "verifyCommand": "lint:/c.md" }));
    let (report, ..) = run(&spec("blocking", "none"), EDIT, &all, Kind::Works);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Policy)), "{report:#?}");
    let said = "Constitution violations: [RULE_002] No plugin source edits unless explicitly approved.";
    assert_eq!(report.phases[0].detail, said);
    assert_eq!(report.message, said);
    assert!(!report.phases[0].passed);
    assert_eq!(report.checks.len(), 0, "nothing was run");
    let error = &report.errors[0];
    assert_eq!((error.line, error.column, error.code.as_deref()), (Some(2), Some(1), Some("err:policy")));
    assert!(error.message.ends_with("approved. (/plugins/a.js)"), "{}", error.message);
    insta::assert_json_snapshot!(report.violations);

    let (report, ..) = run(&spec("blocking", "none"), r#"{"/src/b.js":"x"}"#, &all, Kind::Works);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert!(report.phases[0].detail.ends_with(" Constitution: 1 rules checked, 0 violations."));

    let (report, ..) = run(&spec("advisory", "none"), EDIT, &all, Kind::Works);
    assert_eq!(report.state, GateState::Applied);
    assert!(report.phases[0].detail.ends_with("0 violations, 1 advisory."), "{}", report.phases[0].detail);
    assert!(report.warnings[0].starts_with("[RULE_002]"), "{:?}", report.warnings);
    assert_eq!(shown(&report.violations), ["?RULE_002 /plugins/a.js"]);
}

#[test]
fn the_phase_mask_does_not_choose_the_rules() {
    for mask in 1..=15 {
        let options = options(&json!({ "verifyCommand": "lint:/c.md", "phaseMask": mask }));
        let (report, ..) = run(&spec("blocking", "none"), EDIT, &options, Kind::Works);
        assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Policy)), "{mask}");
        assert!(!report.phases[0].skipped);
    }
}

#[test]
fn a_person_can_lift_a_rule_that_lets_them() {
    let approved = |by: &str| {
        options(
            &json!({ "verifyCommand": "lint:/c.md", "policy": { "approvals": [{ "rule": "RULE_002", "by": by }] } }),
        )
    };
    let (report, ..) = run(&spec("blocking", "person"), EDIT, &approved("ada"), Kind::Works);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert_eq!(report.approvals[0].by, "ada");
    assert_eq!(shown(&report.violations), ["+RULE_002 /plugins/a.js"]);
    assert!(report.phases[0].detail.ends_with("0 violations, 1 approved."));
    // Nobody can approve what permits no approval, and a blank name approves nothing.
    for (approval, by) in [("none", "ada"), ("person", " ")] {
        let (report, ..) = run(&spec("blocking", approval), EDIT, &approved(by), Kind::Works);
        assert_eq!(report.state, GateState::Refused, "{approval} {by}");
        assert!(report.approvals.is_empty());
    }
    let other = options(
        &json!({ "verifyCommand": "lint:/c.md", "policy": { "approvals": [{ "rule": "RULE_9", "by": "ada" }] } }),
    );
    let (report, ..) = run(&spec("blocking", "person"), EDIT, &other, Kind::Works);
    assert_eq!(report.state, GateState::Refused);
    assert_eq!(report.warnings, ["There is no rule RULE_9 to approve"]);
}

#[test]
fn a_constitution_that_cannot_be_read_closes_the_gate() {
    let plain = options(&json!({ "verifyCommand": "lint:/c.md" }));
    for (broken, place) in [
        ("//- /spec/constitution.yaml\nversion: 1\nrules: [\n", "/spec/constitution.yaml:"),
        ("//- /spec/constitution.yml\nversion: 1\nrulez: []\n", "/spec/constitution.yml:2:1"),
        ("//- /spec/constitution.json\n{\"version\": 7}\n", "/spec/constitution.json:1:13"),
        ("//- /spec/constitution.json\n", "/spec/constitution.json:1:1"),
        (
            "//- /spec/constitution.yaml\nversion: 1\n//- /spec/constitution.json\n{\"version\": 1}\n",
            "which one holds",
        ),
    ] {
        let before = format!("{BEFORE}{broken}");
        let (report, ..) = run(&before, r#"{"/src/b.js":"x"}"#, &plain, Kind::Works);
        assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Policy)), "{broken}");
        assert!(report.message.starts_with("The constitution cannot be read, so the gate is closed: "));
        assert!(report.message.contains(place), "{}", report.message);
        assert!(report.errors[0].file.as_deref().is_some_and(|file| file.starts_with("/spec/constitution")));
        // The constitution in the options replaces the one in the files.
        let given = options(&json!({ "verifyCommand": "lint:/c.md", "constitution": "version: 1" }));
        let (report, ..) = run(&before, r#"{"/src/b.js":"x"}"#, &given, Kind::Works);
        assert_eq!(report.state, GateState::Applied, "{report:#?}");
    }
    let given = options(&json!({ "verifyCommand": "lint:/c.md", "constitution": "" }));
    let (report, ..) = run(BEFORE, r#"{"/src/b.js":"x"}"#, &given, Kind::Works);
    assert_eq!(report.code, Some(Code::Policy));
    // A change must not leave an unreadable constitution either.
    let allowed = options(&json!({ "verifyCommand": "lint:/c.md", "policy": { "allow": ["constitution"] } }));
    let (report, ..) = run(BEFORE, r#"{"/spec/constitution.yaml":"version: 2"}"#, &allowed, Kind::Works);
    assert_eq!(report.state, GateState::Refused);
    assert!(
        report.message.starts_with("The constitution that the change leaves cannot be read"),
        "{}",
        report.message
    );
}

proptest! {
    /// A keyword matches exactly where the text contains its words.
    #[test]
    fn whole_words(
        words in proptest::collection::vec("[a-c_é-]{1,3}", 0..8),
        keyword in "[a-c_é-]{1,2}",
    ) {
        let text = words.join(" ");
        let read = Keyword::parse(&keyword).expect("a keyword");
        prop_assert_eq!(read.as_str(), keyword.as_str());
        let constitution = Constitution::parse(&rule(&format!("keywords: ['{keyword}']")), "c").expect("a rule");
        let set = parse_bundle(&json!({ "/x": text }).to_string()).expect("a bundle");
        let found = !constitution.check(&set, &snapshot(&files("")), &[]).is_empty();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let stands = |at: usize| {
            let (before, after) = (text[..at].chars().next_back(), text[at + keyword.len()..].chars().next());
            let (first, last) = (keyword.chars().next(), keyword.chars().next_back());
            let joins = |a: Option<char>, b: Option<char>| a.is_some_and(is_word) && b.is_some_and(is_word);
            !joins(before, first) && !joins(last, after)
        };
        let starts = (0..text.len()).filter(|at| text.is_char_boundary(*at) && text[*at..].starts_with(&keyword));
        prop_assert_eq!(found, starts.into_iter().any(stands), "{:?} in {:?}", keyword, text);
    }
}
