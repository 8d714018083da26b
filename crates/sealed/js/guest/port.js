/**
 * The way to the host: a port that is taken before any code under test runs. What is said is numbered, so that nothing can be
 * put in between or left out, and written as JSON without asking any object how it wants to be written.
 * @module
 */

import { isArray, join, ownKeys, push, soon, toJson, uncurry } from './primordials.js';

/** Events that are held back at the most. */
const MANY = 500;

const postMessage = uncurry(MessagePort.prototype.postMessage);
let port;
let seq = 0;
let held = [];
let scheduled = false;
let asserted = 0;
let assertedOf = -1;
let dropped = 0;

/** Takes the port and hands events of messages from the host to `hear`. */
export function open(from, hear) {
  port = from;
  port.onmessage = hear;
}

/** Says everything that was held back. */
export function flush() {
  count();
  if (dropped > 0) {
    push(held, { __proto__: null, type: 'consoleDropped', count: dropped });
    dropped = 0;
  }
  if (held.length === 0) return;
  const events = held;
  held = [];
  postMessage(port, `{"type":"batch","seq":${seq++},"events":${written(events)}}`);
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
  push(held, { __proto__: null, type: 'asserted', test: assertedOf, count: asserted });
  asserted = 0;
}

/** Says something in this task, or at its end. */
export function say(event) {
  count();
  push(held, event);
  if (held.length >= MANY) flush();
  else schedule();
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  soon(() => {
    scheduled = false;
    flush();
  });
}

/** Says something at once: what comes next may never give the thread back. */
export function sayNow(event) {
  say(event);
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
