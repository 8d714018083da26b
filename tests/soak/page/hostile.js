/**
 * Requests that are after the worker. `ends` are the codes that one may end with, null for an answer without a code;
 * those without `ends` are deterministic and are held to their verdict of the quiet run, like honest ones.
 * @module
 */

const test = (/** @type {string} */ body) => ({
  command: 'test:/a.test.js',
  files: [['/a.test.js', `import { beforeEach, expect, test } from 'vitest';\n${body}`]],
});

/** A budget that is used up in milliseconds. */
const small = { limits: { instructions: 300_000 } };

/** What nothing inside can stop: it gets little time. */
const spins = { timeout: 250, ends: ['err:timeout'] };

/** What takes memory until something gives: a limit, its time, or the worker. */
const grows = { timeout: 400, ends: ['err:timeout', 'err:memory', 'err:budget', 'err:crashed', null] };

/** @typedef {{ name: string, command: unknown, files?: unknown[], limits?: object, timeout?: number, ends?: (string | null)[],
 *   expect?: { success: boolean, code?: string } }} Hostile */

/** @type {Hostile[]} */
export const HOSTILE = [
  { name: 'a loop without end', command: 'eval:for (;;);', ...spins },
  { name: 'a loop without end, with a budget', command: 'eval:for (;;);', ...small },
  { name: 'nested loops in nested calls', command: 'eval:(function f(n) { for (;;) if (n < 9) f(n + 1); })(0)', ...small },
  { name: 'a loop in finally', command: 'eval:(() => { try { throw 1 } finally { for (;;); } })()', ...small },
  { name: 'a loop in a comparator', command: 'eval:[2, 1].sort(() => { for (;;); })', ...spins },
  { name: 'a loop in a hook', ...test("beforeEach(() => { for (;;); }); test('t', () => {});"), ...small },
  {
    name: 'a loop in a getter of what is compared',
    ...test("test('t', () => expect({ get a() { for (;;); } }).toEqual({ a: 1 }));"),
    ...small,
  },
  { name: 'a generator without end, spread', command: 'eval:[...(function* () { for (;;) yield 0; })()]', ...grows },

  { name: 'a catastrophic regular expression', command: "eval:/^(a+)+$/.test('a'.repeat(40) + '!')", ...spins },
  {
    name: 'a catastrophic regular expression, given to toMatch',
    ...test("test('t', () => expect('a'.repeat(40) + '!').toMatch(/^(a|a)*$/));"),
    ...spins,
  },
  {
    name: 'a power without end',
    command: 'eval:(2n ** (2n ** 30n)) === 0n',
    timeout: 250,
    ends: ['err:timeout', 'err:memory', 'err:crashed', null],
  },

  { name: 'a string of a gigabyte', command: "eval:'o'.repeat(1 << 30).length", ...grows },
  { name: 'a string that doubles', command: "eval:(() => { let s = 'x'; for (;;) s += s; })()", ...grows },
  {
    name: 'a list that grows by a megabyte',
    command: "eval:(() => { const all = []; for (;;) all.push(' '.repeat(1 << 20) + all.length); })()",
    ...grows,
  },
  { name: 'a buffer of two gigabytes', command: 'eval:new ArrayBuffer(2e9).byteLength', ...grows },
  { name: 'an array of five million', command: 'eval:new Array(5e6).fill({}).length', ...grows },
  { name: 'a map that grows', command: 'eval:(() => { const map = new Map(); for (let i = 0; ; i++) map.set(i, [i]); })()', ...grows },
  { name: 'a console that is flooded', command: "eval:(() => { for (let i = 0; i < 20000; i++) console.log('line', i); })()" },

  { name: 'recursion', command: 'eval:(function f() { f(); })()' },
  { name: 'recursion by toString', command: 'eval:(() => { const o = { toString: () => `${o}` }; return `${o}`; })()' },
  { name: 'recursion by a getter', command: 'eval:(() => { const o = { get a() { return o.a; } }; return o.a; })()' },
  { name: 'recursion by toJSON', command: 'eval:(() => { const o = { toJSON: () => JSON.stringify(o) }; return JSON.stringify(o); })()' },
  { name: 'recursion in a test', ...test("test('t', () => { const f = () => f(); f(); }); test('u', () => {});") },
  {
    name: 'proxies in proxies',
    command: 'eval:let p = {}; for (let i = 0; i < 200000; i++) p = new Proxy(p, {}); p.x',
    timeout: 3000,
    ends: ['err:crashed', 'err:stack', 'err:timeout', 'err:budget', null],
  },
  {
    name: 'what panics',
    command: 'eval:(async () => { await using x = null; })()',
    timeout: 3000,
    ends: ['err:crashed', 'err:syntax', null],
  },

  { name: 'a storm of promises', command: 'eval:(async () => { for (;;) await null; })()', ...spins },
  { name: 'a storm of promises, with a budget', command: 'eval:(async () => { for (;;) await null; })()', ...small },
  { name: 'promises that beget two', command: 'eval:(function f() { Promise.resolve().then(f); Promise.resolve().then(f); })()', ...grows },
  { name: 'a storm of microtasks in a test', ...test("test('t', () => { (function f() { queueMicrotask(f); })(); });"), ...small },
  { name: 'a promise that never settles', command: 'eval:new Promise(() => {})' },
  {
    name: 'an interval that is never cleared',
    ...test("test('t', () => { setInterval(() => {}, 1); });"),
    limits: { instructions: 300_000 },
  },
  { name: 'a timer in a month', ...test("test('t', () => new Promise((resolve) => setTimeout(resolve, 1e9)));") },

  { name: 'a command that is a number', command: 42 },
  { name: 'a verb that is none', command: 'shell:rm -rf /' },
  { name: 'files that are a number', command: 'eval:1', files: /** @type {any} */ (7) },
];
