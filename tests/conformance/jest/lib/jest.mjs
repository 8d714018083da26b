/** Runs the projects by Jest. @module */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { entries } from '../../lib/vitest.mjs';

/** The folder of all projects, with Jest's configuration. */
export const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Jest's program, if its packages are installed. */
const PROGRAM = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));

/** Snapshots are expected, as on a build server: no run writes any. */
export const ENVIRONMENT = { ...process.env, CI: 'true', NO_COLOR: '1' };

/** Whether Jest can run. */
export const isInstalled = () => existsSync(PROGRAM);

/**
 * Runs all test files. That some tests fail is intended.
 * @returns {Promise<import('../../lib/entries.mjs').Entry[]>}
 */
export async function jest() {
  const words = [PROGRAM, '--ci', '--json', '--silent', '--watchman=false'];
  /** @type {string} */
  const printed = await new Promise((resolve, reject) => {
    execFile(process.execPath, words, { cwd: FOLDER, maxBuffer: 2 ** 28, env: ENVIRONMENT }, (_, stdout, stderr) => {
      if (stdout) resolve(stdout);
      else reject(new Error(`Jest gave no results: ${stderr}`));
    });
  });
  // The form is the one that Vitest's reporter has from Jest.
  return JSON.parse(printed).testResults.flatMap((/** @type {any} */ result) => entries(result, FOLDER));
}
