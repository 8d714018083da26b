/**
 * Finds the caller's file from V8's stack frames. For natives that the engine calls later, finds the code that scheduled them.
 * @module
 */

import { evaluate, ownersNamed, scriptOf } from './scripts.js';
import { madeFromText } from './sentences.js';
import {
  apply,
  endsWith,
  getPrototypeOf,
  includes,
  isArray,
  lastIndexOf,
  setProperty,
  slice,
  split,
  uncurry,
  WeakSetClass,
} from './primordials.js';

const { captureStackTrace } = Error;
const setHas = uncurry(WeakSet.prototype.has),
  setAdd = uncurry(WeakSet.prototype.add);
const textOf = uncurry(Function.prototype.toString);
/** Maximum number of frames to examine; the harness's own frames come first. */
const FRAMES = 40;
const PROBE = 'harness.js/probe';
/** What is said of code that is no file's. */
export const MADE = madeFromText();

let isTold = false;
/** Whether V8 is asked for frame objects instead of a text. */
let isRaw = false;
/** Accessors of V8's frames, captured because the guest can reach their prototype. */
let nameOf, hashOf, isEvaluated, isAsync;
/** Source of the harness, which identifies its frames. */
let harness;
/** Caller of the scheduled callback that is running, as `caller` returns it. */
let behind;

/** Functions of the harness that code under test receives. */
const ours = new WeakSetClass();
/** Registers a function of the harness. */
export const noteOurs = (run) => {
  setAdd(ours, run);
  return run;
};
/** Whether a function is a registered function of the harness. */
export const isOurs = (run) => setHas(ours, run);

/** Whether callers are distinguished as subject and test material. */
export const areToldApart = () => isTold;
/** Whether frame objects are requested, and not a text. */
export const asksFrames = () => isRaw;

/** Source text of a function; undefined for built-ins, bound functions and proxies. */
export function sourceOf(run) {
  const text = textOf(run);
  return endsWith(text, '{ [native code] }') ? undefined : text;
}

/** The current frames; undefined if the guest prevents V8 from collecting them. */
function frames() {
  const limit = Error.stackTraceLimit,
    holder = {};
  setProperty(Error, 'stackTraceLimit', FRAMES);
  const isSet = Error.stackTraceLimit === FRAMES;
  isRaw = true;
  try {
    captureStackTrace(holder);
    return isSet && isArray(holder.stack) ? holder.stack : undefined;
  } finally {
    isRaw = false;
    setProperty(Error, 'stackTraceLimit', limit);
  }
}

/** The owner of a frame: the subject (its file name), test material (`''`) or nobody. */
export function subjectOf(frame) {
  const name = nameOf(frame);
  if (typeof name !== 'string') return isEvaluated(frame) ? MADE : undefined;
  const hash = hashOf(frame);
  if (hash === harness) return undefined;
  const owner = scriptOf(name, hash);
  if (owner === 'harness') return undefined;
  return owner === undefined ? MADE : owner.api === undefined ? owner.id : '';
}

/** The caller of the harness: a file of the subject, test material (`''`), or undefined for the harness itself. */
export function caller() {
  const list = frames();
  if (list === undefined) return 'code that hides its stack';
  let inPackage;
  for (let i = 0; i < list.length; i++) {
    // Awaiting a promise does not make code the caller of a callback that other code scheduled.
    if (behind !== undefined && isAsync(list[i])) break;
    const whose = subjectOf(list[i]);
    // A package acts for its caller.
    if (whose !== undefined && includes(whose, '/node_modules/')) inPackage ??= whose;
    else if (whose !== undefined) return whose;
  }
  return behind ?? inPackage;
}

/**
 * Whether the subject requests the stack that V8 is about to create. Meanwhile V8 provides the current frames as text only.
 * Code that names itself another file sees as much as that file.
 */
export function isReadBySubject() {
  const holder = {};
  captureStackTrace(holder);
  const lines = split(`${holder.stack}`, '\n');
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i],
      open = lastIndexOf(line, ' (');
    const place = open < 0 ? slice(line, lastIndexOf(line, ' ') + 1) : slice(line, open + 2, line.length - 1);
    const name = slice(place, 0, lastIndexOf(place, ':', lastIndexOf(place, ':') - 1));
    if (name === '' || includes(name, 'harness.js')) continue;
    const owners = ownersNamed(name);
    for (let j = 0; j < owners.length; j++) if (owners[j].api !== undefined) return false;
    return true;
  }
  return false;
}

/** Wraps a callback that the engine calls later. If no frame will show its owner, the code that schedules it counts as caller. */
export function putOff(callback) {
  if (!isTold || typeof callback !== 'function' || !(setHas(ours, callback) || sourceOf(callback) === undefined)) return callback;
  const who = caller();
  if (who === undefined) return callback;
  return function (...args) {
    const before = behind;
    behind = who;
    try {
      return apply(callback, this, args);
    } finally {
      behind = before;
    }
  };
}

/** Starts to distinguish callers. Must be called before any code under test runs. */
export function tellApart() {
  const [own] = evaluate(`(function(frames){return frames()})\n//# sourceURL=${PROBE}`, 'harness')(frames);
  const site = getPrototypeOf(own);
  [nameOf, hashOf, isEvaluated, isAsync] = [
    uncurry(site.getScriptNameOrSourceURL),
    uncurry(site.getScriptHash),
    uncurry(site.isEval),
    uncurry(site.isAsync),
  ];
  harness = hashOf(own);
  isTold = true;
  return uncurry(site.toString);
}
