//! Tests of types: which tests a file has, and what a checker's answer comes to.

use serde_json::{Value, json};
use verdict_checker::{Answer, Covered, Failure, Finding, TypeTests};
use verdict_protocol::{Code, Files, Location, Output, Scope, TestEntry, VerifyResult};
use verdict_vfs::Snapshot;

/// The files of a text with `//- /path` headers.
fn snapshot(text: &str) -> Snapshot {
    let files = text.split("//- ").skip(1).filter_map(|part| part.split_once('\n'));
    Snapshot::new(Files::from_texts(files)).expect("a snapshot")
}

/// Findings, one a line: `/path:line:column message`.
fn findings(text: &str) -> Vec<Finding> {
    let finding = |line: &str| {
        let (place, message) = line.trim().split_once(' ')?;
        let mut parts = place.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let location = Location { file: parts.next()?.to_owned(), line, column, ..Location::default() };
        let message = message.replace("\\n", "\n");
        Some(Finding { code: 2322, category: "error".into(), location, message, ..Finding::default() })
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| finding(line).expect(line)).collect()
}

/// The answer of a checker that checks everything it is asked about, except JavaScript.
fn answer(tests: &TypeTests<'_>, found: &str) -> Answer {
    let files = tests.question().files.into_iter().map(|file| {
        let typed = !file.ends_with(".js");
        Covered { file: file.to_owned(), checked: typed, typed }
    });
    Answer { diagnostics: findings(found), files: files.collect(), typescript: "6.0.3".into(), runtime: None }
}

fn configured(typecheck: &Value) -> Value {
    json!({ "test": { "typecheck": typecheck } })
}

fn shown(entry: &TestEntry) -> String {
    let kind = match entry.scope {
        Scope::Test => String::new(),
        Scope::Suite => "suite ".to_owned(),
        Scope::File => "file ".to_owned(),
    };
    let state = format!("{:?}", entry.state).to_lowercase();
    let why = entry.error.as_deref().map(|error| format!(": {error}")).unwrap_or_default();
    format!("{kind}{} {state}{why}", entry.path.join(" > "))
}

fn entries(result: &VerifyResult) -> Vec<String> {
    let Output::Tests(entries) = &result.output else { panic!("{result:?}") };
    entries.iter().map(shown).collect()
}

/// The entries of `/a.test-d.ts`, in which a checker found something.
fn judged(text: &str, found: &str, config: &Value) -> VerifyResult {
    let snapshot = snapshot(&format!("//- /a.test-d.ts\n{text}"));
    let tests = TypeTests::read("test:/a.test-d.ts", &snapshot, config).expect("tests of types");
    tests.judged(Ok(answer(&tests, found)), 0.0)
}

fn check(text: &str, found: &str, expected: &[&str]) {
    let result = judged(text, found, &configured(&json!(true)));
    assert_eq!(entries(&result), expected, "{text}");
    assert_eq!(result.success, expected.iter().all(|line| !line.contains("failed")), "{text}");
}

#[test]
fn the_tests_of_a_file() {
    check("import { test } from 'vitest';\ntest('a', () => {});", "", &["a passed"]);
    check(
        "test('a', () => {}); it(\"b\", () => {}); test(`c ${1}`, () => {});",
        "",
        &["a passed", "b passed", "c ${1} passed"],
    );
    check(
        "describe('s', () => { suite('t', () => { it('a', () => {}); }); test('b', () => {}); });",
        "",
        &["s > t > a passed", "s > b passed"],
    );
    check(
        "import { test as check } from 'vitest';\nimport * as v from 'vitest';\ncheck('a', () => {}); v.it('b', () => {});",
        "",
        &["a passed", "b passed"],
    );
    check(
        "test.each([1])('a %i', () => {}); test.each`x\n${1}`('b $x', () => {}); test.for([1])('c', () => {}); test.skipIf(true)('d', () => {}); test.extend({})('e', () => {});",
        "",
        &["a %i passed", "b $x passed", "c passed", "d passed", "e passed"],
    );
    check(
        "test('it\\'s', () => {}); test(NAME, () => {}); test.concurrent('c', () => {});",
        "",
        &["it's passed", "NAME passed", "c passed"],
    );
    // None of these declares a test.
    check(
        "import { foo as test } from './x';\ntest('a'); other('b'); x.test('c'); it.each([1]); it.extend({}); it.unknown('d'); it();\ndescribe('s', () => { it('e', () => {}); });",
        "",
        &["s > e passed"],
    );
}

