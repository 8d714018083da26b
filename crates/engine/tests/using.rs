//! Files that use `using` as a name run as in every other engine, with correct locations.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

use crate::support;

use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Limits, Output, VerifyResult};

fn run(fixture: &str) -> VerifyResult {
    let request = Request {
        command: "test:/a.test.*",
        snapshot: &snapshot_of(fixture),
        limits: Limits::default(),
        config: None,
        seed: 0,
    };
    verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
}

#[track_caller]
fn check(fixture: &str) {
    let result = run(fixture);
    assert!(result.success, "{fixture}\n{result:#?}");
}

#[test]
fn it_is_imported_and_exported() {
    for module in [
        "export function using() { return 1; }",
        "const using = () => 1; export { using };",
        "export const before = 0, using = function () { return 1; };",
        "export { using } from './b.js';",
        "export * from './b.js';",
        "import { using } from './b.js'; export { using };",
    ] {
        check(&format!(
            "//- /a.js\n{module}\n//- /b.js\nexport const using = () => 1;\n//- /a.test.js\nimport {{ using, using as again }} from './a.js';\n\
             import * as all from './a.js';\ntest('t', async () => {{\n  expect([using(), again(), all.using()]).toEqual([1, 1, 1]);\n  \
             expect(using.name).toBe('using');\n  expect((await import('./a.js')).using).toBe(using);\n}});\n"
        ));
    }
}

#[test]
fn it_is_required() {
    check(
        "//- /a.cjs\nexports.using = using;\nfunction using() { return using.name; }\n//- /a.test.js\nimport { using } from './a.cjs';\n\
         test('t', () => { expect(using()).toBe('using'); });\n",
    );
}

#[test]
fn it_is_mocked() {
    check(
        "//- /a.js\nexport function using() { return 1; }\n//- /a.test.js\nimport { using } from './a.js';\nvi.mock('./a.js');\n\
         test('t', () => { expect(using()).toBe(undefined); expect(using).toHaveBeenCalledTimes(1); });\n",
    );
}

#[test]
fn it_is_anything_else() {
    for body in [
        "const o = { using: 1, 'a': 2 }; const { using } = o; expect(using + o.using).toBe(2);",
        "class A { using = 1; get() { return this.using; } } expect(new A().get()).toBe(1);",
        "class A { #using = 1; using() { return this.#using; } } expect(new A().using()).toBe(1);",
        "let n = 0; using: for (;;) { for (;;) { n += 1; break using; } } expect(n).toBe(1);",
        "const f = ({ using = 3 } = {}) => using; expect(f()).toBe(3);",
        "let using; ({ using = 4 } = {}); expect({ using }).toEqual({ using: 4 });",
        "const f = function using(n) { return n ? using(n - 1) : using.name; }; expect(f(2)).toBe('using');",
        "expect(typeof using).toBe('undefined'); expect(() => using).toThrow(ReferenceError);",
    ] {
        check(&format!("//- /a.test.js\ntest('t', () => {{ {body} }});\n"));
        check(&format!("//- /a.test.ts\ntest('t', () => {{ {body} }});\ntype T = {{ using: number }};\n"));
        // Lowered code is renamed too.
        check(&format!(
            "//- /a.test.ts\nenum E {{ A }}\ntest('t', () => {{ {body} expect(E.A).toBe(0); }});\n"
        ));
    }
}

#[test]
fn places_are_those_of_the_file() {
    for (file, before) in [("js", ""), ("ts", "let a: string = '';"), ("ts", "enum E { A }")] {
        let result = run(&format!(
            "//- /a.test.{file}\n{before}\nfunction using(o) {{ return o; }}\ntest('t', () => {{\n  using(using({{ using }})); throw new Error('x');\n}});\n"
        ));
        let Output::Tests(tests) = &result.output else { panic!("{result:#?}") };
        let stack = tests[0].stack.as_deref().unwrap_or_default();
        assert!(stack.ends_with(&format!("at /a.test.{file}:4:34")), "{stack}");
    }
}
