/**
 * The same files under both engines, in a real browser: what a second witness must find as the first one did.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { launch } from './lib/browser.mjs';
import { withEngines } from './lib/engines.mjs';

/** `vitest`: keys of entries that are as Vitest has them, and otherwise in the default engine. @type {{ name: string, files: Record<string, string>, config?: object, vitest?: string[], seen: (result: any) => void }[]} */
const CASES = [
  {
    name: 'the order of a seed',
    files: {
      '/a.test.js': `const order = [];
const one = (name) => test(name, () => { order.push(name); });
for (const name of 'abcd') one(name);
describe('s', () => { for (const name of 'efgh') one(name); test.concurrent('i', () => { order.push('i'); }); test.concurrent('j', () => { order.push('j'); }); });
describe('as declared', { shuffle: false }, () => { for (const name of 'klm') one(name); });
describe('t', () => { for (const name of 'nopq') one(name); });
afterAll(() => console.log(order.join('')));
`,
    },
    config: { sequence: { shuffle: true, seed: 4_000_000_001 } },
    seen: (result) => {
      assert.equal(result.sequenceSeed, 4_000_000_001);
      const [{ text }] = result.console.entries;
      assert.match(text, /klm/);
      assert.notEqual(text, 'abcdefghijklmnopq');
    },
  },
  {
    name: 'the order of the seed of a request',
    files: {
      '/a.test.js':
        "const order = [];\nfor (const name of 'abcdefgh') test(name, () => { order.push(name); });\nafterAll(() => console.log(order.join('')));\n",
    },
    config: { sequence: { shuffle: true } },
    seen: (result) => assert.equal(result.sequenceSeed, 5),
  },
  {
    name: 'names of CommonJS files that their texts do not show',
    files: {
      '/a.test.js': `import { add, absent } from './bundle.cjs';
import own, * as all from './bundle.cjs';
export { twice as again } from './bundle.cjs';
test('has them', async () => {
  expect([add(1, 2), absent, own.add === add, all.add === add]).toEqual([3, undefined, true, true]);
  expect((await import('./again.mjs')).again(2)).toBe(4);
});
`,
      '/again.mjs': "export { twice as again } from './bundle.cjs';\n",
      '/bundle.cjs':
        '(() => { const t = { add: (a, b) => a + b, twice: (a) => 2 * a }, u = exports; for (const d in t) u[d] = t[d]; })();\n',
    },
    seen: ({ output }) =>
      assert.deepEqual(
        output.map((/** @type {any} */ { state }) => state),
        ['passed'],
      ),
  },
  {
    name: 'a promise that settles the other way is an assertion',
    // Its error is of the place of `resolves`, and one of `rejects` has a diff.
    vitest: ['failedAt', 'diff'],
    files: {
      '/a.test.js': `test('resolves', async () => { await expect(Promise.reject(new Error('no'))).resolves.toBe(1); });
test('rejects', async () => { await expect(Promise.resolve(1)).rejects.toThrow(); });
test('swallowed', async () => { try { await expect(Promise.resolve(1)).rejects.toThrow(); } catch {} });
test('forgiven', async () => { await expect((async () => { await expect(Promise.resolve(1)).rejects.toThrow(); })()).rejects.toThrow(); });
test('soft', async () => { await expect.soft(Promise.resolve(1)).rejects.toThrow(); });
test('none', async () => { await expect(1).resolves.toBe(1); });
test('its matcher fails', async () => { await expect(Promise.resolve(1)).resolves.toBe(2); });
`,
    },
    seen: ({ output }) =>
      assert.deepEqual(
        output.map((/** @type {any} */ { assertions }) => assertions),
        [1, 1, 1, 2, 1, 0, 1],
      ),
  },
  {
    name: 'under strict assertions',
    files: { '/a.test.js': "test('swallowed', async () => { try { await expect(Promise.resolve(1)).rejects.toThrow(); } catch {} });\n" },
    config: { expect: { strictAssertions: true } },
    vitest: ['failedAt', 'diff'],
    seen: ({ success }) => assert.equal(success, false),
  },
  {
    name: 'a failure is not taken back by a skip',
    files: {
      '/a.test.js': `let n = 0;
test('soft', ({ skip }) => { expect.soft(1).toBe(2); skip(); });
test('caught', ({ skip }) => { try { expect(1).toBe(3); } catch { skip(); } });
describe('before', () => { beforeEach(({ skip, task }) => { if (task.name === 'soft') expect.soft(1).toBe(4); skip(); }); test('soft', () => {}); test('nothing', () => {}); });
describe('after', () => { afterEach(({ skip }) => { skip(); }); test('throws', () => { throw new Error('own'); }); test('passes', () => {}); });
test('a later attempt', { retry: 1 }, ({ skip }) => { if (++n > 1) skip(); throw new Error('first'); });
test('a caught skip', ({ skip }) => { try { skip(); } catch {} });
test('repeats', { repeats: 2 }, ({ skip }) => { if (++n > 3) throw new Error('again'); skip(); });
test.fails('fails as it should', ({ skip }) => { expect.soft(1).toBe(2); skip(); });
`,
    },
    seen: ({ output }) =>
      assert.deepEqual(
        output.map((/** @type {any} */ { state }) => state),
        ['failed', 'failed', 'failed', 'skipped', 'failed', 'skipped', 'failed', 'skipped', 'skipped', 'skipped'],
      ),
  },
  {
    name: 'a setup file that is not there',
    files: { '/a.test.js': "test('t', () => {});\n" },
    config: { setupFiles: ['./gone.js'] },
    seen: ({ code, error }) =>
      assert.deepEqual([code, error], ['err:not_found', "setupFiles: cannot find './gone.js': no such file (/a.test.js)"]),
  },
  {
    name: 'a require whose name is put together',
    files: {
      '/a.test.js': `import { load, has } from './lib/load.cjs';
import { createRequire } from 'node:module';
const own = createRequire(import.meta.url);
test('a file', () => { expect(load('one')).toBe(1); expect(load('two')).toBe(2); });
test('JSON, a folder, a package', () => { expect(load('data.json')).toEqual({ a: 1 }); expect(load('folder')).toBe('index'); expect(load('', 'pack' + 'age')).toBe('package'); });
test('what is not there', () => { expect(has('three')).toBe('MODULE_NOT_FOUND'); });
test('what is broken', () => { expect(() => load('broken')).toThrow(SyntaxError); });
test('createRequire', () => { const name = 'one'; expect(own('./lib/' + name + '.cjs')).toBe(1); expect(own.resolve('./lib/' + name + '.cjs')).toBe('/lib/one.cjs'); });
`,
      '/lib/load.cjs':
        "exports.load = (name, path = './' + name) => require(path);\nexports.has = (name) => { try { return require('./' + name); } catch (error) { return error.code; } };\n",
      '/lib/one.cjs': 'module.exports = 1;\n',
      '/lib/one.js': 'module.exports = 1;\n',
      '/lib/two.js': "module.exports = require('./one') + 1;\n",
      '/lib/package.json': '{ "type": "commonjs" }',
      '/lib/data.json': '{ "a": 1 }',
      '/lib/broken.js': 'const = 1;\n',
      '/lib/folder/index.js': "module.exports = 'index';\n",
      '/node_modules/package/index.js': "module.exports = 'package';\n",
    },
    seen: ({ success, output }) => assert.equal(success, true, JSON.stringify(output)),
  },
  {
    name: 'more lines than are kept',
    files: { '/a.test.js': "test('t', () => { for (let n = 0; n < 20_000; n += 1) console.log('line', n, { é: [n] }); });\n" },
    seen: ({ console, success }) => assert.deepEqual([success, console.total, console.truncated], [true, 20_000, true]),
  },
];

