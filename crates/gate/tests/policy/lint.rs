//! The gate lints changed files, whatever the verify command covers.

use serde_json::{Value, json};
use verdict_gate::{ApplyOptions, Check, GateReport, GateState, Purpose, Verdict, Verifier};
use verdict_protocol::{Code, Command, Verb};

use crate::judge::{files, options, verdict};
use crate::world::{World, apply};

/// A linter that finds words, each under a rule of the same name. It knows which rules a configuration
/// disables.
#[derive(Default)]
struct Words {
    asked: Vec<(String, Value)>,
    /// The maximum number of findings in an answer.
    room: usize,
}

const WORDS: [(&str, &str); 4] =
    [("console.log", "no-console"), ("debugger", "no-debugger"), ("var ", "no-var"), ("deep(", "max-depth")];

impl Verifier for Words {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let command = Command::parse(check.command).expect("a command");
        let config = check.config.cloned().unwrap_or_default();
        if command.verb != Verb::Lint {
            return crate::common::to(check, verdict(true, None, &json!([])));
        }
        self.asked.push((check.command.to_owned(), config.clone()));
        let mut entries = Vec::new();
        for path in command
            .patterns()
            .expect("patterns")
            .iter()
            .flat_map(|it| check.snapshot.select(it).expect("files"))
        {
            let text = check.snapshot.get(&path).and_then(|blob| blob.text()).unwrap_or_default();
            for (at, line) in text.lines().enumerate() {
                let found = WORDS
                    .iter()
                    .filter(|(word, rule)| line.contains(word) && config["lint"]["rules"][rule] != "off");
                entries.extend(found.map(|(word, rule)| {
                    json!({ "file": path.as_str(), "line": at + 1, "column": 1, "message": format!("Unexpected {word}"), "rule": rule, "severity": "error" })
                }));
            }
        }
        let truncated = entries.len() > self.room;
        entries.truncate(self.room);
        let error = (!entries.is_empty()).then(|| "found something".to_owned());
        let mut verdict = verdict(error.is_none(), error, &json!(entries));
        if let Some(result) = &mut verdict.result {
            result.truncated = truncated;
        }
        crate::common::to(check, verdict)
    }
}

fn run(before: &str, bundle: &Value, policy: &Value, room: usize) -> (GateReport, Words) {
    let options: ApplyOptions = options(&json!({ "verifyCommand": "eval:1", "policy": policy }));
    let mut world = World { disk: files(before), ..World::default() };
    let mut words = Words { room, ..Words::default() };
    let report = apply(&bundle.to_string(), &options, &mut words, &mut world);
    if report.state == GateState::Refused {
        assert!(world.touched.is_empty(), "{report:#?}");
    }
    (report, words)
}

/// Expects the rule that refuses a change, if any, and a part of the message or of a warning.
#[track_caller]
fn check(before: &str, bundle: &Value, policy: &Value, rule: Option<&str>, said: &str) {
    let (report, _) = run(before, bundle, policy, 1_000);
    assert_eq!(report.errors.first().and_then(|error| error.rule), rule, "{bundle} {report:#?}");
    assert_eq!(
        report.state,
        if rule.is_some() { GateState::Refused } else { GateState::Applied },
        "{report:#?}"
    );
    assert_eq!(report.code, rule.map(|_| Code::Policy));
    let told = std::iter::once(&report.message).chain(&report.warnings);
    assert!(told.into_iter().any(|text| text.contains(said)), "{said}: {report:#?}");
}

const OLD: &str = "//- /a.js\nconsole.log(1);\ndebugger;\n//- /b.js\n1;\n//- /data.txt\ndebugger\n";

#[test]
fn only_new_findings_count() {
    let all = &json!({});
    check(OLD, &json!({ "/b.js": "debugger;" }), all, Some("lint-error"), "Unexpected debugger (/b.js:1)");
    check(OLD, &json!({ "/new.js": "1;\ndebugger;" }), all, Some("lint-error"), "(/new.js:2)");
    check(OLD, &json!({ "/a.js": "more();\ndebugger;\n" }), all, None, "");
    check(OLD, &json!({ "/a.js": "debugger;\ndebugger;\n" }), all, Some("lint-error"), "(/a.js:2)");
    check(OLD, &json!([{ "operation": "RENAME", "file_path": "/a.js", "new_path": "/c.js" }]), all, None, "");
    check(OLD, &json!({ "/data.txt": "debugger debugger", "/b.js": "2;" }), all, None, "");
    check(
        OLD,
        &json!({ "/b.js": "debugger;" }),
        &json!({ "lint": "warn" }),
        None,
        "Lint: 1 new finding(s) of no-debugger, first at /b.js:1",
    );
}

