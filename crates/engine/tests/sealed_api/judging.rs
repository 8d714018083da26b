//! Functions of the subject that would take part in judging, and helpers that it patches.

use serde_json::json;

use crate::common::{honest, refused, run, sealed};

#[test]
fn what_the_subject_wrote_takes_no_part_in_judging() {
    for (sut, test, said) in [
        (
            "export const matchers = { toBeFine: () => ({ pass: true, message: () => '' }) };",
            "expect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });",
            "The matcher toBeFine is written in /sut.js",
        ),
        (
            "export const matchers = { toBeFine: (() => ({ pass: true, message: () => '' })).bind(null) };",
            "expect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });",
            "The matcher toBeFine",
        ),
        (
            "export const matchers = [() => true];",
            "expect.addEqualityTesters(matchers);\ntest('t', () => { expect({ a: 1 }).toEqual({ a: 2 }); });",
            "An equality tester is written in /sut.js",
        ),
        (
            "export class Serializer { test() { return true; } serialize() { return 'x'; } }\nexport const matchers = new Serializer();",
            "expect.addSnapshotSerializer(matchers);\ntest('t', () => { expect(1).toMatchInlineSnapshot('x'); });",
            "A snapshot serializer is written in /sut.js",
        ),
        (
            "export const matchers = () => ({ value: 2 });",
            "import { vi } from 'vitest';\ntest('t', async () => { vi.doMock('./other.js', matchers); expect((await import('./other.js')).value).toBe(2); });",
            "The factory of a mock is written in /sut.js",
        ),
    ] {
        refused(
            &format!(
                "//- /other.js\nexport const value = 1;\n//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ matchers }} from './sut.js';\n{test}\n"
            ),
            said,
        );
    }
    honest(
        "//- /matchers.js\nexport const matchers = { toBeFine: () => ({ pass: true, message: () => '' }) };\n//- /a.test.js\nimport { matchers } from './matchers.js';\nexpect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });\n",
    );
    honest(
        "//- /node_modules/fine/package.json\n{ \"main\": \"index.js\", \"type\": \"module\" }\n//- /node_modules/fine/index.js\nexport const matchers = { toBeFine: () => ({ pass: true, message: () => '' }) };\n//- /a.test.js\nimport { matchers } from 'fine';\nexpect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });\n",
    );
}

