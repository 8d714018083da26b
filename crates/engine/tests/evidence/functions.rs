//! Functions of the subject that each test called.

use serde_json::json;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{FileEvidence, FunctionEvidence, Limits};

use crate::common::{ONE, evidence, in_order, run};
use crate::support::snapshot_of;

/// Checks the functions that each test of the first file calls: `test: name /file:line:column`.
#[track_caller]
fn calls(fixture: &str, expected: &str) {
    let found = evidence(fixture, &json!({ "evidence": "full" }));
    let lines = found.files[0].tests.iter().flat_map(|test| {
        test.functions.iter().map(|function| {
            let FunctionEvidence { file, line, column, name } = function;
            format!("{}: {name} {file}:{line}:{column}", test.path.join(" > "))
        })
    });
    assert_eq!(lines.collect::<Vec<_>>().join("\n"), in_order(expected), "{fixture}");
}

#[test]
fn functions_of_the_subject_are_told_by_the_test_that_calls_them() {
    calls(
        &format!(
            "//- /src/a.test.ts\n{ONE}import {{ sum, Counter, make, later, each, anonymous }} from './lib.js'; import old from './old.cjs'; import {{ helper }} from './helper.test.ts'; import dep from 'dep';\n\
             test('sum', () => expect(sum(1, 2)).toBe(3));\n\
             test('class', () => {{ const one = new Counter(); one.add(); expect(one.value).toBe(1); }});\n\
             test('others', async () => {{ expect([...make().next(), await later(), old.twice(2), anonymous(1)]).toEqual([1, 2, 4, 1]); helper(); dep(); }});\n\
             test('none', () => expect(1).toBe(1));\n\
             //- /src/lib.js\n\
             import {{ inner }} from './inner.ts';\n\
             const loaded = inner(0);\n\
             export const sum = (a, b) => inner(a) + b;\n\
             export function Unused() {{}}\n\
             export class Counter {{\n  #n = 0;\n  constructor() {{ 'use strict'\n  this.x = 1; }}\n  add() {{ this.#n++; }}\n  get value() {{ return this.#n; }}\n}}\n\
             export const make = () => ({{ next() {{ return [1]; }} }});\n\
             export async function later() {{ await 0; return 2; }}\n\
             export const anonymous = (() => (x) => x)();\n\
             //- /src/inner.ts\nenum E {{ A }}\nexport function inner(it: number): number {{ return it + E.A; }}\n\
             //- /src/old.cjs\n'use strict'; exports.twice = function (n) {{ return n * 2; }};\n\
             //- /src/helper.test.ts\nexport function helper() {{}}\nimport {{ test }} from 'vitest'; test('t', () => {{}});\n\
             //- /node_modules/dep/index.js\nmodule.exports = () => 1;\n\
             //- /package.json\n{{ \"exports\": {{ \".\": \"./src/lib.js\", \"./old\": \"./src/old.cjs\" }} }}\n"
        ),
        "sum: inner /src/inner.ts:2:8
         sum: sum /src/lib.js:3:20
         class: constructor /src/lib.js:7:3
         class: add /src/lib.js:9:3
         class: value /src/lib.js:10:7
         others: make /src/lib.js:12:21
         others: next /src/lib.js:12:30
         others: later /src/lib.js:13:8
         others:  /src/lib.js:14:33
         others: twice /src/old.cjs:1:31",
    );
}

#[test]
fn what_runs_while_a_module_is_loaded_is_no_tests_and_what_hooks_call_is() {
    calls(
        "//- /a.test.js\nimport { test, expect, beforeEach, beforeAll } from 'vitest'; import { f, g, h } from './lib.js';\n\
         beforeAll(() => { h(); }); beforeEach(() => { f(); });\n\
         test('t', { retry: 1 }, async ({ task }) => { const lazy = await import('./lazy.js'); require('./lazy.cjs'); if (task.result.retryCount === 0) { g(); throw 1; } expect(lazy.default).toBe(1); });\n\
         //- /lib.js\nexport function f() {}\nexport function g() {}\nexport function h() {}\n\
         //- /lazy.js\nimport { h } from './lib.js'; h(); export default 1;\n\
         //- /lazy.cjs\nfunction own() {} own();\n",
        "t: f /lib.js:1:8",
    );
}

