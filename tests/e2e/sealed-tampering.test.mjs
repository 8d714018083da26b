/**
 * Forging a verdict from inside the guest, whose harness and tests share a heap: the cases that Boa's guests are tried with, and
 * attacks that only such a heap allows. What each comes to stands in docs/design/sealed.md too, and is held to it.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

const HOSTILE = JSON.parse(await readFile(new URL('../hostile/engine/tampering.json', import.meta.url), 'utf8'));

/** Built-ins that the harness runs on, or that cannot be changed: a file that tries fails, and so does its honest twin. */
const REFUSED = [
  'an accessor on Array.prototype[0]',
  'methods of lists that do nothing',
  'a species that is another',
  'Symbol.hasInstance that says yes',
  'Function.prototype.call, apply and bind that call nothing',
  'a then that calls at once',
];
/** What the guest cannot defend against. */
const REMAINS = ['a mock whose record was forged by the guest'];
/** What is otherwise in a worker of the browser, which has web APIs. */
const OTHERWISE = ['what a worker has is absent, whatever it is asked for by'];

const FAILS = "test('t', () => { expect(1).toBe(2); });";
const LATER = "test('u', async () => { await null; throw new Error('no'); });";

/** Attacks on a heap that is shared: each is put before tests that must fail. @type {Record<string, { code: string, remains?: boolean, tests?: string }>} */
const ATTACKS = {
  'toJSON of lists and objects': { code: 'Array.prototype.toJSON = Object.prototype.toJSON = () => [];' },
  'MessagePort.prototype.postMessage that says something else': {
    code: 'MessagePort.prototype.postMessage = function () {}; EventTarget.prototype.dispatchEvent = () => true;',
  },
  'a data getter of messages': { code: "Object.defineProperty(MessageEvent.prototype, 'data', { get: () => ({ type: 'run' }) });" },
  'listeners that hide what nobody handled': {
    code: "for (const type of ['error', 'unhandledrejection']) addEventListener(type, (event) => { event.stopImmediatePropagation(); event.preventDefault(); }, true);",
    tests: "test('t', async () => { Promise.reject(new Error('left')); await new Promise((resolve) => setTimeout(resolve, 5)); });",
  },
  'functions of the harness from a stack': {
    code: "Error.prepareStackTrace = (_, sites) => { for (const site of sites) { const f = site.getFunction?.() ?? site.getThis?.(); if (typeof f === 'function') throw new Error('got one'); } return []; }; new Error().stack;",
  },
  'records of Vitest on the global object': {
    code: "for (const key of Reflect.ownKeys(globalThis)) if (/vitest|matchers|expect-global/i.test(String(key)) && key !== 'vitest') throw new Error(String(key)); globalThis.__vitest_worker__ = { config: {} };",
  },
  'the result of a task': {
    code: "beforeEach(({ task }) => { Object.defineProperty(task, 'result', { get: () => ({ state: 'pass' }), set() {} }); });",
  },
  'the mode of a task, and that it should fail': {
    code: "beforeEach(({ task }) => { task.mode = 'skip'; task.fails = true; task.type = 'suite'; });",
  },
  'the hooks of a task': { code: 'beforeEach(({ task }) => { task.onFailed = task.onFinished = [() => {}]; task.promises = []; });' },
  'a then of every object': {
    code: "Object.defineProperty(Object.prototype, 'then', { configurable: true, get: () => undefined, set() {} });",
  },
  'matchers on the prototype of assertions': {
    code: "try { const { prototype } = chai.Assertion; prototype.toBe = prototype.assert = function () {}; } catch {} try { chai.Assertion.overwriteMethod('toBe', () => function () {}); } catch {} try { Object.getPrototypeOf(expect(1)).toBe = () => {}; } catch {}",
  },
  'the utilities of chai': {
    code: 'try { chai.util.flag = () => true; } catch {} try { chai.util.test = () => true; } catch {} try { chai.config.deepEqual = () => true; } catch {}',
  },
  'a plugin of chai': {
    code: "try { chai.use((chai, utils) => { utils.overwriteMethod(chai.Assertion.prototype, 'toBe', () => function () {}); }); } catch {}",
  },
  'built-in members of expect and vi': {
    code: 'try { expect.getState = () => ({}); } catch {} try { vi.fn = () => {}; } catch {} try { expect.any = () => ({ asymmetricMatch: () => true }); } catch {}',
    tests: `${FAILS} test('v', () => { expect(1).toEqual(expect.any(String)); });`,
  },
  'timers that never come': { code: 'globalThis.setTimeout = globalThis.queueMicrotask = globalThis.setImmediate = () => 0;' },
  'performance and dates that stand still': { code: 'performance.now = () => 0; Date.now = () => 0;' },
  'the end of the worker': {
    code: 'try { close(); } catch {} try { self.close(); } catch {} try { Object.getPrototypeOf(Object.getPrototypeOf(self)).close.call(self); } catch {}',
  },
  'messages of its own to the frame': {
    code: "try { postMessage({ type: 'died' }); } catch {} try { self.postMessage({ type: 'done' }); } catch {}",
  },
  'a class that says that it is an asymmetric matcher': {
    code: '',
    tests:
      "test('t', () => { expect(1).toEqual({ $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true, toString: () => '' }); });",
  },
  'a built-in matcher by expect.extend': { code: "expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });" },
  'a test that is caught before the runner has it': {
    code: "const real = Function.prototype.toString; Function.prototype.toString = () => '';",
  },
  'Array.isArray and Object.keys that lie': { code: 'Array.isArray = () => true; Object.keys = () => [];' },
  'accessors on Promise.prototype.then and Object.is that lie on a later read': {
    code: "for (const [object, key, lie] of [[Promise.prototype, 'then', function (done) { done?.(); return this; }], [Object, 'is', () => true]]) { const real = object[key]; let reads = 0; Object.defineProperty(object, key, { configurable: true, get: () => (++reads > 2 ? lie : real) }); }",
    tests: `${FAILS} test('v', async () => { await expect(Promise.resolve({ a: 1 })).resolves.toEqual({ a: 2 }); });`,
  },
  'Object.is that is replaced by a getter within toEqual': {
    code: '',
    tests:
      "test('t', () => { const { is } = Object; try { expect({ get a() { Object.is = () => true; return 1; }, b: 1 }).toEqual({ a: 1, b: 2 }); } finally { Object.is = is; } });",
  },
  'methods of lists and texts that are replaced by a getter within toEqual': {
    code: '',
    tests:
      "test('t', () => { const { every, filter, some } = Array.prototype; try { expect([{ get a() { Array.prototype.every = Array.prototype.some = () => true; Array.prototype.filter = () => []; String.prototype.trim = () => ''; return 1; }, b: 1 }]).toEqual([expect.objectContaining({ a: 1, b: 2 })]); } finally { Object.assign(Array.prototype, { every, filter, some }); } });",
  },
  'Date.prototype[Symbol.toPrimitive] and Date.prototype[Symbol.toStringTag]': {
    code: "Object.defineProperty(Date.prototype, Symbol.toPrimitive, { value: () => 1 }); Date.prototype[Symbol.toStringTag] = 'Day';",
    tests: "test('t', () => { expect(new Date(1)).toEqual(new Date(2)); });",
  },
  'URL.prototype.href, and a URL that says that all is one': {
    code: "Object.defineProperty(URL.prototype, 'href', { get: () => 'x' }); Object.defineProperty(URL, Symbol.hasInstance, { value: () => true });",
    tests:
      "test('t', () => { expect(new URL('http://a/')).toEqual(new URL('http://b/')); }); test('u', () => { expect({ a: 1 }).toEqual({ a: 2 }); });",
  },
  'Error.isError that says no': {
    code: 'Error.isError = () => false;',
    tests: "test('t', () => { expect(new Error('a')).toEqual(new Error('b')); });",
  },
  'DataView that says that all is one': {
    code: 'Object.defineProperty(DataView, Symbol.hasInstance, { value: () => true });',
    tests: "test('t', () => { expect({ a: 1 }).toStrictEqual({ a: 2 }); });",
  },
  'Object.prototype that says that all is a node, or a list of immutable.js': {
    code: "Object.assign(Object.prototype, { nodeType: 1, nodeName: 'x', isEqualNode: () => true, '@@__IMMUTABLE_LIST__@@': true }); Object.defineProperty(Object.prototype, Symbol.iterator, { configurable: true, value: function* () {} });",
    tests: "test('t', () => { expect({ a: 1 }).toEqual({ a: 2 }); });",
  },
  'code that knows which test runs': {
    code: '',
    tests:
      "test('t', () => { const sum = (a, b) => (expect.getState().currentTestName === 't' ? 2 : a - b); expect(sum(1, 1)).toBe(2); });",
    remains: true,
  },
  'a tester of equality that finds all equal': {
    code: 'expect.addEqualityTesters([() => true]);',
    tests: "test('t', () => { expect({ a: 1 }).toEqual({ a: 2 }); });",
  },
  'a tester of equality that finds some equal': {
    code: 'expect.addEqualityTesters([(a) => (a?.sum ? true : undefined)]);',
    tests: "test('t', () => { expect({ sum: 1 }).toEqual({ sum: 2 }); });",
    remains: true,
  },
  'a Proxy that shows each asker what it wants': {
    code: '',
    tests:
      "test('t', () => { let n = 0; const liar = new Proxy({}, { get: () => 1, ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) }); expect(liar).toEqual({ a: 1 }); });",
    remains: true,
  },
};

