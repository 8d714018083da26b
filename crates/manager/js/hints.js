/**
 * Hints for a start that failed in the worker, where only the message is known.
 * @module
 */

import { loading } from './load.js';

/** @typedef {import('./index.js').VerifyResult} VerifyResult */

/** By how the sentence begins. @type {[RegExp, (result: VerifyResult) => { detail?: string, hint: string }][]} */
const KNOWN = [
  [
    /^No READY within/,
    () => {
      const waited = loading();
      return waited.length > 0
        ? {
            detail: `Still loading: ${waited.join(', ')}`,
            hint: 'Check the server and the connection to it, or raise startupTimeoutMs.',
          }
        : {
            detail: 'What it needs is loaded; the worker has said nothing',
            hint: "Check that workerUrl or createWorker names Verdict's own worker.js; raise startupTimeoutMs where the machine is slow.",
          };
    },
  ],
  [
    /^The worker speaks protocol/,
    () => ({
      detail: 'The page and its worker come from two releases',
      hint: 'Serve dist/ from one release, all of it, and empty the caches that still have the other.',
    }),
  ],
  [
    /^The worker could not take its first message/,
    () => ({
      detail: 'The first message has the compiled wasm',
      hint: "Serve dist/ from one release, from the page's own origin, and cross-origin isolated only where the page is.",
    }),
  ],
  [
    /^The verification engine could not be started/,
    ({ error }) =>
      /out of memory|allocate/i.test(String(error))
        ? { hint: 'There is too little memory: set fewer workers, or spare: false.' }
        : {
            detail: 'The wasm was compiled, and does not start with the script that comes with it',
            hint: 'The wasm is of another build than the script: serve dist/ from one release, and check wasmUrl and wasmModule.',
          },
  ],
];

/**
 * A result whose request found no worker, with what to do about it.
 * @param {VerifyResult} result
 * @returns {VerifyResult}
 */
export function withHint(result) {
  if ((result.code !== 'err:startup' && result.code !== 'err:version') || result.hint) return result;
  const known = KNOWN.find(([sentence]) => sentence.test(String(result.error)));
  if (!known) return result;
  const { detail, hint } = known[1](result);
  return Object.assign(result, { detail: result.detail ?? detail, hint });
}
