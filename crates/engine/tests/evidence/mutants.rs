//! Mutants of called functions (`config.test.mutant`).

use serde_json::{Value, json};
use verdict_protocol::Output;

use crate::common::{ONE, evidence, run, word};

const AGENT: &str = "//- /package.json\n{ \"main\": \"./src/lib.js\" }\n\
    //- /src/lib.js\nexport function clamp(it, most) {\n  if (it > most) {\n    return most;\n  }\n  return it;\n}\nexport function unused() { return 1; }\n\
    //- /src/lib.test.js\nimport { test, expect } from 'vitest'; import { clamp } from './lib.js';\n\
    test('clamp', () => { expect(clamp(3, 2)).toBe(2); expect(clamp(1, 2)).toBe(1); });\n\
    test('hollow', () => { clamp(3, 2); expect(1).toBe(1); });\n";

#[test]
fn mutants_are_of_functions_that_were_called_and_good_tests_notice_them() {
    let found = evidence(AGENT, &json!({ "evidence": "full" }));
    let mutants = &found.files[0].mutants;
    let shown: Vec<String> = mutants
        .iter()
        .map(|mutant| format!("{}:{} {}", mutant.file, mutant.line, word(mutant.kind)))
        .collect();
    assert_eq!(
        shown,
        [
            "/src/lib.js:2 negateCondition",
            "/src/lib.js:3 returnConstant",
            "/src/lib.js:3 returnOther",
            "/src/lib.js:5 returnConstant",
            "/src/lib.js:5 returnOther"
        ]
    );
    for mutant in mutants {
        let result = run(AGENT, &json!({ "mutant": mutant }));
        let Output::Tests(entries) = &result.output else { panic!("{result:#?}") };
        let states: Vec<(&str, bool)> =
            entries.iter().map(|entry| (entry.test.as_str(), entry.passed)).collect();
        assert_eq!(states, [("clamp", false), ("hollow", true)], "{mutant:?}");
    }
}

#[test]
fn a_mutant_is_made_of_its_file_at_its_place_alone() {
    let mutant = |file: &str, offset: usize| json!({ "mutant": { "file": file, "offset": offset, "line": 1, "kind": "returnConstant" } });
    let lib = "export const f = () => 1; export const g = () => 1;\n";
    let fixture = |mark: &str| {
        format!(
            "//- /a.test.ts\n{ONE}import fs from 'fs'; import {{ f, g }} from './lib.js';\ntest('f', () => expect(f()).toBe(1)); test('g', () => expect(g()).toBe(1));\n\
             test('read', () => expect(fs.readFileSync('/lib.js', 'utf8')).not.toContain('=> 2'));\n//- /lib.js\n{mark}{lib}//- /other.js\n{lib}"
        )
    };
    let failed = |fixture: &str, test: &Value| -> Vec<String> {
        let result = run(fixture, test);
        let Output::Tests(entries) = &result.output else { panic!("{result:#?}") };
        entries.iter().filter(|entry| !entry.passed).map(|entry| entry.test.clone()).collect()
    };
    let (one, two) = (lib.find("1;").expect("one"), lib.rfind("1;").expect("two"));
    assert_eq!(failed(&fixture(""), &mutant("/lib.js", one)), ["f"]);
    assert_eq!(failed(&fixture(""), &mutant("/lib.js", two)), ["g"]);
    assert_eq!(failed(&fixture("\u{feff}"), &mutant("/lib.js", one + 3)), ["f"]);
    let none: [&str; 0] = [];
    assert_eq!(failed(&fixture(""), &mutant("/lib.js", one + 1)), none);
    assert_eq!(failed(&fixture(""), &mutant("/other.js", one)), none);
    assert_eq!(failed(&fixture(""), &mutant("/gone.js", one)), none);
}
