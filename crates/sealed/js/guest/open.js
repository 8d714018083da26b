/**
 * Timers that are open: those of code under test, and those by which Vitest's packages call it later.
 * @module
 */

import { apply, mapClear, MapClass, mapDelete, mapForEach, mapSet, realClearTimeout, realSetTimeout } from './primordials.js';

const open = new MapClass();
/** Notes a timer by its number. */
export const noteTimer = (id) => {
  mapSet(open, id, true);
};
/** Notes that a timer fired or was cleared. */
export const forgetTimer = (id) => {
  mapDelete(open, id);
};
/** Clears all timers that are open. */
export function clearTimers() {
  mapForEach(open, (_, id) => {
    realClearTimeout(id);
  });
  mapClear(open);
}

/** `setTimeout`, for a callback that may lead to code under test. */
export function later(callback, delay, ...args) {
  const id = realSetTimeout(() => {
    mapDelete(open, id);
    apply(callback, undefined, args);
  }, delay);
  mapSet(open, id, true);
  return id;
}
const { clearInterval: realClearInterval, setInterval: realSetInterval } = globalThis;
const cleared = (real) => (id) => {
  mapDelete(open, id);
  real(id);
};
/** Timers for Vitest's packages. */
export const timers = {
  __proto__: null,
  setTimeout: later,
  clearTimeout: cleared(realClearTimeout),
  setInterval(callback, delay, ...args) {
    const id = realSetInterval(callback, delay, ...args);
    mapSet(open, id, true);
    return id;
  },
  clearInterval: cleared(realClearInterval),
};
