//! What Vite gives modules: variables, globs, queries, assets and style sheets.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

use crate::support;

use serde_json::{Value, json};
use support::run_first;
use verdict_protocol::Output;

/// Console output, and errors with their locations, one a line.
fn printed(fixture: &str, config: Option<&Value>) -> String {
    let result = run_first(fixture, config.cloned());
    let mut lines: Vec<String> = result.console.entries.iter().map(|entry| entry.text.clone()).collect();
    let place = |at: &verdict_protocol::Location| format!("{}:{}:{}", at.file, at.line, at.column);
    match &result.output {
        Output::Tests(tests) if !tests.is_empty() => {
            lines.extend(tests.iter().filter(|test| !test.passed).map(|test| {
                let at = test.errors.iter().find_map(|error| error.at.as_ref()).unwrap_or(&test.location);
                format!("{} at {}", test.error.clone().unwrap_or_default(), place(at))
            }));
        }
        _ => lines.extend(result.error.clone()),
    }
    lines.join("\n")
}

/// Checks what the body of a test prints, beside other files.
#[track_caller]
fn check(body: &str, files: &str, expected: &str) {
    check_with(&json!({}), body, files, expected);
}

#[track_caller]
fn check_with(config: &Value, body: &str, files: &str, expected: &str) {
    let fixture = format!("//- /src/a.test.js\ntest('t', async () => {{\n{body}\n}});\n{files}");
    let config = json!({ "test": config });
    assert_eq!(printed(&fixture, Some(&config)), expected, "{fixture}");
}

#[test]
fn variables_of_files_are_in_the_environment() {
    let files = "//- /.env\nVITE_A=a\nVITE_B=\"$VITE_A b\"\nSECRET=s\nPUB_X=x\n//- /.env.test\nVITE_A=t\n//- /.env.production\nVITE_A=p\n//- /app/.env\nVITE_A=app\n";
    let body = "const { VITE_A, VITE_B, SECRET, PUB_X } = import.meta.env; console.log(VITE_A, VITE_B, SECRET, PUB_X, process.env.VITE_A);";
    check(body, files, "t t b undefined undefined t");
    check_with(&json!({ "env": { "VITE_A": "own" } }), body, files, "own t b undefined undefined own");
    check_with(&json!({ "envPrefix": ["PUB_"] }), body, files, "undefined undefined undefined x undefined");
    check_with(&json!({ "envDir": "/app" }), body, files, "app undefined undefined undefined app");
    check_with(&json!({ "envDir": "" }), body, files, "undefined undefined undefined undefined undefined");
    let refused =
        run_first(&format!("//- /a.test.js\n{files}"), Some(json!({ "test": { "envPrefix": "" } })));
    assert_eq!(refused.code.map(verdict_protocol::Code::as_str), Some("err:protocol"));
}

#[test]
fn references_between_variables_end() {
    let files = "//- /.env\nVITE_A=$VITE_A\nVITE_B=$VITE_C$VITE_C\nVITE_C=$VITE_B$VITE_B\n";
    check(
        "console.log(import.meta.env.VITE_A === '', import.meta.env.VITE_B.length < 100000);",
        files,
        "true true",
    );
}

#[test]
fn queries_say_what_a_file_is() {
    let files = "//- /src/t.txt\na \"b\" `c` ${d} \\ \u{2028}e\n//- /src/p.png\nimage\n//- /src/s.css\n.a {}\n//- /src/m.module.css\n.a {}\n//- /src/x.js\nthrow 1;\n//- /public/p.txt\n";
    let show = |what: &str| format!("console.log(JSON.stringify((await import('{what}')).default));");
    check(&show("./t.txt?raw"), files, "\"a \\\"b\\\" `c` ${d} \\\\ \u{2028}e\\n\"");
    check(&show("./t.txt"), files, "\"/src/t.txt\"");
    check(&show("./p.png?url"), files, "\"/src/p.png\"");
    check(&show("./p.png?inline"), files, "\"data:image/png;base64,aW1hZ2UK\"");
    check(&show("./p.png?a=b"), files, "\"/src/p.png?a=b\"");
    check(&show("./x.js?raw"), files, "\"throw 1;\\n\"");
    check(&show("./x?raw"), files, "\"throw 1;\\n\"");
    check(&show("./x.js?url"), files, "\"/src/x.js\"");
    check(&show("./s.css?inline"), files, "\"\"");
    check(&show("/p.txt"), files, "\"/p.txt\"");
    check("console.log((await import('./m.module.css')).default.a);", files, "_a_022d66");
    check(
        "await import('./gone.txt?raw').catch((error) => console.log(error.code, error.message));",
        files,
        "ERR_MODULE_NOT_FOUND Cannot find module './gone.txt?raw' imported from /src/a.test.js (/src/a.test.js:2:14)",
    );
}

