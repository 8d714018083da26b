/**
 * A guest of the sealed engine that is proven clean runs another file. Each of these files tries to leave something behind: the
 * proof sees it, or the next file in the same guest finds nothing of it. Ordinary files are proven clean.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

/** Files that every test file may import. */
const SHARED = {
  '/b.js': "import { inner } from './inner.js'; export let x = 1; export const bump = () => { x += 1; inner.n += 1; }; export { inner };",
  '/inner.js': 'export const inner = { n: 0 };',
  '/c.cjs': 'exports.found = arguments.callee.left; arguments.callee.left = 1; exports.n = 0;',
};
const API =
  "import { test, it, expect, describe, vi, jest, beforeAll, beforeEach, afterAll, afterEach, onTestFinished, expectTypeOf } from 'vitest'; import * as everything from 'vitest'; import * as chai from 'chai';";

/**
 * What a file does, and what the next file looks at. What is `SEEN` costs the guest. What is `HARMLESS` must not, and the next
 * file must find nothing. `EITHER` depends on time.
 * @typedef {[name: string, does: string, looks: string]} Leftover
 */

/** @type {Leftover[]} */
const SEEN = [
  ['a global', 'globalThis.left = 1', 'typeof left'],
  ['a global with a symbol', "globalThis[Symbol.for('left')] = 1", "globalThis[Symbol.for('left')]"],
  ['a hidden global', "Object.defineProperty(globalThis, 'left', { value: 1, configurable: true })", 'typeof left'],
  ['a variable of indirect eval', "(0, eval)('var left = 1')", 'typeof left'],
  ['a function of indirect eval', "(0, eval)('function left() {}')", 'typeof left'],
  ['direct eval', "eval('1')", '1'],
  ['an undeclared variable', "new Function('left = 1')()", 'typeof left'],
  ['a global that is gone', 'delete globalThis.structuredClone; delete globalThis.Map', 'typeof Map'],
  ['a global that is replaced', 'globalThis.Date = class extends Date {}', 'Date.name + String(Date).length'],
  [
    'a global that is an accessor',
    'const M = Map; Object.defineProperty(globalThis, "Map", { get: () => M, configurable: true })',
    "Object.keys(Object.getOwnPropertyDescriptor(globalThis, 'Map'))",
  ],
  [
    'the order of globals',
    'const W = WeakSet; delete globalThis.WeakSet; Object.defineProperty(globalThis, "WeakSet", { value: W, writable: true, configurable: true })',
    'Object.getOwnPropertyNames(globalThis).pop()',
  ],
  ['a global object that takes no more', 'Object.preventExtensions(globalThis)', 'Object.isExtensible(globalThis)'],
  ['a member of Object.prototype', "Object.defineProperty(Object.prototype, 'left', { value: 1, configurable: true })", '({}).left'],
  [
    'a getter for what a comparison reads',
    "Object.defineProperty(Object.prototype, 'get', { get() { return undefined; }, configurable: true })",
    "'get' in {}",
  ],
  [
    'a method that is replaced',
    'const { map } = Array.prototype; Array.prototype.map = function (...args) { return map.apply(this, args); }',
    'String(Array.prototype.map).length',
  ],
  ['a method that lies about its name', "Object.defineProperty([].push, 'name', { value: 'left' })", '[].push.name'],
  ['a method with a property', '[].push.left = 1', '[].push.left'],
  [
    'a property that a field defines',
    'class Ret { constructor(o) { return o; } } class Put extends Ret { left = 1; } new Put([].concat)',
    '[].concat.left',
  ],
  ['a property by way of a proxy', "Object.defineProperty(new Proxy([].fill, {}), 'left', { value: 1 })", '[].fill.left'],
  ['a stack of a method', 'Error.captureStackTrace([].join)', "'stack' in [].join"],
  [
    'a property that cannot be written',
    "Object.defineProperty(Math, 'max', { writable: false })",
    "Object.getOwnPropertyDescriptor(Math, 'max').writable",
  ],
  ['a property that is enumerable', "Object.defineProperty(Math, 'min', { enumerable: true })", 'Object.keys(Math)'],
  ['a frozen object', 'Object.freeze(Math)', 'Object.isFrozen(Math)'],
  ['an object that takes no more', 'Object.preventExtensions(JSON)', 'Object.isExtensible(JSON)'],
  ['another prototype', 'Object.setPrototypeOf(Math, { left: 1 })', 'Math.left'],
  ['another prototype of a prototype', 'Object.setPrototypeOf(Map.prototype, { left: 1 })', 'new Map().left'],
  ['minus zero for zero', "Object.defineProperty(Array.prototype.pop, 'length', { value: -0 })", 'Object.is([].pop.length, -0)'],
  [
    'the iterator of lists',
    'const proto = Object.getPrototypeOf([][Symbol.iterator]()); const { next } = proto; proto.next = function () { return next.call(this); }',
    'String(Object.getPrototypeOf([][Symbol.iterator]()).next).length',
  ],
  ['the prototype of iterators', 'Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())).left = 1', '[].values().left'],
  ['a wrapped iterator', 'Object.getPrototypeOf(Iterator.from({ next() {} })).left = 1', 'Iterator.from({ next() {} }).left'],
  ['the helpers of iterators', 'Object.getPrototypeOf([].values().map((x) => x)).left = 1', '[].values().map((x) => x).left'],
  ['matches of a pattern', "Object.getPrototypeOf(''.matchAll(/x/g)).left = 1", "''.matchAll(/x/g).left"],
  ['generators', 'Object.getPrototypeOf(function* () {}).prototype.left = 1', '(function* () {})().left'],
  ['functions of generators', 'Object.getPrototypeOf(function* () {}).left = 1', '(function* () {}).left'],
  ['asynchronous functions', 'Object.getPrototypeOf(async () => {}).left = 1', '(async () => {}).left'],
  ['asynchronous generators', 'Object.getPrototypeOf(async function* () {}).prototype.left = 1', '(async function* () {})().left'],
  ['all typed arrays', 'Object.getPrototypeOf(Uint8Array).prototype.left = 1', 'new Uint8Array().left'],
  ['a rare typed array', 'Float64Array.prototype.left = 1', 'new Float64Array().left'],
  [
    'frames of stacks',
    'Error.prepareStackTrace = (_, frames) => frames; Object.getPrototypeOf(new Error().stack[0]).left = 1; delete Error.prepareStackTrace',
    '(() => { Error.prepareStackTrace = (_, frames) => frames; const { left } = Object.getPrototypeOf(new Error().stack[0]); delete Error.prepareStackTrace; return left; })()',
  ],
  ['the text of stacks', "Error.prepareStackTrace = () => 'left'", 'typeof Error.prepareStackTrace'],
  ['the length of stacks', 'Error.stackTraceLimit = 1', 'Error.stackTraceLimit'],
  [
    'handles of timers',
    'const handle = setTimeout(() => {}); Object.getPrototypeOf(handle).left = 1; clearTimeout(handle)',
    'setTimeout(() => {}).left',
  ],
  [
    'asymmetric matchers',
    'Object.getPrototypeOf(expect.anything()).asymmetricMatch = () => true',
    'expect.anything().asymmetricMatch(null)',
  ],
  ['what a skip throws', 'try { context.skip(); } catch (error) { Object.getPrototypeOf(error).left = 1; }', '1'],
  ['what types are checked by', 'expectTypeOf(1).toBeNumber.left = 1', 'expectTypeOf(1).toBeNumber.left'],
  ['the namespace of the API', "Object.defineProperty(everything, 'left', { value: 1 })", 'everything.left'],
  ['a member of expect', 'expect.left = 1', 'expect.left'],
  ['a matcher', 'expect.extend({ left: () => ({ pass: true, message: () => "" }) })', 'typeof expect(1).left'],
  [
    'a tester of equality',
    'expect.addEqualityTesters([() => true])',
    '(() => { try { expect(1).toEqual(2); return true; } catch { return false; } })()',
  ],
  ['a serializer', "expect.addSnapshotSerializer({ test: () => true, serialize: () => 'left' })", '1'],
  ['a plugin of chai', "chai.use(({ Assertion }) => { Assertion.addMethod('left', () => {}); })", 'typeof expect(1).left'],
  ['a plugin of chai that adds nothing', 'chai.use(() => { })', '1'],
  ['the configuration of chai', 'chai.config.truncateThreshold = 3', 'chai.config.truncateThreshold'],
  [
    'the class of a mocked date',
    'vi.setSystemTime(0); Date.left = 1; vi.useRealTimers()',
    '(() => { vi.setSystemTime(0); return Date.left; })()',
  ],
  [
    'the options of inspect',
    "(await import('node:util')).inspect.defaultOptions.depth = 0",
    "(await import('node:util')).inspect({ a: { b: {} } })",
  ],
  ['a listener', "addEventListener('left', () => {})", '1'],
  ['a listener of the global object', "globalThis.addEventListener('error', () => { globalThis.left = 1; })", '1'],
  ['a listener of the timeline', "performance.addEventListener('left', () => {})", '1'],
  ['a listener by another name', "globalThis.when?.('left').subscribe(() => {}); globalThis.left = 1", 'typeof left'],
  ['a handler', 'globalThis.onerror = () => {}', 'globalThis.onerror'],
  ['a handler of rejections', 'globalThis.onunhandledrejection = () => {}', 'globalThis.onunhandledrejection'],
  ['an entry in the timeline', "performance.mark('left', { detail: 1 })", 'performance.getEntries().length'],
  ['a channel', "new BroadcastChannel('left').onmessage = () => {}", '1'],
  [
    'a port',
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { globalThis.left = 1; }; setTimeout(() => port2.postMessage(1), 5)',
    'typeof left',
  ],
  ['a worker', 'try { new Worker("blob:x"); } catch {}', '1'],
  [
    'a request by the original function',
    "await Object.getPrototypeOf(Object.getPrototypeOf(globalThis)).fetch?.call(globalThis, 'data:,').catch(() => {}); globalThis.left = 1",
    'typeof left',
  ],
  [
    'a timer by the original function',
    'const found = WorkerGlobalScope.prototype.setTimeout ?? (() => { globalThis.left = 1; }); found.call(globalThis, () => { globalThis.left = 1; }, 300)',
    'new Promise((resolve) => setTimeout(() => resolve(typeof left), 500))',
  ],
  ['WebAssembly', 'WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => { globalThis.left = 1; })', 'typeof left'],
  [
    'what is called after the collection of garbage',
    'new FinalizationRegistry(() => { globalThis.left = 1; }).register({}, 1)',
    'typeof left',
  ],
  [
    'an import() from text',
    'Function(\'return import("data:text/javascript,")\')().catch(() => { globalThis.left = 1; })',
    'new Promise((resolve) => setTimeout(() => resolve(typeof left), 300))',
  ],
  [
    'an import() from the text of an asynchronous function',
    '(async () => {}).constructor(\'await import("data:text/javascript,")\')().catch(() => { globalThis.left = 1; })',
    '1',
  ],
  ['a text that becomes an import()', "Function({ toString: () => 'return 1' })()", '1'],
  [
    'an import() by the constructor behind a prototype',
    'Object.getPrototypeOf((async () => {}).constructor)(\'return import("data:,")\')().catch(() => {})',
    '1',
  ],
  ['the text of a blob', "new Blob(['left']).text().then(() => { globalThis.left = 1; })", 'typeof left'],
  ['the address of a blob', 'URL.createObjectURL(new Blob([]))', '1'],
  ['a body', "new Response('left').text().then(() => { globalThis.left = 1; })", 'typeof left'],
  ['a stream', 'new ReadableStream()', '1'],
  ['a frame of an animation', 'requestAnimationFrame(() => { globalThis.left = 1; })', 'typeof left'],
  [
    'a signal with a time',
    "AbortSignal.timeout(300).addEventListener('abort', () => { globalThis.left = 1; })",
    'new Promise((resolve) => setTimeout(() => resolve(typeof left), 400))',
  ],
  ['a member of the navigator', 'navigator.left = 1', 'navigator.left'],
  ['an object of the navigator', 'navigator.connection; navigator.permissions; navigator.left = 1', 'navigator.left'],
  ['a member of crypto', 'crypto.left = 1', 'crypto.left'],
  ['a member of performance', 'performance.left = 1', 'performance.left'],
  ['a member of Intl', 'Intl.NumberFormat.prototype.left = 1', 'new Intl.NumberFormat().left'],
  [
    'Temporal by a date',
    'const at = new Date(0).toTemporalInstant?.(); if (at) Object.getPrototypeOf(at).left = 1; else globalThis.left = 1',
    'typeof left',
  ],
  ['what an address leads to', "Object.getPrototypeOf(new URL('http://x').searchParams).left = 1", 'new URLSearchParams().left'],
  [
    'a class by its descriptor',
    "const { get, value } = Object.getOwnPropertyDescriptor(globalThis, 'Headers'); (value ?? get()).prototype.left = 1",
    'new Headers().left',
  ],
  ['events', 'Event.prototype.left = 1', "new Event('x').left"],
  ['the signal of a test', 'Object.getPrototypeOf(context.signal).left = 1', 'new AbortController().signal.left'],
  ['a member of the console', 'console.left = 1', 'console.left'],
  [
    'a method of dates',
    'const { getTime } = Date.prototype; Date.prototype.getTime = function () { return getTime.call(this); }',
    'String(Date.prototype.getTime).length',
  ],
  [
    'a lock on a global that is made anew',
    "Object.defineProperty(globalThis, 'process', { value: 1, configurable: false })",
    'typeof process',
  ],
  ['a test that ran out of time', 'await new Promise(() => {})', '1'],
];

