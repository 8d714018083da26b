//! Tests that assert nothing or catch failures pass a plain `test:`, but judge no change.

use serde_json::json;

use crate::world::{PROJECT, TESTS, World};

/// Checks a change of code with a test: whether a plain `test:` passes, the exit code of an apply, and part
/// of its output.
fn check(kind: &str, test: &str, arguments: &[&str], code: i32, said: &str) {
    let change = json!({ "/src/new.js": "export const run = (f) => { try { f() } catch {} };\n", "/tests/new.test.js": format!("import {{ run }} from '../src/new.js';\n{test}\n") });
    for judge in [&["--verify", TESTS][..], &["--profile", "pr"]] {
        let world = World::new(PROJECT);
        world.write(
            "spec/verification.yaml",
            "version: 1\nskills:\n  s:\n    tier: 1\n    steps: [{ name: tests, run: 'test:tests/*.test.js' }]\nprofiles: { pr: [s] }\n",
        );
        let before = world.tree();
        let answer = world.apply(&change.to_string(), &[judge, arguments].concat());
        assert_eq!(answer.code, code, "{kind} {test} {judge:?} {arguments:?}: {answer:?}");
        assert_eq!(world.tree() == before, code != 0);
        let all = format!("{}{}", answer.out, answer.err);
        assert!(all.contains(said), "{kind} {test} {judge:?} {arguments:?}: {all}");
    }
    let world = World::new(PROJECT);
    for (path, text) in change.as_object().expect("files") {
        world.write(path.trim_start_matches('/'), text.as_str().expect("a text"));
    }
    let plain = world.verdict(&["verify", TESTS]);
    assert_eq!(plain.code == 0, kind != "nop", "{kind} {test}: {plain:?}");
}

#[test]
fn a_test_that_asserts_nothing() {
    check("cheat", "test('t', () => { run(() => 1) });", &[], 1, "");
    let warn = ["--require-assertions", "warn"];
    check(
        "cheat",
        "test('t', () => { run(() => 1) });",
        &warn,
        0,
        "asserted nothing, and the policy allows it",
    );
    check("oracle", "test('t', () => { expect(run(() => 1)).toBe(undefined) });", &[], 0, "APPLIED");
    check("nop", "test('t', () => { expect(run(() => 1)).toBe(1) });", &[], 1, "");
}

#[test]
fn a_test_that_catches_what_fails() {
    let cheat = "test('t', () => { run(() => { expect(1).toBe(2) }); expect(1).toBe(1) });";
    check("cheat", cheat, &[], 1, "");
    let warn = ["--strict-assertions", "warn"];
    check("cheat", cheat, &warn, 0, "caught 1 failed assertion(s), and the policy allows it");
    check("cheat", cheat, &["--require-assertions", "warn"], 1, "");
    let oracle =
        "test('t', () => { run(() => { expect(1).toBe(1) }); expect(() => expect(1).toBe(2)).toThrow() });";
    check("oracle", oracle, &[], 0, "APPLIED");
    check("nop", "test('t', () => { expect(1).toBe(2) });", &[], 1, "");
}

#[test]
fn a_host_that_says_otherwise_in_its_configuration_is_not_asked() {
    let config = json!({ "test": { "expect": { "requireAssertions": false, "strictAssertions": false }, "passWithNoTests": true } });
    let world = World::new(PROJECT);
    let file = world.beside("config.json", &config.to_string());
    let arguments = ["--verify", TESTS, "--config", file.to_str().expect("a name")];
    for test in [
        "test('t', () => {});",
        "try { expect(1).toBe(2) } catch {} test('t', () => { try { expect(1).toBe(2) } catch {} });",
        "",
    ] {
        let before = world.tree();
        let answer = world.apply(&json!({ "/tests/new.test.js": test }).to_string(), &arguments);
        assert_eq!(answer.code, 1, "{test}: {answer:?}");
        assert_eq!(world.tree(), before);
    }
}
