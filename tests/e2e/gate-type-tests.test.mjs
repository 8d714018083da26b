/**
 * Tests of types judge a change as tests that run do: their old form still judges it, and none that passed is lost or loosened silently.
 * Each refusal has an honest twin.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { readFiles, startCli, writeFiles } from './lib/cli.mjs';

const CHECKER = fileURLToPath(new URL('../../dist/checker/', import.meta.url));
const HEAD =
  "import { assertType, expectTypeOf, test } from 'vitest';\nimport { price } from './price';\nimport type { Name } from './names';\n";
const NUMBER =
  "test('number', () => {\n  expectTypeOf(price).returns.toBeNumber();\n  expectTypeOf(price).parameter(0).toBeNumber();\n});\n";
const FITS = "test('fits', () => {\n  assertType<number | string>(price(1));\n});\n";
const ERROR = "test('error', () => {\n  // @ts-expect-error a text is no count\n  price('a');\n});\n";
const NAME = "test('name', () => {\n  const name: Name = 'a';\n  expectTypeOf(name).toExtend<string>();\n});\n";
const ALL = HEAD + NUMBER + FITS + ERROR + NAME;

/** @type {Record<string, string>} */
const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }',
  'verdict.config.json': '{ "test": { "typecheck": { "enabled": true } } }',
  'src/price.ts': 'export const price = (count: number): number => count * 3;\n',
  'src/names.ts': "export type Name = 'a' | 'b';\n",
  'src/price.test-d.ts': ALL,
  'src/price.test.ts':
    "import { expect, test } from 'vitest';\nimport { price } from './price';\ntest('price', () => expect(price(2)).toBe(6));\n",
};
const TESTS = '/src/price.test-d.ts';

/**
 * Applies a change. `refused`: the rule that refuses it, and how; without it, the change is applied.
 * @param {Record<string, string | null>} change
 * @param {{ rule?: string, says: RegExp }} [refused]
 * @param {string[]} [args]
 */
