//! Rules for tests, where the plugin for Vitest cannot tell what is right: names of the plugin for Jest, the
//! preset, titles of unknown types, and files on which the plugin does not end.

use crate::common;

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::LintConfig;

fn lint(config: &Value, fixture: &str) -> String {
    let parsed = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    render(&Linter::new(&snapshot(fixture), &parsed).check(&first(fixture)))
}

#[track_caller]
fn check(config: &Value, fixture: &str, expected: &str) {
    assert_eq!(lint(config, fixture), expected, "for {config} on {fixture}");
}

#[test]
fn rules_have_their_names_in_the_plugin_for_jest() {
    let on = |id: &str| json!({ "only": [id] });
    let found = |id: &str| format!("1:6-1:10 {id} Focused tests are not allowed");
    for id in ["vitest/no-focused-tests", "@vitest/no-focused-tests", "jest/no-focused-tests"] {
        check(&on(id), "test.only('a', f);", &found(id));
        check(&on(id), "test('a', f);", "");
    }
}

#[test]
fn imports_from_jest_count_for_the_names_of_its_rules() {
    let file = "import { test as check } from '@jest/globals';\ncheck.only('a', f);";
    let found = "2:7-2:11 jest/no-focused-tests Focused tests are not allowed";
    check(&json!({ "only": ["jest/no-focused-tests"] }), file, found);
    check(&json!({ "only": ["vitest/no-focused-tests"] }), file, "");
    let other = file.replace("@jest/globals", "bun:test");
    let renamed =
        json!({ "only": ["jest/no-focused-tests"], "settings": { "jest": { "globalPackage": "bun:test" } } });
    check(&renamed, &other, found);
    check(&renamed, file, "");
    let aliased = json!({ "globalAliases": { "test": ["check"] } });
    let aliased = |id: &str| json!({ "only": [id], "settings": { "jest": aliased } });
    check(&aliased("jest/no-focused-tests"), "\ncheck.only('a', f);", found);
    check(&aliased("vitest/no-focused-tests"), "\ncheck.only('a', f);", "");
}

#[test]
fn options_of_the_plugin_for_jest() {
    let with = |options: Value| {
        let rules = json!({ "jest/valid-title": ["error", options] });
        json!({ "only": ["jest/valid-title"], "rules": rules })
    };
    check(&with(json!({ "ignoreSpaces": true })), "it(' a ', f);", "");
    check(
        &with(json!({ "ignoreSpaces": false })),
        "it(' a ', f);",
        "1:4-1:9 jest/valid-title should not have leading or trailing spaces",
    );
    let message = "jest/valid-title Test title must be a string, a function or class name";
    let types = with(json!({ "ignoreTypeOfTestName": true }));
    check(&types, "it(1, f); describe(2, f);", &format!("1:20-1:21 {message}"));
}

#[test]
fn titles_of_unknown_types_pass_if_types_are_checked() {
    let on = |checks: bool| json!({ "only": ["vitest/valid-title"], "settings": { "vitest": { "typecheck": checks } } });
    let at = |place: &str| {
        format!("{place} vitest/valid-title Test title must be a string, a function or class name")
    };
    for title in ["name", "Box", "names.first", "titled()", "class {}", "() => {}"] {
        check(&on(true), &format!("it({title}, f);"), "");
        check(&on(false), &format!("it({title}, f);"), &at(&format!("1:4-1:{}", 4 + title.len())));
    }
    for title in ["1", "null", "true", "[]", "{}", "/a/"] {
        check(&on(true), &format!("it({title}, f);"), &at(&format!("1:4-1:{}", 4 + title.len())));
    }
}

#[test]
fn the_preset_for_tests_has_what_keeps_them_honest() {
    let preset = json!({ "extends": ["tests"] });
    let ids = |fixture: &str| {
        let found = lint(&preset, fixture);
        let ids: Vec<String> =
            found.lines().filter_map(|line| line.split(' ').nth(1)).map(str::to_owned).collect();
        ids.join(" ")
    };
    assert_eq!(ids("test('a', () => { expect(f()).toBe(1); });"), "");
    assert_eq!(ids("test('a', () => { f(); });"), "vitest/expect-expect");
    assert_eq!(ids("test.only('a', () => { expect(f()).toBe(1); });"), "vitest/no-focused-tests");
    assert_eq!(ids("test.skip('a', () => { expect(f()).toBe(1); });"), "vitest/no-disabled-tests");
    assert_eq!(ids("// test('a', f);"), "vitest/no-commented-out-tests");
    assert_eq!(ids("import { test } from 'node:test';"), "vitest/no-import-node-test");
    assert_eq!(
        ids("test('a', () => { if (a) { b(); } expect(f()).toBe(1); });"),
        "vitest/no-conditional-in-test"
    );
    // Rules of taste are not in it.
    assert_eq!(ids("fit('a', () => { expect(f()).toBe(1); }); beforeEach(f);"), "");
}

#[test]
fn variables_that_extend_each_other_are_no_tests() {
    let on = json!({ "only": ["vitest/no-focused-tests"] });
    check(&on, "const a = b.extend({}); const b = a.extend({}); a.only('c');", "");
    let extended = |base: &str| {
        format!(
            "import {{ test as t0 }} from '{base}'; const t1 = t0.extend({{}}); const t2 = t1.extend({{}});\nt2.only('a', f);"
        )
    };
    check(&on, &extended("vitest"), "2:4-2:8 vitest/no-focused-tests Focused tests are not allowed");
    check(&on, &extended("other"), "");
}

#[test]
fn options_that_no_rule_knows_are_refused() {
    let on = |id: &str, options: Value| json!({ "only": [id], "rules": { id: ["error", options] } });
    let wrong = |id: &str, why: &str| format!("1:1 {id} Configuration for rule \"{id}\" is invalid: {why}");
    let check = |id: &str, options: Value, why: &str| check(&on(id, options), ";", &wrong(id, why));
    check("vitest/valid-expect", json!({ "minArgs": 0 }), "Value 0 should be a whole number >= 1.");
    check("vitest/valid-expect", json!({ "maxArgs": "1" }), "Value \"1\" should be number.");
    check("vitest/valid-title", json!({ "mustMatch": 1 }), "Value 1 should be string.");
    check("vitest/valid-title", json!({ "mustMatch": [] }), "Value [] should have 1 or 2 items.");
    check("vitest/expect-expect", json!({ "assertFunctionNames": "a" }), "Value \"a\" should be array.");
    check(
        "vitest/no-focused-tests",
        json!({ "fix": true }),
        "Value {\"fix\":true} should NOT have additional properties. Unexpected property \"fix\". Expected properties: \"fixable\".",
    );
}

#[test]
fn long_chains_and_many_tests_end() {
    let rules: Vec<&str> = verdict_analysis::GROUPS
        .iter()
        .filter(|(group, _)| *group == "tests")
        .flat_map(|(_, rules)| rules.iter().map(|rule| rule.id))
        .collect();
    assert!(rules.len() >= 12, "only {rules:?}");
    let on = json!({ "only": rules });
    lint(&on, &format!("expect(1){};", ".a(b)".repeat(3_000)));
    lint(&on, &"test('a', f);\n".repeat(3_000));
    lint(&on, &format!("{}function f() {{ {} }}", "test('a', f);".repeat(2_000), "expect(1);".repeat(2_000)));
    let promises: String =
        (0..1_000).map(|of| format!("const p{of} = q.then(() => expect(1).toBe(1));\n")).collect();
    lint(&on, &format!("test('a', () => {{ {promises} }});"));
}
