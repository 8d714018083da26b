//! A folder's own rules block changes, and options lift them.

use serde_json::json;

use crate::world::{Answer, PROJECT, TESTS, World, bundle};

const CONSTITUTION: &str = "\
version: 1
rules:
  - id: RULE_002
    text: No plugin source edits unless explicitly approved.
    paths: ['/plugins/**']
    approval: person
  - id: RULE_003
    text: No shell.
    keywords: ['rm -rf']
capabilities:
  - prefix: /tools/
    write: ['/data/**']
    network: false
    eval: false
";

fn world() -> World {
    let world = World::new(PROJECT);
    world.write("spec/constitution.yaml", CONSTITUTION);
    world.write("plugins/a.js", "export const a = 1;\n");
    world
}

/// Applies a change, and checks the exit code and the output.
fn check(change: &str, arguments: &[&str], code: i32, said: &str) -> Answer {
    let world = world();
    let before = world.tree();
    let answer = world.apply(&bundle(change), &[&["--verify", TESTS], arguments].concat());
    assert_eq!(answer.code, code, "{change} {arguments:?}: {answer:?}");
    assert!(format!("{}{}", answer.out, answer.err).contains(said), "{change} {arguments:?}: {answer:?}");
    assert_eq!(world.tree() == before, code != 0, "{change} {arguments:?}");
    answer
}

#[test]
fn rules_and_their_approval() {
    let rule = "[RULE_002] No plugin source edits unless explicitly approved.";
    check("/plugins/a.js=1;", &[], 1, rule);
    check("/plugins/a.js=1;", &["--approve", "RULE_003=me"], 1, rule);
    check("/plugins/a.js=1;", &["--approve", "RULE_002=Ada"], 0, "approved: RULE_002 by Ada");
    check("/plugins/a.js=1;", &["--approve", "RULE_002="], 2, "expected RULE=WHO");
    check("/plugins/a.js=1;", &["--approve", "RULE_002"], 2, "expected RULE=WHO");
    check("/src/old.js=1;", &[], 0, "APPLIED");
}

#[test]
fn a_constitution_from_outside_takes_the_place_of_the_folders() {
    let world = world();
    let other = world
        .beside("rules.yaml", "version: 1\nrules:\n  - { id: R, text: Not old., paths: ['/src/old.js'] }\n");
    let broken = world.beside("broken.yaml", "version: 1\nrules: 5\n");
    let (other, broken) = (other.to_str().expect("a name"), broken.to_str().expect("a name"));
    check("/src/old.js=1;", &["--constitution", other], 1, "[R] Not old.");
    check("/plugins/a.js=1;", &["--constitution", other], 0, "APPLIED");
    check("/plugins/a.js=1;", &["--constitution", "/none.yaml"], 2, "/none.yaml");
    check("/plugins/a.js=1;", &["--constitution", broken], 1, ":2:");
}

#[test]
fn protected_files_need_an_allowance() {
    let rules = "/spec/constitution.yaml=version:1";
    check(rules, &[], 1, "constitution");
    check(rules, &["--allow", "profiles"], 1, "constitution");
    check(rules, &["--allow", "everything"], 2, "unknown variant `everything`, expected one of `verifier`");
    check("/verdict.config.json={}", &[], 1, "config");
    check("/verdict.config.json={}", &["--allow", "profiles", "--allow", "config"], 0, "APPLIED");
}

/// A change is linted by the `eslint.config.json` of the state before it.
#[test]
fn no_change_loosens_its_own_lint_rules() {
    let strict = r#"[{ "rules": { "eqeqeq": "error" } }]"#;
    let check = |change: &str, arguments: &[&str], code: i32, said: &str| {
        let world = world();
        world.write("eslint.config.json", strict);
        let before = world.tree();
        let answer = world.apply(&bundle(change), &[&["--verify", TESTS], arguments].concat());
        assert_eq!(answer.code, code, "{change} {arguments:?}: {answer:?}");
        assert!(answer.out.contains(said), "{change} {arguments:?}: {answer:?}");
        assert_eq!(world.tree() == before, code != 0, "{change} {arguments:?}");
    };
    let loose = "/src/old.js=export/**/const/**/old=1==a;";
    let equal = "Expected '===' and instead saw '=='.";
    check(loose, &[], 1, equal);
    check(&format!("{loose} /eslint.config.json=[]"), &[], 1, "/eslint.config.json is protected (config)");
    check(
        &format!("{loose} /src/eslint.config.json=[]"),
        &[],
        1,
        "/src/eslint.config.json is protected (config)",
    );
    check(&format!("{loose} /eslint.config.json=-"), &[], 1, "/eslint.config.json is protected (config)");
    // Even with an allowance the state before judges.
    for own in ["/eslint.config.json=[]", "/src/eslint.config.json=[]", "/eslint.config.json=-"] {
        check(&format!("{loose} {own}"), &["--allow", "config"], 1, equal);
    }
    let disabled = "/src/old.js=/*eslint-disable*/export/**/const/**/old=1==a;";
    check(disabled, &["--suppressions", "warn"], 1, equal);
    // Honest changes.
    check("/src/old.js=export/**/const/**/old=2===1;", &[], 0, "APPLIED");
    check("/eslint.config.json=[]", &["--allow", "config"], 0, "APPLIED");
    check("/src/eslint.config.json=[] /src/old.js=1;", &["--allow", "config"], 0, "APPLIED");
}

