/**
 * `config.test.sealedApi` in the guest of the sealed engine: the test API belongs to test material. Attacks of the subject, which
 * stands in `/sut.js` and `/sut.cjs`, and their honest twins. `crates/engine/tests/sealed_api.rs` has those of the interpreter.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

const LOOKS = "() => [typeof expect, typeof describe, typeof vi, typeof jest, 'test' in globalThis, globalThis.beforeEach, import.meta.env.MODE === 'test', import.meta.vitest, process.env.VITEST]";
const NOTHING = "['undefined', 'undefined', 'undefined', 'undefined', false, undefined, false, undefined, undefined]";
const RUNS = "import { run } from './sut.js';";

/** What passes with and without the option. @type {Record<string, { sut: string, tests: string, sealed?: boolean }>} */
const HONEST = {
  'the subject sees no globals': { sut: `export const run = ${LOOKS};`, tests: `test('t', () => { expect(run()).toEqual(${NOTHING}); });`, sealed: true },
  'nor in a callback, a timer and a promise': { sut: `export const run = async () => [[1].map(${LOOKS})[0], await new Promise((done) => setTimeout(() => done((${LOOKS})()), 1)), await Promise.resolve().then(${LOOKS})];`, tests: `test('t', async () => { for (const seen of await run()) expect(seen).toEqual(${NOTHING}); });`, sealed: true },
  'nor while it is loaded': { sut: `const seen = (${LOOKS})();\nexport const run = () => seen;`, tests: `test('t', () => { expect(run()).toEqual(${NOTHING}); });`, sealed: true },
  'test material has bindings': { sut: 'export const run = () => 1;', tests: "describe('s', () => { let n; beforeEach(() => { n = run(); }); it('t', () => { expect(n).toBe(1); }); });" },
  'test material imports': { sut: 'export const run = () => 1;', tests: "import { expect as mine, test as it } from 'vitest';\nit('t', () => { mine(run()).toBe(1); });" },
  'a callback of the test asserts': { sut: 'export const run = (call) => call(1);', tests: "test('t', () => { run((value) => expect(value).toBe(1)); expect.assertions(1); });" },
  'a callback of the test asserts later': { sut: 'export const run = (call) => new Promise((done) => setTimeout(() => { call(1); done(); }, 1));', tests: "test('t', async () => { await run((value) => expect(value).toBe(1)); expect.assertions(1); });" },
  'a spy is called by the subject': { sut: 'export const run = (call) => call(1);', tests: "test('t', () => { const spy = vi.fn(() => 2); expect(run(spy)).toBe(2); expect(spy).toHaveBeenCalledWith(1); });" },
  'what throws inside toThrow': { sut: "export const run = () => { throw new TypeError('no'); };", tests: "test('t', async () => { expect(run).toThrow('no'); await expect((async () => run())()).rejects.toThrow(TypeError); });" },
  'asymmetric matchers in arguments': { sut: 'export const run = (call) => call({ a: 1 });', tests: "test('t', () => { const spy = vi.fn(); run(spy); expect(spy).toHaveBeenCalledWith(expect.objectContaining({ a: expect.any(Number) })); });" },
  'polls, hooks that are natives, mocks of modules': { sut: 'let n = 0;\nexport const run = () => ++n;', tests: "vi.mock('./other.js', () => ({ value: 5 }));\nimport { value } from './other.js';\nafterEach(vi.restoreAllMocks);\ntest('t', async () => { expect(value).toBe(5); await expect.poll(run).toBe(2); await vi.waitFor(() => { expect(run()).toBeGreaterThan(3); }); });" },
  'code with letters that are not Latin': { sut: 'export const run = () => "ж日😀";', tests: "test('t', () => { expect(run()).toBe('ж日😀'); expect('é').toBe('é'); });" },
  'a matcher of test material': { sut: 'export const run = () => 7;', tests: "expect.extend({ toBeSeven: (it) => ({ pass: it === 7, message: () => '' }) });\ntest('t', () => { expect(run()).toBeSeven(); });" },
  'stacks that the subject reads': { sut: "export const run = () => new Error('x').stack;", tests: "test('t', () => { const stack = run(); expect(stack).toContain('/sut.js'); expect(stack).not.toContain('a.test.js'); expect(stack).not.toContain('harness'); expect(new Error('x').stack).toContain('/a.test.js'); });", sealed: true },
};

