/**
 * A store whose every call ends.
 * @module
 */

import { inTime } from './in-time.js';

/** Maximum milliseconds of a call. */
const PATIENCE = 15_000;

/**
 * The same store; a call that does not end in time is a failure, as of a store that is blocked.
 *
 * @param {any} store
 * @returns {any}
 */
export function bounded(store) {
  if (store === null || typeof store !== 'object') return store;
  const method = (/** @type {string} */ name) =>
    typeof store[name] === 'function' &&
    ((/** @type {unknown[]} */ ...given) => inTime(store[name](...given), PATIENCE, () => tooLate(name)));
  return { get: method('get'), put: method('put'), delete: method('delete'), list: method('list') };
}

/** @param {string} name */
const tooLate = (name) => new DOMException(`${name} did not end within ${PATIENCE / 1000} s`, 'TimeoutError');
