/**
 * What became of hostile cases, for `cargo xtask hostile`, which names a folder in `VERDICT_OUTCOMES`. Without it nothing is
 * told.
 * @module
 */

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = process.env.VERDICT_OUTCOMES;

/** What `lib/reporter.mjs` looks for among what a test says. */
export const MARK = 'outcomes ';

/** One word for a result or an error of the wire. */
export function outcomeOf(/** @type {any} */ { success, code, error }) {
  return success ? 'passed' : (code ?? error?.code ?? 'failed');
}

/**
 * Appends a line for a case of `tests/hostile/`.
 *
 * @param {object} told
 * @param {string} told.part Folder of the case.
 * @param {string} told.group Its file, without its ending.
 * @param {string} told.name
 * @param {'native' | 'chromium'} told.host
 * @param {string} told.outcome A word, as `outcomeOf` gives it.
 * @param {boolean} told.holds Whether that is what the case expects.
 * @param {boolean} [told.next] Whether the honest request after it succeeded.
 */
export function tell(told) {
  if (FOLDER) appendFileSync(join(FOLDER, `${process.pid}.jsonl`), `${JSON.stringify(told)}\n`);
}

/**
 * Notes the outcome of every request on a page, from its first script on.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<() => string[]>} Gives what was noted since it was asked last, in its order.
 */
export async function noted(page) {
  /** @type {string[]} */
  const outcomes = [];
  if (FOLDER) {
    await page.exposeBinding('noteOutcome', (_, /** @type {string} */ outcome) => void outcomes.push(outcome));
    await page.addInitScript(() => {
      const { dispatchEvent } = EventTarget.prototype;
      EventTarget.prototype.dispatchEvent = function (event) {
        const { detail } = /** @type {CustomEvent} */ (event);
        if (event.type === 'verification-complete') {
          const outcome = detail.success ? 'passed' : (detail.code ?? 'failed');
          /** @type {any} */ (globalThis).noteOutcome(outcome);
        }
        return dispatchEvent.call(this, event);
      };
    });
  }
  return () => outcomes.splice(0);
}

/** Says what was noted during a test. @param {import('node:test').TestContext | undefined} t @param {string[]} outcomes */
export function say(t, outcomes) {
  if (FOLDER) t?.diagnostic(MARK + JSON.stringify(outcomes));
}