#[test]
fn style_warns_unless_somebody_says_more() {
    let style = json!({ "/b.js": "console.log(1);\nconsole.log(2);\nvar x;" });
    check(OLD, &style, &json!({}), None, "Lint: 2 new finding(s) of no-console, first at /b.js:1");
    check(OLD, &style, &json!({ "lintStyle": "block" }), Some("lint-style"), "policy.lintStyle");
    check(OLD, &style, &json!({ "strictness": "paranoid" }), Some("lint-style"), "");
    check(OLD, &style, &json!({ "strictness": "paranoid", "lintStyle": "warn" }), None, "");
    // What the previous state's configuration makes an error counts as one.
    let with =
        |rules: Value| format!("{OLD}//- /verdict.config.json\n{}\n", json!({ "lint": { "rules": rules } }));
    check(&with(json!({ "no-console": "error" })), &style, &json!({}), Some("lint-error"), "console.log");
    check(&with(json!({ "no-console": ["warn"] })), &style, &json!({}), None, "no-console");
    check(&with(json!({ "no-console": 2 })), &json!({ "/b.js": "var x;" }), &json!({}), None, "no-var");
    // With a flat configuration the default preset is off, so a finding comes from the project.
    let flat =
        format!("{OLD}//- /verdict.config.json\n{}\n", json!({ "lint": [{ "rules": { "no-console": 2 } }] }));
    check(&flat, &style, &json!({}), Some("lint-error"), "console.log");
    let file = format!("{OLD}//- /eslint.config.json\n[]\n");
    check(&file, &style, &json!({}), Some("lint-error"), "console.log");
    check(&file.replace("/eslint", "/src/eslint"), &style, &json!({}), None, "no-console");
    // A rule outside the preset is on because somebody enabled it.
    check(OLD, &json!({ "/b.js": "deep(1)" }), &json!({}), Some("lint-error"), "deep(");
}

#[test]
fn comments_and_the_phase_mask_do_not_turn_it_off() {
    let bundle = json!({ "/b.js": "debugger;" }).to_string();
    for mask in [1, 2, 7, 15] {
        let options = options(&json!({ "verifyCommand": "eval:1", "phaseMask": mask }));
        let mut world = World { disk: files(OLD), ..World::default() };
        let mut words = Words { room: 10, ..Words::default() };
        let report = apply(&bundle, &options, &mut words, &mut world);
        assert_eq!(
            (report.state, report.code),
            (GateState::Refused, Some(Code::Policy)),
            "{mask} {report:#?}"
        );
        assert!(report.phases[3].detail.contains("debugger") && !report.phases[3].passed, "{report:#?}");
        assert_eq!(report.checks[1].purpose, Purpose::Lint);
        let rules = json!({ "agent/no-built-in-changes": "error" });
        let asked =
            json!({ "lint": { "noInlineConfig": true, "fix": false, "maxWarnings": null, "rules": rules } });
        assert_eq!(words.asked[0].1, asked);
    }
}

/// The gate repeats a truncated check in parts, and finally without matters of style.
#[test]
fn many_findings_are_asked_for_in_parts() {
    let noisy = "console.log(1);\n".repeat(20);
    let files: serde_json::Map<String, Value> =
        (0..5).map(|number| (format!("/n{number}.js"), json!(noisy))).collect();
    let (report, words) = run(OLD, &Value::Object(files.clone()), &json!({}), 30);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert!(
        words.asked.len() > 5 && report.warnings.iter().any(|warning| warning.contains("100 new finding(s)"))
    );
    let (report, words) = run(OLD, &Value::Object(files.clone()), &json!({}), 10);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    let off = json!({
        "agent/no-built-in-changes": "error", "no-console": "off", "no-var": "off", "strict": "off",
    });
    assert_eq!(words.asked.last().map(|(_, config)| &config["lint"]["rules"]), Some(&off));
    let mut hidden = files;
    hidden.insert("/n9.js".to_owned(), json!(format!("{noisy}debugger;\n")));
    let (report, _) = run(OLD, &Value::Object(hidden), &json!({}), 10);
    assert_eq!(report.errors[0].rule, Some("lint-error"), "{report:#?}");
}

#[test]
fn without_a_linter_nothing_is_applied_unless_the_policy_says_so() {
    let bundle = r#"{"/b.js":"2;"}"#;
    let missing = crate::judge::Kind::Missing;
    let (report, ..) =
        crate::judge::run(OLD, bundle, &options(&json!({ "policy": { "allowUnverified": true } })), missing);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert!(
        report.warnings.iter().any(|warning| warning.starts_with("Changed files were not linted")),
        "{report:#?}"
    );
}