#[test]
fn what_a_file_calls_is_told_the_same_whichever_files_ran_before_it() {
    let lib = "export const first = () => 1;\nexport function second() { return first(); }\n";
    let tests = [
        (
            "a",
            "import { first } from './x.js'; import { other } from './y.js'; import old from './old.cjs';",
            "first(); other(); old.f();",
        ),
        (
            "b",
            "import { other } from './y.js'; import { second } from './twin.js';",
            "other(); second(); vi.resetModules(); (await import('./x.js')).second(); (await import('./twin.js')).first(); expect(await import('verdict:mark').then(() => 'there', () => 'not there')).toBe('not there');",
        ),
        ("c", "import old from './old.cjs'; import { first } from './twin.js';", "old.f(); first();"),
    ];
    let test_file = |(name, imports, body): &(&str, &str, &str)| {
        format!(
            "//- /{name}.test.js\nimport {{ test, expect, vi }} from 'vitest'; {imports}\ntest('t', async () => {{ {body} expect(1).toBe(1); }});\n"
        )
    };
    let subject = format!(
        "//- /x.js\n{lib}//- /twin.js\n{lib}//- /y.js\nexport function other() {{}}\n//- /old.cjs\nexports.f = () => 1;\n"
    );
    let told = |tests: &[(&str, &str, &str)]| {
        let fixture = tests.iter().map(test_file).collect::<String>() + &subject;
        evidence(&fixture, &json!({ "evidence": "full" })).files
    };
    let called = |file: &FileEvidence| {
        let shown = |one: &FunctionEvidence| format!("{}:{}", one.file, one.name);
        file.tests[0].functions.iter().map(shown).collect::<Vec<_>>().join(" ")
    };
    let together = told(&tests);
    assert_eq!(
        together.iter().map(called).collect::<Vec<_>>(),
        [
            "/old.cjs:f /x.js:first /y.js:other",
            "/twin.js:first /twin.js:second /x.js:first /x.js:second /y.js:other",
            "/old.cjs:f /twin.js:first",
        ]
    );
    for (file, test) in together.iter().zip(&tests) {
        assert_eq!(told(std::slice::from_ref(test)), std::slice::from_ref(file));
    }
}

#[test]
fn marks_cannot_be_seen_and_move_nothing() {
    let fixture = "//- /a.test.js\nimport { test, expect } from 'vitest'; import { shown, fails, strict, arrow, evaluated, Thing } from './lib.js'; import old from './old.cjs';\n\
         test('texts', () => { expect(String(shown)).toBe(\"function shown(a) { return a; }\"); expect(String(arrow)).toBe('a => b => (a, b)'); expect(String(strict)).toBe(\"function strict() { 'use strict'\\n  return this; }\");\n\
           expect(String(Thing.prototype.m) + Thing.s).toBe('m() { return 1; }() => 2'); expect(String(old.f)).toBe('function () { return arguments.callee.caller; }'); expect(strict()).toBe(undefined); expect(arrow.name + arrow.length).toBe('arrow1'); });\n\
         test('names', () => { expect(Object.getOwnPropertyNames(globalThis).filter((name) => /verdict/i.test(name))).toEqual([]); expect(evaluated()).toBe(1); });\n\
         test('places', () => { let at; try { fails(); } catch (error) { at = error.stack.split('\\n')[1]; } expect(at).toContain('/lib.js:2:33'); });\n\
         //- /lib.js\nexport function shown(a) { return a; }\nexport function fails() { throw new Error('x'); }\nexport function strict() { 'use strict'\n  return this; }\nexport const arrow = a => b => (a, b);\n\
         export const evaluated = () => eval('const mark = __verdict_' + 'mark__; mark(0); mark(1); 1');\n\
         export class Thing { m() { return 1; } static s = () => 2; }\n//- /old.cjs\nexports.f = function () { return arguments.callee.caller; };\n";
    let found = evidence(fixture, &json!({ "evidence": "full" }));
    let of = |index: usize| {
        let names: Vec<&str> =
            found.files[0].tests[index].functions.iter().map(|function| function.name.as_str()).collect();
        names.join(" ")
    };
    assert_eq!([of(0), of(1), of(2)], ["strict", "evaluated", "fails"]);
    // The same tests pass without recording.
    let plain = fixture.replace("const mark = __verdict_' + 'mark__; mark(0); mark(1); ", "");
    assert!(run(&plain, &json!({})).success);
}