#[test]
fn a_query_makes_another_instance_at_the_same_place() {
    let files = "//- /src/x.ts\nlet n: number = 0;\nexport const next = () => ++n;\nexport const { url } = import.meta;\nexport const fail = () => { throw new Error('failed'); };\n";
    check(
        "const one = await import('./x?v=1'), two = await import('./x?v=2'); one.next(); console.log(one.next(), two.next(), one.url); one.fail();",
        files,
        "2 1 file:///src/x.ts\nfailed at /src/x.ts:4:35",
    );
}

#[test]
fn globs_find_files() {
    let files = "//- /src/m/a.js\nexport const name = 'a'; export default 1;\n//- /src/m/b.ts\nexport const name: string = 'b'; export default 2;\n//- /src/m/.h.js\n//- /src/m/deep/c.js\nexport const name = 'c';\n//- /src/t.txt\ntext\n";
    let keys = |call: &str| format!("console.log(Object.keys({call}).join(' '));");
    check(&keys("import.meta.glob('./m/*.{js,ts}')"), files, "./m/a.js ./m/b.ts");
    check(&keys("import.meta.glob(['./m/**/*.js', '!**/deep/*'])"), files, "./m/a.js");
    check(&keys("import.meta.glob('/src/**/c.js')"), files, "/src/m/deep/c.js");
    check(&keys("import.meta.glob('./*.js', { base: './m', exhaustive: true })"), files, "./.h.js ./a.js");
    check_with(
        &json!({ "alias": { "@": "/src" } }),
        &keys("import.meta.glob('@/m/*.js')"),
        files,
        "/src/m/a.js",
    );
    check(
        "const found = import.meta.glob('./m/*.{js,ts}', { eager: true, import: 'name' }); console.log(JSON.stringify(found));",
        files,
        r#"{"./m/a.js":"a","./m/b.ts":"b"}"#,
    );
    check(
        "const found = import.meta.glob('./m/**/*.js', { import: 'name' }); console.log(await found['./m/deep/c.js']());",
        files,
        "c",
    );
    check(
        "console.log(JSON.stringify(import.meta.glob('./*.txt', { query: '?raw', import: 'default', eager: true })));",
        files,
        r#"{"./t.txt":"text\n"}"#,
    );
}

#[test]
fn faulty_globs_are_errors_at_their_place() {
    check(
        "import.meta.glob(name);",
        "",
        "Invalid glob import syntax: Could only use literals (/src/a.test.js:2:1) at /src/a.test.js:2:1",
    );
    check(
        "import.meta.glob(`${1}`);",
        "",
        "Invalid glob import syntax: Expected glob to be a string, but got dynamic template literal (/src/a.test.js:2:1) at /src/a.test.js:2:1",
    );
    check(
        "import.meta.glob('./a', { wrong: 1 });",
        "",
        "Unknown glob option \"wrong\" (/src/a.test.js:2:25) at /src/a.test.js:2:25",
    );
    check(
        "import.meta.glob('./a', { eager: yes });",
        "",
        "Vite is unable to parse the glob options as the value is not static (/src/a.test.js:2:25) at /src/a.test.js:2:25",
    );
    check(
        "import.meta.glob('a/*.js');",
        "",
        "Invalid glob: \"a/*.js\" (resolved: \"a/*.js\"). It must start with '/' or './' (/src/a.test.js:2:1) at /src/a.test.js:2:1",
    );
}

#[test]
fn a_query_does_not_make_material_of_the_subject() {
    let fixture = "\
//- /a.test.js
import { look } from './sut.js?v=1';
test('t', () => { expect(look()).toBe('undefined'); });
//- /package.json
{ \"main\": \"./sut.js\" }
//- /sut.js
export const look = () => typeof expect;
";
    assert_eq!(printed(fixture, Some(&json!({ "test": { "sealedApi": true } }))), "");
}

#[test]
fn a_test_file_alone_has_the_api_as_a_property() {
    let within = "export const sum = (a, b) => a + b;
if (import.meta.vitest) {
  const { test, expect, vi } = import.meta.vitest;
  test('adds', () => { expect(sum(1, 2)).toBe(3); console.log(typeof vi.fn); });
}
";
    assert_eq!(printed(&format!("//- /src/sum.test.js\n{within}"), None), "function");
    let files = format!("//- /src/sum.js\n{within}");
    check("const { sum } = await import('./sum.js'); console.log(sum(1, 2));", &files, "3");
    let setup = json!({ "setupFiles": ["/setup.js"] });
    let files = "//- /setup.js\nconsole.log(import.meta.vitest === undefined);\n";
    check_with(&setup, "console.log(import.meta.vitest.test === test);", files, "true\ntrue");
}
