/** Runs the projects by ours. @module */

import { execFile } from 'node:child_process';

import { entries } from '../../lib/verdict.mjs';
import { ENVIRONMENT, FOLDER } from './jest.mjs';

/** The engines, by the names that `known.json` has for them. */
export const ENGINES = Object.freeze({ native: 'boa', sealed: 'browser' });

/**
 * Runs all test files in one engine.
 * @param {'boa' | 'browser'} engine
 * @returns {Promise<import('../../lib/entries.mjs').Entry[]>}
 */
export async function verdict(engine) {
  const program = process.env.VERDICT_CLI;
  if (!program) throw new Error('VERDICT_CLI is not set: run this by `cargo xtask conformance jest`');
  const words = ['test', '--json', '--no-cache', '--engine', engine];
  /** @type {string} */
  const printed = await new Promise((resolve, reject) => {
    execFile(program, words, { cwd: FOLDER, maxBuffer: 2 ** 28, env: ENVIRONMENT }, (error, stdout, stderr) => {
      if (stdout) resolve(stdout);
      else reject(new Error(`verdict gave no results: ${stderr || error}`));
    });
  });
  return JSON.parse(printed).results.flatMap(entries);
}
