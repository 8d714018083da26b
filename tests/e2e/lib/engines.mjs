/**
 * Test files on a page, under the engine of the browser or the default one.
 * @module
 */

import { SELF_CHECK } from './browser.mjs';
import { onPage } from './on-page.mjs';

/** What requests ask for that are not told otherwise. */
const BROWSER = { engine: 'browser', timeout: 120_000 };

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
export const withEngines = (browser, files, body, options) =>
  onPage({ browser }, body, { files, options, request: BROWSER, expected: SELF_CHECK });

/** State and code of each test, by its name. */
export const states = (/** @type {any} */ { output }) =>
  Object.fromEntries((output ?? []).map((/** @type {any} */ { test, state, code }) => [test, code ? `${state} ${code}` : state]));
