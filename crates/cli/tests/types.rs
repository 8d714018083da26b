//! `verdict verify type-check:` with a checker beside it: one that answers, and ones that do not.
#![allow(clippy::disallowed_methods, reason = "tests use files")]

use crate::project;

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// A checker that answers each question by what follows, and says `READY` first.
fn answering(answer: &str) -> String {
    format!(
        "import {{ createInterface }} from 'node:readline';
         const say = (message) => process.stdout.write(`${{JSON.stringify(message)}}\\n`);
         say({{ type: 'READY', typescript: '6.0.3', node: process.version }});
         for await (const line of createInterface({{ input: process.stdin }})) {{
           const message = JSON.parse(line);
           if (message.type === 'CHECK') {{ {answer} }}
         }}"
    )
}

fn checker(script: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("node.mjs"), script).expect("a script");
    folder
}

/// The first result of `verdict verify`.
fn first((code, out, err): (i32, String, String)) -> (i32, Value) {
    let json: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
    (code, json["results"][0].clone())
}

/// The result of a command with a checker's folder.
fn verify(root: &Path, checker: &Path, config: &str, arguments: &[&str]) -> (i32, Value) {
    let file = root.join("config.json");
    std::fs::write(&file, config).expect("a configuration");
    let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
        .env("VERDICT_CHECKER", checker)
        .args(["verify", "--json", "--config"])
        .arg(&file)
        .arg("--root")
        .arg(root)
        .args(arguments)
        .output()
        .expect("verdict runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    (output.status.code().unwrap_or(-1), json["results"][0].clone())
}

const PROJECT: &str = "//- a.ts\nexport const a: number = 'x';\n//- b.js\nmissing();\n";

#[test]
fn the_answer_of_the_checker_is_the_verdict() {
    let root = project::folder(PROJECT);
    let found = answering(
        "say({ type: 'CHECKED', id: message.id, typescript: '6.0.3', files: message.files.map((file) => ({ file, checked: true, typed: true })),
           diagnostics: [{ code: 2322, category: 'error', file: '/a.ts', line: 1, column: 14, endLine: 1, endColumn: 15, message: \"Type 'string' is not assignable to type 'number'.\", text: 'a', related: [] }] });",
    );
    let checker = checker(&found);
    let (code, result) = verify(root.path(), checker.path(), "{}", &["type-check:a.ts"]);
    assert_eq!(code, 1);
    assert_eq!(result["output"][0]["rule"], "TS2322");
    assert_eq!(result["output"][0]["source"], "typescript");
    assert_eq!(result["types"]["layer"], "full");
    assert_eq!(result["types"]["checker"], "typescript 6.0.3");
    assert!(result["types"]["runtime"].as_str().is_some_and(|runtime| runtime.starts_with("node v")));
    // What it is not asked about it does not change.
    let (code, result) =
        verify(root.path(), checker.path(), r#"{"types":{"level":"fast"}}"#, &["type-check:a.ts"]);
    assert_eq!((code, &result["types"]["layer"]), (0, &Value::from("fast")));
    assert!(result["warnings"].is_null(), "it was chosen");
}

#[test]
fn without_a_checker_the_fast_layer_answers_and_says_so() {
    let root = project::folder(PROJECT);
    let nowhere = root.path().join("nowhere");
    let (code, result) = verify(root.path(), &nowhere, "{}", &["type-check:a.ts"]);
    assert_eq!((code, &result["types"]["layer"]), (0, &Value::from("fast")));
    let why = result["types"]["unchecked"].as_str().expect("a reason");
    assert!(why.contains("has no checker"), "{why}");
    assert_eq!(result["warnings"][0], format!("Types were not checked: {why}"));
    let (code, result) = verify(root.path(), &nowhere, "{}", &["type-check:b.js"]);
    assert_eq!((code, &result["output"][0]["code"]), (1, &Value::from("TS2304")));
    // Who switches it off is told nothing.
    let (code, result) = first(project::run(root.path(), &["--json", "type-check:a.ts"]));
    assert_eq!((code, &result["warnings"], &result["types"]), (0, &Value::Null, &Value::Null));
    // Who demands types gets no pass.
    let full = r#"{"types":{"level":"full"}}"#;
    let (code, result) = verify(root.path(), &nowhere, full, &["type-check:a.ts"]);
    assert_eq!((code, &result["code"]), (2, &Value::from("err:startup")));
    let (code, result) = verify(root.path(), &nowhere, full, &["type-check:b.js"]);
    assert_eq!((code, &result["output"][0]["code"]), (2, &Value::from("TS2304")));
}

#[test]
fn a_checker_that_fails_is_no_pass_and_the_next_question_is_answered() {
    let root = project::folder(PROJECT);
    let check = |script: &str, expected: &str, message: &str| {
        let checker = checker(script);
        let (_, result) =
            verify(root.path(), checker.path(), "{}", &["--timeout", "6000", "type-check:b.js"]);
        assert_eq!(result["code"], expected, "{script}: {result}");
        assert_eq!(result["success"], false);
        assert_eq!(result["output"][0]["code"], "TS2304", "the fast layer answers");
        let why = result["types"]["unchecked"].as_str().expect("a reason");
        assert!(why.contains(message), "{why}");
    };
    check("this is no script", "err:startup", "The checker ended");
    check(
        "process.stdout.write(JSON.stringify({ type: 'BROKEN', message: 'libraries.json is not as it was built' }) + '\\n')",
        "err:startup",
        "not as it was built",
    );
    check(&answering("process.exit(3);"), "err:crashed", "The checker ended");
    check(&answering("for (;;);"), "err:timeout", "timeout");
    check(&answering("say('nonsense');"), "err:protocol", "cannot be read");
    check(
        &answering(
            "say({ type: 'FAILED', id: message.id, code: 'crashed', message: 'RangeError: too deep' });",
        ),
        "err:crashed",
        "RangeError",
    );
    // It is replaced: the first question ends it, the second is answered by another.
    let flag = root.path().join("flag");
    let once = answering(&format!(
        "const fs = await import('node:fs'); if (!fs.existsSync({flag:?})) {{ fs.writeFileSync({flag:?}, ''); process.exit(1); }}
         say({{ type: 'CHECKED', id: message.id, typescript: '6.0.3', files: [], diagnostics: [] }});"
    ));
    let checker = checker(&once);
    let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
        .env("VERDICT_CHECKER", checker.path())
        .args(["verify", "--json", "--root"])
        .arg(root.path())
        .args(["type-check:a.ts", "type-check:a.ts"])
        .output()
        .expect("verdict runs");
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["results"][0]["code"], "err:crashed");
    assert_eq!(
        (&json["results"][1]["success"], &json["results"][1]["types"]["layer"]),
        (&Value::from(true), &Value::from("full"))
    );
}

/// A checker that finds an error in the second line of each file that it is asked about, and says what it was asked.
fn second_line() -> TempDir {
    checker(&answering(
        "say({ type: 'CHECKED', id: message.id, typescript: '6.0.3', files: message.files.map((file) => ({ file, checked: true, typed: true })),
           diagnostics: message.files.map((file) => ({ code: 2322, category: 'error', file, line: 2, column: 1, endLine: 2, endColumn: 2, message: `wrong ${message.config.allowJs === true}`, text: 'a', related: [] })) });",
    ))
}

const TYPES: &str = "//- a.test-d.ts\ntest('a', () => {\n});\ntest('b', () => {});\n//- b.test.js\ntest('runs', () => {});\n//- src/c.ts\nexport {};\n\n";

fn entries(result: &Value) -> Vec<String> {
    let of = |entry: &Value| {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let why = entry["error"].as_str().map(|error| format!(": {error}")).unwrap_or_default();
        format!("{} {}{why}", text("test"), text("state"))
    };
    result["output"].as_array().expect("tests").iter().map(of).collect()
}

#[test]
fn tests_of_types_are_checked_and_others_run() {
    let root = project::folder(TYPES);
    let checker = second_line();
    let check = |config: &str, expected: &[&str], code: i32| {
        let (exit, result) = verify(root.path(), checker.path(), config, &["test:**/*.test*"]);
        assert_eq!(
            (entries(&result), exit),
            (expected.iter().map(ToString::to_string).collect(), code),
            "{config}"
        );
        result
    };
    let result = check(
        r#"{"test":{"typecheck":{"enabled":true,"ignoreSourceErrors":true}}}"#,
        &["runs passed", "a failed: wrong false", "b passed"],
        1,
    );
    assert_eq!(result["types"]["layer"], "full");
    assert_eq!(result["output"][1]["failedAt"]["line"], 2);
    assert_eq!(result["error"], "1 test(s) failed");
    check(
        r#"{"test":{"typecheck":{"enabled":true,"allowJs":true}}}"#,
        &[
            "runs passed",
            "a failed: wrong true",
            "b passed",
            "/b.test.js failed: wrong true",
            "/src/c.ts failed: wrong true",
        ],
        1,
    );
    check(
        r#"{"test":{"typecheck":{"enabled":true,"only":true,"ignoreSourceErrors":true}}}"#,
        &["a failed: wrong false", "b passed"],
        1,
    );
    let result = check(
        r#"{"test":{"typecheck":{"enabled":true,"only":true,"checker":"vue-tsc","ignoreSourceErrors":true},"testNamePattern":"b"}}"#,
        &["a skipped", "b passed"],
        0,
    );
    assert!(result["warnings"][0].as_str().is_some_and(|warning| warning.contains("vue-tsc")), "{result}");
    // Without tests of types, each file runs.
    check("{}", &["a passed", "b passed", "runs passed"], 0);
}

#[test]
fn tests_of_types_do_not_pass_where_nobody_checks_them() {
    let root = project::folder(TYPES);
    let config = r#"{"test":{"typecheck":true}}"#;
    let check = |checker: &Path, expected: &str, code: &str| {
        let (exit, result) = verify(root.path(), checker, config, &["test:**/*.test*"]);
        assert_eq!((exit, &result["code"], &result["success"]), (2, &Value::from(code), &Value::Bool(false)));
        assert_eq!(entries(&result)[0], "runs passed");
        assert!(entries(&result)[1].contains(expected), "{result}");
        assert!(result["types"]["unchecked"].as_str().is_some_and(|why| why.contains(expected)), "{result}");
    };
    check(&root.path().join("nowhere"), "has no checker", "err:startup");
    check(Path::new("off"), "switches the checker off", "err:unavailable");
    // The start takes too long.
    let slow = checker("setTimeout(() => {}, 60_000);");
    let config = r#"{"test":{"typecheck":{"enabled":true,"spawnTimeout":200}}}"#;
    let (exit, result) = verify(root.path(), slow.path(), config, &["test:a.test-d.ts"]);
    assert_eq!((exit, &result["code"]), (2, &Value::from("err:startup")));
    assert!(result["error"].as_str().is_some_and(|error| error.contains("spawnTimeout")), "{result}");
    // A list needs no checker.
    let (exit, result) =
        verify(root.path(), slow.path(), r#"{"test":{"typecheck":true}}"#, &["--list", "test:a.test-d.ts"]);
    assert_eq!((exit, entries(&result)), (0, vec!["a skipped".to_owned(), "b skipped".to_owned()]));
}

#[test]
fn vitest_configures_tests_of_types() {
    let config = "//- package.json\n{}\n//- vitest.config.js\nexport default { test: { typecheck: { enabled: true, include: ['src/**/*.types.ts'], ignoreSourceErrors: true } } };\n\
         //- src/a.types.ts\ntest('a', () => {\n});\n//- src/b.test.js\ntest('runs', () => {});\n//- c.test-d.ts\ntest('no', () => {});\n";
    let root = project::folder(config);
    let checker = second_line();
    let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
        .env("VERDICT_CHECKER", checker.path())
        .current_dir(root.path())
        .args(["test", "--json"])
        .output()
        .expect("verdict runs");
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(entries(&json["results"][0]), ["runs passed", "a failed: wrong false"], "{json}");
    assert_eq!(json["results"][0]["warnings"], Value::Null);
}

#[test]
fn the_checker_sees_the_declarations_of_packages_and_nothing_else() {
    let root = project::folder(
        "//- a.ts\nimport { f } from 'typed'; import u from 'untyped';\n//- tsconfig.json\n{ \"extends\": \"base/tsconfig.json\" }\n\
         //- node_modules/typed/package.json\n{ \"name\": \"typed\", \"types\": \"t.d.ts\" }\n//- node_modules/typed/t.d.ts\n/// <reference types=\"referred\" />\nimport { D } from 'deep'; export declare function f(): D;\n\
         //- node_modules/deep/index.d.ts\nexport { D } from '@s/deeper/d';\n//- node_modules/@types/s__deeper/d.d.ts\nexport type D = 1;\n\
         //- node_modules/referred/index.d.ts\ndeclare const referred: 1;\n\
         //- node_modules/typed/t.js\nexports.f = 1;\n//- node_modules/untyped/package.json\n{ \"name\": \"untyped\" }\n\
         //- node_modules/untyped/index.js\nmodule.exports = 1;\n//- node_modules/@types/node/index.d.ts\ndeclare const process: {};\n\
         //- node_modules/@types/untyped/index.d.ts\ndeclare const u: 1; export default u;\n\
         //- node_modules/base/tsconfig.json\n{}\n//- node_modules/unused/index.d.ts\nexport {};\n",
    );
    // It reports the files that it was given as diagnostics.
    let script = "import { createInterface } from 'node:readline';
         const say = (message) => process.stdout.write(`${JSON.stringify(message)}\\n`);
         say({ type: 'READY', typescript: '6.0.3', node: process.version });
         let files = [];
         for await (const line of createInterface({ input: process.stdin })) {
           const message = JSON.parse(line);
           if (message.type === 'SNAPSHOT') files = message.put;
           else say({ type: 'CHECKED', id: message.id, typescript: '6.0.3', files: [], diagnostics: files.filter(([path]) => path.includes('node_modules')).map(([path, , text]) => ({ code: 1, category: 'message', file: path, line: 1, column: 1, message: String(text.length > 0), text: '', related: [] })) });
         }";
    let checker = checker(script);
    let (_, result) = verify(root.path(), checker.path(), "{}", &["type-check:a.ts"]);
    let found: Vec<String> = result["output"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|one| {
            format!(
                "{} {}",
                one["file"].as_str().unwrap_or_default(),
                one["message"].as_str().unwrap_or_default()
            )
        })
        .collect();
    let expected = [
        "/node_modules/@types/node/index.d.ts true",
        "/node_modules/@types/s__deeper/d.d.ts true",
        "/node_modules/@types/untyped/index.d.ts true",
        "/node_modules/base/tsconfig.json true",
        "/node_modules/deep/index.d.ts true",
        "/node_modules/referred/index.d.ts true",
        "/node_modules/typed/package.json true",
        "/node_modules/typed/t.d.ts true",
        "/node_modules/typed/t.js false",
        "/node_modules/untyped/index.js true",
        "/node_modules/untyped/package.json true",
    ];
    assert_eq!(found, expected);
}

/// Runs Git in a folder.
fn git(root: &Path, arguments: &[&str]) {
    let done = Command::new("git").current_dir(root).args(arguments).output().expect("git runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn a_baseline_is_a_folder_or_a_commit() {
    let root = project::folder("//- src/old.js\nmissing();\n//- src/same.js\nexport {};\n");
    git(root.path(), &["init", "--quiet"]);
    git(root.path(), &["add", "."]);
    let author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    git(root.path(), &[&author[..], &["commit", "--quiet", "--message", "first"]].concat());
    std::fs::write(root.path().join("src/old.js"), "\nmissing();\n").expect("a file");
    let before = project::folder("//- src/old.js\nmissing();\n");
    let folder = before.path().to_str().expect("a path").to_owned();
    let fast = r#"{"types":{"level":"fast"}}"#;
    let check = |baseline: &str| {
        verify(root.path(), Path::new("off"), fast, &["--baseline", baseline, "type-check:src/*.js"])
    };
    for baseline in ["HEAD", &folder] {
        let (code, result) = check(baseline);
        assert_eq!((code, &result["output"][0]["isNew"]), (0, &Value::Bool(false)), "{baseline}: {result}");
        assert_eq!(result["output"][0]["severity"], "warning");
    }
    std::fs::write(root.path().join("src/new.js"), "other();\n").expect("a file");
    let (code, result) = check("HEAD");
    assert_eq!((code, &result["output"][0]["isNew"]), (1, &Value::Bool(true)), "{result}");

    let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
        .args(["verify", "--baseline", "nothing", "--root"])
        .arg(root.path())
        .arg("type-check:src/*.js")
        .output()
        .expect("verdict runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such folder, and no such commit"));
}

#[test]
fn types_are_checked_while_tests_run() {
    let root = project::folder(
        "//- package.json\n{ \"name\": \"p\" }\n//- tsconfig.json\n{}\n//- eslint.config.js\nexport default [];\n//- a.test.ts\nimport { test } from 'vitest'; test('a', () => {});\n",
    );
    let answer = "say({ type: 'CHECKED', id: message.id, typescript: '6.0.3', files: [],
        diagnostics: [{ code: 2322, category: 'error', file: '/a.test.ts', line: 1, column: 1, message: process.argv.slice(2).join(), related: [] }] });";
    let checker = checker(&answering(answer));
    let check = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
            .env("VERDICT_CHECKER", checker.path())
            .current_dir(root.path())
            .args([arguments, &["--json"]].concat())
            .output()
            .expect("verdict runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let types = json["results"].as_array().and_then(|results| results.last()).cloned();
        types.unwrap_or_default()["output"][0]["message"].as_str().map(str::to_owned)
    };
    assert_eq!(check(&[]).as_deref(), Some("--background"));
    // A fix may change the files.
    assert_eq!(check(&["verify", "--fix"]).as_deref(), Some(""));
    assert_eq!(check(&["types"]).as_deref(), Some(""));
}

