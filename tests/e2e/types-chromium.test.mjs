/**
 * The full layer of `type-check:` in a terminal without Node: a real browser runs the checker, and says what Node would.
 */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { startCli, writeFiles } from './lib/cli.mjs';

const CHECKER = fileURLToPath(new URL('../../dist/checker/', import.meta.url));
const NO_NODE = /^there is no Node in PATH/;

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
  'src/price.ts': 'export const price = (count: number): number => count * 3;\n',
  'src/cart.ts':
    "import { prise } from './price';\nimport { price } from './price';\nexport const label = (count: string) => price(count);\n" +
    'export const all: { a: { b: number } } = { a: { b: "c" } };\n',
  'src/other.js': '// @ts-check\n/** @type {number} */\nexport const n = "a";\nmissing();\n',
  'src/price.test-d.ts':
    "import { assertType, expectTypeOf, test } from 'vitest';\nimport { price } from './price';\n" +
    "test('number', () => expectTypeOf(price).returns.toBeNumber());\ntest('text', () => {\n  assertType<string>(price(1));\n});\n",
};

/** @type {string} */
let root;
/** A folder with each program of PATH but Node. @type {string} */
let path;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'verdict-types-chromium-'));
  await writeFiles(join(root, 'project'), FILES);
  path = join(root, 'programs');
  await mkdir(path);
  for (const folder of String(process.env.PATH).split(':')) {
    const names = await readdir(folder).catch(() => []);
    const others = names.filter((name) => !/^node/.test(name));
    await Promise.all(others.map((name) => symlink(join(folder, name), join(path, name)).catch(() => {})));
  }
});
after(() => rm(root, { recursive: true, force: true }));

/**
 * The result of a command, without what differs from run to run.
 * @param {string} command
 * @param {Record<string, string | undefined>} [env]
 * @param {object} [config]
 */
async function verify(command, env = {}, config = {}) {
  const file = join(root, 'config.json');
  await writeFile(file, JSON.stringify(config));
  const args = ['verify', '--root', join(root, 'project'), '--config', file, '--json', '--timeout', '120000', command];
  const { code, told, err } = await startCli(args, { VERDICT_CHECKER: CHECKER, ...env }).ended;
  assert.ok(told, err);
  const { timing, types, ...result } = told.results[0];
  return { code, types, result };
}

describe('without Node', () => {
  for (const [command, config] of /** @type {[string, object][]} */ ([
    ['type-check:src/*', {}],
    ['type-check:src/price.ts', { types: { level: 'full' } }],
    ['test:src/*.test-d.ts', { test: { typecheck: { enabled: true, ignoreSourceErrors: true } } }],
  ])) {
    test(`a browser says what Node says: ${command}`, async () => {
      const node = await verify(command, {}, config);
      const chromium = await verify(command, { PATH: path }, config);
      assert.match(node.types.runtime, /^node v/);
      assert.match(chromium.types.runtime, /^chromium \d+\./);
      assert.deepEqual([chromium.types.layer, chromium.types.checker], ['full', node.types.checker]);
      assert.deepEqual([chromium.result, chromium.code], [node.result, node.code]);
      assert.ok(node.result.output.length > 0 || node.result.success, 'there is something to compare');
    });
  }

  test('without a browser too, the fast layer answers, unless types are demanded', async () => {
    const nothing = { PATH: '/nowhere', CHROMEDRIVER: undefined };
    const fast = await verify('type-check:src/price.ts', nothing);
    assert.deepEqual([fast.code, fast.types.layer], [0, 'fast']);
    assert.match(fast.types.unchecked, NO_NODE);
    assert.match(fast.types.unchecked, /no chromedriver in PATH/);
    const demanded = await verify('type-check:src/price.ts', nothing, { types: { level: 'full' } });
    assert.deepEqual([demanded.code, demanded.result.code], [2, 'err:startup']);
    assert.match(demanded.types.unchecked, NO_NODE);
  });

  test('a browser that does not start is none', async () => {
    const broken = { PATH: path, CHROMIUM: '/bin/false' };
    const fast = await verify('type-check:src/price.ts', broken);
    assert.deepEqual([fast.code, fast.types.layer], [0, 'fast']);
    assert.match(fast.types.unchecked, NO_NODE);
    assert.deepEqual(fast.result.warnings, [`Types were not checked: ${fast.types.unchecked}`]);
    const demanded = await verify('type-check:src/price.ts', broken, { types: { level: 'full' } });
    assert.deepEqual([demanded.code, demanded.result.code], [2, 'err:startup']);
    const tests = await verify('test:src/*.test-d.ts', broken, { test: { typecheck: true } });
    assert.deepEqual([tests.code, tests.result.code], [2, 'err:startup']);
  });

  test('a checker that is not as it was built does not start', async () => {
    const folder = join(root, 'corrupt');
    await writeFiles(folder, { 'worker.js': "postMessage({ type: 'BROKEN', message: 'types.json is not as it was built' });" });
    const corrupt = await verify('type-check:src/price.ts', { PATH: path, VERDICT_CHECKER: folder });
    assert.deepEqual([corrupt.code, corrupt.result.code], [2, 'err:startup']);
    assert.match(corrupt.types.unchecked, /types\.json is not as it was built/);
    await writeFiles(folder, { 'worker.js': 'this is no script' });
    const unreadable = await verify('type-check:src/price.ts', { PATH: path, VERDICT_CHECKER: folder });
    assert.deepEqual([unreadable.code, unreadable.result.code], [2, 'err:startup']);
  });
});
