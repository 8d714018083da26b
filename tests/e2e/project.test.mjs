/**
 * `verifyProject` in a page: the configuration of a project's own tools, as the terminal reads it.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { launch } from './lib/browser.mjs';
import { onPage } from './lib/on-page.mjs';

const VITEST = `import { defineConfig } from 'vitest/config';
import path from 'node:path';
enum Retries { None, One }
export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, 'src') } },
  define: { VERSION: JSON.stringify('1.2') },
  test: { include: ['spec/**/*.ts'], setupFiles: ['./setup.ts'], env: { WHO: 'page' }, retry: Retries.One },
});
`;
const PROJECT = {
  '/package.json': '{ "devDependencies": { "vitest": "^4" } }',
  '/vitest.config.ts': VITEST,
  '/eslint.config.js':
    "import js from '@eslint/js';\nimport globals from 'globals';\nexport default [{ ignores: ['*.config.*', 'spec/**', 'setup.ts'] }, js.configs.recommended, { files: ['src/**'], languageOptions: { globals: globals.browser }, rules: { eqeqeq: 'error' } }];\n",
  '/tsconfig.json': '{ "include": ["src"], "compilerOptions": { "strict": true } }',
  '/setup.ts': 'globalThis.isSetUp = true;\n',
  '/src/sum.ts': 'export const sum = (a: number, b: number): number => a + b;\n',
  '/spec/sum.ts': `import { sum } from '@/sum';
