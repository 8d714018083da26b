//! Type checks: only certain problems are reported.

use crate::common;

use common::{first, render, snapshot};
use verdict_analysis::TypeChecker;
use verdict_protocol::TypesConfig;

fn check(fixture: &str, expected: &str) {
    let found = TypeChecker::new(&snapshot(fixture), &TypesConfig::default()).check(&first(fixture));
    assert_eq!(render(&found), expected, "for {fixture}");
}

#[test]
fn undefined_identifiers() {
    let at = |place: &str, name: &str| format!("{place} TS2304 Potentially undefined variable: {name}");
    check("cosnt(1);", &at("1:1-1:6", "cosnt"));
    check("export const a = () => b + a();", &at("1:24-1:25", "b"));
    check("x = 1;", &at("1:1-1:2", "x"));
    check("export { nope };", "1:10-1:14 err:syntax Export 'nope' is not defined");
    check("for (const k of items) k;", &at("1:17-1:22", "items"));
    check("function f() { return arguments.length; } f(); export {};", "");
    check("export const g = () => arguments.length;", &at("1:24-1:33", "arguments"));
    check("a; { const a = 1; a; }", &at("1:1-1:2", "a"));
    check("console.log(window, self, fetch, structuredClone, Iterator, undefined, NaN, globalThis);", "");
    check("if (typeof process !== 'undefined') process.exit();", "");
    check("/* global DEBUG, app: writable */\nif (DEBUG) app = 1;", "");
    check("// global DEBUG\nDEBUG;", &at("2:1-2:6", "DEBUG"));
    check("require('x');", "");
    check("export {}; require('x');", &at("1:12-1:19", "require"));
    check("hoisted(); function hoisted() {} later; var later;", "");
    check("try { } catch (e) { e; } lab: for (;;) break lab; ({ key: 1 }).key;", "");
    check("class A { #p = 1; m() { return this.#p + super.m; } } new A();", "");
    check("import.meta.url; new.target;", "1:18-1:28 err:syntax Unexpected new.target expression");
}

#[test]
fn names_that_other_files_declare() {
    let undefined =
        |place: &str, name: &str| format!("{place} TS2304 Potentially undefined variable: {name}");
    check(
        "//- /a.ts\nexport const a = [X, f, C, N];\n//- /b.d.ts\ndeclare const X: 1; declare function f(): void; declare class C {} declare namespace N {}",
        "",
    );
    check("//- /a.ts\nexport const a = X;\n//- /b.ts\ndeclare global { var X: 1 } export {};", "");
    check("//- /a.ts\ndeclare global { var X: 1 } export const a = X;", "");
    check(
        "//- /a.ts\nexport const a = X;\n//- /b.d.ts\ndeclare const X: 1; export {};",
        &undefined("1:18-1:19", "X"),
    );
    check(
        "//- /a.ts\nexport const a = X;\n//- /b.ts\ndeclare const X: 1; export {};",
        &undefined("1:18-1:19", "X"),
    );
    check("//- /a.ts\nexport const a = X;\n//- /b.d.ts\ninterface X { a: 1 }", &undefined("1:18-1:19", "X"));
}

#[test]
fn globals_of_node_where_the_configuration_says_so() {
    let config = TypesConfig { node: true, ..TypesConfig::default() };
    let fixture = "export const a = () => [process, Buffer, global, setImmediate, missing];";
    let found = TypeChecker::new(&snapshot(fixture), &config).check(&first(fixture));
    assert_eq!(render(&found), "1:64-1:71 TS2304 Potentially undefined variable: missing");
}

#[test]
fn test_names_are_there_in_test_files_only() {
    check("//- /src/a.test.js\ndescribe('s', () => { it('t', () => expect(vi.fn()).toBe(1)); });", "");
    check("//- /tests/helper.js\nexpect(1);", "");
    check("//- /src/a.test.js\nexpect(process.env.MODE).toBe('test');", "");
    check("//- /src/a.js\nexpect(1);", "1:1-1:7 TS2304 Potentially undefined variable: expect");
}

#[test]
fn types_are_no_variables() {
    check("//- /a.ts\nexport const a: Missing<string> = 1 as unknown as AlsoMissing; type T = typeof a;", "");
    check(
        "//- /a.ts\nexport function f<T extends object>(x: T): x is T { return missing; }",
        "1:60-1:67 TS2304 Potentially undefined variable: missing",
    );
    check(
        "//- /a.ts\ndeclare const ambient: number; enum E { A } namespace N { export const x = 1 } ambient + E.A + N.x;",
        "",
    );
}

