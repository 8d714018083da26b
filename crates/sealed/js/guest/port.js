/**
 * The way to the host: a port that is taken before any code under test runs. What is said is numbered, so that nothing can be
 * put in between or left out, and written as JSON without asking any object how it wants to be written.
 * @module
 */

import { isArray, join, ownKeys, performanceNow, push, realSetTimeout, soon, toJson, uncurry } from './primordials.js';

/** Events that are held back at the most. */
const MANY = 500;
/** Milliseconds from one message to the next, where nobody waits for it. */
const PACE_MS = 20;
/** Milliseconds after which what is held is said with the next event: the timer did not come. */
const LATE_MS = 50;
/** So many tests and hooks of a file are said as they begin, however soon one comes after the other. */
const AHEAD = 3;

const postMessage = uncurry(MessagePort.prototype.postMessage);
let port;
let seq = 0;
let held = [];
let heldSince = 0;
let scheduled = false;
/** When something was said last. */
let saidAt = 0;
/** Whether all is said at once, since it was left open before what ran when a guest ended. */
let eager = false;
/** How many that begin are said at once; of the next the host was told that they may not be. */
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
 * A file begins. What happens in it is told in messages of some milliseconds, each of which says whether what begins after it
 * may be told by the next alone: where that never comes, the file runs again, eagerly.
 */
export function pace(isEager) {
  eager = isEager;
  ahead = AHEAD;
  isQuiet = false;
}

/** Says everything that was held back. */
export function flush() {
  gather();
  if (held.length > 0) send();
}

/** What was added up becomes events. */
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

/** JSON of records and lists of ours. */
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

/** Says something soon. */
export function say(event) {
  count();
  hold(event);
  if (held.length >= MANY) return flush();
  // The file may have cleared all timers that there were.
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

/** The thread is free. */
function due() {
  scheduled = false;
  // Others were said meanwhile.
  if (!eager && performanceNow() - saidAt < PACE_MS / 2) return schedule();
  gather();
  if (held.length === 0) {
    if (!isQuiet) return undefined;
    // What runs has been told, and waits: so can the host.
    ahead = 1;
  }
  return send();
}

/** Says that something begins, which may never give the thread back: at once, unless that was said of others just now. */
export function sayStart(event) {
  count();
  hold(event);
  if (ahead > 0) ahead -= 1;
  else if (!eager && performanceNow() - saidAt < PACE_MS) return schedule();
  return flush();
}

/** Says something at once, for which the host waits. */
export function sayNow(event) {
  // Nothing begins after the end of a file.
  if (event.type === 'done') ahead = AHEAD;
  count();
  hold(event);
  flush();
}

/** An assertion of a test came to a verdict. They are added up. */
export function sayAsserted(test) {
  if (assertedOf !== test) count();
  assertedOf = test;
  asserted += 1;
  schedule();
}

/** A line of the console for which there is no room. They are added up. */
export function sayDropped() {
  dropped += 1;
  schedule();
}

let asked = 0;
const answers = [];

/** Asks the host, and gives its answer. */
export const ask = (question) => new Promise((resolve) => {
  const n = asked++;
  answers[n] = resolve;
  sayNow({ __proto__: null, ...question, n });
});

/** Takes an answer of the host. */
export function answer(message) {
  const resolve = answers[message.n];
  answers[message.n] = undefined;
  resolve?.(message);
}
