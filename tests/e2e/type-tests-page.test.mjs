/**
 * Tests of types in a page: the checker's worker judges them, whatever engine runs the other files, and says what a terminal says.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { SELF_CHECK, launch } from './lib/browser.mjs';
import { startCli, writeFiles } from './lib/cli.mjs';
import { onPage } from './lib/on-page.mjs';

const CHECKER = fileURLToPath(new URL('../../dist/checker/', import.meta.url));

const TESTS = `import { assertType, describe, expectTypeOf, test } from 'vitest';
import { price } from './price';
describe('price', () => {
  test('is a number', () => expectTypeOf(price).returns.toBeNumber());
  test('is no text', () => {
    assertType<string>(price(1));
  });
  test('takes a number', () => {
    // @ts-expect-error
    price('a');
  });
  test('takes texts', () => {
    // @ts-expect-error
    price(1);
  });
  test.skip('later', () => assertType<string>(1));
});
`;
/** @type {Record<string, string>} */
const FILES = {
  '/tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
  '/src/price.ts': 'export const price = (count: number): number => count * 3;\n',
  '/src/price.test-d.ts': TESTS,
  '/src/b.test.ts':
    "import { expect, test } from 'vitest';\nimport { price } from './price';\ntest('runs', () => expect(price(1)).toBe(3));\n",
  '/src/c.test.ts': "import { expect, test } from 'vitest';\ntest('fails', () => expect(1).toBe(2));\n",
  '/src/d.test.ts': "import { test } from 'vitest';\ntest('d', () => {});\n",
  '/src/e.test.ts': "import { test } from 'vitest';\ntest('e', () => {});\n",
  '/src/other.ts': 'export const n: number = "a";\n',
};
/** A test of types that takes a compiler minutes. */
const SLOW = `type Wide<N extends number, T extends unknown[] = []> = T['length'] extends N ? T : Wide<N, [...T, T['length']]>;
type Pairs<A extends unknown[]> = { [K in keyof A]: { [L in keyof A]: [A[K], A[L]] } };
type All = Pairs<Wide<900>>;
const all: All = null!;
test('slow', () => { const same: { [K in keyof All]: All[K] } & Pairs<Wide<901>> = all; });
`;
const TYPED = { test: { typecheck: { enabled: true, ignoreSourceErrors: true } } };
/** What does not depend on when or where a request ran. */
const STABLE = ['output', 'outputSha256', 'error', 'code', 'success', 'counts', 'warnings', 'snapshotRoot', 'console', 'shard', 'listed'];

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** @param {string} body @param {object} [how] @returns {Promise<any>} */
const page = (body, how = {}) =>
  onPage({ browser }, body, { files: FILES, request: { timeout: 120_000, config: TYPED }, expected: SELF_CHECK, ...how });