#[test]
fn null_checks() {
    let at = |place: &str| format!("{place} eqeqeq Use strict equality (===) for null checks");
    check("let a; a == null;", &at("1:10-1:12"));
    check("let a; null != a;", &at("1:13-1:15"));
    check("let a; a /* == */ == (null);", &at("1:19-1:21"));
    check("let a; a === null; a == undefined; a == 0; '== null';", "");
}

#[test]
fn assignments() {
    check("const a = 1; a = 2;", "1:14-1:15 TS2588 Cannot assign to 'a' because it is a constant.");
    check(
        "const a = 1; a++; ({ a } = {});",
        "1:14-1:15 TS2588 Cannot assign to 'a' because it is a constant.\n1:22-1:23 TS2588 Cannot assign to 'a' because it is a constant.",
    );
    check("import { a } from 'x'; a = 1;", "1:24-1:25 TS2632 Cannot assign to 'a' because it is an import.");
    check("const a = {}; a.b = 1; let c; c = 2;", "");
}

#[test]
fn modules_that_are_not_there() {
    check(
        "import './nope.js';",
        "1:8-1:19 TS2307 Cannot find module './nope.js' or its corresponding type declarations.",
    );
    check(
        "//- /a.js\nimport './hepler.js';\n//- /helper.js\n",
        "1:8-1:21 TS2307 Cannot find module './hepler.js' or its corresponding type declarations. Did you mean './helper.js'?",
    );
    check(
        "export * from '../../up.js';",
        "1:15-1:28 TS2307 Cannot find module '../../up.js' or its corresponding type declarations.",
    );
    check(
        "const name = 1; await import('./nope.js'); import('./' + name);",
        "1:30-1:41 TS2307 Cannot find module './nope.js' or its corresponding type declarations.",
    );
    check("import 'package'; import 'https://example.com/x.js'; import 'node:fs';", "");
    check(
        "//- /a.js\nimport './b'; import './dir'; import './t.js'; import './d.json';\n//- /b.mjs\n//- /dir/index.js\n//- /t.ts\n//- /d.json\n{}",
        "",
    );
}

#[test]
fn exports_that_are_not_there() {
    let lib =
        "//- /lib.js\nexport const one = 1; export default 1; export class Two {} export { one as uno };";
    check(
        &format!(
            "//- /a.js\nimport d, {{ one, Two, uno }} from './lib.js'; import * as ns from './lib.js';\n{lib}"
        ),
        "",
    );
    check(
        &format!("//- /a.js\nimport {{ onne }} from './lib.js';\n{lib}"),
        "1:10-1:14 TS2724 '\"./lib.js\"' has no exported member named 'onne'. Did you mean 'one'?",
    );
    check(
        &format!("//- /a.js\nexport {{ absent }} from './lib.js';\n{lib}"),
        "1:10-1:16 TS2614 Module '\"./lib.js\"' has no exported member 'absent'. Did you mean to use 'import absent from \"./lib.js\"' instead?",
    );
    check(
        "//- /a.js\nimport { x } from './b.js';\n//- /b.js\nexport const unrelated = 1;",
        "1:10-1:11 TS2305 Module '\"./b.js\"' has no exported member 'x'.",
    );
    check(
        "//- /a.js\nimport d from './b.js';\n//- /b.js\nexport const x = 1;",
        "1:8-1:9 TS1192 Module '\"/b\"' has no default export.",
    );
    check(
        "//- /a.js\nimport d, { deep } from './b.js';\n//- /b.js\nexport * from './c.js'; export { default } from './c.js';\n//- /c.js\nexport * from './b.js'; export const deep = 1; export default 2;",
        "",
    );
    check(
        "//- /a.js\nimport d from './b.js';\n//- /b.js\nexport * from './c.js';\n//- /c.js\nexport default 2;",
        "1:8-1:9 TS1192 Module '\"/b\"' has no default export.",
    );
    check(
        "//- /a.js\nimport { x } from './c.cjs'; import { y } from './broken.js'; import { z } from './s.js';\n//- /c.cjs\nmodule.exports = {};\n//- /broken.js\nexport const = 1;\n//- /s.js\nexport * from 'package';",
        "",
    );
    check(
        "//- /a.js\nimport data, { key } from './d.json';\n//- /d.json\n{\"key\":1}",
        "1:16-1:19 TS2614 Module '\"./d.json\"' has no exported member 'key'. Did you mean to use 'import key from \"./d.json\"' instead?",
    );
    check(
        "//- /a.ts\nimport { type Shape, make } from './b';\n//- /b.ts\nexport interface Shape { a: 1 }\nexport const make = (): Shape => ({ a: 1 });",
        "",
    );
    check(
        "//- /a.js\nimport { ns } from './b.js';\n//- /b.js\nexport * as ns from './c.js';\n//- /c.js\n",
        "",
    );
}

