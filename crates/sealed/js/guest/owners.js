/**
 * Timers and the tests that set them. An error in a timer belongs to its test if that has ended. Timers that are due soon after
 * the last test still fire.
 * @module
 */

import { onRenew } from './fresh.js';
import {
  apply,
  is,
  mapClear,
  MapClass,
  mapDelete,
  mapForEach,
  mapSet,
  mapSize,
  nextTask,
  performanceNow,
  PromiseClass,
  realSetTimeout,
  soon,
} from './primordials.js';

/** Milliseconds after the last test in which timers fire, and their maximum number; equal in both engines. */
const LEFT_BEHIND = 1000;
const MOST = 10_000;

/** The running test, as the runner reports it. */
export const running = { __proto__: null, test: () => undefined };

/** The test whose timer fired in this task. */
let fired;
/** The last error that a timer threw, and its test. */
let thrown;

/** The test to which an unhandled error belongs; undefined if unknown. */
export function ownerOf(error) {
  if (thrown !== undefined && is(thrown.error, error)) return thrown.owner;
  return fired === undefined ? running.test() : fired.owner;
}

/** Starts a test: timers set from now on belong to it. */
export function forgetFired() {
  fired = undefined;
}

/** Binds a function to the running test, whenever it is called. */
export function owned(callback) {
  const owner = fired === undefined ? running.test() : fired.owner;
  return function (...args) {
    const mine = (fired = { __proto__: null, owner });
    // A rejection is reported after its own task, and within the next two.
    soon(() => {
      soon(() => {
        if (fired === mine) fired = undefined;
      });
    });
    try {
      return apply(callback, this, args);
    } catch (error) {
      thrown = { __proto__: null, error, owner };
      throw error;
    }
  };
}

/** Due times of one-shot timers, by number. */
const due = new MapClass();
let goneOff = 0;
onRenew(() => {
  mapClear(due);
  fired = thrown = undefined;
});
/** Records a one-shot timer; `off` is called after it fired. */
export function noteTimeout(delay) {
  const at = { __proto__: null, id: undefined, due: performanceNow() + (+delay > 0 ? +delay : 0) };
  return {
    set(id) {
      at.id = id;
      mapSet(due, id, at.due);
    },
    off() {
      goneOff += 1;
      mapDelete(due, at.id);
    },
  };
}
export const forgetTimeout = (id) => {
  mapDelete(due, id);
};

/** Maximum milliseconds to wait for pending timers; 0 if none is due soon. */
export const leftBehind = () => (mapSize(due) === 0 ? 0 : LEFT_BEHIND);

/** Waits for timers that tests left behind, as long as one is due soon. */
export async function runOut() {
  const last = performanceNow() + LEFT_BEHIND,
    before = goneOff;
  for (;;) {
    let first = Infinity;
    mapForEach(due, (at) => {
      if (at < first) first = at;
    });
    if (first > last || goneOff - before >= MOST) break;
    const wait = first - performanceNow();
    await new PromiseClass((resolve) => {
      realSetTimeout(resolve, wait > 0 ? wait : 0);
    });
    await nextTask();
  }
  mapForEach(due, (_, id) => {
    mapDelete(due, id);
  });
  await nextTask();
}
