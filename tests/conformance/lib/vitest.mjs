/** The runner that ours is held to. @module */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { FILE, nameOf, thrown } from './entries.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));

/** Vitest's words for what ours calls otherwise. */
const STATES = { pending: 'skipped', disabled: 'skipped' };

/**
 * Runs Vitest on all cases. That some fail is what is wanted.
 * @param {string[]} [only] Files, relative to `cases/`.
 * @param {string} [within] The folder with `cases/` and Vitest's configuration, relative to this one's.
 * @returns {Promise<import('./entries.mjs').Entry[]>}
 */
export async function vitest(only = [], within = '.') {
  const folder = await mkdtemp(join(tmpdir(), 'verdict-vitest-'));
  try {
    const out = join(folder, 'results.json');
    const config = join(HERE, within, 'vitest.config.js');
    const words = ['node_modules/vitest/vitest.mjs', 'run', `--config=${config}`, '--reporter=json', `--outputFile=${out}`, ...only];
    const printed = await new Promise((resolve) => {
      execFile(process.execPath, words, { cwd: HERE, maxBuffer: 2 ** 28, env: { ...process.env, NO_COLOR: '1' } }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    const text = await readFile(out, 'utf8').catch(() => {
      throw new Error(`Vitest wrote no results:\n${printed}`);
    });
    return JSON.parse(text).testResults.flatMap((/** @type {any} */ result) => entries(result, join(HERE, within, 'cases')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {any} result Of one file, as Vitest's JSON reporter writes it.
 * @param {string} cases The folder that names of files start from.
 * @returns {import('./entries.mjs').Entry[]}
 */
export function entries({ name, status, message, assertionResults }, cases) {
  const file = relative(cases, name);
  const found = assertionResults.map((/** @type {any} */ { ancestorTitles, title, status, failureMessages }) => {
    const state = STATES[/** @type {'pending'} */ (status)] ?? status;
    const why = state === 'failed' ? thrown(failureMessages[0] ?? '') : { kind: null, message: null };
    // Of a test of types the first is the file.
    const suites = ancestorTitles[0] === file ? ancestorTitles.slice(1) : ancestorTitles;
    return { file, name: nameOf([...suites, title]), state, ...why };
  });
  if (status === 'failed' && !found.some((/** @type {any} */ { state }) => state === 'failed')) {
    found.push({ file, name: FILE, state: 'failed', ...thrown(message ?? '') });
  }
  return found;
}