#[test]
fn packages_whose_output_is_not_built() {
    let package = r#"{ "name": "me", "exports": { ".": "./dist/me.js", "./q": { "import": "./dist/q.mjs" }, "./s": "./src/s.js" } }"#;
    let of = |specifier: &str| {
        format!(
            "//- /src/a.ts\nimport {{ q }} from '{specifier}'; q;\n//- /package.json\n{package}\n//- /src/s.js\nexport const q = 1;"
        )
    };
    check(&of("me"), "");
    check(&of("me/q"), "");
    check(&of("me/s"), "");
    check(
        &of("me/nope"),
        "1:19-1:28 TS2307 Cannot find module 'me/nope' or its corresponding type declarations.",
    );
    check(
        &of("./nope"),
        "1:19-1:27 TS2307 Cannot find module './nope' or its corresponding type declarations.",
    );
    check(
        "//- /a.ts\nimport { x } from 'lib'; x;\n//- /node_modules/lib/package.json\n{ \"main\": \"dist/lib.js\" }",
        "",
    );
}

#[test]
fn modules_that_import_each_other() {
    let early = |place: &str, name: &str, file: &str| {
        format!(
            "{place} import/no-cycle '{name}' is used before '{file}' gives it a value, because this module and that one import each other."
        )
    };
    // Loading fails, whichever is the first.
    let both = "//- /a.js\nimport { b } from './b.js';\nexport const a = b + 1;\n//- /b.js\nimport { a } from './a.js';\nexport const b = a + 1;";
    check(both, &early("2:18-2:19", "b", "/b.js"));
    // Only from `b.js`, which nothing but `main.js` imports.
    let one = "//- /a.js\nimport { Base } from './b.js';\nexport class A extends Base {}\n//- /b.js\nimport { A } from './a.js';\nexport class Base { make() { return new A(); } }";
    check(one, "");
    check(&format!("{one}\n//- /main.js\nimport './b.js';"), &early("2:24-2:28", "Base", "/b.js"));
    check(&format!("{one}\n//- /main.js\nimport './a.js';"), "");
    check(&format!("{one}\n//- /main.js\nimport './b.js';\n//- /a.test.js\nimport './a.js';"), "");
    check(&format!("{one}\n//- /main.js\nimport './b.js';\n//- /index.html\n<script src=a.js></script>"), "");
    check(&format!("{one}\n//- /main.js\nimport './b.js'; export const load = () => import('./a.js');"), "");
    // Not read at once, or with a value from the start.
    for (a, b) in [
        ("export const a = () => b;", "export const b = 1;"),
        ("export const a = globalThis.x && b;", "export const b = 1;"),
        ("export const a = b();", "export function b() {}"),
        ("export const a = b;", "export var b = 1;"),
        ("try { b; } catch {}", "export const b = 1;"),
    ] {
        check(
            &format!(
                "//- /a.js\nimport {{ b }} from './b.js';\n{a}\n//- /b.js\nimport './a.js';\n{b}\n//- /m.js\nimport './b.js';"
            ),
            "",
        );
    }
    // A compiler leaves out what only types use.
    check(
        "//- /a.ts\nimport { Base } from './b';\nexport class A extends Base {}\n//- /b.ts\nimport { A } from './a';\nexport class Base { a?: A }\n//- /m.ts\nimport './b';",
        "",
    );
    check(
        "//- /a.js\nimport C from './b.js';\nnew C();\n//- /b.js\nimport './a.js';\nexport default class {}\n//- /m.js\nimport './b.js';",
        &early("2:5-2:6", "C", "/b.js"),
    );
}