/** What passes without the option and is `err:policy` with it: the subject, the tests, what is said. @type {Record<string, [string, string, string]>} */
const REFUSED = {
  'skip of a context': ['export const run = ({ skip }) => { try { skip(false); } catch {} return 1; };', "test('t', (context) => { expect(run(context)).toBe(1); });", '/sut.js called skip'],
  'a hook of a context': ['export const run = ({ onTestFailed }) => { try { onTestFailed(() => {}); } catch {} return 1; };', "test('t', (context) => { expect(run(context)).toBe(1); });", '/sut.js called onTestFailed'],
  'expect of a context': ['export const run = ({ expect }) => { try { expect(1); } catch {} return 1; };', "test('t', (context) => { expect(run(context)).toBe(1); });", '/sut.js called expect'],
  'expect.extend of a context': ["export const run = ({ expect }) => { try { expect.extend({ toBeFine: () => ({ pass: true, message: () => '' }) }); } catch {} return 1; };", "test('t', (context) => { expect(run(context)).toBe(1); });", '/sut.js called extend'],
  'a bound function': ['export const run = ({ skip }) => { try { skip.bind(null, false)(); } catch {} return 1; };', "test('t', (context) => { expect(run(context)).toBe(1); });", '/sut.js called skip'],
  'a native that calls': ['export const run = ({ skip }) => { try { [false].forEach(skip); } catch {} return 1; };', "test('t', (context) => { expect(run(context)).toBe(1); });", '/sut.js called skip'],
  'a getter': ['export const run = ({ skip }) => ({ get value() { try { skip(false); } catch {} return 1; } });', "test('t', (context) => { expect(run(context).value).toBe(1); });", '/sut.js called skip'],
  'after an await': ['export const run = async ({ skip }) => { await 0; try { skip(false); } catch {} return 1; };', "test('t', async (context) => { expect(await run(context)).toBe(1); });", '/sut.js called skip'],
  'a timer': ['export const run = ({ skip }) => new Promise((done) => setTimeout(() => { try { skip(false); } catch {} done(1); }, 1));', "test('t', async (context) => { expect(await run(context)).toBe(1); });", '/sut.js called skip'],
  'code made from text': ["export const run = (context) => { try { new Function('context', 'context.skip(false)')(context); } catch {} return 1; };", "test('t', (context) => { expect(run(context)).toBe(1); });", 'code made from text called skip'],
  'code made from text that names itself a test': ["export const run = (0, eval)('(context) => { try { context.skip(false); } catch {} return 1; }\\n//# sourceURL=/a.test.js');", "test('t', (context) => { expect(run(context)).toBe(1); });", 'code made from text called skip'],
  'code made from text that names itself a test, where hashes lie': ["const lie = () => { for (const name of ['getUint32', 'setUint32']) DataView.prototype[name] = () => 0; Uint8Array.prototype.set = function () { return this; }; };\nlie();\nexport const run = (0, eval)('(context) => { try { context.skip(false); } catch {} return 1; }\\n//# sourceURL=/a.test.js');", "test('t', (context) => { expect(run(context)).toBe(1); });", 'code made from text called skip'],
  'code made from text that names itself the harness': ["export const run = (0, eval)('(context) => { try { context.skip(false); } catch {} return 1; }\\n//# sourceURL=harness.js/x');", "test('t', (context) => { expect(run(context)).toBe(1); });", 'code made from text called skip'],
  'a stack that is hidden': ["export const run = ({ skip }) => { Error.stackTraceLimit = 0; Object.defineProperty(Error, 'stackTraceLimit', { writable: false }); try { skip(false); } catch {} return 1; };", "test('t', (context) => { expect(run(context)).toBe(1); });", 'code that hides its stack called skip'],
  'a stack that is written anew': ['export const run = ({ skip }) => { Error.prepareStackTrace = () => []; try { skip(false); } catch {} return 1; };', "test('t', (context) => { expect(run(context)).toBe(1); });", '/sut.js called skip'],
  'an assertion that was handed over': ['export const run = (assertion) => { assertion.toBe(1); };', "test('t', () => { run(expect(1)); });", '/sut.js called a matcher'],
  'expect.extend': ["export const run = (expect) => { expect.extend({ toBeFine: () => ({ pass: true, message: () => '' }) }); };", "test('t', () => { run(expect); });", '/sut.js called extend'],
  'a serializer': ["export const run = (expect) => { expect.addSnapshotSerializer({ test: () => true, serialize: () => 'x' }); };", "test('t', () => { run(expect); });", '/sut.js called addSnapshotSerializer'],
  'an equality tester': ['export const run = (expect) => { expect.addEqualityTesters([() => undefined]); };', "test('t', () => { run(expect); });", '/sut.js called addEqualityTesters'],
  'vi.fn': ['export const run = (vi) => { vi.fn(); };', "test('t', () => { run(vi); });", '/sut.js called fn'],
  'a hook of the file': ['export const run = (hook) => { hook(() => {}); };', "run(afterEach);\ntest('t', () => {});", '/sut.js called afterEach'],
  'a test': ["export const run = (test) => { test('mine', () => {}); };", "run(test);\ntest('t', () => {});", '/sut.js called a declaration'],
  'an import that is caught': ["export const run = async () => { await import('vitest').catch(() => {}); };", "test('t', async () => { await run(); });", '/sut.js may not import "vitest"'],
  'an import': ["import { vi } from 'vitest';\nexport const run = () => 1;", "test('t', () => { run(); });", '/sut.js may not import "vitest"'],
};

