/**
 * Comments of shipped declarations and scripts, and the documentation of crates, are plain English: editors and rustdoc show them.
 */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

/** The documentation of a Rust file with its lines. @param {string} text @returns {{ line: number, prose: string }[]} */
function rustdoc(text) {
  return [...text.matchAll(/^[ \t]*\/\/[/!](?!\/)[^\n]*(?:\n[ \t]*\/\/[/!](?!\/)[^\n]*)*/gm)].map((block) => ({
    line: text.slice(0, block.index).split('\n').length,
    prose: block[0].replace(/^[ \t]*\/\/[/!] ?/gm, ''),
  }));
}

/** @param {string} file @param {string} text */
async function problems(file, text) {
  const blocks = file.endsWith('.rs') ? rustdoc(text) : comments(text);
  const found = await Promise.all(
    blocks.map(async ({ line, prose }) =>
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
  const listed = (/** @type {string[]} */ ...patterns) =>
    execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((file) => file !== '' && !file.includes('/test/'));
  const check = async (/** @type {string} */ file) => problems(file, readFileSync(join(ROOT, file), 'utf8'));
  for (const file of listed(...shipped)) {
    test(file, async () => assert.deepEqual(await check(file), []));
  }

  for (const crate of readdirSync(join(ROOT, 'crates'))) {
    test(`rustdoc of ${crate}`, async () => {
      const files = listed(`crates/${crate}/src/*.rs`);
      assert.ok(files.length > 0, crate);
      assert.deepEqual((await Promise.all(files.map(check))).flat(), []);
    });
  }

  test('a comment that is not plain is found, with its line', async () => {
    const text = '/** A file. */\ntype A = 1;\n\n/**\n * Made anew.\n * @throws {Error} The file is made after it was read.\n */\n';
    assert.deepEqual(await problems('a.d.ts', text), [
      'a.d.ts:4: “anew”: again, or a new one',
      'a.d.ts:4: a chain of passive verbs: is made, was read',
    ]);
    assert.deepEqual(await problems('a.d.ts', '/** A file. */\n/** @param {string} path The path. */'), []);
    const rust = '//! A file.\n\n/// Made anew.\n///\n/// The file is made after it was read.\nfn f() {\n    // Anew.\n    //// Anew.\n}\n';
    assert.deepEqual(await problems('a.rs', rust), [
      'a.rs:3: “anew”: again, or a new one',
      'a.rs:3: a chain of passive verbs: is made, was read',
    ]);
    assert.deepEqual(await problems('a.rs', '//! A file.\n\n/// A function.\nfn f() {}\n'), []);
  });
});
