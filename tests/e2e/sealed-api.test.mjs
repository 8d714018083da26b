/**
 * `config.test.sealedApi` in the guest of the sealed engine: the test API belongs to test material. Attacks of the subject, which
 * stands in `/sut.js` and `/sut.cjs`, and their honest twins. `crates/engine/tests/sealed_api/` has those of the interpreter.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

const LOOKS =
  "() => [typeof expect, typeof describe, typeof vi, typeof jest, 'test' in globalThis, globalThis.beforeEach, import.meta.env.MODE === 'test', import.meta.vitest, process.env.VITEST]";
const NOTHING = "['undefined', 'undefined', 'undefined', 'undefined', false, undefined, false, undefined, undefined]";
const HELPER =
  'export const oracle = { check(value) { return value === 3; }, total: 3, inner: { deep() { return 1; } } };\nexport class Reference { add(a, b) { return a + b; } }\nexport function compute(value) { return value; }\ncompute.twice = (value) => value * 2;\noracle.bound = ((value) => value).bind(null);';
const RUNS = "import { run } from './sut.js';";

/** What passes with and without the option. @type {Record<string, { sut: string, tests: string, sealed?: boolean }>} */
const HONEST = {
  'the subject sees no globals': {
    sut: `export const run = ${LOOKS};`,
    tests: `test('t', () => { expect(run()).toEqual(${NOTHING}); });`,
    sealed: true,
  },
  'nor in a callback, a timer and a promise': {
    sut: `export const run = async () => [[1].map(${LOOKS})[0], await new Promise((done) => setTimeout(() => done((${LOOKS})()), 1)), await Promise.resolve().then(${LOOKS})];`,
    tests: `test('t', async () => { for (const seen of await run()) expect(seen).toEqual(${NOTHING}); });`,
    sealed: true,
  },
  'nor while it is loaded': {
    sut: `const seen = (${LOOKS})();\nexport const run = () => seen;`,
    tests: `test('t', () => { expect(run()).toEqual(${NOTHING}); });`,
    sealed: true,
  },
  'test material has bindings': {
    sut: 'export const run = () => 1;',
    tests: "describe('s', () => { let n; beforeEach(() => { n = run(); }); it('t', () => { expect(n).toBe(1); }); });",
  },
  'test material imports': {
    sut: 'export const run = () => 1;',
    tests: "import { expect as mine, test as it } from 'vitest';\nit('t', () => { mine(run()).toBe(1); });",
  },
  'a callback of the test asserts': {
    sut: 'export const run = (call) => call(1);',
    tests: "test('t', () => { run((value) => expect(value).toBe(1)); expect.assertions(1); });",
  },
  'a callback of the test asserts later': {
    sut: 'export const run = (call) => new Promise((done) => setTimeout(() => { call(1); done(); }, 1));',
    tests: "test('t', async () => { await run((value) => expect(value).toBe(1)); expect.assertions(1); });",
  },
  'a spy is called by the subject': {
    sut: 'export const run = (call) => call(1);',
    tests: "test('t', () => { const spy = vi.fn(() => 2); expect(run(spy)).toBe(2); expect(spy).toHaveBeenCalledWith(1); });",
  },
  'what throws inside toThrow': {
    sut: "export const run = () => { throw new TypeError('no'); };",
    tests: "test('t', async () => { expect(run).toThrow('no'); await expect((async () => run())()).rejects.toThrow(TypeError); });",
  },
  'asymmetric matchers in arguments': {
    sut: 'export const run = (call) => call({ a: 1 });',
    tests:
      "test('t', () => { const spy = vi.fn(); run(spy); expect(spy).toHaveBeenCalledWith(expect.objectContaining({ a: expect.any(Number) })); });",
  },
  'polls, hooks that are natives, mocks of modules': {
    sut: 'let n = 0;\nexport const run = () => ++n;',
    tests:
      "vi.mock('./other.js', () => ({ value: 5 }));\nimport { value } from './other.js';\nafterEach(vi.restoreAllMocks);\ntest('t', async () => { expect(value).toBe(5); await expect.poll(run).toBe(2); await vi.waitFor(() => { expect(run()).toBeGreaterThan(3); }); });",
  },
  'code with letters that are not Latin': {
    sut: 'export const run = () => "ж日😀";',
    tests: "test('t', () => { expect(run()).toBe('ж日😀'); expect('é').toBe('é'); });",
  },
  'a matcher of test material': {
    sut: 'export const run = () => 7;',
    tests:
      "expect.extend({ toBeSeven: (it) => ({ pass: it === 7, message: () => '' }) });\ntest('t', () => { expect(run()).toBeSeven(); });",
  },
  'natives of test material that are put off': {
    sut: 'export const run = (call) => call;',
    tests:
      "test('t', async () => { const spy = vi.fn(); await Promise.resolve(1).then(run(spy)); await Promise.resolve(2).then(expect); await new Promise((done) => { setTimeout(vi.restoreAllMocks, 0); setTimeout(done, 1); }); queueMicrotask(expect.bind(null, 1)); process.nextTick(spy, 3); await Promise.resolve().finally(vi.useRealTimers); expect(spy.mock.calls).toEqual([[1], [3]]); });",
  },
  'promises of the subject': {
    sut: 'export const run = async () => { const seen = []; await Promise.all([1, 2].map((n) => Promise.resolve(n).then((value) => { seen.push(value); return Promise.resolve(value); }))); await new Promise((done, fail) => { Promise.resolve(3).then(done, fail); }); await Promise.reject(new Error()).catch(() => seen.push(4)).finally(() => seen.push(5)); return seen; };',
    tests:
      "test('t', async () => { expect(await run()).toEqual([1, 2, 4, 5]); expect(Promise.prototype.then.name + Promise.prototype.then.length).toBe('then2'); });",
  },
  'matchers, testers, serializers and plugins of test material': {
    sut: 'export const run = () => 1;',
    tests:
      "import { chai } from 'vitest';\nexpect.extend({ toBeFine: () => ({ pass: true, message: () => '' }), toBeSpied: vi.fn(() => ({ pass: true, message: () => '' })) });\nexpect.addEqualityTesters([(a, b) => (a?.kind && b?.kind ? a.kind === b.kind : undefined), Object.is.length === 2 ? () => undefined : null]);\nexpect.addSnapshotSerializer({ test: (value) => value?.shown === true, serialize: () => 'shown' });\nchai.use((chai) => { chai.Assertion.addMethod('fine', function () { this.assert(true, '', ''); }); });\ntest('t', () => { expect(run()).toBeFine(); expect(1).toBeSpied(); expect({ kind: 1, a: 1 }).toEqual({ kind: 1, a: 2 }); expect({ shown: true }).toMatchInlineSnapshot('shown'); expect(1).to.be.fine(); });",
  },
  'matchers of a package': {
    sut: 'export const run = () => 1;',
    tests:
      "import { matchers } from './node_modules/fine/index.js';\nexpect.extend(matchers);\ntest('t', () => { expect(run()).toBeFine(); });",
  },
  'helpers that test material changes': {
    sut: 'export const run = (target) => { target.total = 9; target.list = [1]; };',
    tests:
      "import * as helper from './helper.js';\nconst real = helper.oracle.check;\ntest('assigns', () => { helper.oracle.check = () => true; expect(helper.oracle.check(4)).toBe(true); helper.oracle.check = real; });\ntest('spies', () => { vi.spyOn(helper.oracle, 'check').mockReturnValue(true); expect(helper.oracle.check(4)).toBe(true); vi.restoreAllMocks(); });\ntest('fills', () => { run(helper.oracle); run(helper.compute); expect(helper.oracle.total).toBe(9); expect(helper.compute.list).toEqual([1]); });\ntest('replaces a method', () => { helper.Reference.prototype.add = () => 7; expect(new helper.Reference().add()).toBe(7); });\ntest('deletes', () => { delete helper.oracle.check; expect(helper.oracle.check).toBeUndefined(); });",
  },
  'what a helper passes on of the subject is changed by the subject': {
    sut: 'export const run = { on: () => 1, handle(value) { run.on = () => value; } };\nexport class Store { get() { return 1; } static swap() { Store.prototype.get = () => 2; Store.more = () => 3; } }',
    tests:
      "import { run as store, Store } from './passes.js';\ntest('t', () => { store.handle(2); Store.swap(); expect([store.on(), new Store().get(), Store.more()]).toEqual([2, 2, 3]); });",
  },
  'a context with more in it': {
    sut: 'export const run = () => 1;',
    tests: "beforeEach((context) => { context.made = 1; });\ntest('t', ({ expect, made }) => { expect(made).toBe(run()); });",
  },
  'skip by itself': {
    sut: 'export const run = () => 1;',
    tests: "test('t', ({ skip }) => { skip(run() === 2, 'why'); });\ntest('u', (context) => { context.skip(false); });",
  },
  'stacks that the subject reads of errors that tests made': {
    sut: 'export const run = (call) => { try { call(); } catch (error) { return error.stack; } };',
    tests:
      "test('t', () => { const stack = run(() => { throw new Error('y'); }); expect(stack).toContain('Error: y'); expect(stack).not.toContain('a.test.js'); });",
    sealed: true,
  },
  'stacks that the subject captures': {
    sut: "export const run = async () => { const it = {}; Error.captureStackTrace(it); return [it.stack, await Promise.resolve().then(() => new Error('x').stack), (await import('node:util')).inspect(new Error('z'))]; };",
    tests:
      "test('t', async () => { for (const stack of await run()) { expect(stack).toContain('/sut.js'); expect(stack).not.toContain('a.test.js'); } });",
    sealed: true,
  },
  'stacks that the subject reads': {
    sut: "export const run = () => new Error('x').stack;",
    tests:
      "test('t', () => { const stack = run(); expect(stack).toContain('/sut.js'); expect(stack).not.toContain('a.test.js'); expect(stack).not.toContain('harness'); expect(new Error('x').stack).toContain('/a.test.js'); });",
    sealed: true,
  },
};

