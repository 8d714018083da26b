/**
 * Whether an outcome may be. Pure, so that it is itself tested.
 * @module
 */

import { EXPLAINS } from './faults.js';

/**
 * @typedef {object} Outcome
 * @property {boolean} rejected
 * @property {string | null} code
 * @property {boolean} success
 * @property {string} verdict All of it that is deterministic, as a text.
 * @property {string} snapshotRoot
 *
 * @typedef {object} Seen What was done to a request.
 * @property {boolean} aborted
 * @property {boolean} reset Whether all workers were replaced while it was open.
 * @property {boolean} full Whether the queue was full when it was asked.
 * @property {Iterable<string>} faults What was done to the workers that it was sent to, before or meanwhile.
 * @property {string | null} root The snapshot that it has to be judged on; null where that is not known.
 */

/** What a result says beside real time and what the request itself brought. @param {any} result */
export function verdictOf({ success, code, error, outputSha256, truncated, console }) {
  return JSON.stringify({ success, code, error, outputSha256, truncated, printed: console?.total });
}

/** What became of a promise of `runVerification`. @param {Promise<any>} promise @returns {Promise<Outcome>} */
export function outcomeOf(promise) {
  return promise.then(
    (result) => ({
      rejected: false,
      code: result.code,
      success: result.success,
      verdict: verdictOf(result),
      snapshotRoot: result.snapshotRoot,
      session: result.sessionId,
    }),
    (error) => ({
      rejected: true,
      code: error?.code ?? null,
      success: false,
      verdict: String(error?.message ?? error),
      snapshotRoot: '',
      session: undefined,
    }),
  );
}

/**
 * What is wrong with an outcome; null where nothing is.
 *
 * @param {{ ends?: (string | null)[], short?: boolean }} request `short`: it had less time than it may need.
 * @param {Outcome} outcome
 * @param {Seen} seen
 * @param {string | undefined} expected The verdict of the quiet run.
 * @returns {string | null}
 */
export function judge(request, outcome, seen, expected) {
  const { code } = outcome;
  if (outcome.rejected !== (code === 'err:timeout')) return `${outcome.rejected ? 'rejected' : 'resolved'} with ${code}`;
  if (outcome.rejected && outcome.verdict !== 'Verification timeout') return `rejected with the message ${outcome.verdict}`;
  if (code !== null && outcome.success) return `a pass with the code ${code}`;
  if (code === 'err:cancelled' && (seen.aborted || seen.reset)) return null;
  if (code === 'err:busy' && seen.full) return null;
  if (code === 'err:timeout' && request.short) return null;
  for (const fault of seen.faults) {
    if (/** @type {Record<string, (string | null)[]>} */ (EXPLAINS)[fault].includes(code)) return null;
  }
  if (request.ends) return request.ends.includes(code) ? null : `ended with ${code}, not with one of ${request.ends.join(', ')}`;
  // How much of its stack a call takes depends on how far the browser has compiled the engine by then.
  const ownStack = [outcome.verdict, expected].some((verdict) => verdict?.includes("the worker's own call stack"));
  if (code === 'err:stack' && expected?.includes('"code":"err:stack"') && ownStack) return null;
  if (outcome.verdict !== expected) return `was ${expected} and is ${outcome.verdict}`;
  // A refusal of the manager itself is about no snapshot.
  if (seen.root !== null && outcome.snapshotRoot !== '' && outcome.snapshotRoot !== seen.root) {
    return `was judged on ${outcome.snapshotRoot}, not on ${seen.root}`;
  }
  return null;
}