/** @type {Leftover[]} */
const HARMLESS = [
  ['functions from text', "new Function('a', 'return a + 1')(1); (async () => {}).constructor('return 1')()", '1'],
  [
    'a member of a matcher',
    'try { Object.getPrototypeOf(expect(1)).toBe.left = 1; } catch {}',
    'Object.getPrototypeOf(expect(1)).toBe.left',
  ],
  [
    'a private field of a method',
    'class Ret { constructor(o) { return o; } } class Put extends Ret { #left = 1; } new Put([].push)',
    'Object.getOwnPropertyNames([].push)',
  ],
  ['the state of expect', 'expect.setState({ left: 1 })', 'expect.getState().left'],
  [
    'the number of calls of mocks',
    'vi.fn()(); vi.fn()()',
    '(() => { const mock = vi.fn(); mock(); return mock.mock.invocationCallOrder; })()',
  ],
  [
    'a mock that acts when it is cleared',
    'const mock = vi.fn(); mock.mockClear = mock.mockReset = () => { globalThis.left = 1; }',
    '(() => { vi.clearAllMocks(); vi.resetAllMocks(); return typeof left; })()',
  ],
  ['a mock of a module', "vi.doMock('./b.js', () => ({ x: 'left' })); await import('./b.js')", "(await import('./b.js')).x"],
  ['fake timers', 'vi.useFakeTimers({ now: 0 })', '[vi.isFakeTimers(), Date.now() > 1e12]'],
  ['a faked date', 'vi.setSystemTime(0)', 'Date.now() > 1e12'],
  ['a spy', "vi.spyOn(Math, 'max').mockReturnValue('left')", 'Math.max(1, 2)'],
  ['a spy on the console', "vi.spyOn(console, 'log').mockImplementation(() => {})", 'vi.isMockFunction(console.log)'],
  ['a spy on a timer that is fake', "vi.useFakeTimers(); vi.spyOn(globalThis, 'setTimeout')", 'vi.isMockFunction(setTimeout)'],
  [
    'a stubbed global',
    "vi.stubGlobal('fetch', () => 'left'); vi.stubGlobal('left', 1)",
    '[typeof left, vi.isMockFunction(fetch), fetch.name]',
  ],
  ['a stubbed class of the host', "vi.stubGlobal('WebSocket', class {}); vi.stubGlobal('Headers', class {})", '1'],
  ['a stubbed variable', "vi.stubEnv('LEFT', '1')", 'process.env.LEFT'],
  ['a variable', "process.env.LEFT = '1'; import.meta.env.LEFT2 = '1'", '[process.env.LEFT, import.meta.env.LEFT2]'],
  ['a member of process', 'process.left = 1; process.exitCode = 3', '[process.left, process.exitCode]'],
  ['a listener of process', "process.on('left', () => {})", "process.listenerCount('left')"],
  ['another process', 'globalThis.process = { left: 1 }', 'process.left'],
  ['a member of Buffer', 'Buffer.prototype.left = Buffer.left = 1', "[Buffer.from('').left, Buffer.left]"],
  [
    'the state of a module of Node',
    "(await import('node:events')).EventEmitter.defaultMaxListeners = 99",
    "(await import('node:events')).EventEmitter.defaultMaxListeners",
  ],
  [
    'a replaced function of a module of Node',
    "(await import('node:fs')).default.readFileSync = () => 'left'",
    "(await import('node:fs')).default.readFileSync === (await import('node:fs')).readFileSync && (await import('node:fs')).default.readFileSync.name",
  ],
  [
    'a stored value of asynchronous code',
    "new (await import('node:async_hooks')).AsyncLocalStorage().enterWith('left')",
    "new (await import('node:async_hooks')).AsyncLocalStorage().getStore()",
  ],
  [
    'the state of a module',
    "const b = await import('./b.js'); b.bump(); b.inner.left = 1",
    "(({ x, inner }) => [x, inner.n, inner.left])(await import('./b.js'))",
  ],
  [
    'the state of a CommonJS module',
    "const { createRequire } = await import('node:module'); (await import('./c.cjs')).default.n = 1",
    "(({ n, found }) => [n, found])((await import('./c.cjs')).default)",
  ],
  [
    'an interval',
    'let n = 0; setInterval(() => { n += 1; if (n > 300) globalThis.left = 1; }, 1)',
    'new Promise((resolve) => setTimeout(() => resolve(typeof left), 600))',
  ],
  [
    'a timeout far away',
    'setTimeout(() => { globalThis.left = 1; }, 1300)',
    'new Promise((resolve) => setTimeout(() => resolve(typeof left), 1500))',
  ],
  [
    'a wait that nobody awaits',
    'let n = 0; vi.waitFor(() => { n += 1; if (n > 5) globalThis.left = 1; throw new Error("x"); }, { timeout: 5000, interval: 30 }).catch(() => {})',
    'new Promise((resolve) => setTimeout(() => resolve(typeof left), 400))',
  ],
  ['an answer that nobody awaits', "import('/nowhere/' + 1 + '.js').catch(() => {})", '1'],
  ['a promise that never settles', 'new Promise(() => {}).then(() => { globalThis.left = 1; })', 'typeof left'],
  [
    'a listener of an object of its own',
    "new EventTarget().addEventListener('x', () => {}); context.signal.addEventListener('abort', () => {})",
    '1',
  ],
  ['the last match', "/(left)/.exec('left')", "[RegExp.$1, RegExp.lastMatch, RegExp.input].join().includes('left')"],
  [
    'counters, groups and stopwatches of the console',
    "console.count('left'); console.group('left'); console.time('left')",
    "console.count('left')",
  ],
  ['a registered symbol', "Symbol.for('left').description", "Symbol.keyFor(Symbol.for('left'))"],
  ['a configuration', 'vi.setConfig({ testTimeout: 7 })', 'new Promise((resolve) => setTimeout(resolve, 60, 1))'],
  ['an expected number of assertions', 'expect.assertions(1); expect(1).toBe(1)', 'expect.getState().expectedAssertionsNumber'],
  ['a property that is replaced', "jest.replaceProperty(Math, 'PI2', 3)", 'Math.PI2'],
  [
    'a built-in that is put back',
    'const { map } = Array.prototype; Array.prototype.map = () => []; Array.prototype.map = map',
    '[1].map((x) => x)',
  ],
  ['a mark that is cleared', "performance.mark('left'); performance.clearMarks()", 'performance.getEntries().length'],
];

