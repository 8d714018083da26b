/**
 * Every own property of every built-in object, replaced by what lies: a test that must fail fails whatever a matcher asks of
 * them, and whenever they begin to lie. A run makes a third of all assertions with each object in each way, another third in
 * the next way; `VERDICT_ALL=1` makes all.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

/** Values that are made before anything lies. */
const VALUES = `const [map1, map2] = [new Map([[1, 2]]), new Map([[1, 3]])], [set1, set2] = [new Set([1]), new Set([2])], [bytes1, bytes2] = [new Uint8Array([1]), new Uint8Array([2])], [buffer1, buffer2] = [bytes1.buffer, bytes2.buffer];
const [url1, url2] = [new URL('http://a/'), new URL('http://b/')], [date1, date2] = [new Date(1), new Date(2)], [error1, error2] = [new Error('a'), new Error('b')], [one, two] = [Object(1), Object(2)];`;

/** Assertions that do not hold, each a test. Those in `GETS` ask `lie()` for their first value, as a getter does. */
const PLAIN = {
  is: 'expect(1).toBe(2)',
  'is not': 'expect(1).not.toBe(1)',
  text: "expect('a').toBe('b')",
  nan: 'expect(NaN).toEqual(1)',
  truth: 'expect(0).toBeTruthy()',
  defined: 'expect(undefined).toBeDefined()',
  object: 'expect({ a: 1 }).toEqual({ a: 2 })',
  list: 'expect([1, 2]).toEqual([1, 3])',
  longer: 'expect([1]).toEqual([1, 2])',
  strict: 'expect({ a: undefined }).toStrictEqual({})',
  deep: 'expect({ a: { b: [1, { c: 2 }] } }).toEqual({ a: { b: [1, { c: 3 }] } })',
  date: 'expect(date1).toEqual(date2)',
  pattern: 'expect(/a/g).toEqual(/b/g)',
  flags: 'expect(/a/g).toEqual(/a/i)',
  map: 'expect(map1).toEqual(map2)',
  set: 'expect(set1).toEqual(set2)',
  url: 'expect(url1).toEqual(url2)',
  error: 'expect(error1).toEqual(error2)',
  wrapper: 'expect(one).toEqual(two)',
  bytes: 'expect(bytes1).toEqual(bytes2)',
  buffer: 'expect(buffer1).toStrictEqual(buffer2)',
  symbol: "expect(Symbol('a')).toEqual(Symbol('a'))",
  contains: 'expect([1]).toContain(2)',
  'contains equal': 'expect([{ a: 1 }]).toContainEqual({ a: 2 })',
  'contains text': "expect('abc').toContain('d')",
  matches: "expect('abc').toMatch(/d/)",
  'matches object': 'expect({ a: 1, b: 2 }).toMatchObject({ a: 2 })',
  property: "expect({ a: 1 }).toHaveProperty('b')",
  'property of': "expect({ a: { b: 1 } }).toHaveProperty('a.b', 2)",
  long: 'expect([1]).toHaveLength(2)',
  more: 'expect(1).toBeGreaterThan(2)',
  close: 'expect(1).toBeCloseTo(2)',
  instance: 'expect({}).toBeInstanceOf(Map)',
  type: "expect(1).toBeTypeOf('string')",
  one: 'expect(1).toBeOneOf([2])',
  satisfies: 'expect(1).toSatisfy(() => false)',
  throws: "expect(() => { throw new Error('a'); }).toThrow('b')",
  'throws a pattern': "expect(() => { throw new Error('a'); }).toThrow(/b/)",
  'throws a class': "expect(() => { throw new Error('a'); }).toThrow(TypeError)",
  'throws nothing': 'expect(() => {}).toThrow()',
  called: 'expect(vi.fn()).toHaveBeenCalled()',
  'called with': 'const f = vi.fn(); f(1); expect(f).toHaveBeenCalledWith(2)',
  times: 'const f = vi.fn(); f(1); expect(f).toHaveBeenCalledTimes(2)',
  returned: 'const f = vi.fn(() => 1); f(); expect(f).toHaveReturnedWith(2)',
  'object containing': 'expect({ a: 1 }).toEqual(expect.objectContaining({ a: 2 }))',
  'list containing': 'expect([1]).toEqual(expect.arrayContaining([2]))',
  'text containing': "expect('a').toEqual(expect.stringContaining('b'))",
  'text matching': "expect('a').toEqual(expect.stringMatching(/b/))",
  any: 'expect(1).toEqual(expect.any(String))',
  chai: 'expect({ a: 1 }).to.deep.equal({ a: 2 })',
  'chai members': 'expect([1]).to.have.members([2])',
  'chai keys': "expect({ a: 1 }).to.have.keys('b')",
  'chai include': 'expect([1]).to.include(2)',
  assert: 'assert.deepEqual([1], [2])',
  'assert is': 'assert.strictEqual(1, 2)',
  snapshot: 'expect({ a: 1 }).toMatchInlineSnapshot(`{ a: 2 }`)',
  resolves: 'await expect(Promise.resolve(1)).resolves.toBe(2)',
  rejects: "await expect(Promise.reject(new Error('a'))).rejects.toThrow('b')",
  soft: 'expect.soft(1).toBe(2)',
  thrown: "throw new Error('a')",
  rejected: "await Promise.reject(new Error('a'))",
};
const GETS = {
  object: 'expect({ get a() { return lie(); }, b: 1 }).toEqual({ a: 1, b: 2 })',
  strict: 'expect({ get a() { return lie(); }, b: 1 }).toStrictEqual({ a: 1, b: 2 })',
  list: 'expect([{ get a() { return lie(); } }, 1]).toEqual([{ a: 1 }, 2])',
  date: 'expect([date1, { get a() { return lie(); } }]).toEqual([date2, { a: 1 }])',
  pattern: 'expect([/a/g, { get a() { return lie(); } }]).toEqual([/b/g, { a: 1 }])',
  map: 'expect([map1, { get a() { return lie(); } }]).toEqual([map2, { a: 1 }])',
  set: 'expect([set1, { get a() { return lie(); } }]).toEqual([set2, { a: 1 }])',
  url: 'expect([url1, { get a() { return lie(); } }]).toEqual([url2, { a: 1 }])',
  error: 'expect([error1, { get a() { return lie(); } }]).toEqual([error2, { a: 1 }])',
  wrapper: 'expect([one, { get a() { return lie(); } }]).toEqual([two, { a: 1 }])',
  buffer: 'expect([buffer1, { get a() { return lie(); } }]).toStrictEqual([buffer2, { a: 1 }])',
  'matches object': 'expect({ get a() { return lie(); }, b: 1 }).toMatchObject({ a: 1, b: 2 })',
  contains: 'expect([{ get a() { return lie(); }, b: 1 }]).toContainEqual({ a: 1, b: 2 })',
  property: "expect({ get a() { lie(); return { b: 1 }; } }).toHaveProperty('a.b', 2)",
  'object containing': 'expect({ get a() { return lie(); }, b: 1 }).toEqual(expect.objectContaining({ a: 1, b: 2 }))',
  matches: "expect(() => { lie(); throw new Error('a'); }).toThrow(/b/)",
  throws: "expect(() => { lie(); throw new Error('a'); }).toThrow('b')",
  'throws a class': "expect(() => { lie(); throw new Error('a'); }).toThrow(TypeError)",
  satisfies: 'expect(1).toSatisfy(() => { lie(); return false; })',
  chai: 'expect({ get a() { return lie(); }, b: 1 }).to.deep.equal({ a: 1, b: 2 })',
  'called with': 'const f = vi.fn(); f({ get a() { return lie(); }, b: 1 }); expect(f).toHaveBeenCalledWith({ a: 1, b: 2 })',
  snapshot: 'expect({ get a() { return lie(); }, b: 1 }).toMatchInlineSnapshot(`\n{\n  "a": 1,\n  "b": 2,\n}\n`)',
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
const LIES = `const { getOwnPropertyDescriptor, defineProperty } = Object, { apply, ownKeys, deleteProperty } = Reflect; let last = null;
const liar = (real) => (typeof real === 'function' ? function () { return true; } : typeof real === 'number' ? 0 : typeof real === 'string' ? 'x' : true);
const plain = (value) => ({ __proto__: null, ...value });
const restore = () => { for (; last !== null; last = last.before) if (last.property === undefined) deleteProperty(last.object, last.key); else defineProperty(last.object, last.key, last.property); };
const replace = (object, key, make) => {
  const found = getOwnPropertyDescriptor(object, key), before = found === undefined ? undefined : plain(found);
  if (before !== undefined && !before.configurable) return;
  defineProperty(object, key, plain({ configurable: true, ...make(before?.value ?? before?.get, before) }));
  last = { __proto__: null, before: last, object, key, property: before };
};
const each = (object, make) => { const keys = ownKeys(object); for (let i = 0; i < keys.length; i++) if (keys[i] !== 'prototype') replace(object, keys[i], make); };
const asAccessors = (truths) => (real, { value, get }) => { let reads = 0; const lies = liar(real); return { get() { reads += 1; return reads > truths ? lies : get === undefined ? value : apply(get, this, []); } }; };
const asValues = (real, { get }) => (get === undefined ? { value: liar(real), writable: true } : { get: () => 0 });
const MORE = [[Symbol.hasInstance, () => true], [Symbol.toStringTag, 'Lie'], [Symbol.toPrimitive, () => 1], [Symbol.isConcatSpreadable, false], [Symbol.species, undefined], ['toJSON', () => 1], ['asymmetricMatch', () => true], ['then', undefined], ['size', 0], ['nodeType', 1], ['equals', () => true], ['isEqualNode', () => true], ['href', 'x'], ['message', 'x'], ['nodeName', 'x'], [Symbol.iterator, function* () {}], ...['ITERABLE', 'KEYED', 'LIST', 'ORDERED', 'RECORD', 'SET'].map((kind) => ['@@__IMMUTABLE_' + kind + '__@@', true])];
const addMore = (object) => { for (let i = 0; i < MORE.length; i++) if (getOwnPropertyDescriptor(object, MORE[i][0]) === undefined) replace(object, MORE[i][0], () => ({ value: MORE[i][1], writable: true })); };`;

/** What is done to each object, and where: at the top of a file for good, in a test, or by a getter that a matcher asks. @type {Record<string, { at: 'top' | 'test' | 'getter', code: string }>} */
const WAYS = {
  'accessors that lie from the second read on, for good': { at: 'top', code: 'each(object, asAccessors(1))' },
  'accessors that lie at once': { at: 'test', code: 'each(object, asAccessors(0))' },
  'accessors that lie from the second read on': { at: 'test', code: 'each(object, asAccessors(1))' },
  'accessors that lie from the fourth read on': { at: 'test', code: 'each(object, asAccessors(3))' },
  'values that lie': { at: 'test', code: 'each(object, asValues)' },
  'members that it lacks': { at: 'test', code: 'addMore(object)' },
  'values that lie, put there by a getter': { at: 'getter', code: 'each(object, asValues)' },
  'accessors that lie, put there by a getter': { at: 'getter', code: 'each(object, asAccessors(1))' },
  'members that it lacks, put there by a getter': { at: 'getter', code: 'addMore(object)' },
};
/** Objects of one file, where each test puts back what it did. */
const TOGETHER = 12;

/** Of how many assertions one is made. Each kind of way comes in at least as many: together they make each assertion with each object. */
const EACH = process.env.VERDICT_ALL ? 1 : 3;

/** A test of each assertion, named by the object. */
const declared = (/** @type {Record<string, string>} */ cases) =>
  Object.entries(cases)
    .map(([name, code]) => `test(name + ': ' + ${JSON.stringify(name)}, async () => { ${code}; });`)
    .join('\n');

/** The assertions whose turn it is with the object at a place. */
const inTurn = (/** @type {Record<string, string>} */ cases, /** @type {number} */ at) =>
  Object.fromEntries(Object.entries(cases).filter((_, index) => (at + index) % EACH === 0));

/**
 * A test of each assertion whose turn it is with the object at the place `at`, which begins with the source `before` and ends by
 * putting back what was done.
 */
const declaredInTurn = (/** @type {Record<string, string>} */ cases, before = '', turn = 0) =>
  Object.entries(cases)
    .map(
      ([name, code], index) =>
        `if ((at + ${index + turn}) % ${EACH} === 0) test(name + ': ' + ${JSON.stringify(name)}, async () => { ${before} try { ${code}; } finally { restore(); } });`,
    )
    .join('\n');

/** The files of one way, which is the one numbered `turn`. */
function filesOf(/** @type {(typeof WAYS)[string]} */ { at, code }, /** @type {string[]} */ names, turn = 0) {
  if (at === 'top')
    return names.map((name, at) => [
      VALUES,
      OBJECTS,
      LIES,
      `const name = ${JSON.stringify(name)}, object = objects.get(name);`,
      `${code};`,
      declared(inTurn(PLAIN, at)),
    ]);
  const cases = at === 'test' ? declaredInTurn(PLAIN, 'lie();', turn) : declaredInTurn(GETS, '', turn);
  const files = [];
  for (let from = 0; from < names.length; from += TOGETHER)
    files.push([
      VALUES,
      OBJECTS,
      LIES,
      `for (const [at, name] of ${JSON.stringify(names.slice(from, from + TOGETHER))}.entries()) { const object = objects.get(name), lie = () => { ${code}; return 1; };`,
      cases,
      '}',
    ]);
  return files;
}

describe('built-ins that lie', () => {
  /** @type {Awaited<ReturnType<typeof rigged>>} */
  let rig;
  /** @type {string[]} */
  let names;
  before(async () => {
    rig = await rigged();
    const { events } = await rig.run({
      '/a.test.js': [OBJECTS, "test('t', () => { for (const name of objects.keys()) console.log(name); });"],
    });
    names = events.filter((/** @type {any} */ { type }) => type === 'console').map((/** @type {any} */ { text }) => text);
    assert.ok(names.length > 80, `${names.length} built-in objects`);
  });
  after(() => rig?.close());

  for (const [turn, [name, way]] of Object.entries(WAYS).entries()) {
    test(name, async () => {
      const wrong = [];
      let count = 0;
      for (const file of filesOf(way, names, turn)) {
        const { events } = await rig.run({ '/a.test.js': file }, { patience: 10_000, config: { testTimeout: 200 } });
        const entries = judged(events);
        count += entries.length;
        for (const { path, state } of entries) if (state === 'passed') wrong.push(path.join(' > '));
      }
      assert.deepEqual(wrong, []);
      // Where a test puts back what it did the rest is judged, but for what leaves nothing of the runner.
      const cases = Object.keys(way.at === 'getter' ? GETS : PLAIN).length / EACH;
      if (way.at !== 'top') assert.ok(count > names.length * cases * 0.7, `${count} of ${names.length * cases}`);
    });
  }

  test('the assertions fail where nothing lies', async () => {
    const { events } = await rig.run({ '/a.test.js': [VALUES, "const lie = () => 1, name = '';", declared(PLAIN), declared(GETS)] });
    const entries = judged(events);
    assert.equal(entries.length, Object.keys(PLAIN).length + Object.keys(GETS).length);
    assert.deepEqual(
      entries.filter(({ state }) => state !== 'failed').map(({ path }) => path[0]),
      [],
    );
  });

  test('what tests replace with good reason changes no assertion that holds', async () => {
    const { events } = await rig.run({
      '/a.test.js': [
        "test('t', () => { const spy = vi.spyOn(Object, 'keys'); const now = vi.spyOn(Date.prototype, 'toISOString').mockReturnValue('then'); expect(Object.keys({ a: 1 })).toEqual(['a']); expect(new Date(1).toISOString()).toBe('then'); expect(spy).toHaveBeenCalledTimes(1); expect(now).toHaveBeenCalledOnce(); vi.restoreAllMocks(); expect(new Date(1).toISOString()).toBe('1970-01-01T00:00:00.001Z'); });",
        "test('u', () => { const real = Array.prototype.at; Array.prototype.at = function (index) { return real.call(this, index); }; try { expect([1, 2].at(-1)).toBe(2); } finally { Array.prototype.at = real; } });",
        "test('v', () => { class List extends Array { indexOf() { return 0; } } expect(List.of(1)).to.include(2); expect(List.of(1)).not.toStrictEqual([1]); class Own { static [Symbol.hasInstance]() { return true; } } expect(1).toBeInstanceOf(Own); });",
      ],
    });
    assert.deepEqual(
      judged(events).map(({ path, state, faults }) => [path[0], state, faults[0]?.message]),
      ['t', 'u', 'v'].map((name) => [name, 'passed', undefined]),
    );
  });
});