/** What both must say alike. */
const told = (/** @type {any} */ { success, code, error, sequenceSeed, console, output }, /** @type {string[]} */ without) => ({
  success,
  code,
  error,
  sequenceSeed,
  console,
  output: output?.map((/** @type {any} */ { file, path, state, line, column, error, assertions, failedAt, diff, code }) =>
    Object.fromEntries(
      Object.entries({ file, path, state, line, column, error, assertions, failedAt, diff, code }).filter(
        ([key]) => !without.includes(key),
      ),
    ),
  ),
});

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

describe('both engines say the same', () => {
  for (const { name, files, config = {}, vitest = [], seen } of CASES) {
    test(name, async () => {
      const options = JSON.stringify({ seed: 5, config: { test: config } });
      const [theirs, ours] = await withEngines(
        browser,
        files,
        `return [await run('test:/a.test.js', ${options}), await run('test:/a.test.js', { ...${options}, engine: 'boa' })];`,
      );
      assert.deepEqual(told(theirs, vitest), told(ours, vitest), JSON.stringify(theirs).slice(0, 3000));
      seen(theirs);
    });
  }
});

test('an answer says what its worker holds', async () => {
  const files = { '/a.test.js': "test('t', () => expect(1).toBe(1));\n" };
  const { result, stats } = await withEngines(
    browser,
    files,
    "const result = await run('test:/a.test.js'); return { result, stats: vm.getStats() };",
  );
  assert.equal(result.success, true);
  assert.ok(stats.slots[0].heapBytes > 0, JSON.stringify(stats));
});
