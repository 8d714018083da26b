/**
 * `vitest --typecheck` and ours say the same of the same tests of types: their names, their states and, where one fails, the message of the
 * compiler. `typecheck/known.json` lists the tests of which they do not, and nothing else.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { compare } from './lib/compare.mjs';
import { native } from './lib/verdict.mjs';
import { vitest } from './lib/vitest.mjs';
import { folder } from '../../crates/checker/js/test/world.mjs';

const CASES = fileURLToPath(new URL('typecheck/cases', import.meta.url));
/** The files of tests of types, and one of tests that run. */
const FILES = ['assertions', 'directives', 'empty', 'globals', 'imports', 'modes', 'only', 'outside', 'titles'].map(
  (name) => `src/${name}.test-d.ts`,
);

test('tests of types', async () => {
  process.env.VERDICT_CHECKER = await folder();
  const theirs = await vitest([], 'typecheck');
  assert.ok(theirs.length > 45, `Vitest found only ${theirs.length} tests`);
  const { disagreements } = compare(theirs, await native([...FILES, 'src/sum.test.ts'], CASES));
  /** @type {{ reason: string, tests: string[] }[]} */
  const known = JSON.parse(await readFile(new URL('typecheck/known.json', import.meta.url), 'utf8'));
  assert.deepEqual(
    disagreements.map(({ key }) => key),
    known.flatMap(({ tests }) => tests).sort(),
    JSON.stringify(disagreements, null, 2),
  );
});