/// Capabilities hold in files that a project does not lint.
#[test]
fn a_projects_lint_configuration_lifts_no_capability() {
    let world = world();
    world.write("eslint.config.json", r#"[{ "ignores": ["tools/"] }]"#);
    let own = r#"{ "lint": [{ "ignores": ["tools/"] }, { "languageOptions": { "globals": { "fetch": "off" } } }] }"#;
    world.write("verdict.config.json", own);
    world.write("tools/fix.js", "export const a = 1;\n");
    let answer = world.apply(&bundle("/tools/fix.js=fetch('/x');"), &["--verify", TESTS]);
    assert!(answer.code == 1 && answer.out.contains("Unexpected use of 'fetch'"), "{answer:?}");
    let answer = world.apply(&bundle("/tools/fix.js=export/**/const/**/a=2;"), &["--verify", TESTS]);
    assert_eq!(answer.code, 0, "{answer:?}");
}

/// A configuration that cannot be read lints nothing, so it lets nothing through.
#[test]
fn a_broken_lint_configuration_refuses_code() {
    let world = world();
    world.write("eslint.config.json", "[{ \"rules\": }]");
    let answer = world.apply(&bundle("/src/old.js=2;"), &["--verify", TESTS]);
    assert!(answer.code == 2 && answer.out.contains("The configuration is invalid"), "{answer:?}");
    let mended = world.apply(&bundle("/eslint.config.json=[]"), &["--verify", TESTS, "--allow", "config"]);
    assert_eq!(mended.code, 0, "{mended:?}");
    assert_eq!(world.apply(&bundle("/src/old.js=2;"), &["--verify", TESTS]).code, 0);
}

#[test]
fn an_actor_writes_where_it_may() {
    check("/src/old.js=1;", &["--actor", "/tools/fix.js"], 1, "/tools/");
    check("/data/x.json={}", &["--actor", "/tools/fix.js"], 0, "APPLIED");
    check("/src/old.js=1;", &["--actor", "/other/fix.js"], 0, "APPLIED");
    check("/src/old.js=1;", &["--actor", "../fix.js"], 1, "leaves the root");
}

#[test]
fn profiles_judge_a_change() {
    let world = World::new(PROJECT);
    world.write(
        "spec/verification.yaml",
        "version: 1\nskills:\n  s:\n    tier: 1\n    env: [MODE]\n    steps: [{ name: tests, run: 'test:tests/*.test.js' }]\nprofiles: { pr: [s] }\n",
    );
    let before = world.tree();
    let break_it = bundle("/src/sum.js=export{sum};function/**/sum(){}");
    let answer = world.apply(&break_it, &["--profile", "pr", "--change", "c1"]);
    assert!(answer.code == 1 && answer.out.contains("Profile pr failed"), "{answer:?}");
    assert_eq!(world.tree(), before, "nothing is written for a change that is not applied");
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--profile", "none"]);
    assert!(answer.code == 2 && answer.out.contains("unknown profile"), "{answer:?}");
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--profile", "pr", "--env", "lower"]);
    assert_eq!(answer.code, 2, "{answer:?}");
    assert_eq!(world.tree(), before);
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--profile", "pr", "--change", "c1", "--json"]);
    let report = answer.json();
    assert_eq!((answer.code, &report["profile"]["passed"]), (0, &json!(true)), "{report}");
    let status: serde_json::Value =
        serde_json::from_str(&world.read("changes/c1/05-status.json")).expect("JSON");
    assert_eq!(status["verification"]["last_run"]["passed"], true);
    assert!(!world.path(".verdict/folders").exists());
}

#[test]
fn no_change_approves_itself() {
    let change = |sum: &str, test: &str| {
        json!({
            "/src/sum.js": format!("export const sum = (a, b) => {sum};\n"),
            "/tests/sum.test.js": format!("import {{ sum }} from '../src/sum.js';\n{test}\n"),
        })
        .to_string()
    };
    let check = |bundle: &str, arguments: &[&str], code: i32, said: &str| {
        let world = World::new(PROJECT);
        let before = world.tree();
        let answer = world.apply(bundle, &[&["--verify", TESTS], arguments].concat());
        assert_eq!(answer.code, code, "{bundle} {arguments:?}: {answer:?}");
        assert!(answer.out.contains(said), "{bundle} {arguments:?}: {answer:?}");
        assert_eq!(world.tree() == before, code != 0);
    };
    // The test is adapted to a broken sum.
    let other = change("a - b", "test('adds', () => expect(sum(1, 2)).toBe(-1));");
    check(&other, &[], 1, "adds");
    check(&other, &["--weakened-tests", "warn"], 1, "old form");
    check(&other, &["--old-tests", "warn"], 0, "warning: ");
    // The test asserts less.
    let weaker = change("b + a", "test('adds', () => { sum(1, 2); });");
    check(&weaker, &["--require-assertions", "warn"], 1, "fewer assertions");
    check(&weaker, &["--require-assertions", "warn", "--old-tests", "warn"], 1, "fewer assertions");
    // The remaining tests must assert something, which is a separate rule.
    check(&weaker, &["--weakened-tests", "warn"], 1, "adds: expected any number of assertion, but got none");
    let both = ["--weakened-tests", "warn", "--require-assertions", "warn"];
    check(&weaker, &both, 0, "asserted nothing, and the policy allows it");
    check(&weaker, &["--weakened-tests", "maybe"], 2, "");
    // A page would take another file than the test did.
    let page = json!({
        "/src/package.json": r#"{ "browser": { "./sum.js": "./other.js" } }"#,
        "/src/other.js": "export const sum = () => 0;\n",
    })
    .to_string();
    check(&page, &[], 1, "/src/other.js on the application's host");
    check(&page, &["--host-resolution", "warn"], 0, "warning: ");
    check(&page, &["--host-fields", "module,main"], 0, "");
    check(&page, &["--host-conditions", "node", "--host-fields", "main"], 0, "");
    // Additional assertions are fine.
    let more = change(
        "b + a",
        "test('adds', () => { expect(sum(1, 2)).toBe(3); expect(sum(0, 0)).toBe(0); });\ntest('more', () => expect(sum(2, 2)).toBe(4));",
    );
    check(&more, &[], 0, "tests: 1 touched file(s), 1 added, 1 changed");
}

/// Capabilities of code, with the real linter: ways around a restricted name, and harmless look-alikes.
#[test]
fn capabilities_of_code() {
    let denied = "Capability violations";
    for code in [
        "fetch('x');",
        "import'https://x.y/z.js';",
        "import'node:http';",
        "import('node:child_process');",
        "const{fetch:f}=globalThis;",
        "self[name]('x');",
        "import(name);",
        "Reflect.construct(Function,['x']);",
        "import('data:text/javascript,1');",
        "(()=>{}).constructor('x')();",
        "const/**/a=;",
    ] {
        for path in ["/tools/a.js", "/tools/a.JS", "/Tools/a.mjs"] {
            check(&format!("{path}={code}"), &[], 1, denied);
        }
    }
    check("/tools/a.html=<script>a()</script>", &[], 1, denied);
    check("/tools/a.html=<p>fetch(a)</p>", &[], 0, "APPLIED");
    check("/tools/a.js=import'../src/old.js';//https://x.y", &[], 0, "APPLIED");
    check("/tools/a.JS=export{};typeof/**/globalThis;", &[], 0, "APPLIED");
    check("/src/old.js=import('node:http');", &[], 0, "APPLIED");
}

#[test]
fn changed_files_are_linted_and_checks_stay_made() {
    check("/src/old.js=debugger;", &[], 1, "policy.lint");
    check("/src/old.js=debugger;", &["--lint", "warn"], 0, "warning: Lint: 1 new finding(s) of no-debugger");
    check("/src/old.js=/*eslint-disable*/debugger;", &["--suppressions", "warn"], 1, "policy.lint");
    check("/src/old.js=/*eslint-disable*/1;", &[], 1, "policy.suppressions");
    check("/src/old.js=\"/*eslint-disable*/\";", &[], 0, "APPLIED");
    check("/src/old.js=console.log(1);", &[], 0, "warning: Lint: 1 new finding(s) of no-console");
    check("/src/old.js=console.log(1);", &["--strictness", "paranoid"], 1, "policy.lintStyle");
    check("/src/old.js=console.log(1);", &["--strictness", "lax"], 2, "unknown variant");
    check("/a\u{202e}b.txt=1", &[], 1, "U+202E");
    check("/a\u{202e}b.txt=1", &["--odd-names", "allow"], 0, "APPLIED");
    check("/SPEC=1", &[], 1, "is protected (constitution)");
}
