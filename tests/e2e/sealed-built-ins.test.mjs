/**
 * Every own property of every built-in object, replaced by what lies: a test that must fail fails whatever a matcher asks of
 * them, and whenever they begin to lie.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

/** Assertions that do not hold, each a test. Those in `GETS` ask `lie()` for their first value, as a getter does. */
const PLAIN = {
  is: 'expect(1).toBe(2)', 'is not': 'expect(1).not.toBe(1)', text: "expect('a').toBe('b')", nan: 'expect(NaN).toEqual(1)', truth: 'expect(0).toBeTruthy()', defined: 'expect(undefined).toBeDefined()',
  object: 'expect({ a: 1 }).toEqual({ a: 2 })', list: 'expect([1, 2]).toEqual([1, 3])', longer: 'expect([1]).toEqual([1, 2])', strict: 'expect({ a: undefined }).toStrictEqual({})', deep: 'expect({ a: { b: [1, { c: 2 }] } }).toEqual({ a: { b: [1, { c: 3 }] } })',
  date: 'expect(new Date(1)).toEqual(new Date(2))', pattern: 'expect(/a/g).toEqual(/b/g)', flags: 'expect(/a/g).toEqual(/a/i)', map: 'expect(new Map([[1, 2]])).toEqual(new Map([[1, 3]]))', set: 'expect(new Set([1])).toEqual(new Set([2]))', url: "expect(new URL('http://a/')).toEqual(new URL('http://b/'))",
  error: "expect(new Error('a')).toEqual(new Error('b'))", wrapper: 'expect(Object(1)).toEqual(Object(2))', bytes: 'expect(new Uint8Array([1])).toEqual(new Uint8Array([2]))', buffer: 'expect(new Uint8Array([1]).buffer).toStrictEqual(new Uint8Array([2]).buffer)', symbol: "expect(Symbol('a')).toEqual(Symbol('a'))",
  contains: 'expect([1]).toContain(2)', 'contains equal': 'expect([{ a: 1 }]).toContainEqual({ a: 2 })', 'contains text': "expect('abc').toContain('d')", matches: "expect('abc').toMatch(/d/)", 'matches object': 'expect({ a: 1, b: 2 }).toMatchObject({ a: 2 })', property: "expect({ a: 1 }).toHaveProperty('b')", 'property of': "expect({ a: { b: 1 } }).toHaveProperty('a.b', 2)", long: 'expect([1]).toHaveLength(2)', more: 'expect(1).toBeGreaterThan(2)', close: 'expect(1).toBeCloseTo(2)', instance: 'expect({}).toBeInstanceOf(Map)', type: "expect(1).toBeTypeOf('string')", one: 'expect(1).toBeOneOf([2])', satisfies: 'expect(1).toSatisfy(() => false)',
  throws: "expect(() => { throw new Error('a'); }).toThrow('b')", 'throws a pattern': "expect(() => { throw new Error('a'); }).toThrow(/b/)", 'throws a class': "expect(() => { throw new Error('a'); }).toThrow(TypeError)", 'throws nothing': 'expect(() => {}).toThrow()',
  called: 'expect(vi.fn()).toHaveBeenCalled()', 'called with': 'const f = vi.fn(); f(1); expect(f).toHaveBeenCalledWith(2)', times: 'const f = vi.fn(); f(1); expect(f).toHaveBeenCalledTimes(2)', returned: 'const f = vi.fn(() => 1); f(); expect(f).toHaveReturnedWith(2)',
  'object containing': 'expect({ a: 1 }).toEqual(expect.objectContaining({ a: 2 }))', 'list containing': 'expect([1]).toEqual(expect.arrayContaining([2]))', 'text containing': "expect('a').toEqual(expect.stringContaining('b'))", 'text matching': "expect('a').toEqual(expect.stringMatching(/b/))", any: 'expect(1).toEqual(expect.any(String))',
  chai: 'expect({ a: 1 }).to.deep.equal({ a: 2 })', 'chai members': 'expect([1]).to.have.members([2])', 'chai keys': "expect({ a: 1 }).to.have.keys('b')", 'chai include': 'expect([1]).to.include(2)', assert: 'assert.deepEqual([1], [2])', 'assert is': 'assert.strictEqual(1, 2)',
  snapshot: "expect({ a: 1 }).toMatchInlineSnapshot(`{ a: 2 }`)", resolves: 'await expect(Promise.resolve(1)).resolves.toBe(2)', rejects: "await expect(Promise.reject(new Error('a'))).rejects.toThrow('b')", soft: 'expect.soft(1).toBe(2)', thrown: "throw new Error('a')", rejected: "await Promise.reject(new Error('a'))",
};
const GETS = {
  object: 'expect({ get a() { return lie(); }, b: 1 }).toEqual({ a: 1, b: 2 })', strict: 'expect({ get a() { return lie(); }, b: 1 }).toStrictEqual({ a: 1, b: 2 })', list: 'expect([{ get a() { return lie(); } }, 1]).toEqual([{ a: 1 }, 2])',
  date: 'expect([new Date(1), { get a() { return lie(); } }]).toEqual([new Date(2), { a: 1 }])', pattern: 'expect([/a/g, { get a() { return lie(); } }]).toEqual([/b/g, { a: 1 }])', map: 'expect([new Map([[1, 2]]), { get a() { return lie(); } }]).toEqual([new Map([[1, 3]]), { a: 1 }])', set: 'expect([new Set([1]), { get a() { return lie(); } }]).toEqual([new Set([2]), { a: 1 }])', url: "expect([new URL('http://a/'), { get a() { return lie(); } }]).toEqual([new URL('http://b/'), { a: 1 }])", error: "expect([new Error('a'), { get a() { return lie(); } }]).toEqual([new Error('b'), { a: 1 }])", wrapper: 'expect([Object(1), { get a() { return lie(); } }]).toEqual([Object(2), { a: 1 }])', buffer: 'expect([new Uint8Array([1]).buffer, { get a() { return lie(); } }]).toStrictEqual([new Uint8Array([2]).buffer, { a: 1 }])',
  'matches object': 'expect({ get a() { return lie(); }, b: 1 }).toMatchObject({ a: 1, b: 2 })', contains: 'expect([{ get a() { return lie(); }, b: 1 }]).toContainEqual({ a: 1, b: 2 })', property: "expect({ get a() { lie(); return { b: 1 }; } }).toHaveProperty('a.b', 2)", 'object containing': 'expect({ get a() { return lie(); }, b: 1 }).toEqual(expect.objectContaining({ a: 1, b: 2 }))', matches: "expect(() => { lie(); throw new Error('a'); }).toThrow(/b/)", throws: "expect(() => { lie(); throw new Error('a'); }).toThrow('b')", 'throws a class': "expect(() => { lie(); throw new Error('a'); }).toThrow(TypeError)", satisfies: 'expect(1).toSatisfy(() => { lie(); return false; })', chai: 'expect({ get a() { return lie(); }, b: 1 }).to.deep.equal({ a: 1, b: 2 })', 'called with': 'const f = vi.fn(); f({ get a() { return lie(); }, b: 1 }); expect(f).toHaveBeenCalledWith({ a: 1, b: 2 })', snapshot: 'expect({ get a() { return lie(); }, b: 1 }).toMatchInlineSnapshot(`\n{\n  "a": 1,\n  "b": 2,\n}\n`)',
};