test('uses the configuration', () => {
  expect(sum(1, 2)).toBe(3);
  expect([isSetUp, VERSION, process.env.WHO]).toEqual([true, '1.2', 'page']);
});
`,
};

/** What the seal of the browser's engine writes to the console when it proves itself. */
const SEAL = /Content Security Policy/;

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** What came of a project. @param {object} files @param {string} [options] As they stand in a script. @param {string} [before] */
const verified = (files, options = '', before = '') =>
  onPage({ browser }, `${before}; return vm.verifyProject({ ${options} });`, { files, options: 'workers: 2', expected: SEAL });

/** A result on one line. @param {any} of */
const line = ({ label, result }) => `${label} ${result.success} ${(result.output ?? []).length} ${result.error ?? ''}`.trim();

describe('a project in a page', () => {
  test('has its tests, lint and type checks done as its tools are configured', async () => {
    const { success, plan, results, error } = await verified(PROJECT);
    assert.deepEqual(results.map(line), ['test:. true 1', 'lint:. true 0', 'type-check:. true 0'], JSON.stringify(results));
    assert.deepEqual([success, error], [true, null]);
    assert.deepEqual(plan.configurations, ['vitest.config.ts', 'eslint.config.js', 'tsconfig.json']);
  });

  test('fails where one of them fails', async () => {
    const files = { ...PROJECT, '/src/wrong.ts': "export const wrong: number = 'a';\nexport const same = 1 == 2;\n" };
    const { success, results } = await verified(files);
    assert.equal(success, false);
    const found = results.flatMap((/** @type {any} */ { result }) =>
      (result.output ?? []).map((/** @type {any} */ one) => one.rule).filter(Boolean),
    );
    assert.deepEqual(found, ['eqeqeq', 'TS2322', 'TS2367']);
  });

  test('runs in the sealed engine with the same configuration', async () => {
    const { success, results } = await verified(PROJECT, "engine: 'browser', verbs: ['test']");
    assert.deepEqual(results.map(line), ['test:. true 1'], JSON.stringify(results));
    assert.equal(success, true);
  });

  test('may be given with the call, as files or as a change', async () => {
    const files = JSON.stringify(PROJECT);
    const whole = await verified({ '/other.js': '' }, `vfsSnapshot: ${files}, verbs: ['test']`);
    assert.deepEqual(whole.results.map(line), ['test:. true 1']);
    const change =
      "vfsSnapshot: { entries: { '/spec/other.ts': \"test('b', () => { expect(VERSION).toBe('1.2'); });\" }, removed: [] }, verbs: ['test']";
    assert.deepEqual((await verified(PROJECT, change)).results.map(line), ['test:. true 2']);
  });

  test('that has several projects runs each as it is configured', async () => {
    const { results } = await verified({
      '/vitest.config.js': "export default { test: { projects: ['packages/*'] } };",
      '/packages/a/package.json': '{}',
      '/packages/a/a.test.js': "test('a', () => { expect(process.env.WHO).toBeUndefined(); });",
      '/packages/b/package.json': '{}',
      '/packages/b/vitest.config.js': "export default { test: { name: 'bees', env: { WHO: 'b' } } };",
      '/packages/b/b.test.js': "test('b', () => { expect(process.env.WHO).toBe('b'); });",
    });
    assert.deepEqual(results.map(line), ['test:[a] . true 1', 'test:[bees] . true 1']);
  });

  test('that cannot be read says why, and the next call is answered', async () => {
    const body = `const bad = await vm.verifyProject({ vfsSnapshot: { '/vitest.config.js': 'for (;;);' } });
      const none = await vm.verifyProject({ folder: '/none' });
      const empty = await vm.verifyProject({ vfsSnapshot: { '/a.js': '' } });
      const good = await vm.verifyProject({ verbs: ['test'] });
      return [bad, none, empty, good];`;
    const [bad, none, empty, good] = await onPage({ browser }, body, { files: PROJECT, options: 'workers: 1, spare: false' });
    assert.deepEqual([bad.success, bad.code, bad.plan], [false, 'err:protocol', null]);
    assert.equal(bad.error, 'vitest.config.js: the configuration does not end: it runs for too long');
    assert.deepEqual([none.success, none.code, none.error], [false, 'err:not_found', 'The snapshot has no folder /none/']);
    assert.deepEqual([empty.success, empty.code], [false, 'err:no_tests']);
    assert.equal(good.success, true);
  });

  test('does not reach the page from its configuration', async () => {
    const names = ['document', 'postMessage', 'indexedDB', 'Worker'];
    const reach = `export default { test: { env: { WHAT: ${JSON.stringify(names)}.filter((name) => name in globalThis).join() } } };`;
    const { plan } = await verified({ '/vitest.config.js': reach, '/a.test.js': "test('a', () => { expect(1).toBe(1); });" });
    assert.equal(plan.commands[0].config.test.env.WHAT, '');
  });

  test('is judged by a gate as it is configured, before the change', async () => {
    const body = `const files = new Map(Object.entries(${JSON.stringify({ ...PROJECT, '/vitest.config.ts': VITEST.replace(/.*define:.*\n/, '') })}));
      files.set('/spec/sum.ts', "import { sum } from '@/sum'; test('adds', () => { expect([sum(1, 2), isSetUp, process.env.WHO]).toEqual([3, true, 'page']); });");
      const adapter = {
        list: () => [...files.keys()], read: (path) => files.get(path),
        write: (path, text) => { files.set(path, text); }, remove: (path) => { files.delete(path); },
      };
      const apply = (change, more) => vm.applyBundle(JSON.stringify(change), { adapter, verifyCommand: 'test:/spec/*.ts', project: '/', ...more });
      const shown = ({ state, message }) => state + ': ' + message;
      return [
        await apply({ '/src/sum.ts': 'export const sum = (a: number, b: number): number => b + a;' }),
        await apply({ '/src/sum.ts': 'export const sum = (a: number, b: number): number => b - a;' }),
        await apply({ '/src/sum.ts': 'export const sum = (a: number, b: number): number => a + b;' }, { project: undefined }),
        await apply({ '/vitest.config.ts': 'export default {};' }),
      ].map(shown);`;
    const [good, bad, unread, config] = await onPage({ browser }, body, { files: {}, options: 'workers: 1, spare: false' });
    assert.match(good, /^applied: /);
    assert.match(bad, /^refused: Verification failed/);
    assert.match(unread, /^refused: Verification failed/);
    assert.match(config, /^refused: [/]vitest[.]config[.]ts is protected/);
  });
});
