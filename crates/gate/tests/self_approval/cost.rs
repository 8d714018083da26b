//! The runs that judging a change takes. Records of earlier changes give the same results as fresh runs.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_gate::{ApplyOptions, CheckReport, GateReport, Purpose, Target, TargetError};
use verdict_vfs::{Snapshot, VfsPath};

use crate::engine::Engine;
use crate::world::{World, apply as apply_to};

/// Live files with the gate's records.
#[derive(Default)]
struct Kept {
    world: World,
    records: BTreeMap<String, String>,
}

impl Kept {
    fn of(files: &[(&str, &str)]) -> Kept {
        let disk = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        Kept { world: World { disk, ..World::default() }, ..Kept::default() }
    }

    fn apply(&mut self, bundle: &Value, options: &Value) -> GateReport {
        let options: ApplyOptions = serde_json::from_value(options.clone()).expect("options");
        apply_to(&bundle.to_string(), &options, &mut Engine, self)
    }
}

impl Target for Kept {
    async fn load(&mut self) -> Result<Snapshot, TargetError> {
        self.world.load().await
    }

    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError> {
        self.world.write(path, bytes).await
    }

    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError> {
        self.world.remove(path).await
    }

    async fn read_record(&mut self, name: &str) -> Option<String> {
        self.records.get(name).cloned()
    }

    async fn write_record(&mut self, name: &str, text: &str) {
        self.records.insert(name.to_owned(), text.to_owned());
    }
}

const A: &str = "export const a = (n) => {\n  if (n > 1) return n * 2;\n  return 0;\n};\n";
const B: &str = "export const b = (n) => {\n  if (n < 0) return 1;\n  return n;\n};\n";
const A_TEST: &str = "import { expect, test } from 'vitest';\nimport { a } from './a.js';\ntest('a', () => { expect(a(2)).toBe(4); expect(a(1)).toBe(0); });\n";
const B_TEST: &str = "import { expect, test } from 'vitest';\nimport { b } from './b.js';\ntest('b', () => { expect(b(2)).toBe(2); expect(b(-1)).toBe(1); });\n";

fn project() -> Kept {
    Kept::of(&[("/a.js", A), ("/b.js", B), ("/a.test.js", A_TEST), ("/b.test.js", B_TEST)])
}

fn commands(report: &GateReport, purpose: Purpose) -> Vec<&str> {
    let tests = |check: &&CheckReport| check.purpose == purpose && check.command.starts_with("test:");
    report.checks.iter().filter(tests).map(|check| check.command.as_str()).collect()
}

const VERIFY: &str = "test:/*.test.js";

#[test]
fn a_change_of_code_runs_its_verify_command_once_where_the_state_before_is_remembered() {
    let mut kept = project();
    let options = json!({ "verifyCommand": VERIFY });
    let first = kept.apply(&json!({ "/a.js": A.replace("n * 2", "n + n") }), &options);
    assert!(first.success, "{first:#?}");
    assert_eq!(commands(&first, Purpose::Baseline), [VERIFY]);
    let second = kept.apply(&json!({ "/a.js": A }), &options);
    assert!(second.success, "{second:#?}");
    assert_eq!(commands(&second, Purpose::Verify), [VERIFY]);
    for purpose in [Purpose::Baseline, Purpose::OldTests, Purpose::NewTests, Purpose::Mutant] {
        assert_eq!(commands(&second, purpose), [""; 0], "{purpose:?}");
    }
}

#[test]
fn only_tests_that_a_change_touches_run_more_often() {
    let mut kept = project();
    let options = json!({ "verifyCommand": VERIFY });
    assert!(kept.apply(&json!({ "/b.js": B.replace("n < 0", "0 > n") }), &options).success);
    let more = format!("{A_TEST}test('more', () => expect(a(3)).toBe(6));\n");
    let report = kept.apply(&json!({ "/a.test.js": more }), &options);
    assert!(report.success, "{report:#?}");
    assert_eq!(commands(&report, Purpose::Verify), [VERIFY]);
    for purpose in [Purpose::Baseline, Purpose::NewTests, Purpose::OldTests] {
        assert_eq!(commands(&report, purpose), ["test:/a.test.js"], "{purpose:?}");
    }
    let mutants = commands(&report, Purpose::Mutant);
    assert!(
        !mutants.is_empty() && mutants.iter().all(|command| *command == "test:/a.test.js"),
        "{mutants:?}"
    );
}

/// The change touches both tests, and each mutant runs only with the one that uses its file.
#[test]
fn a_mutant_runs_only_the_tests_that_it_can_reach() {
    let mut kept = project();
    let options = json!({ "verifyCommand": VERIFY });
    let more = |text: &str| format!("{text}test('more', () => {{ expect(1 + Math.abs(-1)).toBe(2); }});\n");
    let report = kept.apply(&json!({ "/a.test.js": more(A_TEST), "/b.test.js": more(B_TEST) }), &options);
    assert!(report.success, "{report:#?}");
    let mutants = commands(&report, Purpose::Mutant);
    for name in ["test:/a.test.js", "test:/b.test.js"] {
        assert!(mutants.contains(&name), "{name}: {mutants:?}");
    }
    assert!(mutants.iter().all(|command| !command.contains(' ')), "{mutants:?}");
}