/** All built-in objects by name, as source: constructors, prototypes, namespaces, and what has no name. */
const OBJECTS = `const objects = new Map();
const add = (name, object) => { if ((typeof object === 'object' || typeof object === 'function') && object !== null && ![...objects.values()].includes(object)) objects.set(name, object); };
const NAMES = 'Object Function Array Number Boolean String Symbol BigInt Math JSON Reflect Promise Proxy RegExp Date Map Set WeakMap WeakSet WeakRef Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer SharedArrayBuffer DataView Uint8Array Int8Array Float64Array Intl URL URLSearchParams DOMException Event EventTarget MessagePort MessageChannel TextEncoder AbortController'.split(' ');
for (const name of NAMES) { const found = globalThis[name]; add(name, found); add(name + '.prototype', found?.prototype); }
const { getPrototypeOf } = Object;
add('%TypedArray%', getPrototypeOf(Uint8Array)); add('%TypedArray%.prototype', getPrototypeOf(Uint8Array.prototype));
for (const [name, value] of [['list', [].values()], ['map', new Map().values()], ['set', new Set().values()], ['text', ''[Symbol.iterator]()], ['pattern', ''.matchAll(/x/g)], ['generator', (function* () {})()], ['async generator', (async function* () {})()]]) for (let at = getPrototypeOf(value), depth = 0; at !== null; at = getPrototypeOf(at), depth++) add('iterator of a ' + name + ', ' + depth, at);
add('async function', getPrototypeOf(async () => {}));`;