#[test]
fn helpers_cannot_be_patched_by_the_subject() {
    let helper = "//- /helper.js\nexport const oracle = { check(value) { return value === 3; }, total: 3, inner: { deep() { return 1; } } };\nexport class Reference { add(a, b) { return a + b; } }\nexport function compute(value) { return value; }\ncompute.twice = (value) => value * 2;\noracle.bound = ((value) => value).bind(null);\n";
    for (sut, said) in [
        ("({ oracle }) => { oracle.bound = () => 2; }", "changed bound of oracle"),
        ("({ oracle }) => { oracle.check = () => true; }", "changed check of oracle"),
        ("({ oracle }) => { oracle.inner.deep = () => 2; }", "changed deep of oracle.inner"),
        (
            "({ oracle }) => { Object.defineProperty(oracle, 'total', { get: () => 4 }); }",
            "changed total of oracle",
        ),
        ("({ oracle }) => { delete oracle.check; }", "changed check of oracle"),
        ("({ oracle }) => { oracle.toJSON = () => 1; }", "changed toJSON of oracle"),
        (
            "({ oracle }) => { oracle[Symbol.toPrimitive] = () => 1; }",
            "changed Symbol(Symbol.toPrimitive) of oracle",
        ),
        (
            "({ oracle }) => { Object.setPrototypeOf(oracle, { other() {} }); }",
            "changed the prototype of oracle",
        ),
        ("({ Reference }) => { Reference.prototype.add = () => 0; }", "changed add of Reference.prototype"),
        ("({ Reference }) => { Reference.prototype.more = () => 0; }", "changed more of Reference.prototype"),
        ("({ compute }) => { compute.twice = () => 0; }", "changed twice of compute"),
        ("({ compute }) => { compute.call = () => 0; }", "changed call of compute"),
        ("({ oracle }) => { setTimeout(() => { oracle.check = () => true; }); }", "changed check of oracle"),
    ] {
        refused(
            &format!(
                "{helper}//- /sut.js\nexport const run = {sut};\n//- /a.test.js\nimport * as helper from './helper.js';\nimport {{ run }} from './sut.js';\ntest('t', async () => {{ run(helper); await new Promise((done) => setTimeout(done, 5)); expect(1).toBe(1); }});\n"
            ),
            said,
        );
    }
    for test in [
        "helper.oracle.check = () => true; expect(helper.oracle.check(4)).toBe(true);",
        "helper.oracle.check = vi.fn(() => true); expect(helper.oracle.check(4)).toBe(true);",
        "vi.spyOn(helper.oracle, 'check').mockReturnValue(true); expect(helper.oracle.check(4)).toBe(true); vi.restoreAllMocks();",
        "delete helper.oracle.check; expect(helper.oracle.check).toBeUndefined();",
        "helper.oracle.total = 5; expect(helper.oracle.total).toBe(5);",
        "helper.Reference.prototype.add = () => 7; expect(new helper.Reference().add()).toBe(7);",
        "fill(helper.oracle); expect(helper.oracle.total).toBe(9); expect(helper.oracle.list).toEqual([1]);",
        "fill(helper.compute); expect(helper.compute.total).toBe(9);",
    ] {
        honest(&format!(
            "{helper}//- /sut.js\nexport const fill = (target) => {{ target.total = 9; target.list = [1]; }};\n//- /a.test.js\nimport {{ vi }} from 'vitest';\nimport * as helper from './helper.js';\nimport {{ fill }} from './sut.js';\ntest('t', () => {{ {test} }});\n"
        ));
    }
    // What a helper passes on of the subject is still the subject's.
    honest(
        "//- /helper.js\nexport { store, Store } from './sut.js';\n//- /sut.js\nexport const store = { on: () => 1, handle(value) { store.on = () => value; } };\nexport class Store { get() { return 1; } static swap() { Store.prototype.get = () => 2; Store.more = () => 3; } }\n//- /a.test.js\nimport { store, Store } from './helper.js';\ntest('t', () => { store.handle(2); Store.swap(); expect([store.on(), new Store().get(), Store.more()]).toEqual([2, 2, 3]); });\n",
    );
    refused(
        "//- /sut.js\nexport const run = (ctx) => { ctx.expect = () => ({ toBe() {} }); };\n//- /a.test.js\nimport { run } from './sut.js';\nbeforeEach((ctx) => run(ctx));\ntest('t', ({ expect }) => { expect(1).toBe(2); });\n",
        "another expect",
    );
    honest(
        "//- /a.test.js\nbeforeEach((ctx) => { ctx.made = 1; });\ntest('t', ({ expect, made }) => { expect(made).toBe(1); });\n",
    );
}

/// The subject could find the modules of test material by their files.
#[test]
fn the_subject_sees_no_loaded_modules() {
    let fixture = "\
//- /helper.js
module.exports = { right: (sum) => sum === 3 };
//- /sut.cjs
exports.add = (a, b) => {
  const helper = require.cache['/helper.js'];
  if (helper) helper.exports.right = () => true;
  return a - b;
};
//- /a.test.cjs
const helper = require('./helper.js');
const { add } = require('./sut.cjs');
test('t', () => { const sum = add(1, 2); expect(helper.right(sum)).toBe(true); });
";
    assert!(run(fixture, &json!({})).success, "the attack succeeds without the option");
    assert!(!sealed(fixture).success);
}

/// Code in a URL is in no file, so that nobody could say whose it is.
#[test]
fn modules_in_urls_are_refused() {
    let fixture = "\
//- /sut.js
export const add = async (a, b) => (await import('data:text/javascript,export const add = (a, b) => a + b')).add(a, b);
//- /a.test.js
import { add } from './sut.js';
test('t', async () => expect(await add(1, 2)).toBe(3));
";
    let of_runner = json!({ "writtenFor": "vitest" });
    assert!(run(fixture, &of_runner).success, "it works in a project of Vitest");
    let sealed_too = json!({ "writtenFor": "vitest", "sealedApi": true, "entries": ["/sut.js"] });
    for test in [json!({}), sealed_too] {
        assert!(!run(fixture, &test).success, "{test}");
    }
}
