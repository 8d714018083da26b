/**
 * Test files on a page, under the engine of the browser or the default one.
 * @module
 */

import assert from 'node:assert/strict';

import { SELF_CHECK, newPage } from './browser.mjs';

/**
 * Runs source on a fresh page with a manager `vm`, and `run(command, options)` that gives a result, or `{ rejected, code }`, of
 * the engine of the browser unless it is told another.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {Record<string, string>} files
 * @param {string} body
 * @param {string} [options] Of the manager, as source.
 * @returns {Promise<any>}
 */
export async function withEngines(browser, files, body, options = 'workers: 1, spare: false') {
  const page = await newPage(browser, 'e2e/', { expected: SELF_CHECK });
  try {
    const result = await page.evaluate(`(async () => {
      const { VerificationManager } = await import('/verdict/verification-manager.js');
      const vm = await VerificationManager.create({ ${options} });
      await vm.setSnapshot(${JSON.stringify(files)});
      const run = (command, more) => vm.runVerification(command, { engine: 'browser', timeout: 120_000, ...more }).catch(({ message, code }) => ({ rejected: message, code }));
      try { return await (async () => { ${body} })(); } finally { vm.dispose(); }
    })()`);
    assert.deepEqual(page.problems, []);
    return result;
  } finally {
    await page.close();
  }
}

/** State and code of each test, by its name. */
export const states = (/** @type {any} */ { output }) => Object.fromEntries((output ?? []).map((/** @type {any} */ { test, state, code }) => [test, code ? `${state} ${code}` : state]));
