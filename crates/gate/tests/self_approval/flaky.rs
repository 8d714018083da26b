//! Tests that pass at random: their entries in the report, and their cost.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_gate::profile::StepState;
use verdict_gate::{ApplyOptions, Check, GateReport, Purpose, Verdict, Verifier};
use verdict_protocol::{Code, Disagreement, Engine as Judge, Witnesses};

use crate::engine::{Engine, apply, apply_with};

const RANDOM: &str =
    "import { id } from '../src/id.js';\ntest('small', () => { expect(id()).toBeLessThan(0.7); });\n";
const SUM: &str =
    "import { sum } from '../src/sum.js';\ntest('adds', () => { expect(sum(1, 2)).toBe(3); });\n";

/// A project with one test that passes at random, and one that does not.
fn project() -> BTreeMap<String, String> {
    let files = [
        ("/src/id.js", "export const id = () => Math.random();\n"),
        ("/src/sum.js", "export const sum = (a, b) => a + b;\n"),
        ("/tests/id.test.js", RANDOM),
        ("/tests/sum.test.js", SUM),
    ];
    files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()
}

fn options() -> ApplyOptions {
    serde_json::from_value(json!({ "verifyCommand": "test:/tests/*.test.js" })).expect("options")
}

/// The number of test runs under other seeds.
fn reseeded(report: &GateReport) -> usize {
    report.checks.iter().filter(|check| check.purpose == Purpose::Reseed).count()
}

fn flaky(report: &GateReport) -> Value {
    report.tests.as_ref().map_or(json!([]), |tests| serde_json::to_value(&tests.flaky).expect("JSON"))
}

#[test]
fn a_test_that_passes_at_random_is_named() {
    let bundle = json!({ "/src/id.js": "Math.random();\nexport const id = () => Math.random();\n" });
    let (report, _) = apply(&project(), &bundle.to_string(), &options());
    assert!(report.success, "{report:#?}");
    let expected = json!([{ "file": "/tests/id.test.js", "test": "small", "guards": ["/src/id.js"] }]);
    assert_eq!(flaky(&report), expected);
    let said = "/tests/id.test.js small passes at random";
    let warnings: Vec<&String> = report.warnings.iter().filter(|warning| warning.starts_with(said)).collect();
    assert!(
        matches!(warnings.as_slice(), [one] if one.ends_with("what the change does to /src/id.js")),
        "{report:#?}"
    );
    assert!((1..=12).contains(&reseeded(&report)), "{}", reseeded(&report));
}

/// The project with a profile whose first step fails by chance.
fn project_with_steps() -> BTreeMap<String, String> {
    let mut files = project();
    let config = "version: 1
skills:
  unit:
    tier: 1
    steps:
      - { name: ids, run: 'test:/tests/id.test.js' }
      - { name: sums, run: 'test:/tests/sum.test.js' }
profiles: { pr: [unit] }
";
    files.insert("/spec/verification.yaml".into(), config.into());
    files
}

/// Applies a change that the profile judges. Returns the report, and the states of its steps.
fn apply_by_steps(bundle: &Value) -> (GateReport, Vec<StepState>) {
    let options = serde_json::from_value(json!({ "profile": "pr" })).expect("options");
    let (report, _) = apply(&project_with_steps(), &bundle.to_string(), &options);
    let skills = report.profile.iter().flat_map(|run| &run.skills);
    let states = skills.flat_map(|skill| &skill.steps).map(|step| step.state).collect();
    (report, states)
}

#[test]
fn a_random_test_of_a_step_is_named_and_the_steps_after_it_run() {
    let bundle = json!({ "/src/id.js": "Math.random();\nexport const id = () => Math.random();\n" });
    let (report, states) = apply_by_steps(&bundle);
    assert!(report.success, "{report:#?}");
    assert_eq!(states, [StepState::Passed, StepState::Passed]);
    let expected = json!([{ "file": "/tests/id.test.js", "test": "small", "guards": ["/src/id.js"] }]);
    assert_eq!(flaky(&report), expected);
    assert!((1..=12).contains(&reseeded(&report)), "{}", reseeded(&report));
}