#[test]
fn what_runs() {
    check(
        "test.skip('a', () => {}); it.todo('b'); describe.skip('s', () => { test('c', () => {}); }); test('d', () => {});",
        "/a.test-d.ts:1:20 wrong",
        &["a skipped", "b todo", "s > c skipped", "d passed"],
    );
    let only =
        "test('a', () => {});\ntest.only('b', () => {});\ndescribe('s', () => { it('c', () => {}); });";
    let allowed = json!({ "test": { "typecheck": true, "allowOnly": true } });
    let result = judged(only, "/a.test-d.ts:1:10 wrong", &allowed);
    assert_eq!(entries(&result), ["a skipped", "b passed", "s > c skipped"]);
    assert!(result.success);
    let result = judged(only, "", &configured(&json!(true)));
    assert_eq!((result.success, result.code), (false, Some(Code::Policy)), "allowOnly");
    // By name, and as a list.
    let named =
        json!({ "test": { "typecheck": true, "testNamePattern": { "source": "^S C", "flags": "i" } } });
    let result = judged("test('a', () => {}); describe('s', () => { it('c', () => {}); });", "", &named);
    assert_eq!(entries(&result), ["a skipped", "s > c passed"]);
    let result = judged(
        "test('a', () => {});",
        "",
        &json!({ "test": { "typecheck": true, "testNamePattern": "(?=a)" } }),
    );
    assert_eq!((result.success, result.code), (false, Some(Code::Protocol)));
    let result = judged("test('a', () => {});", "", &json!({ "test": { "typecheck": true, "list": true } }));
    assert_eq!((entries(&result), result.listed, result.success), (vec!["a skipped".into()], true, false));
    // A test that is meant to fail.
    check(
        "test.fails('a', () => { x; }); test.fails('b', () => {});",
        "/a.test-d.ts:1:25 wrong",
        &["a passed", "b failed: Expect test to fail"],
    );
}

#[test]
fn where_an_error_counts() {
    let text = "const before = 1;\ntest('a', () => {\n  x;\n});\ndescribe('s', () => {\n  y;\n  it('b', () => { z; });\n});\n// @ts-expect-error\n\ntest('c', () => {});\n";
    let of = |place: &str| format!("/a.test-d.ts:{place} wrong");
    let passed = ["a passed", "s > b passed", "c passed"];
    let with = |at: usize, line: &'static str| {
        let mut lines = passed.to_vec();
        if at < lines.len() {
            lines[at] = line;
        } else {
            lines.push(line);
        }
        lines
    };
    check(text, "", &passed);
    check(text, &of("3:3"), &with(0, "a failed: wrong"));
    check(text, &of("2:1"), &with(0, "a failed: wrong"));
    check(text, &of("4:3"), &with(0, "a failed: wrong"));
    check(text, &of("6:3"), &with(3, "suite s failed: wrong"));
    check(text, &of("7:19"), &with(1, "s > b failed: wrong"));
    // A directive belongs to what follows it.
    check(text, &of("9:1"), &with(2, "c failed: wrong"));
    check(text, &of("1:7"), &with(3, "file /a.test-d.ts failed: wrong"));
    // The table of `each` is no part of its test.
    check(
        "test.each([1])('a', () => { x; });",
        &of("1:12"),
        &["a passed", "file /a.test-d.ts failed: wrong"],
    );
    check("test.each([1])('a', () => { x; });", &of("1:29"), &["a failed: wrong"]);
    // Columns are UTF-16 units, and a reason stands on the first line, as in Vitest.
    check("test('😀', () => {}); test('b', () => {});", &of("1:24"), &["😀 passed", "b failed: wrong"]);
    check(
        "test('a', () => {});",
        "/a.test-d.ts:1:12 No call.\\n  Type 'X' has no call signatures.\\n  Other",
        &["a failed: No call. Type 'X' has no call signatures.\n  Other"],
    );
    let result = judged("test('a', () => {});", &of("1:12"), &configured(&json!(true)));
    let Output::Tests(entries) = &result.output else { panic!() };
    let failed_at = entries[0].failed_at.as_ref().expect("a place");
    assert_eq!((failed_at.line, failed_at.column), (1, 12));
    assert_eq!(entries[0].errors[0].name, "TypeCheckError");
    assert_eq!(entries[0].errors[0].properties.as_deref(), Some("{ code: 'TS2322' }"));
    assert!(entries[0].errors[0].frame.is_some());
}

