/**
 * A store whose every call ends.
 * @module
 */

/** Milliseconds that a call may take. */
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
    typeof store[name] === 'function' && ((/** @type {unknown[]} */ ...given) => inTime(name, store[name](...given)));
  return { get: method('get'), put: method('put'), delete: method('delete'), list: method('list') };
}

/**
 * @param {string} name
 * @param {unknown} promise
 */
function inTime(name, promise) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const late = new Promise((_, reject) => {
    const giveUp = () => reject(new DOMException(`${name} did not end within ${PATIENCE / 1000} s`, 'TimeoutError'));
    timer = setTimeout(giveUp, PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