async function check(change, refused, args = ['--verify', 'test:src/*.test*']) {
  const root = await mkdtemp(join(tmpdir(), 'verdict-gate-types-'));
  try {
    await writeFiles(join(root, 'files'), FILES);
    await writeFiles(root, { 'bundle.json': JSON.stringify(change) });
    const all = ['apply', join(root, 'bundle.json'), '--root', join(root, 'files'), '--json', '--timeout', '120000', ...args];
    const { code, told, err } = await startCli(all, { VERDICT_CHECKER: CHECKER }).ended;
    const said = JSON.stringify(told?.errors ?? err);
    assert.equal(code, refused ? 1 : 0, `${said} ${told?.message}`);
    if (refused) {
      assert.equal(told.errors[0].rule, refused.rule, said);
      assert.match(said, refused.says);
      assert.deepEqual(await readFiles(join(root, 'files')), FILES);
    }
    return told;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const weakened = (/** @type {RegExp} */ says) => ({ rule: 'weakened-tests', says });
const oldForm = (/** @type {RegExp} */ says) => ({ rule: 'old-tests', says });

describe('a change of tests of types', () => {
  test('one that adds to them, moves them and writes them differently is applied', async () => {
    const added = "test('more', () => {\n  expectTypeOf(price(2)).toEqualTypeOf<number>();\n});\n";
    const other = NUMBER.replace('.returns.toBeNumber', '\n    .returns\n    .toBeNumber');
    await check({ [TESTS]: HEAD + added + ERROR + other + FITS + NAME });
  });

  test('one that asserts more of the same is applied, and one that asserts less is refused', async () => {
    await check({ [TESTS]: ALL.replace('assertType<number | string>(price(1));', 'expectTypeOf(price(1)).toEqualTypeOf<number>();') });
    await check({ [TESTS]: ALL.replace('<number | string>', '<number | string | null>') }, weakened(/fits is weakened/));
    await check({ [TESTS]: ALL.replace('<number | string>', '<unknown>') }, weakened(/fits is weakened/));
    await check({ [TESTS]: ALL.replace('returns.toBeNumber', 'returns.not.toBeAny') }, weakened(/number is weakened/));
    await check(
      { [TESTS]: ALL.replace('expectTypeOf(price).returns', 'expectTypeOf<() => number>().returns') },
      weakened(/number is weakened/),
    );
    await check({ [TESTS]: ALL.replace('(price(1))', '(price(1) as any)') }, weakened(/fits is weakened/));
  });

  test('one that loses a test is refused, and one that renames it is applied', async () => {
    await check({ [TESTS]: ALL.replace("'number'", "'gives a number'") });
    await check({ [TESTS]: HEAD + FITS + ERROR + NAME }, weakened(/number is weakened \(removed\)/));
    await check({ [TESTS]: null }, weakened(/removed/));
    await check({ [TESTS]: ALL.replace("test('number'", "test.skip('number'") }, weakened(/number is weakened \(skipped\)/));
  });

  test('one that loses an assertion is refused', async () => {
    await check({ [TESTS]: ALL.replace('  expectTypeOf(price).parameter(0).toBeNumber();\n', '') }, weakened(/fewer assertions/));
    await check({ [TESTS]: ALL.replace("const name: Name = 'a'", "const name = 'a'") }, weakened(/name is weakened/));
    const without = ALL.replace("  // @ts-expect-error a text is no count\n  price('a');\n", '  price(1);\n');
    await check({ [TESTS]: without }, weakened(/error is weakened/));
    // The reason behind the directive is no assertion.
    await check({ [TESTS]: ALL.replace('a text is no count', 'no texts') });
  });

  test('one that changes types together with their tests is refused by the old form, and one that keeps types is applied', async () => {
    const text = { '/src/price.ts': 'export const price = (count: number | string): number => Number(count) * 3;\n' };
    await check(
      {
        ...text,
        [TESTS]: ALL.replace(ERROR, "test('error', () => {\n  price('a');\n});\n").replace(
          'parameter(0).toBeNumber',
          'parameter(0).not.toBeAny',
        ),
      },
      oldForm(/error fails in its old form|number fails in its old form/),
    );
    await check({
      '/src/price.ts': 'export const price = (count: number): number => 3 * count;\n',
      [TESTS]: `${ALL}test('new', () => expectTypeOf(price).toBeFunction());\n`,
    });
  });

  test('one of the code alone is judged by them, also where no command names them', async () => {
    const wide = { '/src/price.ts': 'export const price = (count: number | string): number => Number(count) * 3;\n' };
    await check(wide, { rule: undefined, says: /2 test\(s\) failed.*has no call signatures/ });
    const named = ['--verify', 'test:src/price.test.ts'];
    await check({ [TESTS]: HEAD + FITS + ERROR + NAME }, weakened(/number is weakened \(removed\)/), named);
    await check({ [TESTS]: ALL.replace("'number'", "'gives a number'") }, undefined, named);
  });

  test('one that loosens the configuration hides no change of types, and one that needs another configuration is applied', async () => {
    const options = (/** @type {object} */ more) =>
      JSON.stringify({ compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', ...more } });
    const loose = { '/tsconfig.json': options({ strict: false }) };
    const maybe = { '/src/price.ts': 'export const price = (count: number): number | undefined => count * 3;\n' };
    await check({ ...loose, ...maybe }, oldForm(/number fails in its old form.*configuration of types as before/));
    const nested = { '/src/tsconfig.json': '{ "extends": "../tsconfig.json", "compilerOptions": { "strict": false } }' };
    await check({ ...nested, ...maybe }, oldForm(/number fails in its old form/));
    await check(loose);
    await check({ '/tsconfig.json': options({ noUnusedLocals: true }) });
    await check({
      '/tsconfig.json': options({ paths: { '#/*': ['./src/*'] } }),
      '/src/count.ts': 'export type Count = number;\n',
      '/src/price.ts': "import type { Count } from '#/count';\nexport const price = (count: Count): number => count * 3;\n",
    });
  });
});
