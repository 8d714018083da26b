//! Assertions of each test: matchers, shown values and locations.

use serde_json::json;
use verdict_protocol::{FileEvidence, Output, Scope};

use crate::common::{in_order, run};

/// The assertions of the first file: `test: matcher(shown) file:line`, with `open` or `constant` if set.
fn assertions(file: &FileEvidence) -> String {
    let lines = file.tests.iter().flat_map(|test| {
        test.assertions.iter().map(|made| {
            let at = made.file.as_deref().unwrap_or("none");
            let open = if made.open { " open" } else { "" };
            let constant = if made.constant { " constant" } else { "" };
            format!(
                "{}: {}({}) {at}:{}{open}{constant}",
                test.path.join(" > "),
                made.matcher,
                made.shown,
                made.line
            )
        })
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Checks the assertions of a file's tests. Their numbers match those of the result.
#[track_caller]
fn asserts(body: &str, more: &str, expected: &str) {
    let fixture = format!(
        "//- /a.test.ts\nimport {{ test, expect, assert, vi, chai, describe, beforeEach, afterEach }} from 'vitest'; import * as lib from './lib.js'; import {{ value }} from './lib.js';\n{body}\n\
         //- /lib.js\nexport const value = 3; export const f = () => 3; export class Thing {{ constructor() {{ this.x = 1; }} }};\n{more}"
    );
    let result = run(&fixture, &json!({ "evidence": "full" }));
    let found = result.evidence.as_ref().expect("evidence");
    assert_eq!(assertions(&found.files[0]), in_order(expected), "{body}\n{result:#?}");
    let Output::Tests(entries) = &result.output else { panic!("{result:#?}") };
    let tests = entries.iter().filter(|entry| entry.scope == Scope::Test);
    let counts: Vec<(Vec<String>, usize)> =
        tests.map(|entry| (entry.path.clone(), entry.assertions as usize)).collect();
    let told: Vec<(Vec<String>, usize)> =
        found.files[0].tests.iter().map(|test| (test.path.clone(), test.assertions.len())).collect();
    assert_eq!(counts, told, "{body}");
}

#[test]
fn assertions_are_told_with_their_modifiers_places_and_values() {
    asserts(
        "test('t', async () => {\n\
         expect(value).toBe(3);\n\
         expect(value).not.toBe('a \"b\"');\n\
         expect.soft({ a: 1 }).toEqual({ a: 1, [Symbol('s')]: expect.anything(), 'b c': [1, , -0] });\n\
         await expect(Promise.resolve(value)).resolves.not.toBe(4);\n\
         await expect(() => Promise.reject(new TypeError('no'))).rejects\n  .toThrow(new TypeError('no'));\n\
         await expect.poll(() => value).toBeGreaterThan(2);\n\
         expect(() => { throw 1; }).toThrow();\n\
         expect([value]).toHaveLength(1); });",
        "",
        "t: toBe(3) /a.test.ts:3
         t: not.toBe(\"a \\\"b\\\"\") /a.test.ts:4
         t: soft.toEqual({a: 1, \"b c\": [1, <1 empty>, -0], [Symbol(s)]: Anything<>}) /a.test.ts:5 open constant
         t: resolves.not.toBe(4) /a.test.ts:6
         t: rejects.toThrow([TypeError: no]) /a.test.ts:8
         t: poll.toBeGreaterThan(2) /a.test.ts:9
         t: toThrow() /a.test.ts:10
         t: toHaveLength(1) /a.test.ts:11",
    );
}

#[test]
fn assertions_that_the_text_knows_beforehand_are_constant() {
    asserts(
        "const three = 3;\nconst check = expect;\n\
         test('t', () => {\n\
         expect(3).toBe(3);\n\
         check(1 + 2).toBe(3);\n\
         expect<number>(3 as number).toBe(three);\n\
         expect({ a: [`x`, -1, undefined], b: { ...{ c: null } } }).toBeTruthy();\n\
         const kept = expect(true); kept.toBe(true);\n\
         (0, expect)('abc'.length).toBe(3);\n\
         expect( /* (value) */ 3).toBe(3); expect(value).toBe(3);\n\
         expect(three).toBe(3);\n\
         expect(String(3)).toBe('3');\n\
         expect([value].length).toBe(1);\n\
         assert(true); assert.equal(1, 1); assert.equal(value, 3);\n\
         });",
        "",
        "t: toBe(3) /a.test.ts:5 constant
         t: toBe(3) /a.test.ts:6 constant
         t: toBe(3) /a.test.ts:7 constant
         t: toBeTruthy() /a.test.ts:8 constant
         t: toBe(true) /a.test.ts:9 constant
         t: toBe(3) /a.test.ts:10 constant
         t: toBe(3) /a.test.ts:11 constant
         t: toBe(3) /a.test.ts:11
         t: toBe(3) /a.test.ts:12
         t: toBe(\"3\") /a.test.ts:13
         t: toBe(1) /a.test.ts:14
         t: assert() /a.test.ts:15 constant
         t: assert.equal(1) /a.test.ts:15 constant
         t: assert.equal(3) /a.test.ts:15",
    );
}

#[test]
fn words_of_chai_and_matchers_of_the_project_are_told_by_their_names() {
    asserts(
        "expect.extend({ toBeOdd(it) { return { pass: it % 2 === 1, message: () => '' }; }, async toBeLater(it, than) { return { pass: it > than, message: () => '' }; } });\n\
         chai.use((chai) => chai.Assertion.addMethod('even', function (more) { this.assert(this._obj % 2 === 0, '', ''); }));\n\
         test('t', async () => {\n\
         expect(value).toBeOdd();\n\
         expect(4).not.toBeOdd();\n\
         await expect(value).toBeLater(1);\n\
         await expect(Promise.resolve(value)).resolves.toBeOdd();\n\
         await expect.poll(() => value).toBeOdd();\n\
         expect([value]).to.be.an('array').that.deep.includes(3);\n\
         expect(lib).to.have.property('value').equal(3);\n\
         expect(value).to.exist;\n\
         expect([1]).to.have.length.above(0);\n\
         expect(4).to.be.even(1);\n\
         assert.deepEqual({ a: value }, { a: 3 }, 'a message');\n\
         assert.throws(() => { throw new Error('x'); }, /x/);\n\
         assert.isTrue(value === 3); assert.operator(value, '>', 2);\n\
         const spy = vi.fn(); spy(1); expect(spy).to.have.been.calledOnce;\n\
         expect({ a: 4 }).toEqual({ a: expect.not.toBeOdd() });\n\
         });",
        "",
        "t: toBeOdd() /a.test.ts:5
         t: not.toBeOdd() /a.test.ts:6 constant
         t: toBeLater(1) /a.test.ts:7
         t: resolves.toBeOdd() /a.test.ts:8
         t: poll.toBeOdd() /a.test.ts:9
         t: an(\"array\") /a.test.ts:10
         t: deep.includes(3) /a.test.ts:10
         t: property(\"value\") /a.test.ts:11
         t: equal(3) /a.test.ts:11
         t: exist() /a.test.ts:12
         t: length.above(0) /a.test.ts:13 constant
         t: even(1) /a.test.ts:14 constant
         t: assert.deepEqual({a: 3}) /a.test.ts:15
         t: assert.throws(/x/) /a.test.ts:16
         t: assert.isTrue() /a.test.ts:17
         t: assert.operator(\">\", 2) /a.test.ts:17
         t: toHaveBeenCalledOnce() /a.test.ts:18
         t: toEqual({a: not.toBeOdd<>}) /a.test.ts:19 constant",
    );
}

#[test]
fn hooks_and_helpers_count_with_their_own_places() {
    asserts(
        "import { holds } from './helper.js';\n\
         beforeEach(() => { expect(value).toBe(3); });\n\
         describe('s', () => { afterEach(() => expect(value).toBe(3));\n\
         test('t', () => { holds(value); });\n\
         test('fails', () => { expect(value).toBe(4); });\n\
         test.skip('not', () => {}); test.todo('later');\n\
         test('unreachable', () => { if (value !== 3) expect.unreachable('no'); });\n\
         test('fail', () => { expect.fail('no'); }); });",
        "//- /helper.js\nimport { expect } from 'vitest';\nexport function holds(it) {\n  expect(it).toBeDefined();\n}\n",
        "s > t: toBe(3) /a.test.ts:3
         s > t: toBeDefined() /helper.js:3
         s > t: toBe(3) /a.test.ts:4
         s > fails: toBe(3) /a.test.ts:3
         s > fails: toBe(4) /a.test.ts:6
         s > fails: toBe(3) /a.test.ts:4
         s > unreachable: toBe(3) /a.test.ts:3
         s > unreachable: toBe(3) /a.test.ts:4
         s > fail: toBe(3) /a.test.ts:3
         s > fail: expect.fail(\"no\") /a.test.ts:9
         s > fail: toBe(3) /a.test.ts:4",
    );
}

#[test]
fn only_the_last_attempt_counts_and_what_is_tried_only_if_it_holds() {
    asserts(
        "let run = 0;\n\
         test('t', { retry: 2 }, () => { run++; expect(run).toBeGreaterThan(0); if (run < 3) expect(run).toBe(0); expect(run).toBe(3); });\n\
         test('waits', async () => { let n = 0; await vi.waitFor(() => { n++; expect(n).toBe(3); }); });\n\
         test('catches', () => { expect(() => expect(1).toBe(2)).toThrow(); });",
        "",
        "t: toBeGreaterThan(0) /a.test.ts:3
         t: toBe(3) /a.test.ts:3
         waits: toBe(3) /a.test.ts:4
         catches: toThrow() /a.test.ts:5",
    );
}

#[test]
fn describing_a_value_runs_no_code_of_its_own() {
    asserts(
        "test('t', () => { const log = []; const odd = { get a() { log.push('get'); return 1; }, toJSON() { log.push('json'); }, [Symbol.toPrimitive]() { log.push('primitive'); } };\n\
         const traps = new Proxy({}, { get() { log.push('trap'); }, ownKeys() { log.push('keys'); return []; } });\n\
         const self = {}; self.self = self;\n\
         expect.soft(1).not.toBe(odd); expect(1).not.toBe(traps); expect(1).not.toBe(self); expect(log.join()).toBe(''); });",
        "",
        "t: soft.not.toBe({a: [Getter], toJSON: toJSON() { log.push('json'); }, [Symbol(Symbol.toPrimitive)]: [Symbol.toPrimitive]() { log.push('primitive'); }}) /a.test.ts:5 constant
         t: not.toBe([Proxy]) /a.test.ts:5 constant
         t: not.toBe({self: [Circular 1]}) /a.test.ts:5 constant
         t: toBe(\"\") /a.test.ts:5",
    );
}
