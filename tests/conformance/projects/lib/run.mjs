/** Runs a project by Vitest and by ours. @module */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { entries as ours } from '../../lib/verdict.mjs';
import { entries as theirs } from '../../lib/vitest.mjs';

/** @typedef {import('../../lib/entries.mjs').Entry} Entry */

/** Neither asks for a variable of the one who runs this. */
const ENVIRONMENT = { ...process.env, CI: 'true', NO_COLOR: '1' };

/**
 * @param {string} program @param {string[]} words @param {string} cwd
 * @returns {Promise<{ stdout: string, stderr: string }>} That a test fails is no error.
 */
function run(program, words, cwd) {
  return new Promise((resolve) => {
    execFile(program, words, { cwd, maxBuffer: 2 ** 29, env: ENVIRONMENT }, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

/**
 * `vitest run`.
 * @param {string} folder The project's.
 * @param {string} at Where in it the command runs.
 * @returns {Promise<Entry[]>}
 */
export async function vitest(folder, at) {
  const out = join(folder, 'node_modules', '.vitest-results.json');
  const words = [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${out}`];
  const { stdout, stderr } = await run(process.execPath, words, join(folder, at));
  const text = await readFile(out, 'utf8').catch(() => {
    throw new Error(`Vitest wrote no results:\n${stdout}${stderr}`);
  });
  return JSON.parse(text).testResults.flatMap((/** @type {any} */ result) => theirs(result, folder));
}

/**
 * `verdict`, and what it says on the way.
 * @param {string} folder
 * @param {string} at
 * @param {boolean} onlyTests Without the linter and the checker of types.
 * @returns {Promise<{ entries: Entry[], verbs: string[], said: string }>}
 */
export async function verdict(folder, at, onlyTests) {
  const program = process.env.VERDICT_CLI;
  if (!program) throw new Error('VERDICT_CLI is not set: run this by `cargo xtask conformance projects`');
  const { stdout, stderr } = await run(program, [onlyTests ? 'test' : 'verify', '--json'], join(folder, at));
  if (!stdout) throw new Error(`verdict gave no result: ${stderr}`);
  /** @type {any[]} */
  const results = JSON.parse(stdout).results;
  const tests = results.filter(({ kind, command }) => kind === 'test' || command.startsWith('test:'));
  return { entries: tests.flatMap(ours), verbs: results.map(({ command }) => command), said: stderr };
}