describe('the test API belongs to test material', () => {
  /** @type {Awaited<ReturnType<typeof rigged>>} */
  let rig;
  before(async () => {
    rig = await rigged();
  });
  after(() => rig?.close());

  /** @param {string} sut @param {string} tests @param {boolean} sealed */
  const run = async (sut, tests, sealed) => {
    const files = { '/sut.js': sut, '/other.js': 'export const value = 1;', '/a.test.js': `${RUNS}\n${tests}` };
    const { events, end } = await rig.run(files, sealed ? { config: { sealedApi: true }, subject: ['/sut.js'] } : {});
    assert.equal(end, 'done');
    const entries = judged(events);
    return { entries, passed: entries.length > 0 && entries.every(({ state }) => state === 'passed') };
  };

  for (const [name, { sut, tests, sealed }] of Object.entries(HONEST)) {
    test(name, async () => {
      for (const is of sealed ? [true] : [false, true]) {
        const { entries, passed } = await run(sut, tests, is);
        assert.ok(passed, JSON.stringify(entries));
      }
    });
  }

  for (const [name, [sut, tests, said]] of Object.entries(REFUSED)) {
    test(`refused: ${name}`, async () => {
      const plain = await run(sut, tests, false);
      assert.ok(plain.passed, `it succeeds without the option: ${JSON.stringify(plain.entries)}`);
      const { entries, passed } = await run(sut, tests, true);
      assert.ok(!passed);
      const faults = entries.flatMap(({ faults }) => faults);
      assert.ok(faults.some(({ code, message }) => code === 'err:policy' && message.includes(said)), JSON.stringify(faults));
    });
  }

  test('a report shows the frames that the subject does not see', async () => {
    const { entries } = await run("export const run = () => { throw new Error('no'); };", "test('t', () => { run(); });", true);
    assert.match(entries[0].faults[0].stack, /\/sut\.js:[\s\S]*\/a\.test\.js:/);
  });
});
