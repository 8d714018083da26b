/**
 * Verification profiles: what `/spec/verification.yaml` asks for, run and recorded.
 * @module
 */

import { exclusive } from '../store/lock.js';
import { prepared, told, turnOf, wrote } from './apply.js';

/**
 * Runs a profile on the page's files. With a `changeId` it writes the results below `changes/<id>/`. Rejects with an
 * `Error` that has a `code` if the profile cannot run. A failed run resolves.
 *
 * @param {import('./index.js').ProfileOptions} options
 * @returns {Promise<import('./index.js').ProfileRun>}
 */
export async function runProfile(options) {
  return exclusive(turnOf(options), async () => {
    const [gate, ready] = await prepared(options);
    const run = await gate.runProfile(ready).finally(() => wrote(options));
    run.problems.push(...told(run.kept));
    return run;
  });
}
