/**
 * The full layer of `type-check:` in the terminal, by the built package: what TypeScript says decides a gate.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { readFiles, startCli, writeFiles } from './lib/cli.mjs';

const CHECKER = fileURLToPath(new URL('../../dist/checker/', import.meta.url));

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
  'src/price.ts': 'export const price = (count: number): number => count * 3;\n',
  'src/cart.ts': "import { price } from './price';\nexport const label = (count: number): string => price(count).toFixed(2);\n",
  'src/old.ts': "export const broken: number = 'old';\n",
  'src/price.test.ts':
    "import { expect, test } from 'vitest';\nimport { price } from './price';\ntest('price', () => expect(Number(price(2))).toBe(6));\n",
};

/** @type {string} */
let root;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'verdict-types-'));
  await writeFiles(root, FILES);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Applies a change. @param {Record<string, string>} change @param {string} [checker] */
async function apply(change, checker = CHECKER) {
  const folder = await mkdtemp(join(tmpdir(), 'verdict-types-bundle-'));
  await writeFiles(folder, { 'bundle.json': JSON.stringify(change) });
  const args = ['apply', join(folder, 'bundle.json'), '--root', root, '--json', '--timeout', '120000', '--verify', 'test:src/*.test.ts'];
  return startCli(args, { VERDICT_CHECKER: checker }).ended.finally(() => rm(folder, { recursive: true, force: true }));
}

describe('verdict apply', () => {
  test('refuses a change that breaks the types of a file that it does not touch', async () => {
    const change = { '/src/price.ts': 'export const price = (count: number): string => String(count * 3);\n' };
    const { code, told } = await apply(change);
    assert.equal(code, 1, JSON.stringify(told));
    assert.deepEqual(
      told.errors.map(({ file, code: rule }) => [file, rule]),
      [['/src/cart.ts', 'TS2551']],
      JSON.stringify(told.errors),
    );
    assert.equal((await readFiles(root))['src/price.ts'], FILES['src/price.ts']);
    // Nothing else stands in its way.
    const fast = await apply(change, 'off');
    assert.equal(fast.code, 0, fast.err + JSON.stringify(fast.told));
  });

  test('applies a change that leaves old errors as they were', async () => {
    const { code, told, err } = await apply({
      '/src/old.ts': "// The line has moved.\n\nexport const broken: number = 'old';\n",
      '/src/price.ts': 'export const price = (count: number): number => 3 * count;\n',
    });
    assert.equal(code, 0, err + JSON.stringify(told));
    assert.match(JSON.stringify(told.phases), /1 known from before/);
  });
});

describe('verdict verify', () => {
  test('says what TypeScript says, and by what', async () => {
    const { code, told } = await startCli(['verify', '--root', root, '--json', '--timeout', '120000', 'type-check:src/*.ts'], {
      VERDICT_CHECKER: CHECKER,
    }).ended;
    assert.equal(code, 1, JSON.stringify(told));
    const [{ output, types }] = told.results;
    assert.deepEqual(
      output.map(({ file, line, column, rule, message }) => [file, line, column, rule, message]),
      [['/src/old.ts', 1, 14, 'TS2322', "Type 'string' is not assignable to type 'number'."]],
    );
    assert.deepEqual([types.layer, types.checker, types.runtime], ['full', 'typescript 6.0.3', `node ${process.version}`]);
  });
});