#[test]
fn what_is_no_pass() {
    // No tests, and text that is no program.
    let result = judged("export {};", "", &configured(&json!(true)));
    assert_eq!((result.success, result.code), (false, Some(Code::NoTests)));
    let result = judged("test('a', () => {", "", &configured(&json!(true)));
    assert_eq!((result.success, result.code), (false, Some(Code::Syntax)));
    assert!(entries(&result)[0].starts_with("file /a.test-d.ts failed: "), "{:?}", entries(&result));
    let files = snapshot("//- /a.test-d.ts\ntest('a', () => {});\n//- /b.test-d.js\ntest('b', () => {});\n");
    let config = configured(&json!(true));
    let tests = TypeTests::read("test:**/*", &files, &config).expect("tests");
    // A checker that gives no answer, one that leaves a file out, and one that looks at no JavaScript.
    let none = tests.judged(Err(Failure::new(Code::Startup, "there is no Node in PATH")), 0.0);
    assert_eq!((none.success, none.code), (false, Some(Code::Startup)));
    assert_eq!(
        entries(&none)[0],
        "file /a.test-d.ts failed: types were not checked: there is no Node in PATH"
    );
    let types = none.types.as_ref().expect("a report");
    assert_eq!(types.unchecked.as_deref(), Some("there is no Node in PATH"));
    let left_out = Answer { typescript: "6.0.3".into(), ..Answer::default() };
    let result = tests.judged(Ok(left_out), 0.0);
    assert!(entries(&result)[0].contains("no tsconfig.json includes the file"), "{:?}", entries(&result));
    let result = tests.judged(Ok(answer(&tests, "")), 0.0);
    assert_eq!(entries(&result)[0], "a passed");
    assert!(entries(&result)[1].contains("does not check JavaScript"), "{:?}", entries(&result));
    assert_eq!((result.success, result.code), (false, Some(Code::Unavailable)));
    let fast = json!({ "test": { "typecheck": true }, "types": { "level": "fast" } });
    let tests = TypeTests::read("test:/a.test-d.ts", &files, &fast).expect("tests");
    assert_eq!(tests.refused().map(|failure| failure.code), Some(Code::Unavailable));
}

