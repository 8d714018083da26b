/**
 * The guest of the sealed engine in real Chromium, without the rest of the product: modules in function form go in, and what
 * its events come to is looked at.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { judged } from './lib/judge.mjs';
import { rigged } from './lib/sealed.mjs';

const API = "import { test, expect, describe, vi, beforeAll, beforeEach, afterAll, afterEach, onTestFinished } from 'vitest';";

/** @typedef {{ name: string, files: Record<string, string | string[]>, expected: string[], config?: any, more?: any, seen?: (events: any[]) => void }} Case */

/** @type {Record<string, Case[]>} */
const CASES = {
  modules: [
    {
      name: 'live bindings and what is exported again',
      files: {
        '/a.test.js': [
          API,
          "import { x, bump } from './b.js';",
          "import def, * as all from './c.js';",
          "test('t', () => { bump(); expect(x).toBe(2); expect(all.x).toBe(2); expect(def).toBe('d'); expect(Object.keys(all).sort()).toEqual(['bump', 'default', 'x']) });",
        ],
        '/b.js': 'export let x = 1; export function bump() { x += 1; }',
        '/c.js': "export * from './b.js'; export default 'd';",
      },
      expected: ['passed: t'],
    },
    {
      name: 'a cycle gets what there is by then',
      files: {
        '/a.test.js': [API, "import { a } from './b.js';", "test('t', () => expect(a()).toBe('ab'));"],
        '/b.js': "import { b } from './c.js'; export const a = () => 'a' + b();",
        '/c.js': "import { a } from './b.js'; export const b = () => (typeof a === 'function' ? 'b' : '?');",
      },
      expected: ['passed: t'],
    },
    {
      name: 'a cycle by way of export *, whose names are known before any of it runs',
      files: {
        '/a.test.js': [
          API,
          "import { lazy, all } from './schemas/index.js';",
          "test('t', () => { expect(lazy()).toBe('optional'); expect(all()).toEqual(['lazy', 'optional']); });",
        ],
        '/schemas/index.js': "export * from './lazy/index.js'; export * from './optional.js';",
        '/schemas/lazy/index.js': "export * from './lazy.js'; export { all } from './all.js';",
        '/schemas/lazy/lazy.js': "import { optional } from '../../methods/index.js'; export const lazy = () => optional();",
        '/schemas/lazy/all.js':
          "import * as methods from '../../methods/index.js'; const keys = Object.keys(methods); export const all = () => keys.filter((key) => key !== 'all').sort();",
        '/schemas/optional.js': "export const optional = () => 'optional';",
        '/methods/index.js': "export * from '../schemas/index.js';",
      },
      expected: ['passed: t'],
    },
    {
      name: 'a missing export of a cycle fails the file',
      files: {
        '/a.test.js': [API, "import './b.js'; test('t', () => {});"],
        '/b.js': "export * from './c.js'; export const x = 1;",
        '/c.js': "import { x, y } from './b.js'; export const z = () => x + y;",
      },
      expected: ["failed: : The requested module './b.js' does not provide an export named 'y'"],
    },
    {
      name: 'import() of what is named and of what is not',
      files: {
        '/a.test.js': [
          API,
          "test('t', async () => { expect((await import('./b.js')).x).toBe(1); const name = '/b.js'; expect((await import(name)).x).toBe(1); await expect(import('./c.js')).rejects.toThrow(\"Cannot find module './c.js'\"); });",
        ],
        '/b.js': 'export const x = 1;',
      },
      expected: ['passed: t'],
    },
    {
      name: 'JSON and CommonJS',
      files: {
        '/a.test.js': [
          API,
          "import data, { n } from './d.json'; import both, { x } from './b.cjs';",
          "test('t', () => { expect(data).toEqual({ n: 1 }); expect(n).toBe(1); expect(both.x).toBe(3); expect(x).toBe(3); });",
        ],
        '/d.json': '{"n":1}',
        '/b.cjs': "const { y } = require('./c.cjs'); exports.x = y + require('./d.json').n;",
        '/c.cjs': 'exports.y = 2;',
      },
      expected: ['passed: t'],
    },
    {
      name: 'what a module throws, throws for every importer',
      files: {
        '/a.test.js': [
          API,
          "test('t', async () => { await expect(import('./b.js')).rejects.toThrow('no'); await expect(import('./b.js')).rejects.toThrow('no'); });",
        ],
        '/b.js': "throw new Error('no');",
      },
      expected: ['passed: t'],
    },
    {
      name: 'a missing import fails the file',
      files: { '/a.test.js': [API, "import { x } from './b.js'; test('t', () => {});"] },
      expected: ["failed: : Cannot find module './b.js' imported from '/a.test.js'"],
    },
    {
      name: 'a missing export fails the file',
      files: { '/a.test.js': [API, "import { x, y } from './b.js'; test('t', () => {});"], '/b.js': 'export const x = 1;' },
      expected: ["failed: : The requested module './b.js' does not provide an export named 'y'"],
    },
    {
      name: 'what does not parse fails the file, with its place',
      files: { '/a.test.js': [API, "import './b.js'; test('t', () => {});"], '/b.js': 'const = 1;' },
      expected: ['failed: : Unexpected token'],
      seen: (events) => assert.deepEqual(events.find(({ type }) => type === 'loadFailed').fault.at.file, '/b.js'),
    },
    {
      name: 'import.meta',
      files: {
        '/d/a.test.js': [
          API,
          "test('t', () => { expect(import.meta.url).toBe('file:///d/a.test.js'); expect(import.meta.dirname).toBe('/d'); expect(import.meta.env.MODE).toBe('test'); });",
        ],
      },
      more: { file: '/d/a.test.js' },
      expected: ['passed: t'],
    },
    {
      name: 'setup files run before the file, in one realm with it',
      files: {
        '/a.test.js': ["test('t', () => expect(globalThis.ready).toBe(1));"],
        '/setup.js': 'globalThis.ready = 1; beforeEach(() => {});',
      },
      more: { setup: ['/setup.js'] },
      expected: ['passed: t'],
    },
  ],
  requires: [
    {
      name: 'an ES module at once, with what it imports',
      files: {
        '/a.test.js': [
          API,
          "test('t', async () => { const { sum, x } = require('./b.js'); expect(sum).toBe(3); expect(await import('./b.js')).toBe(require('./b.js')); expect((await import('./c.js')).x).toBe(x); expect(require('./e.cjs').sum).toBe(3); });",
          "test('u', () => { expect(() => require('./later.js')).toThrow('await'); expect(() => require('./throws.js')).toThrow('no'); expect(() => require('./throws.js')).toThrow('no'); });",
        ],
        '/b.js': "import { a } from './d.cjs'; export * from './c.js'; export const sum = a + 2;",
        '/c.js': "import './b.js'; export const x = {};",
        '/d.cjs': 'exports.a = 1;',
        '/e.cjs': "module.exports = require('./b.js');",
        '/later.js': 'await 1; export const z = 1;',
        '/throws.js': "throw new Error('no');",
      },
      expected: ['passed: t', 'passed: u'],
    },
    {
      name: 'the default of what a compiler made CommonJS',
      files: {
        '/a.test.js': [
          API,
          "import d, * as all from './b.cjs'; import plain from './c.cjs';",
          "test('t', async () => { expect(d).toBe('D'); expect(all.named).toBe('N'); expect(plain).toEqual({ default: 1 }); expect((await vi.importActual('./b.cjs')).default).toBe('D'); });",
        ],
        '/b.cjs': "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'D'; exports.named = 'N';",
        '/c.cjs': 'exports.default = 1;',
      },
      expected: ['passed: t'],
    },
  ],
  jest: [
    {
      name: 'isolateModules and isolateModulesAsync',
      files: {
        '/a.test.js': [
          API,
          "const outer = require('./b.cjs'), same = () => require('./b.cjs') === outer; let inner, again;",
          "test('t', async () => { jest.isolateModules(() => { inner = require('./b.cjs'); again = require('./b.cjs'); }); expect([inner === outer, inner === again, same()]).toEqual([false, true, true]); expect(() => jest.isolateModules(() => { throw new Error('x'); })).toThrow('x'); expect(same()).toBe(true); });",
          "test('u', async () => { await jest.isolateModulesAsync(async () => { await null; inner = require('./b.cjs'); }); expect([inner === outer, same()]).toEqual([false, true]); await expect(jest.isolateModulesAsync(async () => { throw new Error('y'); })).rejects.toThrow('y'); expect(same()).toBe(true); expect(() => jest.isolateModules(1)).toThrow('jest.isolateModules() expects a function'); });",
        ],
        '/b.cjs': 'module.exports = { n: 0 };',
      },
      expected: ['passed: t', 'passed: u'],
    },
    {
      name: 'requireActual, requireMock, createMockFromModule and setMock',
      files: {
        '/d/a.test.js': [
          API,
          "import { f, g } from './b.js';",
          "vi.mock('./b.js', () => ({ ...jest.requireActual('./b.js'), f: jest.fn(() => 'mocked') }));",
          "test('t', () => { expect([f(), g()]).toEqual(['mocked', 'g']); expect(jest.requireMock('./b.js').f).toBe(f); expect(jest.requireActual('./c.cjs')()).toBe('c'); });",
          "test('u', () => { const made = jest.createMockFromModule('./b.js'); expect(vi.isMockFunction(made.g)).toBe(true); expect(made.g()).toBe(undefined); expect(vi.isMockFunction(jest.requireMock('./e.js').h)).toBe(true); expect(() => jest.requireActual('./none.js')).toThrow('Cannot find module'); });",
          "test('v', async () => { expect(jest.setMock('./e.js', { h: 5 })).toBe(jest); expect((await import('./e.js')).h).toBe(5); expect(jest.requireActual('./e.js').h()).toBe('h'); });",
        ],
        '/d/b.js': "export const f = () => 'f', g = () => 'g';",
        '/d/c.cjs': "module.exports = () => 'c';",
        '/d/e.js': "export const h = () => 'h';",
      },
      more: { file: '/d/a.test.js' },
      expected: ['passed: t', 'passed: u', 'passed: v'],
    },
    {
      name: 'replaceProperty, which restoreAllMocks undoes',
      files: {
        '/a.test.js': [
          API,
          'const o = { a: 1, f() {}, get g() { return 1; } };',
          "test('t', () => { const r = jest.replaceProperty(o, 'a', 2); expect(o.a).toBe(2); expect(r.replaceValue(3)).toBe(r); expect(jest.replaceProperty(o, 'a', 4)).toBe(r); r.restore(); expect(o.a).toBe(1); jest.replaceProperty(o, 'a', 5); const child = Object.create(o); jest.replaceProperty(child, 'a', 6); vi.restoreAllMocks(); expect([o.a, Object.hasOwn(child, 'a')]).toEqual([1, false]); });",
          "test('u', () => { for (const [object, key, why] of [[1, 'a', 'Cannot use replaceProperty on a primitive value; number given'], [o, 'b', 'Property `b` does not exist in the provided object'], [o, 'f', 'because it is a function'], [o, 'g', 'because it has a getter'], [Object.freeze({ a: 1 }), 'a', 'Property `a` is not declared configurable']]) expect(() => jest.replaceProperty(object, key, 2)).toThrow(why); });",
        ],
      },
      expected: ['passed: t', 'passed: u'],
    },
    {
      name: 'retryTimes is of the suite that it stands in',
      files: {
        '/a.test.js': [
          API,
          "let n = 0, m = 0; describe('s', () => { jest.retryTimes(2); test('t', () => { expect(++n).toBe(3); }); });",
          "test('u', () => { expect(++m).toBe(2); }); test('v', () => { jest.retryTimes(1); });",
        ],
      },
      expected: [
        'passed: s > t',
        'failed: u: expected 1 to be 2',
        'failed: v: jest.retryTimes() must stand at the top level of a file or in describe',
      ],
    },
    {
      name: 'arrayOf',
      files: {
        '/a.test.js': [
          API,
          "test('t', (context) => { expect([1, 2]).toEqual(expect.arrayOf(expect.any(Number))); expect({ a: [1, 'b'] }).toEqual({ a: context.expect.not.arrayOf(expect.any(Number)) }); expect([]).toEqual(expect.arrayOf(1)); });",
          "test('u', () => { expect([1, 'a']).toEqual(expect.arrayOf(expect.any(Number))); });",
        ],
      },
      expected: ['passed: t', "failed: u: expected [ 1, 'a' ] to deeply equal ArrayOf Any<Number>"],
    },
  ],
  mocks: [
    {
      name: 'a factory, and the original in it',
      files: {
        '/a.test.js': [
          API,
          "import { x, y } from './b.js'; import { z } from './c.js';",
          "vi.mock('./b.js', async (original) => ({ ...(await original()), x: 5 }));",
          "test('t', () => { expect([x, y, z]).toEqual([5, 2, 5]) });",
        ],
        '/b.js': 'export const x = 1, y = 2;',
        '/c.js': "import { x } from './b.js'; export const z = x;",
      },
      expected: ['passed: t'],
    },
    {
      name: 'hoisted values, automocks, importActual and importMock',
      files: {
        '/a.test.js': [
          API,
          "import { f } from './b.js';",
          "const h = vi.hoisted(() => ({ v: 3 })); vi.mock('./b.js'); vi.mock('./c.js', () => ({ g: () => h.v }));",
          "test('t', async () => { expect(f()).toBe(undefined); expect((await vi.importActual('./b.js')).f()).toBe(1); expect((await import('./c.js')).g()).toBe(3); expect(vi.isMockFunction((await vi.importMock('./d.js')).k)).toBe(true); });",
        ],
        '/b.js': 'export const f = () => 1;',
        '/c.js': 'export const g = 0;',
        '/d.js': 'export function k() {}',
      },
      expected: ['passed: t'],
    },
    {
      name: 'two mocks that make each other, and an export that a mock lacks',
      files: {
        '/a.test.js': [
          API,
          "import { x } from './x.js';",
          "vi.mock('./x.js', async () => ({ x: (await import('./y.js')).y + 1 }));",
          "vi.mock('./y.js', async () => ({ y: (await import('./x.js')).x + 10 }));",
          "test('t', async () => { expect(x).toBe(12); });",
          "test('u', async () => { const { none } = await import('./x.js'); });",
        ],
        '/x.js': 'export const x = 1;',
        '/y.js': 'export const y = 2;',
      },
      expected: [
        'passed: t',
        'failed: u: [vitest] No "none" export is defined on the "./x.js" mock. Did you forget to return it from "vi.mock"?',
      ],
    },
    // What Vitest 4.1.12 gives of mocks in a circle.
    ...[
      [
        'factories that take the originals of modules that import each other',
        ['x, viaY', 'y, viaX'],
        "vi.mock('./x.js', async (o) => ({ ...(await o()), x: () => 'mx' })); vi.mock('./y.js', async (o) => ({ ...(await o()), y: () => 'my' }));",
        {},
        '[x(), viaY(), y(), viaX()]',
        ['mx', 'my', 'my', 'x'],
      ],
      [
        'automocks of modules that import each other',
        ['x', 'y'],
        "vi.mock('./x.js'); vi.mock('./y.js');",
        {},
        '[vi.isMockFunction(x), vi.isMockFunction(y), x(), y()]',
        [true, true, undefined, undefined],
      ],
      [
        'spies of modules that import each other',
        ['x, viaY', 'y, viaX'],
        "vi.mock('./x.js', { spy: true }); vi.mock('./y.js', { spy: true });",
        {},
        '[viaY(), viaX(), y.mock.calls.length, x.mock.calls.length]',
        ['y', 'x', 1, 1],
      ],
      ['an automock of one of a cycle', ['viaY'], "vi.mock('./y.js');", {}, '[viaY()]', [undefined]],
      [
        'a factory that takes the original of what waits for it',
        ['', 'viaX'],
        "vi.mock('./x.js', async () => { const y = await vi.importActual('./y.js'); return { x: () => typeof y.viaX }; });",
        {},
        '[viaX()]',
        ['function'],
      ],
      [
        'files of __mocks__ that import each other',
        ['x', 'y'],
        "vi.mock('./x.js'); vi.mock('./y.js');",
        {
          '/__mocks__/x.js': "import { y } from '../y.js'; export const x = () => 'mx' + typeof y;",
          '/__mocks__/y.js': "import { x } from '../x.js'; export const y = () => 'my' + x();",
        },
        '[x(), y()]',
        ['mxfunction', 'myx'],
      ],
      [
        'a file of __mocks__ that imports what it stands for',
        ['x'],
        "vi.mock('./x.js');",
        { '/__mocks__/x.js': "import * as real from '../x.js'; export const x = () => 'm' + real.x();" },
        '[x()]',
        ['mx'],
      ],
    ].map(([name, [x, y = ''], mocks, more, code, expected]) => ({
      name,
      files: {
        '/a.test.js': [
          API,
          [x && `import { ${x} } from './x.js';`, y && `import { ${y} } from './y.js';`].join(' '),
          mocks,
          `test('t', () => expect(${code}).toEqual(${JSON.stringify(expected).replaceAll('null', 'undefined')}));`,
        ],
        '/x.js': "import { y } from './y.js'; export const x = () => 'x'; export const viaY = () => y();",
        '/y.js': "import { x } from './x.js'; export const y = () => 'y'; export const viaX = () => x();",
        ...more,
      },
      expected: ['passed: t'],
    })),
    {
      name: 'a mock of what an index of its cycle passes on',
      files: {
        '/a.test.js': [
          API,
          "import { a } from './index.js'; vi.mock('./b.js', async (o) => ({ ...(await o()), b: () => 'mb' }));",
          "test('t', () => expect(a()).toBe('amb'));",
        ],
        '/index.js': "export * from './a.js'; export * from './b.js';",
        '/a.js': "import { b } from './index.js'; export const a = () => 'a' + b();",
        '/b.js': "import { a } from './index.js'; export const b = () => 'b' + typeof a;",
      },
      expected: ['passed: t'],
    },
    {
      name: 'a factory that waits for what waits for its mock',
      files: {
        '/a.test.js': [
          API,
          "import { subject } from './subject.js';",
          "vi.mock('./dep.js', async () => { const { helper } = await import('./subject.js'); return { dep: () => helper() }; });",
          "test('t', () => { subject(); });",
        ],
        '/subject.js': "import { dep } from './dep.js'; export const helper = () => 'h'; export const subject = () => dep();",
        '/dep.js': 'export const dep = 1;',
      },
      config: { hookTimeout: 500 },
      expected: ['failed: : [vitest] There was an error when mocking a module.'],
      seen: (events) =>
        assert.match(
          JSON.stringify(events),
          /vi\.mock\('\.\/dep\.js'\): its factory waits for the import of '\/subject\.js', which waits for the mock/,
        ),
    },
    {
      name: 'a factory that does not wait for what waits for its mock',
      files: {
        '/a.test.js': [
          API,
          "import { subject } from './subject.js';",
          "const seen = vi.hoisted(() => []); vi.mock('./dep.js', () => { import('./subject.js').then(({ helper }) => seen.push(helper())); return { dep: () => 'm' }; });",
          "test('t', async () => { expect(subject()).toBe('m'); await vi.waitFor(() => expect(seen).toEqual(['h'])); });",
        ],
        '/subject.js': "import { dep } from './dep.js'; export const helper = () => 'h'; export const subject = () => dep();",
        '/dep.js': 'export const dep = 1;',
      },
      expected: ['passed: t'],
    },
    {
      name: 'a file of __mocks__, resetModules and doUnmock',
      files: {
        '/a.test.js': [
          API,
          "import { x } from './b.js'; vi.mock('./b.js');",
          "test('t', async () => { expect(x).toBe('mock'); vi.doUnmock('./b.js'); vi.resetModules(); expect((await import('./b.js')).x).toBe('real'); });",
        ],
        '/b.js': "export const x = 'real';",
        '/__mocks__/b.js': "export const x = 'mock';",
      },
      expected: ['passed: t'],
    },
  ],
  running: [
    {
      name: 'hooks, their order and their faults',
      files: {
        '/a.test.js': [
          API,
          'const log = [];',
          "beforeAll(() => { log.push('all'); return () => log.push('end'); }); beforeEach(() => { log.push('each'); return () => log.push('un'); }); afterEach(() => log.push('after'));",
          "test('t', () => { onTestFinished(() => { log.push('done'); }); log.push('t') });",
          "test('u', () => expect(log).toEqual(['all', 'each', 't', 'after', 'un', 'done', 'each']));",
          "describe('s', () => { beforeAll(() => { throw new Error('b') }); test('v', () => {}); test.skip('w', () => {}) });",
          "describe('r', () => { afterEach(() => { throw new Error('c') }); test('x', () => {}) });",
          "describe('q', () => { afterAll(() => { throw new Error('d') }); test('y', () => {}) });",
        ],
      },
      expected: [
        'passed: t',
        'passed: u',
        'failed: s > v: [beforeAll] b',
        'skipped: s > w',
        'failed: r > x: [afterEach] c',
        'passed: q > y',
        'failed: q: [afterAll] d',
      ],
    },
    {
      name: 'retries, repeats, fails, skips and todo',
      files: {
        '/a.test.js': [
          API,
          'let n = 0;',
          "test('r', { retry: 2 }, () => { n += 1; expect(n).toBe(3) });",
          "test.fails('f', () => { expect(1).toBe(2) }); test.fails('g', () => {});",
          "test.skip('s', () => {}); test.todo('d'); test('c', (context) => { context.skip(); expect(1).toBe(2) });",
          "test('p', { repeats: 2 }, () => { n += 1; if (n > 4) throw new Error('again') });",
        ],
      },
      expected: ['passed: r', 'passed: f', 'failed: g', 'skipped: s', 'todo: d', 'skipped: c', 'failed: p: again'],
    },
    {
      name: 'what a timer throws after its test is of that test',
      files: {
        '/a.test.js': [
          API,
          "const late = (n) => { setTimeout(() => { if (n === 0) throw new Error('late'); late(n - 1); }, 5); };",
          "test('throws', () => { late(3); });",
          "test('rejects', () => { setTimeout(() => { Promise.reject(new Error('left')); }, 40); });",
          "test('asserts', () => { setTimeout(() => { expect(1).toBe(2); }, 60); });",
          "test('runs meanwhile', async () => { await new Promise((resolve) => { setTimeout(resolve, 80); }); });",
          "test('far later', () => { setTimeout(() => { throw new Error('later'); }, 300); setInterval(() => {}, 5); });",
        ],
      },
      expected: [
        'passed: throws',
        'passed: rejects',
        'passed: asserts',
        'passed: runs meanwhile',
        'passed: far later',
        'failed: : late',
        'failed: : left',
        'failed: : expected 1 to be 2',
        'failed: : later',
      ],
      seen: (events) =>
        assert.deepEqual(
          events.filter(({ type }) => type === 'fileFault').map(({ fault }) => fault.test),
          [['throws'], ['rejects'], ['asserts'], ['far later']],
        ),
    },
    {
      name: 'timers that are cleared, far off or repeat hold nothing up',
      files: {
        '/a.test.js': [
          API,
          "test('t', () => { const id = setTimeout(() => { throw new Error('no'); }, 900); clearTimeout(id); setTimeout(() => { throw new Error('no'); }, 60_000); setInterval(() => {}, 10); });",
        ],
      },
      expected: ['passed: t'],
      seen: (events) => assert.ok(!events.some(({ type }) => type === 'fileFault')),
    },
    {
      name: 'a failure is not taken back by a skip',
      files: {
        '/a.test.js': [
          API,
          'let n = 0;',
          "test('soft', ({ skip }) => { expect.soft(1).toBe(2); skip(); });",
          "test('caught', ({ skip }) => { try { expect(1).toBe(3); } catch { skip(); } });",
          "describe('a hook before it', () => { beforeEach(({ skip, task }) => { if (task.name === 'soft') expect.soft(1).toBe(4); skip(); }); test('soft', () => {}); test('nothing', () => {}); });",
          "describe('a hook after it', () => { afterEach(({ skip }) => { skip(); }); test('throws', () => { throw new Error('own'); }); test('passes', () => {}); });",
          "describe('a hook that fails after it', () => { afterEach(() => { throw new Error('hook'); }); test('skips', ({ skip }) => { skip(); }); });",
          "test('a later attempt', { retry: 1 }, ({ skip }) => { if (++n > 1) skip(); throw new Error('first'); });",
          "test('a caught skip', ({ skip }) => { try { skip(); } catch {} expect.soft(1).toBe(5); });",
          "test('is skipped', ({ skip }) => { expect(1).toBe(1); skip(); });",
          "test('a caught skip alone', ({ skip }) => { try { skip(); } catch {} });",
          "test('what was expected to fail', ({ skip }) => { expect(() => expect(1).toBe(2)).toThrow(); skip(); });",
          "test.fails('fails as it should', ({ skip }) => { expect.soft(1).toBe(2); skip(); });",
        ],
      },
      expected: [
        'failed: soft: expected 1 to be 2',
        'failed: caught',
        'failed: a hook before it > soft: [beforeEach] expected 1 to be 4',
        'skipped: a hook before it > nothing',
        'failed: a hook after it > throws: own',
        'skipped: a hook after it > passes',
        'failed: a hook that fails after it > skips: [afterEach] hook',
        'failed: a later attempt',
        'failed: a caught skip: expected 1 to be 5',
        'skipped: is skipped',
        'skipped: a caught skip alone',
        'skipped: what was expected to fail',
        'skipped: fails as it should',
      ],
    },
    {
      name: 'what failed counts for bail, whatever it says of itself',
      files: { '/a.test.js': [API, "test('a', ({ skip }) => { try { expect(1).toBe(2); } catch {} skip(); });", "test('b', () => {});"] },
      config: { bail: 1 },
      expected: ['failed: a', 'skipped: b'],
      seen: (events) => assert.equal(events.find(({ type }) => type === 'bailed').failed, 1),
    },
    {
      name: 'what nobody handled belongs to the test that ran',
      files: {
        '/a.test.js': [
          API,
          "test('t', () => { Promise.reject(new Error('left')) });",
          "test('u', () => {});",
          "test('v', async () => { setTimeout(() => { throw new Error('late') }, 1); await new Promise((resolve) => setTimeout(resolve, 20)) });",
        ],
      },
      expected: ['passed: t', 'passed: u', 'passed: v', 'failed: : left', 'failed: : late'],
      seen: (events) =>
        assert.deepEqual(
          events.filter(({ type }) => type === 'fileFault').map(({ fault }) => [fault.unhandled, fault.test]),
          [
            ['rejection', ['t']],
            ['exception', ['v']],
          ],
        ),
    },
    {
      name: 'a timeout says so and is one',
      files: {
        '/a.test.js': [API, "test('t', { timeout: 20 }, () => new Promise(() => {}));", "beforeEach(() => {}); test('u', () => {});"],
      },
      expected: ['failed: t: Test timed out in 20ms.', 'passed: u'],
      seen: (events) => assert.equal(events.find(({ type }) => type === 'testFault').fault.code, 'err:timeout'),
    },
    {
      name: 'what is thrown that is no error',
      files: {
        '/a.test.js': [
          API,
          "test('a', () => { throw 'text' }); test('b', () => { throw null }); test('c', () => { throw { x: 1 } }); test('d', () => { throw new Proxy({}, { get() { throw new Error('trap') } }) });",
          "test('e', () => { throw Object.assign(new Error('out', { cause: new TypeError('in') }), { status: 3 }) });",
        ],
      },
      expected: [
        'failed: a: text',
        'failed: b: null',
        'failed: c: { x: 1 }',
        'failed: d: a value that cannot be shown: trap',
        'failed: e: out',
      ],
      seen: (events) => {
        const { cause, properties } = events.findLast(({ type }) => type === 'testFault').fault;
        assert.deepEqual([cause.name, cause.message, properties], ['TypeError', 'in', '{ status: 3 }']);
      },
    },
    {
      name: 'a body that throws: nothing of the file runs',
      files: { '/a.test.js': [API, "describe('s', () => { throw new Error('body') }); test('t', () => {});"] },
      expected: ['failed: : body'],
    },
    {
      name: 'a body that throws after an await: nothing of the file runs',
      files: { '/a.test.js': [API, "describe('s', async () => { await null; throw new Error('body') }); test('t', () => {});"] },
      expected: ['failed: : body'],
    },
    {
      name: 'a suite that is no good is told, its siblings run',
      files: {
        '/a.test.js': [
          API,
          "describe('p', async () => { await null; test('in', () => {}) }); describe('e', () => {}); test('t', () => {});",
        ],
      },
      expected: ['passed: p > in', 'passed: t', 'failed: e: No test found in suite e'],
    },
    {
      name: 'what is declared while tests run is refused, whatever becomes of the error',
      files: {
        '/a.test.js': [
          API,
          "test('a', () => { try { test('b', () => {}) } catch {} }); test('c', () => { try { beforeEach(() => {}) } catch {} }); afterAll(() => { try { describe('d', () => {}) } catch {} });",
        ],
      },
      expected: [
        'failed: a: Test "b" is declared inside a test; declare it at the top level or in describe',
        'failed: c: beforeEach is called while tests run; call it at the top level or in describe',
        'failed: : Suite "d" is declared late, after the tests of the file were collected',
      ],
      seen: (events) => assert.ok(events.filter(({ fault }) => fault).every(({ fault }) => fault.code === 'err:structure')),
    },
    {
      name: 'a part of the harness that is read late finds built-ins as they were',
      files: {
        '/a.test.js': [
          API,
          'const shown = (key) => `{\n  "${key}": [\n    1,\n  ],\n}`;',
          'const { keys } = Object, { map } = Array.prototype, { get } = Map.prototype; const lie = () => { Object.keys = () => []; Array.prototype.map = () => []; Map.prototype.get = () => 0; }, tell = () => { Object.keys = keys; Array.prototype.map = map; Map.prototype.get = get; };',
          "test('t', () => { lie(); try { expect({ a: [1] }).toMatchInlineSnapshot(shown('a')); } finally { tell(); } expect({ b: [1] }).toMatchInlineSnapshot(shown('b')); });",
          "test('u', () => { lie(); try { expect({ c: [1] }).toEqual({ c: [2] }); } finally { tell(); } });",
        ],
      },
      expected: ['passed: t', 'failed: u: expected { c: [ 1 ] } to deeply equal { c: [ 2 ] }'],
    },
    {
      name: 'functions may have members that are named as those they inherit',
      files: {
        '/a.test.js': [
          API,
          `test('t', () => {
            function f() {} f.bind = () => 1; class A {} A.call = 2;
            expect([f.bind(), A.call, Object.keys(f)]).toEqual([1, 2, ['bind']]);
            expect(() => { 'use strict'; Function.prototype.call = f; }).toThrow(TypeError);
            expect(f.call.name).toBe('call');
          });`,
        ],
      },
      expected: ['passed: t'],
    },
    {
      name: 'a CommonJS file has the names that it has after it ran',
      files: {
        '/a.test.js': [
          API,
          `import * as all from './made.cjs';
          test('t', async () => expect([all.one(), Object.keys(all).includes('two'), (await import('./made.cjs')).two()]).toEqual(['one', true, 'two']));`,
        ],
        '/made.cjs': "const all = {}; for (const name of ['one', 'two']) all[name] = () => name; module.exports = all;",
      },
      expected: ['passed: t'],
    },
    {
      name: 'web streams and those of Node become each other',
      files: {
        '/a.test.js': [
          API,
          `import { Readable, Writable } from 'node:stream';
          const all = async (stream) => { let text = ''; for await (const chunk of stream) text += chunk; return text; };
          test('t', async () => {
            expect(await all(Readable.fromWeb(new Response('ab').body))).toBe('ab');
            const failing = new ReadableStream({ start(control) { control.enqueue('a'); control.error(new Error('no')); } });
            await expect(all(Readable.fromWeb(failing))).rejects.toThrow('no');
            const many = Readable.from((function* () { for (let i = 0; i < 3000; i++) yield Buffer.from('abc'); })());
            expect((await new Response(Readable.toWeb(many)).text()).length).toBe(9000);
            const got = [], into = Writable.fromWeb(new WritableStream({ write(chunk) { got.push(String(chunk)); } }));
            into.write('a'); await new Promise((done) => into.end('b', done));
            const writer = Writable.toWeb(new Writable({ write(chunk, _, done) { got.push(String(chunk)); done(); } })).getWriter();
            await writer.write(Buffer.from('c')); await writer.close();
            expect(got).toEqual(['a', 'b', 'c']);
          });`,
        ],
      },
      expected: ['passed: t'],
    },
    {
      name: 'snapshots of a project of Jest have its names',
      files: {
        '/a.test.js': [
          API,
          "describe('a', () => { test('b > c', () => { expect(1).toMatchSnapshot(); expect(2).toMatchSnapshot('hint'); }); });",
        ],
        '/__snapshots__/a.test.js.snap': '// Jest Snapshot v1\n\nexports[`a b > c 1`] = `1`;\n\nexports[`a b > c: hint 1`] = `3`;\n',
      },
      config: { writtenFor: 'jest' },
      expected: ['failed: a > b > c: Snapshot `a b > c: hint 1` mismatched'],
    },
    {
      name: 'bail',
      files: { '/a.test.js': [API, "test('a', () => { throw new Error('x') }); test('b', () => {}); test.skip('c', () => {});"] },
      config: { bail: 1 },
      expected: ['failed: a: x', 'skipped: b', 'skipped: c'],
      seen: (events) => assert.equal(events.find(({ type }) => type === 'bailed').failed, 1),
    },
    {
      name: 'a list of tests, and a pattern of names',
      files: { '/a.test.js': [API, "describe('s', () => { test('one', () => {}); test('two', () => {}) });"] },
      config: { testNamePattern: { source: 's two', flags: '' } },
      expected: ['skipped: s > one', 'passed: s > two'],
    },
    {
      name: 'a list of tests',
      files: { '/a.test.js': [API, "test('one', () => { throw new Error('ran') });"] },
      config: { list: true },
      expected: ['skipped: one'],
    },
    {
      name: 'a list of the tests that a pattern matches',
      files: {
        '/a.test.js': [
          API,
          "describe('s', () => { test('one', () => { throw new Error('ran') }); test('two', () => {}) }); test('s two too', () => {}); test.todo('s two later'); test.skip('one', () => {});",
        ],
      },
      config: { list: true, testNamePattern: { source: '^s two', flags: 'gy' } },
      expected: ['skipped: s > two', 'skipped: s two too', 'todo: s two later'],
    },
    {
      name: 'a list of what nothing matches',
      files: { '/a.test.js': [API, "describe('s', () => { test('one', () => {}); });"] },
      config: { list: true, testNamePattern: { source: 'none', flags: '' } },
      expected: [],
    },
    {
      name: '.only is told with its place',
      files: { '/a.test.js': [API, "test('one', () => {});", "test.only('two', () => {});"] },
      expected: ['skipped: one', 'passed: two'],
      seen: (events) => assert.match(events.find(({ type }) => type === 'collected').focused, /\/a\.test\.js:\d+:\d+/),
    },
    {
      name: 'a set-up file may replace `jest` and `vi`',
      files: {
        '/a.test.js': [
          API,
          "globalThis.jest = { a: 1 }; globalThis.vi = 2; it('t', () => { expect([jest.a, globalThis.vi]).toEqual([1, 2]); });",
        ],
      },
      expected: ['passed: t'],
    },
    {
      name: 'a project of Vitest has no global `jest`',
      config: { writtenFor: 'vitest' },
      files: { '/a.test.js': [API, "it('t', () => { expect([typeof jest, typeof globalThis.vi]).toEqual(['undefined', 'object']); });"] },
      expected: ['passed: t'],
    },
    {
      name: 'a project of Vitest has the globals of Node, and none of a page or a worker',
      config: { writtenFor: 'vitest' },
      files: {
        '/a.test.js': [
          API,
          "const there = (names) => names.split(' ').filter((name) => globalThis[name] !== undefined);",
          "it('t', () => { expect(there('self location XMLHttpRequest FileReader Worker WorkerGlobalScope OffscreenCanvas indexedDB EventSource')).toEqual([]); });",
          "it('u', () => { expect(there('process Buffer URL WebSocket TransformStream Blob structuredClone Temporal nothing')).toHaveLength(8); });",
        ],
      },
      expected: ['passed: t', 'passed: u'],
    },
    {
      name: 'without a runner there are those of a worker',
      config: {},
      files: {
        '/a.test.js': [
          API,
          "it('t', () => { expect([typeof self, typeof FileReader, typeof location]).toEqual(['object', 'function', 'object']); });",
        ],
      },
      expected: ['passed: t'],
    },
    {
      name: 'globals and @jest/globals are the same',
      files: {
        '/a.test.js': [
          "import { jest, expect as e } from '@jest/globals'; import { vi as v } from 'vitest';",
          "it('t', () => { expect(e).toBe(expect); expect(jest).toBe(v); });",
        ],
      },
      expected: ['passed: t'],
    },
  ],
  assertions: [
    {
      name: 'counts, soft, polled and awaited',
      files: {
        '/a.test.js': [
          API,
          "test('t', async () => { expect(1).toBe(1); expect([1]).to.be.an('array').that.includes(1); await expect(Promise.resolve(1)).resolves.toBe(1); });",
          "test('u', () => { expect.soft(1).toBe(2); expect.soft(1).toBe(3); });",
          "test('v', async () => { let n = 0; await expect.poll(() => ++n, { interval: 1 }).toBe(3); });",
          "test('w', () => { expect(() => { expect(1).toBe(2) }).toThrow(); });",
          "test('x', () => { expect.assertions(2); expect(1).toBe(1) });",
        ],
      },
      expected: [
        'passed: t',
        'failed: u: expected 1 to be 2 // Object.is equality',
        'passed: v',
        'passed: w',
        'failed: x: expected number of assertions to be 2, but got 1',
      ],
      seen: (events) =>
        assert.deepEqual(
          judged(events).map(({ asserted, swallowed, faults }) => [asserted, swallowed, faults.length]),
          [
            [4, 0, 0],
            [2, 0, 2],
            [1, 0, 0],
            [1, 0, 0],
            [1, 0, 1],
          ],
        ),
    },
    {
      name: 'a swallowed failure is told',
      files: {
        '/a.test.js': [
          API,
          "test('t', () => { try { expect(1).toBe(2) } catch {} });",
          "test('u', async () => { await expect((async () => { expect(1).toBe(2) })()).rejects.toThrow(); });",
          "test('v', async () => { let n = 0; await vi.waitFor(() => expect(++n).toBe(3), { interval: 1 }); });",
        ],
      },
      expected: ['passed: t', 'passed: u', 'passed: v'],
      seen: (events) =>
        assert.deepEqual(
          judged(events).map(({ swallowed }) => swallowed),
          [1, 0, 0],
        ),
    },
    {
      name: 'matchers of a test of its own',
      files: {
        '/a.test.js': [
          API,
          'expect.extend({ toBeOne: (value) => ({ pass: value === 1, message: () => `${value} is not one` }) });',
          "test('t', () => { expect(1).toBeOne(); expect({ a: 1 }).toEqual({ a: expect.toBeOne() }); expect(2).toBeOne(); });",
        ],
      },
      expected: ['failed: t: 2 is not one'],
    },
    {
      name: 'a difference',
      files: { '/a.test.js': [API, "test('t', () => { expect({ a: 1 }).toEqual({ a: 2 }) });"] },
      expected: ['failed: t: expected { a: 1 } to deeply equal { a: 2 }'],
      seen: (events) =>
        assert.equal(
          events.find(({ type }) => type === 'testFault').fault.diff,
          '- Expected\n+ Received\n\n  {\n-   "a": 2,\n+   "a": 1,\n  }',
        ),
    },
    {
      name: 'snapshots: those that are there, new ones, obsolete ones',
      files: {
        '/a.test.js': [
          API,
          "test('t', () => { expect({ a: 1 }).toMatchSnapshot(); expect(2).toMatchSnapshot(); expect(3).toMatchInlineSnapshot(); expect(4).toMatchInlineSnapshot('4'); });",
          "test('u', async () => { await expect('text').toMatchFileSnapshot('./t.txt'); await expect('new').toMatchFileSnapshot('./n.txt'); });",
        ],
        '/t.txt': 'text',
        '/__snapshots__/a.test.js.snap': 'exports[`t 1`] = `\n{\n  "a": 1,\n}\n`;\n\nexports[`gone 1`] = `1`;\n',
      },
      expected: ['passed: t', 'passed: u'],
      seen: (events) => {
        const { file, raw, inline, obsolete } = events.find(({ type }) => type === 'snapshot');
        assert.deepEqual(
          [file.keys, raw, inline.map((/** @type {any} */ { text }) => text), obsolete],
          [['t 2'], [{ path: '/n.txt', content: 'new' }], ['3'], ['gone 1']],
        );
        assert.match(inline[0].at, /\/a\.test\.js:\d+:\d+/);
      },
    },
    {
      name: 'a snapshot that is not there, in CI',
      files: { '/a.test.js': [API, "test('t', () => { expect(2).toMatchSnapshot() });"] },
      config: { update: 'none' },
      expected: ['failed: t: Snapshot `t 1` mismatched'],
    },
  ],
  surroundings: [
    {
      name: "fake timers, and the runner's own time",
      files: {
        '/a.test.js': [
          API,
          "test('t', () => { vi.useFakeTimers({ now: 0 }); let n = 0; setTimeout(() => n++, 1e6); setImmediate(() => n++); vi.advanceTimersByTime(1e6); expect([n, Date.now()]).toEqual([2, 1e6]); });",
          "test('u', () => { expect(vi.isFakeTimers()).toBe(true); vi.useRealTimers(); });",
        ],
      },
      expected: ['passed: t', 'passed: u'],
    },
    {
      name: 'modules of Node',
      files: {
        '/a.test.js': [
          API,
          "import fs from 'node:fs'; import path from 'path'; import { EventEmitter } from 'node:events'; import util from 'util'; import { createHash, randomUUID } from 'node:crypto'; import assert from 'node:assert'; import os from 'node:os'; import { Readable } from 'node:stream'; import { setTimeout as wait } from 'node:timers/promises'; import { fileURLToPath } from 'node:url';",
          "test('t', async () => { expect(fs.readFileSync('/d.txt', 'utf8')).toBe('data'); expect(fs.existsSync('/none')).toBe(false); expect(fs.readdirSync('/')).toContain('d.txt'); expect(path.join('/a', '../b')).toBe('/b'); let n = 0; new EventEmitter().on('x', () => n++).emit('x'); expect(n).toBe(1); expect(util.inspect({ a: [1] })).toBe('{ a: [ 1 ] }'); expect(util.format('%s-%d', 'a', 1)).toBe('a-1'); expect(createHash('sha256').update('x').digest('hex')).toBe('2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'); expect(randomUUID()).toMatch(/^[0-9a-f-]{36}$/); expect(() => assert.strictEqual(1, 2)).toThrow(); expect(os.EOL).toBe('\\n'); const parts = []; for await (const part of Readable.from(['a', 'b'])) parts.push(part); expect(parts).toEqual(['a', 'b']); await wait(1); expect(fileURLToPath('file:///a%20b')).toBe('/a b'); expect(Buffer.from('héllo').toString('base64')).toBe('aMOpbGxv'); expect(Buffer.from('aMOpbGxv', 'base64').toString()).toBe('héllo'); expect(process.version).toMatch(/^v20/); });",
          "test('u', async () => { const { spawn } = await import('node:child_process'); spawn('x'); });",
        ],
        '/d.txt': 'data',
      },
      expected: [
        'passed: t',
        "failed: u: child_process.spawn is not available in the sandbox: no process can be started; mock it with vi.mock('node:child_process', …)",
      ],
      seen: (events) => assert.match(events.findLast(({ type }) => type === 'testFault').fault.message, /…\)$/),
    },
    {
      name: 'web APIs, and a network that says what to do',
      files: {
        '/a.test.js': [
          API,
          "test('t', async () => { expect(await new Response('x').text()).toBe('x'); expect(new URL('a', 'http://b/').href).toBe('http://b/a'); expect(structuredClone(new Map([[1, 2]])).get(1)).toBe(2); globalThis.navigator = { userAgent: 'me' }; expect(navigator.userAgent).toBe('me'); expect(typeof WebAssembly.compile).toBe('function'); expect(typeof postMessage + typeof importScripts + typeof close).toBe('undefined'.repeat(3)); });",
          "test('u', () => fetch('http://x/'));",
          "test('v', () => { vi.stubGlobal('fetch', async () => 1); return expect(fetch('x')).resolves.toBe(1); });",
          "test('w', () => { new WebSocket('ws://x/') });",
        ],
      },
      expected: [
        'passed: t',
        'failed: u: fetch is not available in the sealed engine, which reaches no network: stub it',
        'passed: v',
        'failed: w: WebSocket is not available in the sealed engine',
      ],
    },
    {
      name: "crypto.subtle is the frame's",
      files: {
        '/a.test.js': [
          API,
          "test('t', async () => { const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('x')); expect(Buffer.from(hash).toString('hex').slice(0, 8)).toBe('2d711642'); const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt', 'decrypt']); expect(key).toBeInstanceOf(CryptoKey); const iv = new Uint8Array(12); const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array([1, 2])); expect([...new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed))]).toEqual([1, 2]); await expect(crypto.subtle.digest('none', new Uint8Array(1))).rejects.toThrow(); expect(crypto.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/); });",
        ],
      },
      expected: ['passed: t'],
    },
    {
      name: 'AsyncLocalStorage through calls and timers',
      files: {
        '/a.test.js': [
          API,
          "import { AsyncLocalStorage } from 'node:async_hooks'; const storage = new AsyncLocalStorage();",
          "test('t', async () => { const seen = await new Promise((resolve) => { const list = []; const see = (name) => () => { list.push([name, storage.getStore()]); if (list.length === 5) resolve(list); }; storage.run(1, () => { see('call')(); queueMicrotask(see('microtask')); process.nextTick(see('tick')); setImmediate(see('immediate')); setTimeout(see('timeout'), 30); }); }); expect(seen).toEqual(['call', 'microtask', 'tick', 'immediate', 'timeout'].map((name) => [name, 1])); expect(storage.getStore()).toBe(undefined); });",
        ],
      },
      expected: ['passed: t'],
    },
    {
      name: 'a request to see what it can do, and bytes as text',
      files: {
        '/a.test.js': [
          API,
          "test('t', () => { const request = new XMLHttpRequest(); expect('withCredentials' in request).toBe(true); request.open('GET', '/path'); request.setRequestHeader('a', 'b'); expect(request.readyState).toBe(1); expect(() => request.send()).toThrow('XMLHttpRequest is not available'); });",
          "test('u', () => { for (const text of ['', 'a', 'ab', 'abc', '??>>~~']) for (const form of ['base64', 'base64url', 'hex']) expect(Buffer.from(Buffer.from(text).toString(form), form).toString()).toBe(text); expect(Buffer.from('??>').toString('base64url')).toBe('Pz8-'); expect(Buffer.from('Pz8-Pz8=x', 'base64').toString()).toBe('??>??'); expect([...Buffer.from('0Afz1', 'hex')]).toEqual([10]); });",
        ],
      },
      expected: ['passed: t', 'passed: u'],
    },
    {
      name: 'process.env and import.meta.env',
      files: {
        '/a.test.js': [
          API,
          "test('t', () => { expect([process.env.A, import.meta.env.A, import.meta.env.DEV]).toEqual(['b', 'b', true]); vi.stubEnv('A', 'c'); expect(process.env.A).toBe('c'); vi.unstubAllEnvs(); expect(process.env.A).toBe('b'); process.env.N = 1; expect(process.env.N).toBe('1'); });",
        ],
      },
      more: { env: { A: 'b' } },
      expected: ['passed: t'],
    },
    {
      name: 'the console',
      files: {
        '/a.test.js': [
          API,
          "console.log('out', { a: [1, { b: 2 }] }, '%s');",
          "test('t', () => { console.error('%s is %d', 'x', 1); console.table([{ a: 1 }]); process.stdout.write('w\\n'); });",
        ],
      },
      expected: ['passed: t'],
      seen: (events) =>
        assert.deepEqual(
          events.filter(({ type }) => type === 'console').map(({ level, text, test }) => [level, text, test]),
          [
            ['log', 'out { a: [ 1, { b: 2 } ] } %s', null],
            ['error', 'x is 1', 0],
            ['log', '┌─────────┬───┐\n│ (index) │ a │\n├─────────┼───┤\n│ 0       │ 1 │\n└─────────┴───┘', 0],
            ['log', 'w', 0],
          ],
        ),
    },
    {
      name: 'places are those of the module',
      files: { '/a.test.js': ["import { test } from 'vitest';", '', "test('t', () => {", "  throw new Error('here');", '});'] },
      expected: ['failed: t: here'],
      seen: (events) =>
        assert.match(events.find(({ type }) => type === 'testFault').fault.stack, /^Error: here\n {4}at .*\/a\.test\.js:\d+:\d+\)?/),
    },
  ],
};

