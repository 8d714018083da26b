/**
 * The test API belongs to test material (`config.test.sealedApi`): what the subject asks of it is refused and told to the host,
 * and no stack that it reads shows test material. docs/policy/sealed-api.md says what cannot be seen.
 * @module
 */

import { asksFrames, caller, isOurs, isReadBySubject, noteOurs, putOff, subjectOf, tellApart } from './caller.js';
import { storeStack } from './faults.js';
import { amend } from './harden.js';
import { hooks } from './hooks.js';
import { checkWritten, noteBuiltIns } from './writers.js';
import { apply, defineProperty, getOwnPropertyDescriptor, is, isArray, mapForEach, MapClass, mapSet, ownKeys, push, then, uncurry, weakGet, weakHas, WeakMapClass, weakSet } from './primordials.js';

const errorText = uncurry(Error.prototype.toString);

let isSealed = false;
/** `Error.prepareStackTrace` of the guest. */
let theirs;
/** The text of a frame, as V8 makes it. */
let textOf;

/** Refuses a call that comes from the subject. */
export function check(name) {
  if (!isSealed) return;
  const file = caller();
  if (file) throw refused(`${file} called ${name} of the test API, which belongs to test material`);
}

const refused = (message) => hooks.reserved(`${message} (test.sealedApi): move the code to a test file, or name its file in test.material`);

/** Refuses a function that is to take part in judging where the subject wrote it. */
function judges(what, run) {
  if (!isSealed || typeof run !== 'function') return;
  const file = checkWritten(run);
  if (file !== undefined) throw refused(`${what} is written in ${file}, and what judges belongs to test material`);
}

/** The same for methods of an object, as far as they can be read without running anything. */
function methodsJudge(what, object, names) {
  for (let i = 0; i < names.length; i++) {
    for (let at = object; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
      const property = getOwnPropertyDescriptor(at, names[i]);
      if (property === undefined) continue;
      judges(what, property.value ?? property.get);
      break;
    }
  }
}

/** A plain copy, which reads each property once: what is looked at is what is taken. */
function copyOf(object) {
  const copy = {}, keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) if (getOwnPropertyDescriptor(object, keys[i])?.enumerable) defineProperty(copy, keys[i], { __proto__: null, value: object[keys[i]], writable: true, enumerable: true, configurable: true });
  return copy;
}

function factory(args) {
  if (args.length > 1) judges('The factory of a mock', args[1]);
  return args;
}

/** What is looked at beside the caller, by the name of the function: the arguments that it is called with come back. */
const LOOKS = {
  __proto__: null,
  extend([matchers]) {
    if (typeof matchers !== 'object' || matchers === null) return [matchers];
    const copy = copyOf(matchers), names = ownKeys(copy);
    for (let i = 0; i < names.length; i++) judges(`The matcher ${String(names[i])}`, copy[names[i]]);
    return [copy];
  },
  addEqualityTesters([testers]) {
    if (!isArray(testers)) return [testers];
    const copy = [];
    for (let i = 0; i < testers.length; i++) push(copy, testers[i]);
    for (let i = 0; i < copy.length; i++) judges('An equality tester', copy[i]);
    return [copy];
  },
  mock: factory,
  doMock: factory,
  addSnapshotSerializer(args) {
    methodsJudge('A snapshot serializer', args[0], ['test', 'serialize', 'print']);
    return args;
  },
};
/** Looks at a plugin of chai. */
export const lookAtPlugin = (plugin) => judges('A plugin of chai', plugin);

/** A function of the test API that the subject may not call. V8 shows it by the name of the function itself. */
export function guarded(name, real) {
  const looks = LOOKS[name];
  return noteOurs({ [name](...args) {
    check(name);
    return apply(real, this, looks === undefined || !isSealed ? args : looks(args));
  } }[name]);
}

/** Guards the functions that an object has. */
export function guardAll(object, names = ownKeys(object)) {
  for (let i = 0; i < names.length; i++) {
    const property = getOwnPropertyDescriptor(object, names[i]);
    if (typeof names[i] === 'string' && typeof property?.value === 'function' && property.configurable && !isOurs(property.value)) defineProperty(object, names[i], { ...property, value: guarded(names[i], property.value) });
  }
}

/** The `expect` of a test's context has functions of its own. */
hooks.made = (expect) => {
  if (isSealed) guardAll(noteOurs(expect));
  return expect;
};

/** Methods by which a mock function is told what to do, or to forget. */
const OF_SPIES = ['mockImplementation', 'mockImplementationOnce', 'withImplementation', 'mockReturnThis', 'mockReturnValue', 'mockReturnValueOnce', 'mockThrow', 'mockThrowOnce', 'mockResolvedValue', 'mockResolvedValueOnce', 'mockRejectedValue', 'mockRejectedValueOnce', 'mockClear', 'mockReset', 'mockRestore', 'mockName'];
hooks.spy = (spy) => {
  if (isSealed) guardAll(noteOurs(spy), OF_SPIES);
  return spy;
};

/** Parts of a test's context that judge it. */
const PARTS = ['task', 'skip', 'annotate', 'onTestFailed', 'onTestFinished'];
/** What contexts were handed out with. */
const contexts = new WeakMapClass();
/** Guards what a test is handed. */
export function guardContext(context) {
  if (!isSealed || context === undefined || weakHas(contexts, context)) return;
  const { skip } = context;
  defineProperty(context, 'skip', { ...getOwnPropertyDescriptor(context, 'skip'), value: { skip(...args) {
    // The context itself is a function. Whoever reads another object does not mean to call it.
    if (typeof this === 'object' && this !== null) throw refused('skip of the test API was called as part of an object that is no context of a test');
    return apply(skip, this, args);
  } }.skip });
  guardAll(context, PARTS);
  const parts = new MapClass();
  for (let i = 0; i < PARTS.length; i++) mapSet(parts, PARTS[i], getOwnPropertyDescriptor(context, PARTS[i])?.value);
  weakSet(contexts, context, parts);
}

/** The parts of a test's context that the subject has put others in place of. */
export function changedParts(context) {
  const changed = [], parts = isSealed && context !== undefined ? weakGet(contexts, context) : undefined;
  if (parts !== undefined) mapForEach(parts, (part, name) => {
    const now = getOwnPropertyDescriptor(context, name)?.value;
    if (!is(now, part) && (typeof now !== 'function' || checkWritten(now) !== undefined)) push(changed, name);
  });
  return changed;
}

/** What V8 makes of the frames of an error, without those of test material where the subject is the first of all files or reads it. */
function prepare(error, list) {
  if (asksFrames()) return list;
  let first;
  const kept = [];
  for (let i = 0; i < list.length; i++) {
    const whose = subjectOf(list[i]);
    first ??= whose;
    if (whose !== undefined && whose !== '') push(kept, list[i]);
  }
  const hides = first ? true : isReadBySubject();
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
  textOf = tellApart();
  noteBuiltIns();
  hooks.putOff = putOff;
  const { then: method } = Promise.prototype;
  amend(Promise.prototype, 'then', new Proxy(method, { __proto__: null, apply: (_, promise, args) => then(promise, args.length > 0 ? putOff(args[0]) : undefined, args.length > 1 ? putOff(args[1]) : undefined) }));
  isSealed = true;
}