#[test]
fn errors_of_sources() {
    let files = snapshot(
        "//- /a.test-d.ts\ntest('a', () => {});\n//- /src/b.ts\nx\n//- /c.js\nx\n//- /node_modules/p/d.ts\nx\n//- /other/tsconfig.json\n{}\n//- /other/e.ts\nx\n",
    );
    let check = |typecheck: Value, asked: &[&str], expected: &[&str]| {
        let config = configured(&typecheck);
        let tests = TypeTests::read("test:/a.test-d.ts", &files, &config).expect("tests");
        assert_eq!(tests.question().files, asked, "{typecheck}");
        let found = "/src/b.ts:1:1 wrong\n/src/b.ts:1:1 too\n/c.js:1:1 wrong";
        let result = tests.judged(Ok(answer(&tests, found)), 0.0);
        assert_eq!(entries(&result), expected, "{typecheck}");
        assert_eq!(result.success, expected.len() == 1);
    };
    let b = ["file /src/b.ts failed: wrong", "file /src/b.ts failed: too"];
    let all = ["/a.test-d.ts", "/c.js", "/src/b.ts"];
    check(json!(true), &all, &["a passed", b[0], b[1]]);
    check(json!({ "enabled": true, "ignoreSourceErrors": true }), &all[..1], &["a passed"]);
    check(
        json!({ "enabled": true, "allowJs": true }),
        &all,
        &["a passed", "file /c.js failed: wrong", b[0], b[1]],
    );
    let named = configured(&json!({ "enabled": true, "tsconfig": "./other/tsconfig.json" }));
    let tests = TypeTests::read("test:/a.test-d.ts", &files, &named).expect("tests");
    assert_eq!(tests.question().files, ["/a.test-d.ts", "/c.js", "/other/e.ts", "/src/b.ts"]);
    assert_eq!(tests.question().config.project.as_deref(), Some("/other/tsconfig.json"));
}

#[test]
fn which_files_run_besides() {
    let files = snapshot(
        "//- /a.test-d.ts\nx\n//- /b.test.ts\nx\n//- /c.types.test.ts\nx\n//- /node_modules/p/d.test-d.ts\nx\n",
    );
    let check = |config: Value, command: &str, checked: Option<&[&str]>, rest: Option<&str>| {
        let tests = TypeTests::read(command, &files, &config);
        let found = tests.as_ref().map(|tests| tests.question().files);
        assert_eq!(found.as_deref(), checked, "{config} {command}");
        assert_eq!(tests.as_ref().and_then(TypeTests::rest), rest, "{config} {command}");
    };
    let with = |over: Value| {
        let mut typecheck = json!({ "enabled": true, "ignoreSourceErrors": true });
        verdict_protocol::overlay(&mut typecheck, &over);
        typecheck
    };
    let all = "test:**/*.ts";
    check(json!({}), all, None, None);
    check(configured(&json!(false)), all, None, None);
    check(configured(&with(json!({}))), "test:/b.test.ts", None, None);
    check(configured(&with(json!({}))), "lint:**/*", None, None);
    check(configured(&with(json!({}))), "test:/none.ts", None, None);
    check(
        configured(&with(json!({}))),
        all,
        Some(&["/a.test-d.ts"]),
        Some("test:/b.test.ts /c.types.test.ts"),
    );
    check(configured(&with(json!({ "only": true }))), all, Some(&["/a.test-d.ts"]), None);
    // Both kinds of globs match: the file is checked and runs, unless `exclude` says otherwise.
    let both = with(json!({ "include": ["**/*.types.test.ts"] }));
    let third: &[&str] = &["/c.types.test.ts"];
    check(configured(&both), all, Some(third), Some("test:/a.test-d.ts /b.test.ts /c.types.test.ts"));
    let excluded = json!({ "test": { "typecheck": both, "exclude": ["**/*.types.test.ts"] } });
    check(excluded, all, Some(third), Some("test:/a.test-d.ts /b.test.ts"));
    let sharded = json!({ "test": { "typecheck": with(json!({})), "shard": "1/3" } });
    let tests = TypeTests::read(all, &files, &sharded);
    assert!(tests.is_none_or(|tests| tests.rest().is_none()), "a shard has one of the three");
    let config =
        TypeTests::of_rest(Some(&json!({ "test": { "typecheck": { "enabled": true }, "bail": 1 } })));
    assert_eq!(config, json!({ "test": { "typecheck": false, "bail": 1, "shard": null } }));
}

/// What the tests of a file assert, as `test: matcher [expected]`; `!` marks what says nothing of the code.
fn asserted(text: &str) -> Vec<String> {
    let config = json!({ "test": { "typecheck": true, "evidence": "full" } });
    let evidence = judged(text, "", &config).evidence.expect("evidence");
    let tests = evidence.files[0].tests.iter();
    tests
        .flat_map(|test| {
            test.assertions.iter().map(|one| {
                let constant = if one.constant { "!" } else { "" };
                format!("{}: {constant}{} [{}]", test.path.join(" > "), one.matcher, one.shown)
            })
        })
        .collect()
}

