/**
 * The connection to the host: a port that is taken before any code under test runs. Messages are numbered, so that none can be
 * inserted or dropped. They are written as JSON without calling any `toJSON`.
 * @module
 */

import { onRenew } from './fresh.js';
import { isArray, join, ownKeys, performanceNow, push, realSetTimeout, soon, toJson, uncurry } from './primordials.js';

/** Maximum number of events that are held back. */
const MANY = 500;
/** Milliseconds between messages if nobody waits for them. */
const PACE_MS = 20;
/** Milliseconds after which held events go out with the next one, because the timer did not fire. */
const LATE_MS = 50;
/** Number of tests and hooks of a file whose start is sent at once, even in quick succession. */
const AHEAD = 3;

const postMessage = uncurry(MessagePort.prototype.postMessage);
let port;
let seq = 0;
let held = [];
let heldSince = 0;
let scheduled = false;
/** Time of the last message. */
let saidAt = 0;
/** Whether all events are sent at once, because an earlier guest ended without saying what ran. */
let eager = false;
/** How many more starts are sent at once. The host then knows that later ones may be missing. */
let ahead = AHEAD;
let isQuiet = false;
let asserted = 0;
let assertedOf = -1;
let dropped = 0;

/** Takes the port and hands events of messages from the host to `hear`. */
export function open(from, hear) {
  port = from;
  port.onmessage = hear;
}

/**
 * Begins a file. Its events are sent every few milliseconds. Each message says whether a start after it may come only with the
 * next message. If that one never arrives, the host runs the file again with immediate messages.
 */
export function pace(isEager) {
  eager = isEager;
  ahead = AHEAD;
  isQuiet = false;
}

/** Sends all held events. */
export function flush() {
  gather();
  if (held.length > 0) send();
}

/** Turns counters into events. */
function gather() {
  count();
  if (dropped > 0) {
    hold({ __proto__: null, type: 'consoleDropped', count: dropped });
    dropped = 0;
  }
}

function send() {
  const events = held;
  held = [];
  isQuiet = ahead === 0 && !eager;
  saidAt = performanceNow();
  postMessage(port, `{"type":"batch","seq":${seq++},${isQuiet ? '"quiet":true,' : ''}"events":${written(events)}}`);
  if (isQuiet) schedule();
}

/** JSON of the harness's own records and lists. */
function written(value) {
  if (typeof value !== 'object' || value === null) return value === undefined ? 'null' : toJson(value);
  const parts = [];
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) push(parts, written(value[i]));
    return `[${join(parts, ',')}]`;
  }
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; i++) if (value[keys[i]] !== undefined) push(parts, `${toJson(keys[i])}:${written(value[keys[i]])}`);
  return `{${join(parts, ',')}}`;
}

function count() {
  if (asserted === 0) return;
  hold({ __proto__: null, type: 'asserted', test: assertedOf, count: asserted });
  asserted = 0;
}

/** Schedules a message. */
export function say(event) {
  count();
  hold(event);
  if (held.length >= MANY) return flush();
  // The file may have cleared all timers.
  if (performanceNow() - heldSince < LATE_MS) return schedule();
  scheduled = false;
  return flush();
}

function hold(event) {
  if (held.length === 0) heldSince = performanceNow();
  push(held, event);
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  if (eager) soon(due);
  else realSetTimeout(due, PACE_MS);
}

/** Runs when the thread is free. */
function due() {
  scheduled = false;
  // Other events were sent meanwhile.
  if (!eager && performanceNow() - saidAt < PACE_MS / 2) return schedule();
  gather();
  if (held.length === 0) {
    if (!isQuiet) return undefined;
    // The running test is reported and waits, so that the host can wait too.
    ahead = 1;
  }
  return send();
}

/** Reports a start after which the thread may never be free: at once, unless another start was just sent. */
export function sayStart(event) {
  count();
  hold(event);
  if (ahead > 0) ahead -= 1;
  else if (!eager && performanceNow() - saidAt < PACE_MS) return schedule();
  return flush();
}

/** Sends an event at once, because the host waits for it. */
export function sayNow(event) {
  // Nothing starts after the end of a file.
  if (event.type === 'done') ahead = AHEAD;
  count();
  hold(event);
  flush();
}

/** Counts an assertion of a test. */
export function sayAsserted(test) {
  if (assertedOf !== test) count();
  assertedOf = test;
  asserted += 1;
  schedule();
}

/** Counts a console line that does not fit. */
export function sayDropped() {
  dropped += 1;
  schedule();
}

let asked = 0;
let answers = [];
// A request that nobody waits for any more stays without an answer.
onRenew(() => {
  answers = [];
});

/** Sends a request to the host and returns its answer. */
export const ask = (question) =>
  new Promise((resolve) => {
    const n = asked++;
    answers[n] = resolve;
    sayNow({ __proto__: null, ...question, n });
  });

/** Handles an answer from the host. */
export function answer(message) {
  const resolve = answers[message.n];
  answers[message.n] = undefined;
  resolve?.(message);
}
