/**
 * The two engines beside each other: what a test file finds in the one it finds in the other, and the other way round where that is not the browser's own.
 */

import assert from 'node:assert/strict';
import { builtinModules } from 'node:module';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';

import { startCli } from './lib/cli.mjs';

const ROOT = fileURLToPath(new URL('surface', import.meta.url));

/** Where the sealed engine may have more: objects that are Vitest's or the browser's own. */
const MORE = new Set([
  '@jest/globals',
  'vitest',
  'assertion',
  'assertion.not',
  'resolves',
  'expect',
  'test',
  'test.each',
  'describe',
  'context',
  'task',
  'suite',
  'file',
  'state',
  'asymmetric',
  'should',
  'console',
  'node:console',
  'performance',
  'URL',
  'Response',
  'Request',
  'Blob',
  'EventTarget',
  'globals',
]);

/**
 * What the test file prints in an engine, by name.
 * @param {string} engine
 * @returns {Promise<Map<string, string[]>>}
 */
async function members(engine) {
  const { told, err } = await startCli([
    'verify',
    '--root',
    ROOT,
    '--json',
    '--timeout',
    '120000',
    '--engine',
    engine,
    'test:/members.test.js',
  ]).ended;
  assert.ok(told, err);
  const [{ output, error, console }] = told.results;
  assert.deepEqual(
    output.map((/** @type {any} */ { test, state }) => [test, state]),
    [['what there is', 'passed']],
    error,
  );
  return new Map(console.entries.map((/** @type {any} */ { text }) => JSON.parse(text)));
}

describe('what a test finds', () => {
  test('in the interpreter it finds in the browser', async () => {
    const [boa, sealed] = await Promise.all([members('boa'), members('browser')]);
    for (const name of new Set([...boa.keys(), ...sealed.keys()])) {
      const [ours, theirs] = [boa, sealed].map((all) => all.get(name) ?? ['(nothing)']);
      assert.deepEqual(
        ours.filter((one) => !theirs.includes(one)),
        [],
        `only in the interpreter: ${name}`,
      );
      if (!MORE.has(name))
        assert.deepEqual(
          theirs.filter((one) => !ours.includes(one)),
          [],
          `only in the browser: ${name}`,
        );
    }
    // Of Node's modules each is there, or says by its name why it is not.
    for (const [name, [first]] of [...boa].filter(([name]) => name.startsWith('node:'))) {
      if (first?.includes('Error:'))
        assert.match(
          first,
          name === 'node:none'
            ? /No such built-in module: node:none/
            : new RegExp(`'${name}' from /members\\.test\\.js: this module of Node is not available in the sandbox: [^;]+; mock it`),
        );
    }
    assert.deepEqual(
      [...boa.keys()].filter((name) => name.startsWith('bare ')),
      ['bare test', 'bare test/reporters', 'bare sea', 'bare sqlite', 'bare none'],
    );
  });

  test('all modules of Node are asked for', async () => {
    const text = await readFile(`${ROOT}/members.test.js`, 'utf8');
    const asked = /const MODULES = '([^']*)'/.exec(text)?.[1].split(' ') ?? [];
    const names = builtinModules.filter((name) => !name.startsWith('_')).map((name) => name.replace(/^node:/, ''));
    assert.deepEqual(
      names.filter((name) => !asked.includes(name)),
      [],
    );
  });
});