#[test]
fn an_answer_is_kept_until_what_it_depends_on_differs() {
    let root = project::folder(
        "//- package.json\n{ \"name\": \"p\" }\n//- tsconfig.json\n{}\n//- a.ts\nexport const a: number = 'x';\n//- b.ts\nexport {};\n",
    );
    let root = root.path();
    let counting = "import { appendFileSync } from 'node:fs'; import { fileURLToPath } from 'node:url';";
    let answer = "appendFileSync(fileURLToPath(new URL('asked', import.meta.url)), '.');
      say({ type: 'CHECKED', id: message.id, typescript: '6.0.3', files: [{ file: '/a.ts', checked: true, typed: true }],
        diagnostics: [{ code: 2322, category: 'error', file: '/a.ts', line: 1, column: 14, message: 'Not assignable.', related: [] }] });";
    let checker = checker(&format!("{counting}\n{}", answering(answer)));
    let manifest =
        |text: &str| std::fs::write(checker.path().join("manifest.json"), text).expect("a manifest");
    manifest("{}");
    let asked = || std::fs::read(checker.path().join("asked")).map_or(0, |asked| asked.len());
    let check = |arguments: &[&str], is_asked: bool| {
        let before = asked();
        let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
            .env("VERDICT_CHECKER", checker.path())
            .current_dir(root)
            .args([&["types", "--json"], arguments].concat())
            .output()
            .expect("verdict runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(asked() > before, is_asked, "{arguments:?} {text}");
        let mut json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        json["results"][0]["timing"].take();
        json["results"][0].clone()
    };
    let first = check(&[], true);
    assert_eq!(entries(&first), entries(&check(&[], false)));
    assert_eq!(first, check(&[], false));
    assert_eq!(first, check(&["--no-cache"], true));
    std::fs::write(root.join("b.ts"), "export const b = 1;\n").expect("a file");
    check(&[], true);
    check(&[], false);
    check(&["a.ts"], true);
    manifest("{ \"typescript\": \"7\" }");
    check(&["a.ts"], true);
    for entry in std::fs::read_dir(root.join(".verdict/cache")).expect("a cache") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("text").replace("2322", "2323");
        std::fs::write(path, text).expect("an entry");
    }
    assert_eq!(check(&[], true)["output"][0]["rule"], first["output"][0]["rule"]);
}