const passed = (/** @type {any} */ { events, end }) => {
  const entries = judged(events);
  return end === 'done' && entries.some(({ state }) => state === 'passed') && entries.every(({ state }) => state !== 'failed');
};

// Some cases are heard of only when the patience with them is over: the others go on meanwhile, each in a guest of its own.
describe('forging from inside the guest', { concurrency: 3 }, () => {
  /** @type {Awaited<ReturnType<typeof rigged>>} */
  let rig;
  before(async () => {
    rig = await rigged();
  });
  after(() => rig?.close());

  for (const { name, kind, files, command } of HOSTILE) {
    test(`${kind}: ${name}`, async () => {
      const outcome = await rig.run(files, { file: command.slice('test:'.length), patience: 8_000 });
      const hinders = REFUSED.some((refused) => name.startsWith(refused)) || OTHERWISE.includes(name);
      const expected = kind === 'oracle' ? !hinders : false;
      if (REMAINS.includes(name))
        assert.ok(
          judged(outcome.events).some(({ state }) => state === 'passed'),
          'it is defended against now: say so',
        );
      else assert.equal(passed(outcome), expected, JSON.stringify(judged(outcome.events)));
    });
  }

  for (const [name, { code, tests = `${FAILS} ${LATER}`, remains = false }] of Object.entries(ATTACKS)) {
    test(`attack: ${name}`, async () => {
      const { events, end } = await rig.run({ '/a.test.js': [code, tests] }, { patience: 8_000 });
      const states = judged(events).map(({ state }) => state);
      if (remains) assert.ok(passed({ events, end }), `it is defended against now: say so (${states})`);
      else assert.ok(end === 'done' && !passed({ events, end }) && states.includes('failed'), `${end} ${JSON.stringify(judged(events))}`);
    });
  }

  test("what was put back for a matcher is the guest's again after it", async () => {
    const outcome = await rig.run({
      '/a.test.js':
        "test('t', () => { const spy = vi.spyOn(Object, 'keys').mockReturnValue(['x']); expect(Object.keys({})).toEqual(['x']); expect(Object.keys({})).toEqual(['x']); expect(spy).toHaveBeenCalledTimes(2); spy.mockRestore(); expect(Object.keys({ a: 1 })).toEqual(['a']); });",
    });
    assert.ok(passed(outcome), JSON.stringify(judged(outcome.events)));
  });

  test('the table of the docs says what was found', async () => {
    const text = await readFile(new URL('../../docs/design/sealed.md', import.meta.url), 'utf8');
    const cheats = HOSTILE.filter((/** @type {any} */ { kind }) => kind === 'cheat').map((/** @type {any} */ { name }) => [
      name,
      REMAINS.includes(name) ? 'remains' : REFUSED.some((refused) => name.startsWith(refused)) ? 'refused' : 'holds',
    ]);
    const attacks = Object.entries(ATTACKS).map(([name, { remains }]) => [name, remains ? 'remains' : 'holds']);
    const rows = [...cheats, ...attacks].map(([name, outcome]) => `| ${name} | ${outcome} |`);
    assert.deepEqual(
      rows.filter((row) => !text.includes(row)),
      [],
    );
  });
});
