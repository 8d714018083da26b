/**
 * An end to every wait.
 * @module
 */

/**
 * What a promise comes to; when it has not settled in time, a rejection.
 *
 * @template T
 * @param {T | PromiseLike<T>} promise
 * @param {number} milliseconds
 * @param {() => Error} late Why it is rejected then.
 * @returns {Promise<T>}
 */
export function inTime(promise, milliseconds, late) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const end = new Promise((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}
