/**
 * The test API belongs to test material (`config.test.sealedApi`): what the subject asks of it is refused and told to the host,
 * and no stack that it reads shows test material. V8's frames tell who calls; docs/policy/sealed-api.md says what they cannot.
 * @module
 */

import { storeStack } from './faults.js';
import { hooks } from './hooks.js';
import { evaluate, scriptOf } from './scripts.js';
import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, includes, isArray, ownKeys, push, setProperty, uncurry, WeakSetClass } from './primordials.js';

const { captureStackTrace } = Error;
const errorText = uncurry(Error.prototype.toString);
const setHas = uncurry(WeakSet.prototype.has), setAdd = uncurry(WeakSet.prototype.add);
/** Frames that are looked at: those of the harness stand above the caller's. */
const FRAMES = 40;
const PROBE = 'harness.js/probe';
/** What is said of code that is no file's. */
const MADE = 'code made from text';

let isSealed = false;
/** Whether the frames themselves are asked for. */
let isRaw = false;
/** `Error.prepareStackTrace` of the guest. */
let theirs;
/** What V8 knows of a frame: methods of a prototype that the guest can reach. */
let nameOf, hashOf, isEvaluated, textOf;
/** The harness by its text. */
let harness;

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
function subjectOf(frame) {
  const name = nameOf(frame);
  if (typeof name !== 'string') return isEvaluated(frame) ? MADE : undefined;
  const hash = hashOf(frame);
  if (hash === harness) return undefined;
  const owner = scriptOf(name, hash);
  if (owner === 'harness') return undefined;
  return owner === undefined ? MADE : owner.api === undefined ? owner.id : '';
}

/** The file of the subject that calls the harness; nothing where test material or the harness does. */
function callingSubject() {
  const list = frames();
  if (list === undefined) return 'code that hides its stack';
  let inPackage;
  for (let i = 0; i < list.length; i++) {
    const whose = subjectOf(list[i]);
    if (whose === '') return undefined;
    // A package acts for who calls it.
    if (whose !== undefined && includes(whose, '/node_modules/')) inPackage ??= whose;
    else if (whose !== undefined) return whose;
  }
  return inPackage;
}

/** Refuses a call that comes from the subject. */
export function check(name) {
  if (!isSealed) return;
  const file = callingSubject();
  if (file !== undefined) throw hooks.reserved(`${file} called ${name} of the test API, which belongs to test material (test.sealedApi): move the code to a test file, or name its file in test.material`);
}

/** A function of the test API that the subject may not call. V8 shows it by the name of the function itself. */
export function guarded(name, real) {
  return { [name](...args) {
    check(name);
    return apply(real, this, args);
  } }[name];
}

/** Guards the functions that an object has. */
export function guardAll(object, names = ownKeys(object)) {
  for (let i = 0; i < names.length; i++) {
    const property = getOwnPropertyDescriptor(object, names[i]);
    if (typeof names[i] === 'string' && typeof property?.value === 'function' && property.configurable) defineProperty(object, names[i], { ...property, value: guarded(names[i], property.value) });
  }
}

/** The `expect` of a test's context has functions of its own. */
hooks.made = (expect) => {
  if (isSealed) guardAll(expect);
  return expect;
};

const known = new WeakSetClass();
/** Guards what a test is handed. */
export function guardContext(context) {
  if (!isSealed || context === undefined || setHas(known, context)) return;
  setAdd(known, context);
  guardAll(context, ['skip', 'annotate', 'onTestFailed', 'onTestFinished']);
}

/** What V8 makes of the frames of an error, without those of test material where the subject is the first of all files. */
function prepare(error, list) {
  if (isRaw) return list;
  let first;
  const kept = [];
  for (let i = 0; i < list.length; i++) {
    const whose = subjectOf(list[i]);
    first ??= whose;
    if (whose !== undefined && whose !== '') push(kept, list[i]);
  }
  const hides = first !== undefined && first !== '';
  if (hides) storeStack(error, shown(error, list));
  const readable = hides ? kept : list;
  return typeof theirs === 'function' ? theirs(error, readable) : shown(error, readable);
}

function shown(error, list) {
  let text;
  try { text = errorText(error); } catch { text = 'Error'; }
  for (let i = 0; i < list.length; i++) text += `\n    at ${textOf(list[i])}`;
  return text;
}

/** From here on the API is test material's alone. Comes before any code under test. */
export function sealApi() {
  if (isSealed) return;
  defineProperty(Error, 'prepareStackTrace', { __proto__: null, get: () => prepare, set(value) { theirs = value === prepare ? undefined : value; }, enumerable: false, configurable: false });
  const [own] = evaluate(`(function(frames){return frames()})\n//# sourceURL=${PROBE}`, 'harness')(frames);
  const site = getPrototypeOf(own);
  [nameOf, hashOf, isEvaluated, textOf] = [uncurry(site.getScriptNameOrSourceURL), uncurry(site.getScriptHash), uncurry(site.isEval), uncurry(site.toString)];
  harness = hashOf(own);
  isSealed = true;
}