/** The result of a terminal. @param {string} command @param {object} config */
async function terminal(command, config, files = FILES) {
  const root = await mkdtemp(join(tmpdir(), 'verdict-type-tests-'));
  try {
    await writeFiles(join(root, 'files'), Object.fromEntries(Object.entries(files).map(([path, text]) => [path.slice(1), text])));
    await writeFiles(root, { 'config.json': JSON.stringify(config) });
    const args = ['verify', '--root', join(root, 'files'), '--config', join(root, 'config.json'), '--json', '--timeout', '120000', command];
    const { told, err } = await startCli(args, { VERDICT_CHECKER: CHECKER }).ended;
    assert.ok(told, err);
    return told.results[0];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const states = (/** @type {any} */ { output }) =>
  output.map(({ file, test: name, state }) => `${file.replace('/src/', '')} ${name ?? ''} ${state}`).sort();

const EXPECTED = [
  'b.test.ts runs passed',
  'c.test.ts fails failed',
  'd.test.ts d passed',
  'e.test.ts e passed',
  'price.test-d.ts is a number passed',
  'price.test-d.ts is no text failed',
  'price.test-d.ts later skipped',
  'price.test-d.ts takes a number passed',
  'price.test-d.ts takes texts failed',
];

describe('tests of types in a page', () => {
  for (const [name, command, test_] of /** @type {[string, string, object][]} */ ([
    ['beside others', 'test:src/*.test*', {}],
    ['alone', 'test:src/*.test-d.ts', {}],
    ['only they', 'test:src/*.test*', { typecheck: { enabled: true, only: true, ignoreSourceErrors: true } }],
    ['with errors in sources', 'test:src/*.test*', { typecheck: true }],
    ['a shard', 'test:src/*.test*', { shard: '2/2' }],
    ['by name', 'test:src/*.test*', { testNamePattern: 'number|runs' }],
    ['the fast layer alone', 'test:src/*.test-d.ts', { types: 'fast' }],
    ['no such file', 'test:src/none.test-d.ts', {}],
  ])) {
    test(`${name}: a page says what a terminal says`, async () => {
      const { types, ...rest } = /** @type {any} */ (test_);
      const config = { test: { ...TYPED.test, ...rest }, ...(types && { types: { level: types } }) };
      const expected = await terminal(command, config);
      for (const options of ['workers: 1, spare: false', 'workers: 3']) {
        const found = await page(`return await run(${JSON.stringify(command)}, { config: ${JSON.stringify(config)} });`, {
          options,
        });
        for (const key of STABLE) assert.deepEqual(found[key], expected[key], `${key}: ${JSON.stringify(found)}`);
        assert.deepEqual(
          [found.types?.layer, found.types?.checker, found.types?.unchecked],
          [expected.types?.layer, expected.types?.checker, expected.types?.unchecked],
        );
      }
    });
  }

  test('the configuration of the snapshot enables them too', async () => {
    const files = { ...FILES, '/verdict.config.json': JSON.stringify(TYPED) };
    const found = await page(`return await vm.runVerification('test:src/*.test*', { timeout: 120000 });`, { files });
    assert.deepEqual(states(found), EXPECTED);
    // Where they are not enabled, each file runs.
    const ran = await page(`return await vm.runVerification('test:src/*.test-d.ts', { timeout: 120000 });`);
    assert.deepEqual([ran.success, ran.types], [true, undefined], JSON.stringify(ran));
  });

  for (const engine of ['browser', 'both', 'auto']) {
    test(`engine: '${engine}' runs the others`, async () => {
      const dom = "// @vitest-environment happy-dom\ntest('d', () => { document.title = 'a'; });\n";
      const files = { ...FILES, ...(engine === 'auto' && { '/src/d.test.ts': dom }) };
      const { found, stats } = await page(
        `const found = await run('test:src/*.test*', { engine: '${engine}', confirm: { required: 'all' } }); return { found, stats: vm.getStats() };`,
        { files },
      );
      assert.deepEqual(states(found), EXPECTED, JSON.stringify(found));
      assert.deepEqual([found.types.layer, found.success, found.error], ['full', false, '3 test(s) failed']);
      assert.deepEqual([stats.active, stats.completed, stats.failed], [0, 1, 1]);
      if (engine === 'auto') assert.deepEqual(found.engines?.map(({ file }) => file) ?? [], ['/src/d.test.ts']);
    });
  }

  test('a request is one: in what is counted, in the history and in events', async () => {
    const { events, history, stats } = await page(
      `const events = [];
      for (const type of ['verification-start', 'verification-complete']) vm.addEventListener(type, () => events.push(type));
      await run('test:src/*.test-d.ts', { sessionId: 'a' });
      await run('test:src/*.test*', { sessionId: 'b' });
      await run('test:src/price.test-d.ts', { vfsSnapshot: { '/src/price.test-d.ts': "import { test } from 'vitest'; test('a', () => {});" } });
      return { events, history: vm.getHistory(), stats: vm.getStats() };`,
    );
    assert.deepEqual(events, Array(3).fill(['verification-start', 'verification-complete']).flat());
    assert.deepEqual(history.map(({ command, success }) => `${command} ${success}`).reverse(), [
      'test:src/*.test-d.ts false',
      'test:src/*.test* false',
      'test:src/price.test-d.ts true',
    ]);
    assert.deepEqual([stats.active, stats.passed, stats.failed, stats.cancelled], [0, 1, 2, 0]);
  });

  test('a page without the checker passes none of them', async () => {
    const found = await page(`return await run('test:src/*.test*');`, { options: 'workers: 1, spare: false, checker: false' });
    assert.deepEqual([found.success, found.code], [false, 'err:unavailable']);
    assert.ok(states(found).includes('b.test.ts runs passed'));
    assert.ok(!states(found).some((state) => /price.* passed/.test(state)));
  });

  test('when the time is over, what ran is known, and the next request is answered', async () => {
    const { late, next, stats } = await page(
      `await vm.prewarm();
      const late = await run('test:src/*', { timeout: 3000 });
      const next = await run('test:src/a.test.ts');
      return { late, next: next.success, stats: vm.getStats() };`,
      { files: { '/src/a.test.ts': "test('a', () => {});", '/src/slow.test-d.ts': SLOW } },
    );
    assert.equal(late.code, 'err:timeout', JSON.stringify(late));
    assert.ok(states(late.result).includes('a.test.ts a passed'), JSON.stringify(late));
    assert.equal(late.result.types.code, 'err:timeout');
    assert.deepEqual([next, stats.active, stats.passed, stats.failed], [true, 0, 1, 1]);
  });

  test('cancelling, and the end of the manager, settle it', async () => {
    for (const end of ['abort.abort()', 'vm.dispose()', 'vm.reset()']) {
      const { found, active } = await page(
        `await vm.prewarm();
        const abort = new AbortController();
        const asked = run('test:src/*', { signal: abort.signal });
        await new Promise((go) => setTimeout(go, 1500));
        void ${end};
        return { found: await asked, active: vm.getStats().active };`,
        { files: { '/src/a.test.ts': "test('a', () => {});", '/src/slow.test-d.ts': SLOW } },
      );
      assert.deepEqual([found.code, active], ['err:cancelled', 0], `${end}: ${JSON.stringify(found)}`);
    }
  });
});