#[test]
fn a_test_of_a_step_that_passes_under_every_seed_fails_the_step() {
    let bundle = json!({ "/src/id.js": "Math.random();\nexport const id = () => 3;\n" });
    let (report, states) = apply_by_steps(&bundle);
    assert!(!report.success && report.message.starts_with("Profile pr failed"), "{report:#?}");
    assert_eq!(states, [StepState::Failed, StepState::NotRun]);

    let bundle = json!({ "/src/sum.js": "export const sum = (a, b) => a - b;\n" });
    let (report, states) = apply_by_steps(&bundle);
    assert_eq!((report.success, states), (false, vec![StepState::Passed, StepState::Failed]));
    assert_eq!((reseeded(&report), flaky(&report)), (4, json!([])));
}

#[test]
fn only_what_fails_is_tried_again() {
    let bundle = json!({ "/src/sum.js": "export const sum = (a, b) => b + a;\n" });
    let (report, _) = apply(&project(), &bundle.to_string(), &options());
    assert_eq!((report.success, reseeded(&report), flaky(&report)), (true, 0, json!([])), "{report:#?}");
}

#[test]
fn a_test_that_passes_under_every_seed_is_blamed_on_the_change() {
    let bundle = json!({ "/src/sum.js": "export const sum = (a, b) => a - b;\n" });
    let (report, _) = apply(&project(), &bundle.to_string(), &options());
    assert!(!report.success && report.message.contains("Verification failed"), "{report:#?}");
    // It runs in the previous state only, where it passed every time.
    assert_eq!((reseeded(&report), flaky(&report)), (4, json!([])));
}

#[test]
fn many_failures_are_no_chance() {
    let tests: String =
        (0..30).map(|at| format!("test('{at}', () => {{ expect(id()).toBeLessThan(2); }});\n")).collect();
    let mut files = project();
    files.insert("/tests/id.test.js".into(), format!("import {{ id }} from '../src/id.js';\n{tests}"));
    let bundle = json!({ "/src/id.js": "export const id = () => 3;\n" });
    let (report, _) = apply(&files, &bundle.to_string(), &options());
    assert_eq!((report.success, reseeded(&report)), (false, 0), "{report:#?}");
}

/// Two witnesses that disagree on some tests of the verify command. If no confirmation is requested, it is
/// the interpreter.
struct Disagrees<'a>(&'a [(&'a str, &'a str)]);

impl Verifier for Disagrees<'_> {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let verdict = Engine.verify(check).await;
        let (Some(_), Some(mut result)) = (check.confirm, verdict.result.clone()) else { return verdict };
        result.engine = Judge::Both;
        let of = |(file, test): &(&str, &str)| Disagreement {
            file: (*file).to_owned(),
            path: vec![(*test).to_owned()],
            browser: None,
            boa: None,
        };
        let disagreements: Vec<Disagreement> = self.0.iter().map(of).collect();
        if !disagreements.is_empty() {
            result.success = false;
            result.code = Some(Code::Disagreement);
            result.error = Some("The engines disagree".into());
        }
        result.witnesses = Some(Box::new(Witnesses { disagreements, ..Witnesses::default() }));
        Verdict::from(*result)
    }

    fn confirms(&self) -> bool {
        true
    }
}

/// Expects the outcome of a change on whose tests two witnesses disagree.
fn check_disagreement(bundle: &Value, on: &[(&str, &str)], success: bool) {
    let (report, _) = apply_with(&mut Disagrees(on), &project(), &bundle.to_string(), &options());
    assert_eq!(report.success, success, "{bundle} {on:?}: {report:#?}");
}

#[test]
fn witnesses_may_disagree_on_what_passes_at_random() {
    let (random, sum) = (("/tests/id.test.js", "small"), ("/tests/sum.test.js", "adds"));
    // The change touches the tested code, so the test must fail in the previous state under another seed.
    let of_id = json!({ "/src/id.js": "// An id.\nexport const id = () => Math.random();\n" });
    check_disagreement(&of_id, &[], true);
    check_disagreement(&of_id, &[random], true);
    // It never passes after the change.
    let never = json!({ "/src/id.js": "export const id = () => 1 + 0 * Math.random();\n" });
    check_disagreement(&never, &[random], false);
    // A test of changed code that never fails before the change.
    let of_sum = json!({ "/src/sum.js": "export const sum = (a, b) => b + a;\n" });
    check_disagreement(&of_sum, &[sum], false);
    check_disagreement(&of_sum, &[random, sum], false);
    // A test that the change cannot reach, and that the interpreter passes.
    check_disagreement(&of_id, &[sum], true);
}
