/**
 * Verification profiles: what `/spec/verification.yaml` asks for, run and recorded.
 * @module
 */

import { exclusive } from '../store/lock.js';
import { prepared, told, turnOf } from './apply.js';

/**
 * Runs a profile on the page's files and, with a `changeId`, writes what it found below `changes/<id>/`. Rejects with
 * an `Error` that has a `code` where there is nothing that could be run; a run that failed is none.
 *
 * @param {import('./index.js').ProfileOptions} options
 * @returns {Promise<import('./index.js').ProfileRun>}
 */
export async function runProfile(options) {
  return exclusive(turnOf(options), async () => {
    const [gate, ready] = await prepared(options);
    const run = await gate.runProfile(ready);
    run.problems.push(...told(run.kept));
    return run;
  });
}