/** What is done to an object: \`lieAbout(object)\`, and \`restore()\`. */
const LIES = `const { getOwnPropertyDescriptor, defineProperty } = Object, { ownKeys, deleteProperty } = Reflect, undo = [];
const liar = (real) => (typeof real === 'function' ? function () { return true; } : typeof real === 'number' ? 0 : typeof real === 'string' ? 'x' : true);
const restore = () => { while (undo.length > 0) { const [object, key, property] = undo[undo.length - 1]; undo.length -= 1; if (property === undefined) deleteProperty(object, key); else defineProperty(object, key, property); } };
const replace = (object, key, make) => { const before = getOwnPropertyDescriptor(object, key); if (before !== undefined && !before.configurable && !before.writable) return; try { if (before !== undefined && !before.configurable) defineProperty(object, key, { value: make(before.value, before).value ?? liar(before.value) }); else defineProperty(object, key, { configurable: true, ...make(before?.value ?? before?.get, before) }); undo[undo.length] = [object, key, before]; } catch {} };
const each = (object, make) => { for (const key of ownKeys(object)) if (key !== 'prototype' && key !== 'defineProperty' && key !== 'deleteProperty') replace(object, key, make); };
const asAccessors = (truths) => (real, { value, get }) => { let reads = 0; const lies = liar(real); return { get() { reads += 1; return reads > truths ? lies : get === undefined ? value : Reflect.apply(get, this, []); } }; };
const asValues = (real, { get }) => (get === undefined ? { value: liar(real), writable: true } : { get: () => 0 });
const addMore = (object) => { for (const [key, value] of [[Symbol.hasInstance, () => true], [Symbol.toStringTag, 'Lie'], [Symbol.toPrimitive, () => 1], [Symbol.isConcatSpreadable, false], [Symbol.species, undefined], ['toJSON', () => 1], ['asymmetricMatch', () => true], ['then', undefined], ['size', 0], ['nodeType', 1], ['equals', () => true], ['isEqualNode', () => true], ['href', 'x'], ['message', 'x']]) if (getOwnPropertyDescriptor(object, key) === undefined) replace(object, key, () => ({ value, writable: true })); };`;

/** What is done to each object, and when. @type {Record<string, { at: 'top' | 'getter', code: string }>} */
const WAYS = {
  'accessors that lie at once': { at: 'top', code: 'each(object, asAccessors(0))' },
  'accessors that lie from the second read on': { at: 'top', code: 'each(object, asAccessors(1))' },
  'accessors that lie from the fourth read on': { at: 'top', code: 'each(object, asAccessors(3))' },
  'values that lie': { at: 'top', code: 'each(object, asValues)' },
  'members that it lacks': { at: 'top', code: 'addMore(object)' },
  'values that lie, put there by a getter': { at: 'getter', code: 'each(object, asValues)' },
  'accessors that lie, put there by a getter': { at: 'getter', code: 'each(object, asAccessors(1))' },
  'members that it lacks, put there by a getter': { at: 'getter', code: 'addMore(object)' },
};

const declared = (/** @type {Record<string, string>} */ cases, after = '') => Object.entries(cases).map(([name, code]) => `test(${JSON.stringify(name)}, async () => { ${after ? `try { ${code}; } finally { ${after} }` : code} });`);

describe('built-ins that lie', { concurrency: 2 }, () => {
  /** @type {Awaited<ReturnType<typeof rigged>>} */
  let rig;
  /** @type {string[]} */
  let names;
  before(async () => {
    rig = await rigged();
    const { events } = await rig.run({ '/a.test.js': [OBJECTS, "test('t', () => { for (const name of objects.keys()) console.log(name); });"] });
    names = events.filter((/** @type {any} */ { type }) => type === 'console').map((/** @type {any} */ { text }) => text);
    assert.ok(names.length > 80, `${names.length} built-in objects`);
  });
  after(() => rig?.close());

  for (const [way, { at, code }] of Object.entries(WAYS)) {
    test(way, async () => {
      /** @type {string[]} */
      const wrong = [];
      for (const name of names) {
        const head = [OBJECTS, LIES, `const object = objects.get(${JSON.stringify(name)});`];
        const files = { '/a.test.js': at === 'top' ? [...head, `${code};`, ...declared(PLAIN)] : [...head, `const lie = () => { ${code}; return 1; };`, ...declared(GETS, 'restore();')] };
        const { events } = await rig.run(files, { patience: 3_000 });
        for (const { path, state } of judged(events)) if (state === 'passed') wrong.push(`${name}: ${path.join(' > ')}`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  test('assertions that do not hold fail, and their honest twins hold, where nothing lies', async () => {
    const twin = (/** @type {Record<string, string>} */ cases) => Object.fromEntries(Object.entries(cases).map(([name, code]) => [name, code]));
    const { events } = await rig.run({ '/a.test.js': ['const lie = () => 1;', ...declared(twin(PLAIN)), ...declared(GETS)] });
    assert.deepEqual(judged(events).filter(({ state }) => state !== 'failed').map(({ path }) => path[0]), []);
  });
});
