/**
 * Timers and the tests that set them: what one throws is of its test, if that has ended, and those that are due soon when the
 * last test has ended still go off.
 * @module
 */

import { apply, is, MapClass, mapDelete, mapForEach, mapSet, mapSize, nextTask, performanceNow, PromiseClass, realSetTimeout, soon } from './primordials.js';

/** Milliseconds after the last test in which timers go off, and how many: as many as in the other engine. */
const LEFT_BEHIND = 1000;
const MOST = 10_000;

/** What runs, which the runner says. */
export const running = { __proto__: null, test: () => undefined };

/** The test whose timer goes off in this task, or went off in it. */
let fired;
/** What was thrown last by a timer, and its test. */
let thrown;

/** The test that an error which nobody handled is of; undefined for none. */
export function ownerOf(error) {
  if (thrown !== undefined && is(thrown.error, error)) return thrown.owner;
  return fired === undefined ? running.test() : fired.owner;
}

/** A test begins: what it does is its own. */
export function forgetFired() { fired = undefined; }

/** A function that is of the test that runs now, whenever it is called. */
export function owned(callback) {
  const owner = fired === undefined ? running.test() : fired.owner;
  return function (...args) {
    const mine = fired = { __proto__: null, owner };
    // What it rejects is told after its own task, and before the second one from then.
    soon(() => { soon(() => { if (fired === mine) fired = undefined; }); });
    try { return apply(callback, this, args); } catch (error) {
      thrown = { __proto__: null, error, owner };
      throw error;
    }
  };
}

/** When timers that go off once are due, by their numbers. */
const due = new MapClass();
let goneOff = 0;
/** Notes a timer that goes off once; `off` is called when it has. */
export function noteTimeout(delay) {
  const at = { __proto__: null, id: undefined, due: performanceNow() + (+delay > 0 ? +delay : 0) };
  return { set(id) { at.id = id; mapSet(due, id, at.due); }, off() { goneOff += 1; mapDelete(due, at.id); } };
}
export const forgetTimeout = (id) => { mapDelete(due, id); };

/** Milliseconds for which timers that are still set will be waited for at most; 0 for none. */
export const leftBehind = () => (mapSize(due) === 0 ? 0 : LEFT_BEHIND);

/** Waits for timers that tests left behind, as long as one is due soon. */
export async function runOut() {
  const last = performanceNow() + LEFT_BEHIND, before = goneOff;
  for (;;) {
    let first = Infinity;
    mapForEach(due, (at) => { if (at < first) first = at; });
    if (first > last || goneOff - before >= MOST) break;
    const wait = first - performanceNow();
    await new PromiseClass((resolve) => { realSetTimeout(resolve, wait > 0 ? wait : 0); });
    await nextTask();
  }
  mapForEach(due, (_, id) => { mapDelete(due, id); });
  await nextTask();
}
