//! `project:`: what the configuration of a project's own tools comes to.

#![allow(clippy::expect_used, reason = "a test")]

use serde_json::{Value, json};
use verdict_protocol::{Code, Output, ProjectPlan};

use crate::support::run;

fn plan(command: &str, files: &str) -> ProjectPlan {
    let result = run(command, files);
    let Output::Value(value) = result.output else { panic!("{:?}", result.error) };
    serde_json::from_value(value).expect("a plan")
}

/// Compares commands with their configurations, a line each.
fn check(command: &str, files: &str, expected: &[&str]) {
    let mut plan = plan(command, files);
    let shown = plan.commands.iter_mut().map(|one| {
        // What a test runner sets is the same for all.
        let test = one.config["test"].as_object_mut().expect("a configuration of tests");
        assert_eq!(test.remove("env").expect("variables")["VITEST"], "true");
        test.remove("writtenFor");
        format!("{} {} {}", one.label, one.command, one.config)
    });
    assert_eq!(shown.collect::<Vec<_>>(), expected, "{files}");
}

#[test]
fn configurations_that_are_code() {
    check(
        "project:/",
        "//- /vitest.config.ts
import { defineConfig } from 'vitest/config';
const seconds: number = 2;
export default defineConfig({ test: { include: ['spec/**/*.ts'], setupFiles: './setup.ts', testTimeout: seconds * 1000 } });
//- /eslint.config.js
import js from '@eslint/js';
export default [js.configs.recommended, { rules: { eqeqeq: 'error' } }];
//- /tsconfig.json
{ \"include\": [\"src\"] }
//- /setup.ts
//- /src/a.ts
//- /spec/a.ts
",
        &[
            r#"test:. test:/spec/a.ts {"lint":[{"extends":["recommended"]},{"rules":{"eqeqeq":"error"}}],"test":{"setupFiles":["/setup.ts"],"testTimeout":2000}}"#,
            r#"lint:. lint:/eslint.config.js /setup.ts /spec/a.ts /src/a.ts /vitest.config.ts {"lint":[{"extends":["recommended"]},{"rules":{"eqeqeq":"error"}}],"test":{"setupFiles":["/setup.ts"],"testTimeout":2000}}"#,
            r#"type-check:. type-check:/src/a.ts {"lint":[{"extends":["recommended"]},{"rules":{"eqeqeq":"error"}}],"test":{"setupFiles":["/setup.ts"],"testTimeout":2000}}"#,
        ],
    );
}

#[test]
fn no_configuration() {
    check("project:/", "//- /a.test.js\n//- /b.js\n", &["test:. test:/a.test.js {\"test\":{}}"]);
    check("project:/", "//- /b.js\n", &[]);
}

#[test]
fn sources_with_tests_within() {
    check(
        "project:/",
        "//- /vitest.config.js
export default { test: { includeSource: ['src/**/*.js'], exclude: ['**/old/**'] } };
//- /src/a.js
if (import.meta.vitest) {}
//- /src/b.js
//- /src/old/c.js
if (import.meta.vitest) {}
//- /other/d.js
if (import.meta.vitest) {}
//- /src/e.test.js
",
        &["test:. test:/src/a.js /src/e.test.js {\"test\":{}}"],
    );
}

#[test]
fn several_projects_and_members_of_a_workspace() {
    let files = "//- /package.json
{ \"workspaces\": [\"packages/*\"] }
//- /vitest.config.js
export default { test: { projects: ['packages/*'] } };
//- /packages/a/package.json
{}
//- /packages/a/a.test.js
//- /packages/b/package.json
{}
//- /packages/b/vitest.config.js
export default { test: { name: 'bees', globals: true, retry: 2 } };
//- /packages/b/b.test.js
";
    check(
        "project:/",
        files,
        &[
            "test:[a] . test:/packages/a/a.test.js {\"test\":{}}",
            "test:[bees] . test:/packages/b/b.test.js {\"test\":{\"envDir\":\"/packages/b\",\"retry\":2}}",
        ],
    );
    check(
        "project:/packages/b",
        files,
        &["test:. test:/packages/b/b.test.js {\"test\":{\"envDir\":\"/packages/b\",\"retry\":2}}"],
    );
}

#[test]
fn what_a_configuration_makes_comes_along() {
    let plan = plan(
        "project:/",
        "//- /vite.config.js\nexport default { define: { VERSION: '\"1.2\"' }, plugins: [{ name: 'pwa', transform() {} }] };\n//- /a.test.js\n",
    );
    assert_eq!(plan.configurations, ["vite.config.js"]);
    let (path, text) = plan.files.first_key_value().expect("a setup file");
    assert!(text.contains("1.2"), "{text}");
    assert_eq!(plan.commands[0].config["test"]["setupFiles"][0], **path);
    assert!(plan.warnings.iter().any(|warning| warning.contains("pwa")), "{:?}", plan.warnings);
}

#[test]
fn bad_input_has_a_reason() {
    for (command, files, code, expected) in [
        (
            "project:/",
            "//- /vitest.config.js\nthrow new Error('no');\n",
            Code::Protocol,
            "vitest.config.js: the configuration does not load: Error: no",
        ),
        ("project:/", "//- /vitest.config.js\nfor (;;);\n", Code::Protocol, "it runs for too long"),
        (
            "project:/",
            "//- /eslint.config.js\nexport default 3;\n",
            Code::Protocol,
            "neither an object nor a list",
        ),
        ("project:/", "//- /verdict.config.json\n{\n", Code::Protocol, "verdict.config.json"),
        ("project:/none", "//- /a.js\n", Code::NotFound, "The snapshot has no folder /none/"),
        ("project:/a", "//- /ab/a.js\n", Code::NotFound, "The snapshot has no folder /a/"),
    ] {
        let result = run(command, files);
        assert!(!result.success, "{files}");
        assert_eq!(result.code, Some(code), "{files}: {:?}", result.error);
        assert!(result.error.as_ref().is_some_and(|error| error.contains(expected)), "{:?}", result.error);
    }
}

#[test]
fn the_same_bytes_each_time() {
    let files = "//- /vitest.config.js\nexport default { test: { name: String(Math.random()), retry: 1 } };\n//- /a.test.js\n";
    assert_eq!(plan("project:/", files), plan("project:/", files));
}

/// Compares `provide` and `env` of the tests, and the warnings, with what the files of `globalSetup` leave.
fn check_global_setup(files: &str, expected: &Value, warnings: &[&str]) {
    let plan = plan("project:/", files);
    let [tests] = plan.tests.as_slice() else { panic!("{files}: {:?}", plan.tests) };
    let left = json!({ "provide": tests.config["test"]["provide"], "env": tests.config["test"]["env"] });
    assert_eq!(left, *expected, "{files}");
    assert_eq!(plan.warnings, warnings, "{files}");
}

#[test]
fn what_global_setup_leaves() {
    let config = "//- /vitest.config.ts\nexport default { test: { globalSetup: ['./a.ts', './b.js'], provide: { a: 0, c: 3 }, env: { OWN: '1' } } };\n//- /a.test.ts\nit('a', () => {});\n";
    check_global_setup(
        &format!(
            "{config}//- /a.ts
import type {{ TestProject }} from 'vitest/node';
import {{ value }} from './value';
export async function setup({{ provide, config }}: TestProject) {{
  await new Promise((resolve) => setTimeout(resolve, 100));
  provide('a', value);
  provide('b', {{ list: [1, 'x', null], of: config.provide.c }});
}}
export function teardown() {{}}
//- /value.ts
export const value: number = 1;
//- /b.js
export default (project) => {{
  process.env.PORT = '80';
  process.env.OWN = '2';
  project.provide('c', 4);
  return () => {{}};
}};
"
        ),
        &json!({ "provide": { "a": 1, "b": { "list": [1, "x", null], "of": 3 }, "c": 4 }, "env": { "OWN": "1", "PORT": "80" } }),
        &[],
    );
    let same = json!({ "provide": { "a": 0, "c": 3 }, "env": { "OWN": "1" } });
    check_global_setup(
        &format!(
            "{config}//- /a.ts\nexport default () => {{ throw new RangeError('no port'); }};\n//- /b.js\nexport default () => {{ process.env.X = '1'; }};\n"
        ),
        &same,
        &["vitest.config.ts: globalSetup a.ts: it does not run here: RangeError: no port"],
    );
    check_global_setup(
        &format!("{config}//- /a.ts\nexport const setup = 1;\n//- /b.js\n"),
        &same,
        &[
            "vitest.config.ts: globalSetup a.ts: it does not run here: TypeError: the export setup is no function",
        ],
    );
    check_global_setup(
        &format!("{config}//- /a.ts\nexport const other = 1;\n//- /b.js\nexport default () => {{}};\n"),
        &same,
        &[
            "vitest.config.ts: globalSetup a.ts: it does not run here: TypeError: it exports neither setup, teardown nor a function as default",
        ],
    );
    check_global_setup(
        config,
        &same,
        &["vitest.config.ts: globalSetup a.ts, b.js: it does not run here: no such file"],
    );
}

#[test]
fn what_global_setup_leaves_for_several_projects() {
    let plan = plan(
        "project:/",
        "//- /vitest.config.js
export default { define: { 'process.env.MADE': '1' }, test: { globalSetup: './all.js', projects: ['packages/*'], provide: { c: 4 }, env: { OWN: '1' } } };
//- /all.js
export default ({ provide }) => { provide('a', 1); provide('b', 2); process.env.PORT = '80'; };
//- /packages/one/package.json
{}
//- /packages/one/a.test.js
//- /packages/two/package.json
{}
//- /packages/two/vitest.config.js
export default { test: { globalSetup: './own.js' } };
//- /packages/two/own.js
export default ({ provide }) => provide('b', 3);
//- /packages/two/b.test.js
",
    );
    let left = plan.tests.iter().map(|tests| {
        let test = &tests.config["test"];
        json!([tests.name, test["provide"], test["env"]])
    });
    assert_eq!(
        left.collect::<Value>(),
        json!([
            ["one", { "a": 1, "b": 2, "c": 4 }, { "PORT": "80" }],
            ["two", { "a": 1, "b": 3, "c": 4 }, { "PORT": "80" }],
        ])
    );
    assert_eq!(plan.warnings, Vec::<String>::new());
}

#[test]
fn what_global_setup_cannot_leave() {
    let check = |code: &str, provide: &Value, warnings: &[&str]| {
        check_global_setup(
            &format!(
                "//- /vitest.config.ts\nexport default {{ test: {{ globalSetup: './a.ts' }} }};\n//- /a.test.ts\nit('a', () => {{}});\n//- /a.ts\n{code}\n"
            ),
            &json!({ "provide": provide, "env": null }),
            warnings,
        );
    };
    check(
        "import { start } from 'some-server';\nexport default ({ provide }) => { provide('port', start().port); provide('at', new Date()); provide('is', true); };",
        &json!({ "is": true }),
        &[
            "vitest.config.ts: globalSetup a.ts: what it provides as port is left out: it is not data that JSON has",
            "vitest.config.ts: globalSetup a.ts: what it provides as at is left out: it is not data that JSON has",
        ],
    );
    check(
        "export default () => { for (;;) {} };",
        &Value::Null,
        &[
            "vitest.config.ts: globalSetup a.ts: it does not run here: a file does not end: it runs for too long",
        ],
    );
    check(
        "export default (",
        &Value::Null,
        &[
            "vitest.config.ts: globalSetup a.ts: it does not run here: SyntaxError: Expected `)` but found `EOF` (/a.ts:2:1)",
        ],
    );
}

#[test]
fn what_the_global_setup_of_jest_leaves() {
    check_global_setup(
        "//- /jest.config.js\nmodule.exports = { globalSetup: '<rootDir>/a.js' };\n//- /a.test.js\nit('a', () => {});\n//- /a.js\nmodule.exports = async () => { process.env.TZ_NAME = 'UTC'; };\n",
        &json!({ "provide": null, "env": { "TZ_NAME": "UTC" } }),
        &[],
    );
}