/** An entry in a line: the hook of a fault in brackets, of its message the first line. */
const line = (/** @type {any} */ { path, state, faults: [fault] }) =>
  `${state}: ${path.join(' > ')}${fault && state === 'failed' ? `: ${fault.hook ? `[${fault.hook}] ` : ''}${fault.message.split('\n')[0]}` : ''}`;

describe('the guest', () => {
  /** @type {Awaited<ReturnType<typeof rigged>>} */
  let rig;
  before(async () => {
    rig = await rigged();
  });
  after(() => rig?.close());

  for (const [group, cases] of Object.entries(CASES)) {
    describe(group, () => {
      for (const { name, files, expected, config, more, seen } of cases) {
        test(name, async () => {
          const { events, end } = await rig.run(files, { config, ...more });
          assert.equal(end, 'done');
          const lines = judged(events).map(line);
          assert.equal(lines.length, expected.length, lines.join('\n'));
          for (const [at, wanted] of expected.entries()) assert.equal(lines[at].slice(0, wanted.length), wanted, lines.join('\n'));
          assert.equal(events[0].type, 'ready');
          assert.ok(!events.some((/** @type {any} */ { type }) => type === 'out of order'));
          seen?.(events);
        });
      }
    });
  }

  test('a guest answers while its test waits, and says what ran before a loop without an end', async () => {
    const { events, end } = await rig.run(
      { '/a.test.js': ["test('t', () => {});", "test('u', () => { for (;;); });"] },
      { patience: 1500 },
    );
    assert.equal(end, 'timeout');
    assert.deepEqual(
      events.filter(({ type }) => type === 'started' || type === 'finished').map(({ type, test }) => [type, test]),
      [
        ['started', 0],
        ['finished', 0],
        ['started', 1],
      ],
    );
    const honest = await rig.run({ '/a.test.js': "test('t', () => {});" });
    assert.equal(honest.end, 'done');
  });
});
