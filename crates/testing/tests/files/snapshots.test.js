import { test, describe, expect, vi } from 'vitest'
class Foo { constructor() { this.b = 1; this.a = [1, { x: undefined }] } }
const values = {
  str: 'a"b\\c`d${e}\nline', num: -0, big: 10n, nul: null, und: undefined, sym: Symbol('s'), fn: function named() {}, arrow: () => {}, cls: class A {}, date: new Date(0), bad: new Date(NaN), re: /a.b[c]$/gi, err: new TypeError('bad "x"'), arr: [1, , 3, []], obj: { z: 1, a: { b: {} }, [Symbol('k')]: 2, 'with-dash': 1 }, map: new Map([['k', { v: 1 }], [{ o: 1 }, 2]]), set: new Set([1, 'a', new Set()]), ta: new Uint8Array([1, 2]), buf: new ArrayBuffer(2), foo: new Foo(), nul2: Object.create(null), json: { toJSON() { return { j: 1 } } }, boxed: [Object('s'), Object(1), Object(true)], prom: Promise.resolve(1), wm: new WeakMap(), asym: [expect.anything(), expect.any(Number), expect.objectContaining({ a: 1 }), expect.stringMatching(/x/)], mock: vi.fn(), nan: NaN, inf: [Infinity, -Infinity], args: (function () { return arguments })(1, 2), nested: [[[[]]]], empty: '', url: 'x'
};
for (const k in values) test('v ' + k, () => { expect(values[k]).toMatchSnapshot() });
test('circular', () => { const a = { n: 1 }; a.self = a; expect(a).toMatchSnapshot() });
test('mock called', () => { const f = vi.fn((x) => x + 1).mockName('inc'); f(1); f({ a: 1 }); expect(f).toMatchSnapshot() });
test('hint', () => { expect(1).toMatchSnapshot('my hint'); expect(2).toMatchSnapshot('my hint'); expect(3).toMatchSnapshot() });
test('props', () => { expect({ id: 5, d: new Date(), n: { x: 1, y: 'r' }, arr: [1, 2] }).toMatchSnapshot({ id: expect.any(Number), d: expect.any(Date), n: { y: expect.any(String) } }) });
test('props bad', () => { expect({ id: 'x' }).toMatchSnapshot({ id: expect.any(Number) }) });
test('not', () => { expect(1).not.toMatchSnapshot() });
test('throws', () => { expect(() => { throw new RangeError('oops') }).toThrowErrorMatchingSnapshot() });
test('throws str', () => { expect(() => { throw 'text' }).toThrowErrorMatchingSnapshot() });
test('no throw', () => { expect(() => {}).toThrowErrorMatchingSnapshot() });
test('rejects', async () => { await expect(Promise.reject(new Error('rej'))).rejects.toThrowErrorMatchingSnapshot() });
test('resolves', async () => { await expect(Promise.resolve({ a: 1 })).resolves.toMatchSnapshot() });
test('inline ok', () => { expect({ a: 1, b: [1] }).toMatchInlineSnapshot(`
    {
      "a": 1,
      "b": [
        1,
      ],
    }
  `) });
test('inline str', () => { expect('x').toMatchInlineSnapshot(`"x"`); expect('x').toMatchInlineSnapshot('"x"') });
test('inline bad', () => { expect({ a: 1 }).toMatchInlineSnapshot(`
    {
      "a": 2,
    }
  `) });
test('inline throws', () => { expect(() => { throw new Error('m') }).toThrowErrorMatchingInlineSnapshot(`[Error: m]`) });
test('inline throws bad', () => { expect(() => { throw new Error('m') }).toThrowErrorMatchingInlineSnapshot(`[Error: n]`) });
test('inline props', () => { expect({ a: 1, r: 5 }).toMatchInlineSnapshot({ r: expect.any(Number) }, `
    {
      "a": 1,
      "r": Any<Number>,
    }
  `) });
test('raw', async () => { await expect('hello\nworld').toMatchFileSnapshot('./__snapshots__/raw.txt') });
test('raw bad', async () => { await expect('bye').toMatchFileSnapshot('./__snapshots__/raw2.txt') });
let n = 0; test('retry', { retry: 2 }, () => { expect('same').toMatchSnapshot(); if (n++ < 2) throw new Error('x') });
expect.addSnapshotSerializer({ test: (v) => v && v.isPoint === true, serialize(v, config, indentation, depth, refs, printer) { return `Point<${printer(v.x, config, indentation, depth, refs)}, ${v.y}>` } });
expect.addSnapshotSerializer({ test: (v) => v && v.isOld === true, print(v, print, indent) { return 'Old {\n' + indent(print(v.inner)) + '\n}' } });
test('serializer', () => { expect({ p: { isPoint: true, x: { q: 1 }, y: 2 }, o: { isOld: true, inner: [1] } }).toMatchSnapshot() });
describe('in', () => { describe('suite', () => { test.each([1, 2])('case %i', (c) => { expect(c).toMatchSnapshot() }) }) });
test('soft', () => { expect.soft(1).toMatchSnapshot(); expect.soft(2).toMatchInlineSnapshot(`3`) });
test.skip('skipped', () => { expect(1).toMatchSnapshot() });