/** Ordinary files. Each is proven clean, and the next one gets its guest. */
const ORDINARY = {
  'values, structures and errors': [
    "test('t', () => { expect({ a: [1, new Map([[1, 2]])] }).toEqual({ a: [1, new Map([[1, 2]])] }); expect(() => { throw new TypeError('x'); }).toThrow(TypeError); });",
  ],
  'a test that fails': ["test('t', () => { expect({ a: 1 }).toEqual({ a: 2 }); });", "test('u', () => { throw new Error('x'); });"],
  'suites, hooks and tables': [
    "describe('s', () => { let n = 0; beforeAll(() => { n = 1; }); beforeEach(() => { n += 1; }); afterEach(() => {}); afterAll(() => {}); it.each([[1], [2]])('t %i', () => { expect(n).toBeGreaterThan(1); }); it.skip('no', () => {}); it.todo('later'); });",
  ],
  'asynchronous tests': [
    "test('t', async () => { await new Promise((resolve) => setTimeout(resolve, 5)); await expect(Promise.resolve(1)).resolves.toBe(1); await expect(Promise.reject(new Error('x'))).rejects.toThrow('x'); });",
  ],
  'mocks and spies': [
    'const calc = { add: (a, b) => a + b };',
    'afterEach(() => { vi.restoreAllMocks(); });',
    "test('t', () => { const mock = vi.fn((x) => x); mock(1); expect(mock).toHaveBeenCalledWith(1); vi.spyOn(calc, 'add').mockReturnValue(9); expect(calc.add(1, 2)).toBe(9); });",
  ],
  'a mock of a module': [
    "import { x } from './b.js';",
    "vi.mock('./b.js', () => ({ x: 'mocked' }));",
    "test('t', () => { expect(x).toBe('mocked'); });",
  ],
  'fake timers': [
    'beforeEach(() => { vi.useFakeTimers(); });',
    'afterEach(() => { vi.useRealTimers(); });',
    "test('t', () => { const mock = vi.fn(); setTimeout(mock, 1000); setInterval(mock, 400); vi.advanceTimersByTime(1000); expect(mock).toHaveBeenCalledTimes(3); vi.setSystemTime(new Date(0)); expect(Date.now()).toBe(0); });",
  ],
  'timers that are cleared': [
    "test('t', () => { clearInterval(setInterval(() => {}, 5)); clearTimeout(setTimeout(() => {}, 5)); clearImmediate(setImmediate(() => {})); });",
  ],
  snapshots: ["test('t', () => { expect({ a: [1, 'x'] }).toMatchSnapshot(); expect('y').toMatchInlineSnapshot(); });"],
  'modules with state': ["import { bump, inner, x } from './b.js';", "test('t', () => { bump(); expect([x, inner.n]).toEqual([2, 1]); });"],
  'import() and CommonJS': [
    "test('t', async () => { expect((await import('./b.js')).x).toBe(1); expect((await import('./c.cjs')).default.n).toBe(0); });",
  ],
  'classes, generators and symbols': [
    'class A { #x = 1; static s = 2; get x() { return this.#x; } *[Symbol.iterator]() { yield this.x; } }',
    'class B extends A {}',
    "test('t', () => { expect([...new B()]).toEqual([1]); expect(B.s).toBe(2); });",
  ],
  'modules of Node': [
    "import { readFileSync } from 'node:fs'; import path from 'node:path'; import { EventEmitter } from 'node:events'; import { promisify, inspect } from 'node:util'; import assert from 'node:assert';",
    "test('t', async () => { expect(readFileSync('/inner.js', 'utf8')).toContain('inner'); expect(path.join('a', '..', 'b')).toBe('b'); const emitter = new EventEmitter(); emitter.on('x', () => {}); emitter.emit('x'); assert.equal(inspect({ a: 1 }), '{ a: 1 }'); await promisify(setTimeout)(1); expect(Buffer.from('a').toString('hex')).toBe('61'); });",
  ],
  'a mock of the file system': [
    "import { readFileSync } from 'node:fs';",
    "vi.mock('node:fs', () => ({ readFileSync: () => 'mocked', default: {} }));",
    "test('t', () => { expect(readFileSync('/x')).toBe('mocked'); });",
  ],
  'the console': [
    "console.log('a', { b: 1 }, new Map([[1, [2]]]));",
    "test('t', () => { console.error(new Error('x').message); console.table([{ a: 1 }]); });",
  ],
  'stubs of globals and variables': [
    'afterEach(() => { vi.unstubAllGlobals(); vi.unstubAllEnvs(); });',
    "test('t', async () => { vi.stubGlobal('fetch', vi.fn(async () => ({ ok: true }))); vi.stubEnv('A', 'b'); expect((await fetch('/')).ok).toBe(true); expect(process.env.A).toBe('b'); });",
  ],
  'addresses, texts and numbers': [
    "test('t', () => { expect(new URL('/a?b=1', 'http://x').searchParams.get('b')).toBe('1'); expect(new TextDecoder().decode(new TextEncoder().encode('é'))).toBe('é'); expect(new Intl.NumberFormat('en').format(1234.5)).toBe('1,234.5'); expect(structuredClone(new Date(0)).getTime()).toBe(0); expect(typeof navigator.userAgent).toBe('string'); expect(performance.now()).toBeGreaterThan(0); expect(crypto.randomUUID()).toHaveLength(36); });",
  ],
  'signals and events': [
    "test('t', ({ signal }) => { const controller = new AbortController(); const heard = vi.fn(); controller.signal.addEventListener('abort', heard); controller.abort(); expect(heard).toHaveBeenCalledOnce(); expect(signal.aborted).toBe(false); const target = new EventTarget(); target.addEventListener('x', heard); target.dispatchEvent(new CustomEvent('x', { detail: 1 })); expect(heard).toHaveBeenCalledTimes(2); });",
  ],
  digests: [
    "test('t', async () => { expect(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(1))).length).toBe(32); });",
  ],
  'fixtures and contexts': [
    'const own = test.extend({ n: async ({}, use) => { await use(3); } });',
    "own('t', ({ n, expect }) => { expect(n).toBe(3); onTestFinished(() => {}); });",
  ],
  'retries and expected failures': [
    'let n = 0;',
    "test('t', { retry: 2 }, () => { n += 1; expect(n).toBe(2); });",
    "test.fails('u', () => { expect(1).toBe(2); });",
  ],
  'waits and polls': [
    "test('t', async () => { let n = 0; await vi.waitFor(() => { n += 1; expect(n).toBeGreaterThan(2); }, { interval: 5 }); await expect.poll(() => ++n, { interval: 5 }).toBeGreaterThan(5); });",
  ],
  'what files before it counted': [
    "test('t', () => { const mock = vi.fn(); mock(); expect(mock.mock.invocationCallOrder).toEqual([1]); expect(process.env.A).toBe(undefined); expect(Object.keys(globalThis)).toEqual([]); });",
  ],
};

