/** Comments of shipped declarations and scripts are plain English, as the documentation is: editors show them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { proseProblems } from './lib/prose.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Comments of a script with their lines, as Markdown. @param {string} text @returns {{ line: number, prose: string }[]} */
function comments(text) {
  return [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map((comment) => {
    const lines = (comment[1] ?? '').split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
    // What follows a tag is a sentence of its own.
    const prose = lines.join('\n').replace(/@\w+ (?:\{[^\n]*\} ?)?(?:\S+ )?(?:- )?/g, '\n\n');
    return { line: text.slice(0, comment.index).split('\n').length, prose };
  });
}

/** @param {string} file @param {string} text */
async function problems(file, text) {
  const found = await Promise.all(
    comments(text).map(async ({ line, prose }) =>
      (await proseProblems(prose)).map((problem) => `${file}:${line}: ${problem.replace(/^\d+: /, '')}`),
    ),
  );
  return found.flat();
}

describe('comments', () => {
  const shipped = [
    'crates/manager/js/*.ts',
    'crates/manager/js/*.js',
    'crates/worker/js/*.js',
    'widget/*.ts',
    'widget/*.js',
    'www/js/*.js',
  ];
  const listed = execFileSync('git', ['ls-files', '--', ...shipped], { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '' && !file.includes('/test/'));
  for (const file of files) {
    test(file, async () => assert.deepEqual(await problems(file, readFileSync(join(ROOT, file), 'utf8')), []));
  }

  test('a comment that is not plain is found, with its line', async () => {
    const text = '/** A file. */\ntype A = 1;\n\n/**\n * Made anew.\n * @throws {Error} The file is made after it was read.\n */\n';
    assert.deepEqual(await problems('a.d.ts', text), [
      'a.d.ts:4: “anew”: again, or a new one',
      'a.d.ts:4: a chain of passive verbs: is made, was read',
    ]);
    assert.deepEqual(await problems('a.d.ts', '/** A file. */\n/** @param {string} path The path. */'), []);
  });
});