const PROFILE: &str = "version: 1
skills:
  unit:
    tier: 1
    steps:
      - { name: first, run: 'test:/*.test.js' }
profiles: { pr: [unit] }
";

#[test]
fn what_the_command_and_the_profile_both_run_is_compared_once() {
    let mut kept = project();
    kept.world.disk.insert("/spec/verification.yaml".to_owned(), PROFILE.as_bytes().to_vec());
    let options = json!({ "verifyCommand": VERIFY, "profile": "pr" });
    let report = kept.apply(&json!({ "/a.js": A.replace("n * 2", "n + n") }), &options);
    assert!(report.success, "{report:#?}");
    assert_eq!(commands(&report, Purpose::Profile), [VERIFY]);
    assert_eq!(commands(&report, Purpose::Baseline), [VERIFY]);
}

/// A test declared by another file belongs to the file that ran it. Tests that both files declare are
/// distinct.
#[test]
fn tests_of_a_helper_are_compared_by_the_file_that_runs_them() {
    let shared = "import { expect, test } from 'vitest';\nexport const checks = (name, f) => test('is a number', () => { expect(typeof f(2)).toBe('number'); expect(f(2)).toBeGreaterThan(0); });\n";
    let runs = |name: &str| {
        format!(
            "import {{ checks }} from './shared.js';\nimport {{ {name} }} from './{name}.js';\nchecks('{name}', {name});\n"
        )
    };
    let (a, b) = (runs("a"), runs("b"));
    let files =
        [("/a.js", A), ("/b.js", B), ("/shared.js", shared), ("/a.test.js", &*a), ("/b.test.js", &*b)];
    let options = json!({ "verifyCommand": VERIFY });
    let keeps = Kept::of(&files).apply(&json!({ "/a.js": A.replace("n * 2", "n + n") }), &options);
    assert!(keeps.success, "{keeps:#?}");
    // One of the two is missing, and the other does not replace it.
    let empty = "import { expect, test } from 'vitest';\nimport { a } from './a.js';\ntest('other', () => { expect(a(2)).toBe(4); });\n";
    let loses = Kept::of(&files).apply(&json!({ "/a.test.js": empty }), &options);
    let named: Vec<&str> =
        loses.tests.iter().flat_map(|tests| &tests.weakened).map(|weak| weak.name.file.as_str()).collect();
    assert!(!loses.success && named == ["/a.test.js"], "{loses:#?}");
}

/// A report without the number of verifier runs.
fn said(report: &GateReport) -> Value {
    let mut tests = serde_json::to_value(&report.tests).expect("JSON");
    if let Some(tests) = tests.as_object_mut() {
        tests.remove("runs");
    }
    let errors: Vec<&str> = report.errors.iter().map(|error| error.message.as_str()).collect();
    json!([report.success, report.message, errors, report.warnings, tests])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Random changes of code and tests, honest or not: records never alter a judgement.
    #[test]
    fn what_is_remembered_judges_as_a_fresh_look(steps in proptest::collection::vec((0_usize..2, 0_usize..7), 1..5)) {
        let options = json!({ "verifyCommand": VERIFY });
        let mut kept = project();
        for (which, kind) in steps {
            let (path, test) = [("/a.js", "/a.test.js"), ("/b.js", "/b.test.js")][which];
            let read = |path: &str| String::from_utf8(kept.world.disk[path].clone()).expect("text");
            let (code, tests) = (read(path), read(test));
            let bundle = match kind {
                0 => json!({ path: format!("{code}export const other{} = 1;\n", code.len()) }),
                1 => json!({ path: code.replace("return", "/* kept */ return") }),
                2 => json!({ test: format!("{tests}test('more {}', () => {{ expect({}(2)).toBeTruthy(); }});\n", tests.len(), ["a", "b"][which]) }),
                3 => json!({ test: tests.replacen(".toBe(", ".toBeGreaterThanOrEqual(", 1) }),
                4 => json!({ test: tests.replacen("test(", "test.skip(", 1) }),
                5 => json!({ path: code.replace("return n", "return -n") }),
                _ => json!({ path: code.replace("n > 1", "1 < n"), test: tests.replace("expect(a(1)).toBe(0);", "") }),
            };
            let mut fresh = Kept { world: World { disk: kept.world.disk.clone(), ..World::default() }, ..Kept::default() };
            let (by_kept, by_fresh) = (kept.apply(&bundle, &options), fresh.apply(&bundle, &options));
            prop_assert_eq!(said(&by_kept), said(&by_fresh));
            prop_assert_eq!(&kept.world.disk, &fresh.world.disk);
        }
    }
}
