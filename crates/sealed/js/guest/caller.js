/**
 * Whose code calls. V8's frames tell, and of a native that the engine calls later, who put it off.
 * @module
 */

import { evaluate, ownersNamed, scriptOf } from './scripts.js';
import { madeFromText } from './sentences.js';
import { apply, endsWith, getPrototypeOf, includes, isArray, lastIndexOf, setProperty, slice, split, uncurry, WeakSetClass } from './primordials.js';

const { captureStackTrace } = Error;
const setHas = uncurry(WeakSet.prototype.has), setAdd = uncurry(WeakSet.prototype.add);
const textOf = uncurry(Function.prototype.toString);
/** Frames that are looked at: those of the harness stand above the caller's. */
const FRAMES = 40;
const PROBE = 'harness.js/probe';
/** What is said of code that is no file's. */
export const MADE = madeFromText();

let isTold = false;
/** Whether the frames themselves are asked for. */
let isRaw = false;
/** What V8 knows of a frame: methods of a prototype that the guest can reach. */
let nameOf, hashOf, isEvaluated, isAsync;
/** The harness by its text. */
let harness;
/** Who put off what runs now, as `caller` says it. */
let behind;

/** Functions of the harness that code under test is given. */
const ours = new WeakSetClass();
/** Notes a function of the harness. */
export const noteOurs = (run) => { setAdd(ours, run); return run; };
/** Whether a function is one of the harness that was noted. */
export const isOurs = (run) => setHas(ours, run);

/** Whether the subject and test material are told apart. */
export const areToldApart = () => isTold;
/** Whether frames are asked for, and not a text. */
export const asksFrames = () => isRaw;

/** The text of a function; undefined for a built-in, a bound function and a proxy, which have none. */
export function sourceOf(run) {
  const text = textOf(run);
  return endsWith(text, '{ [native code] }') ? undefined : text;
}

/** The frames of now, unless the guest keeps V8 from telling them. */
function frames() {
  const limit = Error.stackTraceLimit, holder = {};
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

/** Whose a frame is: the subject's, with the name of its file, test material's (`''`) or nobody's. */
export function subjectOf(frame) {
  const name = nameOf(frame);
  if (typeof name !== 'string') return isEvaluated(frame) ? MADE : undefined;
  const hash = hashOf(frame);
  if (hash === harness) return undefined;
  const owner = scriptOf(name, hash);
  if (owner === 'harness') return undefined;
  return owner === undefined ? MADE : owner.api === undefined ? owner.id : '';
}

/** Who calls the harness: a file of the subject, test material (`''`), or undefined for the harness itself. */
export function caller() {
  const list = frames();
  if (list === undefined) return 'code that hides its stack';
  let inPackage;
  for (let i = 0; i < list.length; i++) {
    // Who waits for a promise is no caller of what was put off by another.
    if (behind !== undefined && isAsync(list[i])) break;
    const whose = subjectOf(list[i]);
    // A package acts for who calls it.
    if (whose !== undefined && includes(whose, '/node_modules/')) inPackage ??= whose;
    else if (whose !== undefined) return whose;
  }
  return behind ?? inPackage;
}

/**
 * Whether the subject asks for the stack that V8 is about to make: meanwhile V8 gives the frames of now as a text alone. Code that
 * names itself another file sees as much as that file.
 */
export function isReadBySubject() {
  const holder = {};
  captureStackTrace(holder);
  const lines = split(`${holder.stack}`, '\n');
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i], open = lastIndexOf(line, ' (');
    const place = open < 0 ? slice(line, lastIndexOf(line, ' ') + 1) : slice(line, open + 2, line.length - 1);
    const name = slice(place, 0, lastIndexOf(place, ':', lastIndexOf(place, ':') - 1));
    if (name === '' || includes(name, 'harness.js')) continue;
    const owners = ownersNamed(name);
    for (let j = 0; j < owners.length; j++) if (owners[j].api !== undefined) return false;
    return true;
  }
  return false;
}

/** A callback that the engine calls later. Where no frame of a file will show whose it is, it is of who puts it off. */
export function putOff(callback) {
  if (!isTold || typeof callback !== 'function' || !(setHas(ours, callback) || sourceOf(callback) === undefined)) return callback;
  const who = caller();
  if (who === undefined) return callback;
  return function (...args) {
    const before = behind;
    behind = who;
    try { return apply(callback, this, args); } finally { behind = before; }
  };
}

/** From here on callers are told apart. Comes before any code under test. */
export function tellApart() {
  const [own] = evaluate(`(function(frames){return frames()})\n//# sourceURL=${PROBE}`, 'harness')(frames);
  const site = getPrototypeOf(own);
  [nameOf, hashOf, isEvaluated, isAsync] = [uncurry(site.getScriptNameOrSourceURL), uncurry(site.getScriptHash), uncurry(site.isEval), uncurry(site.isAsync)];
  harness = hashOf(own);
  isTold = true;
  return uncurry(site.toString);
}