const file = (/** @type {string} */ does) => ({
  ...SHARED,
  '/a.test.js': [API, `test('t', async (context) => { ${does} }, 3000);`],
});
const looking = (/** @type {string} */ looks) => file(`console.log('looked:', await (${looks}));`);
/** What can be told of a file. */
const toldBy = (/** @type {any} */ { events }) => [
  ...judged(events).map((/** @type {any} */ { state, path, faults }) => [state, path, faults.map(({ message }) => message)]),
  ...events.filter(({ type }) => type === 'console' || type === 'snapshot').map(({ level, text, file }) => [level, text, file]),
];

describe('a guest that runs another file', () => {
  /** @type {Awaited<ReturnType<typeof rigged>>} */
  let rig;
  before(async () => {
    rig = await rigged();
  });
  after(() => rig?.close());

  for (const [kind, list] of /** @type {const} */ ([
    ['seen', SEEN],
    ['harmless', HARMLESS],
  ]))
    for (const [name, does, looks] of list)
      test(`${kind}: ${name}`, async () => {
        const [left, next] = await rig.runAll([file(does), looking(looks)]);
        const [fresh] = await rig.runAll([looking(looks)]);
        assert.deepEqual(toldBy(next), toldBy(fresh), `left: ${left.left}`);
        assert.deepEqual([left.clean, next.isFresh], kind === 'seen' ? [false, true] : [true, false], `${left.left}`);
        assert.equal(next.events.at(-1).type, 'done');
      });

  test('a DOM costs the guest', async () => {
    const [first, next] = await rig.runAll([file('document.title = "x"'), file('')], { dom: 'happy-dom' });
    assert.deepEqual([first.clean, next.isFresh], [false, true]);
  });

  test('ordinary files are proven clean, and say what they say in a guest of their own', async () => {
    const files = Object.entries(ORDINARY).map(([name, lines]) => ({ name, files: { ...SHARED, '/a.test.js': [API, ...lines] } }));
    // Each runs after all others, and again.
    const shared = await rig.runAll([...files, ...files].map(({ files }) => files));
    for (const [at, one] of shared.entries()) {
      const { name, files: own } = files[at % files.length];
      assert.deepEqual([name, one.clean, one.left], [name, true, null]);
      assert.equal(one.isFresh, at === 0, name);
      if (at < files.length) continue;
      const [alone] = await rig.runAll([own]);
      assert.deepEqual(toldBy(one), toldBy(alone), name);
    }
  });
});