/** What passes without the option and is `err:policy` with it: the subject, the tests, what is said. @type {Record<string, [string, string, string]>} */
const REFUSED = {
  'skip of a context': [
    'export const run = ({ skip }) => { try { skip(false); } catch {} return 1; };',
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a hook of a context': [
    'export const run = ({ onTestFailed }) => { try { onTestFailed(() => {}); } catch {} return 1; };',
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called onTestFailed',
  ],
  'expect of a context': [
    'export const run = ({ expect }) => { try { expect(1); } catch {} return 1; };',
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called expect',
  ],
  'expect.extend of a context': [
    "export const run = ({ expect }) => { try { expect.extend({ toBeFine: () => ({ pass: true, message: () => '' }) }); } catch {} return 1; };",
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called extend',
  ],
  'a bound function': [
    'export const run = ({ skip }) => { try { skip.bind(null, false)(); } catch {} return 1; };',
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a native that calls': [
    'export const run = ({ skip }) => { try { [false].forEach(skip); } catch {} return 1; };',
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a getter': [
    'export const run = ({ skip }) => ({ get value() { try { skip(false); } catch {} return 1; } });',
    "test('t', (context) => { expect(run(context).value).toBe(1); });",
    '/sut.js called skip',
  ],
  'after an await': [
    'export const run = async ({ skip }) => { await 0; try { skip(false); } catch {} return 1; };',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a timer': [
    'export const run = ({ skip }) => new Promise((done) => setTimeout(() => { try { skip(false); } catch {} done(1); }, 1));',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'code made from text': [
    "export const run = (context) => { try { new Function('context', 'context.skip(false)')(context); } catch {} return 1; };",
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    'code made from text called skip',
  ],
  'code made from text that names itself a test': [
    "export const run = (0, eval)('(context) => { try { context.skip(false); } catch {} return 1; }\\n//# sourceURL=/a.test.js');",
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    'code made from text called skip',
  ],
  'code made from text that names itself a test, where hashes lie': [
    "const lie = () => { for (const name of ['getUint32', 'setUint32']) DataView.prototype[name] = () => 0; Uint8Array.prototype.set = function () { return this; }; };\nlie();\nexport const run = (0, eval)('(context) => { try { context.skip(false); } catch {} return 1; }\\n//# sourceURL=/a.test.js');",
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    'code made from text called skip',
  ],
  'code made from text that names itself the harness': [
    "export const run = (0, eval)('(context) => { try { context.skip(false); } catch {} return 1; }\\n//# sourceURL=harness.js/x');",
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    'code made from text called skip',
  ],
  'a stack that is hidden': [
    "export const run = ({ skip }) => { Error.stackTraceLimit = 0; Object.defineProperty(Error, 'stackTraceLimit', { writable: false }); try { skip(false); } catch {} return 1; };",
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    'code that hides its stack called skip',
  ],
  'a stack that is written anew': [
    'export const run = ({ skip }) => { Error.prepareStackTrace = () => []; try { skip(false); } catch {} return 1; };',
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a native that a promise calls': [
    'export const run = ({ skip }) => Promise.resolve(false).then(skip).then(() => 1);',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a native that a promise calls, which nobody waits for': [
    'export const run = ({ skip }) => { Promise.resolve(false).then(skip); return 1; };',
    "test('t', async (context) => { expect(run(context)).toBe(1); await new Promise((done) => setTimeout(done, 5)); });",
    '/sut.js called skip',
  ],
  'a bound function that a promise calls': [
    'export const run = ({ skip }) => Promise.resolve(1).finally(skip.bind(null, false));',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a proxy that a promise calls': [
    'export const run = ({ expect }) => Promise.resolve(1).then(new Proxy(expect, {})).then(() => 1);',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called expect',
  ],
  'a native that a timer calls': [
    'export const run = ({ expect }) => new Promise((done) => { setTimeout(expect, 1, 1); setTimeout(done, 5, 1); });',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called expect',
  ],
  'a native that setImmediate calls': [
    'export const run = ({ expect }) => new Promise((done) => { setImmediate(expect, 1); setTimeout(done, 5, 1); });',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called expect',
  ],
  'a native that a microtask calls': [
    'export const run = async ({ expect }) => { queueMicrotask(expect.bind(null, 1)); await 0; return 1; };',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called expect',
  ],
  'a native that nextTick calls': [
    'export const run = ({ expect }) => { process.nextTick(expect, 1); return new Promise((done) => setTimeout(done, 5, 1)); };',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called expect',
  ],
  'a promise in a callback of the subject': [
    'export const run = ({ skip }) => new Promise((done) => { setTimeout(() => { Promise.resolve(false).then(skip).then(() => done(1)); }, 1); });',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'a thenable': [
    'export const run = async ({ skip }) => { await { then(done) { try { skip(false); } catch {} done(); } }; return 1; };',
    "test('t', async (context) => { expect(await run(context)).toBe(1); });",
    '/sut.js called skip',
  ],
  'an emitter': [
    "import { EventEmitter } from 'node:events';\nexport const run = ({ expect }) => { const bus = new EventEmitter(); bus.on('x', expect); bus.emit('x', 1); return 1; };",
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    '/sut.js called expect',
  ],
  'a method of a spy': [
    'export const run = (spy) => { spy.mockClear(); return 1; };',
    "test('t', () => { expect(run(vi.fn())).toBe(1); });",
    '/sut.js called mockClear',
  ],
  'a matcher that the subject wrote': [
    "export const run = { toBeFine: (value) => ({ pass: value !== 'sut', message: () => '' }) };",
    "expect.extend(run);\ntest('t', () => { expect(1).toBeFine(); });",
    'The matcher toBeFine is written in /sut.js',
  ],
  'a matcher that is read twice': [
    "let n = 0;\nexport const run = { get toBeFine() { n += 1; return (value) => ({ pass: value !== 'sut', message: () => '' }); } };",
    "expect.extend(run);\ntest('t', () => { expect(1).toBeFine(); });",
    'The matcher toBeFine is written in /sut.js',
  ],
  'a matcher that is bound': [
    "export const run = { toBeFine: ((value) => ({ pass: value !== 'sut', message: () => '' })).bind(null) };",
    "expect.extend(run);\ntest('t', () => { expect(1).toBeFine(); });",
    'The matcher toBeFine',
  ],
  'a matcher of text': [
    'export const run = { toBeFine: new Function(\'return { pass: true, message: () => "" }\') };',
    "expect.extend(run);\ntest('t', () => { expect(1).toBeFine(); });",
    'The matcher toBeFine is written in code made from text',
  ],
  'an equality tester that the subject wrote': [
    'export const run = [(a, b) => (a?.of && b?.of ? a.of !== "sut" : undefined)];',
    "expect.addEqualityTesters(run);\ntest('t', () => { expect({ of: 1, a: 1 }).toEqual({ of: 1, a: 2 }); });",
    'An equality tester is written in /sut.js',
  ],
  'a serializer that the subject wrote': [
    "class Serializer { test(value) { return value !== 'sut'; } serialize(value) { return value === 'sut' ? 'y' : 'x'; } }\nexport const run = new Serializer();",
    "expect.addSnapshotSerializer(run);\ntest('t', () => { expect(1).toMatchInlineSnapshot('x'); });",
    'A snapshot serializer is written in /sut.js',
  ],
  'a factory of a mock that the subject wrote': [
    "export const run = () => ({ value: 2, of: 'sut' });",
    "test('t', async () => { vi.doMock('./other.js', run); expect((await import('./other.js')).value).toBe(2); });",
    'The factory of a mock is written in /sut.js',
  ],
  'a plugin of chai that the subject wrote': [
    "export const run = (chai) => { chai.Assertion.addMethod('fine', function () { this.assert(true, 'sut', ''); }); };",
    "import { chai } from 'vitest';\nchai.use(run);\ntest('t', () => { expect(1).to.be.fine(); });",
    'A plugin of chai is written in /sut.js',
  ],
  'an assertion that was handed over': [
    'export const run = (assertion) => { assertion.toBe(1); };',
    "test('t', () => { run(expect(1)); });",
    '/sut.js called a matcher',
  ],
  'expect.extend': [
    "export const run = (expect) => { expect.extend({ toBeFine: () => ({ pass: true, message: () => '' }) }); };",
    "test('t', () => { run(expect); });",
    '/sut.js called extend',
  ],
  'a serializer': [
    "export const run = (expect) => { expect.addSnapshotSerializer({ test: () => true, serialize: () => 'x' }); };",
    "test('t', () => { run(expect); });",
    '/sut.js called addSnapshotSerializer',
  ],
  'an equality tester': [
    'export const run = (expect) => { expect.addEqualityTesters([() => undefined]); };',
    "test('t', () => { run(expect); });",
    '/sut.js called addEqualityTesters',
  ],
  'vi.fn': ['export const run = (vi) => { vi.fn(); };', "test('t', () => { run(vi); });", '/sut.js called fn'],
  'a hook of the file': [
    'export const run = (hook) => { hook(() => {}); };',
    "run(afterEach);\ntest('t', () => {});",
    '/sut.js called afterEach',
  ],
  'a test': [
    "export const run = (test) => { test('mine', () => {}); };",
    "run(test);\ntest('t', () => {});",
    '/sut.js called a declaration',
  ],
  'an import that is caught': [
    "export const run = async () => { await import('vitest').catch(() => {}); };",
    "test('t', async () => { await run(); });",
    '/sut.js may not import "vitest"',
  ],
  'skip as the method of an object': [
    'export const run = ({ skip }) => ({ skip });',
    "test('t', (context) => { run(context).skip(false); });",
    'skip of the test API was called as part of an object',
  ],
  'another skip in a context': [
    'export const run = (context) => { context.skip = () => "sut"; return 1; };',
    "test('t', (context) => { expect(run(context)).toBe(1); });",
    'The context of the test has another skip',
  ],
  ...Object.fromEntries(
    /** @type {const} */ ([
      ['({ oracle }) => { oracle.check = () => "sut"; }', 'changed check of oracle'],
      ['({ oracle }) => { oracle.check = () => 1; }', 'changed check of oracle'],
      ['({ oracle }) => { oracle.bound = () => "sut"; }', 'changed bound of oracle'],
      ['({ oracle }) => { oracle.inner.deep = () => "sut"; }', 'changed deep of oracle.inner'],
      ["({ oracle }) => { Object.defineProperty(oracle, 'total', { get: () => 'sut' }); }", 'changed total of oracle'],
      ['({ oracle }) => { delete oracle.check; }', 'changed check of oracle'],
      ['({ oracle }) => { oracle.toJSON = () => "sut"; }', 'changed toJSON of oracle'],
      ['({ oracle }) => { oracle[Symbol.toPrimitive] = () => "sut"; }', 'changed Symbol(Symbol.toPrimitive) of oracle'],
      ['({ oracle }) => { Object.setPrototypeOf(oracle, { other() {} }); }', 'changed the prototype of oracle'],
      ['({ Reference }) => { Reference.prototype.add = () => "sut"; }', 'changed add of Reference.prototype'],
      ['({ Reference }) => { Reference.prototype.more = () => "sut"; }', 'changed more of Reference.prototype'],
      ['({ compute }) => { compute.twice = () => "sut"; }', 'changed twice of compute'],
      ['({ compute }) => { Object.defineProperty(compute, "call", { value: () => "sut" }); }', 'changed call of compute'],
      ['({ oracle }) => { setTimeout(() => { oracle.check = () => "sut"; }); }', 'changed check of oracle'],
    ]).map(([sut, said], at) => [
      `a helper that the subject patches (${at})`,
      [
        `export const run = ${sut};`,
        "import * as helper from './helper.js';\ntest('t', async () => { run(helper); await new Promise((done) => setTimeout(done, 5)); expect((() => 1)()).toBe(1); });",
        said,
      ],
    ]),
  ),
  'an import': [
    "import { vi } from 'vitest';\nexport const run = () => 1;",
    "test('t', () => { run(); });",
    '/sut.js may not import "vitest"',
  ],
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
    const files = {
      '/sut.js': sut,
      '/other.js': 'export const value = 1;',
      '/helper.js': HELPER,
      '/passes.js': "export { run, Store } from './sut.js';",
      '/node_modules/fine/index.js': "export const matchers = { toBeFine: () => ({ pass: true, message: () => 'of a package' }) };",
      '/a.test.js': `${RUNS}\n${tests}`,
    };
    const { events, end } = await rig.run(
      files,
      sealed ? { config: { sealedApi: true }, subject: ['/sut.js', '/node_modules/fine/index.js'] } : {},
    );
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
      assert.ok(
        faults.some(({ code, message }) => code === 'err:policy' && message.includes(said)),
        JSON.stringify(faults),
      );
    });
  }

  test('a report shows the frames that the subject does not see', async () => {
    const { entries } = await run("export const run = () => { throw new Error('no'); };", "test('t', () => { run(); });", true);
    assert.match(entries[0].faults[0].stack, /\/sut\.js:[\s\S]*\/a\.test\.js:/);
  });
});