#[test]
fn a_module_cannot_claim_calls_of_its_functions() {
    let claims = [
        "import { mark } from 'verdict:mark'; const claim = mark;",
        "import * as own from 'verdict:mark'; const claim = (number) => own.mark(number);",
        "const own = await import('verdict' + ':mark').catch(() => ({ mark() {} })); const claim = own.mark;",
        "const claim = (number) => \\u005f_verdict_mark__(number);",
        "const claim = eval('__verdict' + '_mark__');",
        "const all = []; const claim = (number) => all.push(() => number) && eval('__verdict' + '_mark__')(number);",
    ];
    for claim in claims {
        let fixture = format!(
            "//- /a.test.js\n{ONE}import {{ uses }} from './lib.js';\ntest('t', () => {{ uses(); expect(1).toBe(1); }});\n\
             //- /lib.js\n{claim} export const told = '😀'; export function unused() {{ return 1; }}\n\
             export function uses() {{claim(0);claim(1); for (const number of [2, 3, 4]) {{ claim(number); }} return '😀'; }} export const other = () => (claim(0), 2);\n"
        );
        let found = evidence(&fixture, &json!({ "evidence": "full" }));
        let names: Vec<&str> = found.files[0]
            .tests
            .iter()
            .flat_map(|test| &test.functions)
            .map(|one| one.name.as_str())
            .collect();
        assert!(!names.contains(&"unused") && !names.contains(&"other"), "{claim}: {names:?}");
    }
}

#[test]
fn functions_behind_any_character_are_told() {
    calls(
        &format!(
            "//- /a.test.js\n{ONE}import {{ a, b, c, d }} from './lib.js';\ntest('t', () => {{ a(); b(); c(); d(); expect(1).toBe(1); }});\n\
             //- /lib.js\nconst one = '😀😀'; export const a = () => '😀'; /* \u{2028} 😀 */ export function b() {{ return 'é\u{fe0f}'; }}\r\n\
             export const c = () => `\r\n😀${{(() => 1)()}}`; export function d() {{ 'use strict' }}\n"
        ),
        "t: a /lib.js:1:38
         t: b /lib.js:2:15
         t: c /lib.js:3:18
         t:  /lib.js:4:6
         t: d /lib.js:4:27",
    );
}

#[test]
fn recursion_that_is_caught_and_budgets_are_as_without_marks() {
    let fixture = "//- /a.test.js\nimport { test, expect } from 'vitest'; import { deep, work } from './lib.js';\n\
         test('t', () => { expect(deep).toThrow(RangeError); expect(String(deep)).toBe('function deep() { return deep(); }'); });\n\
         test('budget', () => { expect(work(30000)).toBe(30000); });\n\
         //- /lib.js\nexport function deep() { return deep(); }\nconst one = () => 1;\nexport function work(n) { let sum = 0; for (let i = 0; i < n; i++) sum += one(); return sum; }\n";
    let run = |level: &str, instructions: u64| {
        let config = json!({ "test": { "evidence": level } });
        let request = Request {
            command: "test:/a.test.js",
            snapshot: &snapshot_of(fixture),
            limits: Limits { instructions, ..Limits::default() },
            config: Some(&config),
            seed: 0,
        };
        verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
    };
    let mut enough = 100_000;
    while !run("off", enough).success {
        enough = enough * 5 / 4;
    }
    let result = run("full", enough);
    assert!(result.success, "{result:#?}");
}
