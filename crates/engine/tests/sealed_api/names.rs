//! Names of the test API: globals, bindings, modules and the environment.

use serde_json::json;

use crate::common::{NAMES, honest, passes, refused, run, sealed, tests};

#[test]
fn the_subject_sees_no_test_globals() {
    let looks = "() => [typeof expect, typeof describe, typeof it, typeof vi, typeof jest, typeof beforeEach, 'expect' in globalThis, globalThis.test]";
    let sees_nothing =
        "['undefined', 'undefined', 'undefined', 'undefined', 'undefined', 'undefined', false, undefined]";
    for sut in [
        format!("export const look = {looks};"),
        format!("const seen = ({looks})();\nexport const look = () => seen;"),
        format!(
            "let seen; setTimeout(() => {{ seen = ({looks})(); }});\nexport const look = async () => {{ await new Promise((done) => setTimeout(done, 5)); return seen; }};"
        ),
        format!("export const look = () => Promise.resolve().then({looks});"),
        format!(
            "export const look = () => {NAMES}.some((name) => name in globalThis) ? 'seen' : ({looks})();"
        ),
    ] {
        passes(&format!(
            "//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ look }} from './sut.js';\ntest('t', async () => {{ expect(await look()).toEqual({sees_nothing}); }});\n"
        ));
    }
}

#[test]
fn test_material_has_bindings_in_every_kind_of_module() {
    for (name, text) in [
        (
            "a.test.js",
            "describe('s', () => { beforeEach(() => {}); it('t', () => { expect(1).toBe(1); }); });",
        ),
        (
            "a.test.cjs",
            "'use strict';\nconst strict = (function () { return this === undefined; })();\ntest('t', () => { expect(strict).toBe(true); expect(typeof require).toBe('function'); });",
        ),
        (
            "a.test.ts",
            "enum Kind { One = 1 }\ntest('t', (): void => { const n: number = Kind.One; expect(n).toBe(1); });",
        ),
        (
            "a.test.js",
            "import { expect, vi } from 'vitest';\nvi.mock('./helper.js', () => ({ made: 2 }));\nimport { made } from './helper.js';\ntest('t', () => { expect(made).toBe(2); });",
        ),
        (
            "a.test.js",
            "vi.mock('./helper.js', () => ({ made: 2 }));\nimport { made } from './helper.js';\ntest('t', () => { expect(made).toBe(2); });",
        ),
        (
            "a.test.js",
            "const expect = () => 'mine';\ntest('t', () => { if (expect() !== 'mine') throw new Error('shadowed'); });",
        ),
        ("a.test.js", "import { check } from './helper.js';\ntest('t', () => check(1));"),
    ] {
        honest(&format!(
            "//- /helper.js\nexport const made = 1;\nexport const check = (value) => {{ expect(value).toBe(1); }};\n//- /{name}\n{text}\n"
        ));
    }
    passes(
        "//- /a.test.js\ntest('t', () => { expect('expect' in globalThis).toBe(false); expect(typeof expect).toBe('function'); });\n",
    );
}

/// The names that files receive as bindings are globals otherwise.
#[test]
fn every_test_global_is_a_binding() {
    let names = format!("{:?}", verdict_transform::TEST_API);
    let globals = run(
        &format!(
            "//- /a.test.js\nimport * as api from 'vitest';\ntest('t', () => {{ expect(Object.keys(api).filter((name) => name in globalThis).sort()).toEqual({names}); }});\n"
        ),
        &json!({}),
    );
    assert!(globals.success, "{globals:#?}");
    let types: Vec<String> =
        verdict_transform::TEST_API.iter().map(|name| format!("typeof {name}")).collect();
    passes(&format!(
        "//- /a.test.js\ntest('t', () => {{ expect([{}]).not.toContain('undefined'); }});\n",
        types.join(", ")
    ));
}

#[test]
fn what_fails_is_told_at_its_place() {
    let result = sealed(
        "//- /a.test.js\ntest('t', () => { expect(1).toBe(2); });\n//- /b.test.cjs\ntest('t', () => { expect(1).toBe(2); });\n",
    );
    for test in tests(&result) {
        let at = test.failed_at.as_ref().unwrap_or_else(|| panic!("{test:#?}"));
        assert_eq!((at.line, at.column), (1, 29), "{test:#?}");
    }
    assert_eq!(tests(&result).len(), 2);
}

#[test]
fn the_subject_cannot_import_the_api() {
    for specifier in ["vitest", "@jest/globals"] {
        for (sut, test) in [
            (format!("import {{ expect }} from '{specifier}';\nexport const add = (a, b) => a + b;"), ""),
            (format!("export * from '{specifier}';\nexport const add = (a, b) => a + b;"), ""),
            (
                format!("export const add = (a, b) => a + b;\nimport('{specifier}').catch(() => {{}});"),
                "await 0; await 0;",
            ),
            (
                format!(
                    "export const add = async (a, b) => {{ await import('{specifier}').catch(() => {{}}); return a + b; }};"
                ),
                "",
            ),
            (
                format!("try {{ require('{specifier}'); }} catch {{}}\nexport const add = (a, b) => a + b;"),
                "",
            ),
            (
                format!(
                    "let api;\nexport const add = (a, b) => {{ try {{ api = require('{specifier}'); }} catch {{}} return a + b; }};"
                ),
                "",
            ),
        ] {
            refused(
                &format!(
                    "//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ add }} from './sut.js';\ntest('t', async () => {{ {test} expect(await add(1, 2)).toBe(3); }});\n"
                ),
                &format!("/sut.js may not import \"{specifier}\""),
            );
        }
    }
    refused(
        "//- /sut.cjs\nconst { vi } = require('vitest');\nexports.add = (a, b) => a + b;\n//- /a.test.js\nimport { add } from './sut.cjs';\ntest('t', () => { expect(add(1, 2)).toBe(3); });\n",
        "/sut.cjs may not import \"vitest\"",
    );
    honest(
        "//- /a.test.js\nimport { expect, test } from 'vitest';\nimport { helped } from './helper.js';\ntest('t', () => { expect(helped()).toBe(1); });\n//- /helper.js\nimport { vi } from 'vitest';\nexport const helped = vi.fn(() => 1);\n",
    );
}

#[test]
fn nothing_of_the_environment_says_that_it_is_a_test() {
    let sut = "export const look = () => [Object.keys(process.env).filter((name) => /VITEST|NODE_ENV|JEST|^TEST$/.test(name)), import.meta.vitest, import.meta.env.MODE === 'test', import.meta.env.VITEST];";
    let test = "import { look } from './sut.js';\ntest('t', () => { expect(look()).toEqual([[], undefined, false, undefined]); });";
    passes(&format!("//- /sut.js\n{sut}\n//- /a.test.js\n{test}\n"));
    // Configured variables are available.
    let set = json!({ "sealedApi": true, "env": { "NODE_ENV": "test", "MODE": "test" } });
    let result = run(
        "//- /sut.js\nexport const look = () => [process.env.NODE_ENV, import.meta.env.MODE];\n//- /a.test.js\nimport { look } from './sut.js';\ntest('t', () => { expect(look()).toEqual(['test', 'test']); });\n",
        &set,
    );
    assert!(result.success, "{result:#?}");
}