#[test]
fn what_tests_assert_is_evidence() {
    let check = |text: &str, expected: &[&str]| assert_eq!(asserted(text), expected, "{text}");
    check(
        "test('a', () => { expectTypeOf(f).returns.toBeNumber(); expectTypeOf( f )\n .parameter(0).not.toEqualTypeOf<A>(); });",
        &[
            "a: expectTypeOf(f).returns.toBeNumber []",
            "a: expectTypeOf(f).parameter.(0).not.toEqualTypeOf [<A>]",
        ],
    );
    check(
        "describe('s', () => { test('a', () => { expectTypeOf<F>().toBeCallableWith(1, 'b'); assertType<string>(f(1)); }); });",
        &["s > a: expectTypeOf(<F>).toBeCallableWith [1, 'b']", "s > a: assertType(f(1)) [<string>]"],
    );
    check(
        "test('a', () => {\n// @ts-expect-error why\n\nf('a');\n/* @ts-expect-error */ g();\n});",
        &["a: @ts-expect-error [f('a');]", "a: @ts-expect-error [g();]"],
    );
    check(
        "test('a', () => { const x = f(1); expectTypeOf(x).toBeString(); const y: A = x; g({} satisfies B); });",
        &["a: expectTypeOf(f(1)).toBeString []", "a: annotation(f(1)) [A]", "a: !satisfies({}) [B]"],
    );
    // These say nothing of the code.
    check(
        "test('a', () => { expectTypeOf<'f'>().toBeString(); expectTypeOf(f as any).toBeAny(); assertType<unknown>(f()); assertType(f()); const x: any = f(); });",
        &[
            "a: !expectTypeOf(<'f'>).toBeString []",
            "a: !expectTypeOf(f as any).toBeAny []",
            "a: !assertType(f()) [<unknown>]",
            "a: !assertType(f()) []",
            "a: !annotation(f()) [any]",
        ],
    );
}

#[test]
fn what_a_test_imports_is_evidence() {
    let files = snapshot(
        "//- /src/a.test-d.ts\nimport { a } from './a';\nimport type { T } from './types';\ntype U = import('./more').U;\nimport 'package';\n\
         //- /src/a.ts\nexport * from './b';\n//- /src/b.ts\nexport const b = 1;\n//- /src/types.d.ts\nexport type T = 1;\n\
         //- /src/more.ts\nimport type { T } from './types.js';\nexport type U = T;\n//- /src/b.test.ts\ntest('b', () => {});\n\
         //- /src/unused.ts\nexport {};\n",
    );
    let level = |level: &str| {
        let config = json!({ "test": { "typecheck": true, "evidence": level } });
        let tests = TypeTests::read("test:/src/*.test-d.ts", &files, &config).expect("tests of types");
        tests.judged(Ok(answer(&tests, "")), 0.0).evidence
    };
    assert_eq!(level("off"), None);
    let evidence = level("graph").expect("evidence");
    let edges: Vec<String> = evidence.files[0]
        .imports
        .iter()
        .map(|one| format!("{} {} {}", one.importer, one.specifier, one.path.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(
        edges,
        [
            "/src/a.test-d.ts ./a /src/a.ts",
            "/src/a.test-d.ts ./more /src/more.ts",
            "/src/a.test-d.ts ./types /src/types.d.ts",
            "/src/a.test-d.ts package -",
            "/src/a.ts ./b /src/b.ts",
            "/src/more.ts ./types.js /src/types.d.ts",
        ]
    );
    assert!(evidence.divided && evidence.files[0].tests.is_empty());
    assert!(!evidence.subject.iter().any(|path| path.contains("test")), "{:?}", evidence.subject);
}
