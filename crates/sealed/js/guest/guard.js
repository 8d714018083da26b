/**
 * The test API belongs to test material (`config.test.sealedApi`): calls by the subject are refused and reported to the host,
 * and stacks that the subject reads show no test material. docs/policy/sealed-api.md lists what this cannot detect.
 * @module
 */

import { caller, isOurs, noteOurs, putOff, tellApart } from './caller.js';
import { amend } from './harden.js';
import { hooks } from './hooks.js';
import { LOOKS, refused } from './looks.js';
import { reservedCall, reservedOwner } from './sentences.js';
import { hideStacks } from './stacks.js';
import { checkWritten, noteBuiltIns } from './writers.js';
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  is,
  mapForEach,
  MapClass,
  mapSet,
  ownKeys,
  push,
  then,
  weakGet,
  weakHas,
  WeakMapClass,
  weakSet,
} from './primordials.js';

let isSealed = false;

/** Refuses a call from the subject. */
export function check(name) {
  if (!isSealed) return;
  const file = caller();
  if (file) throw refused(reservedCall(file, name));
}

/** Guards a function of the test API. V8's frames show it under the function's own name. */
export function guarded(name, real) {
  const looks = LOOKS[name];
  return noteOurs(
    {
      [name](...args) {
        check(name);
        return apply(real, this, looks === undefined || !isSealed ? args : looks(args));
      },
    }[name],
  );
}

/** Guards the functions of an object. */
export function guardAll(object, names = ownKeys(object)) {
  for (let i = 0; i < names.length; i++) {
    const property = getOwnPropertyDescriptor(object, names[i]);
    if (typeof names[i] === 'string' && typeof property?.value === 'function' && property.configurable && !isOurs(property.value))
      defineProperty(object, names[i], { ...property, value: guarded(names[i], property.value) });
  }
}

/** Guards the `expect` of a test's context, which has separate functions. */
hooks.made = (expect) => {
  if (isSealed) guardAll(noteOurs(expect));
  return expect;
};

/** Methods that configure or reset a mock function. */
const OF_SPIES = [
  'mockImplementation',
  'mockImplementationOnce',
  'withImplementation',
  'mockReturnThis',
  'mockReturnValue',
  'mockReturnValueOnce',
  'mockThrow',
  'mockThrowOnce',
  'mockResolvedValue',
  'mockResolvedValueOnce',
  'mockRejectedValue',
  'mockRejectedValueOnce',
  'mockClear',
  'mockReset',
  'mockRestore',
  'mockName',
];
hooks.spy = (spy) => {
  if (isSealed) guardAll(noteOurs(spy), OF_SPIES);
  return spy;
};

/** Parts of a test's context that judge it. */
const PARTS = ['task', 'skip', 'annotate', 'onTestFailed', 'onTestFinished'];
/** Original parts of each context. */
const contexts = new WeakMapClass();
/** Guards the context that a test receives. */
export function guardContext(context) {
  if (!isSealed || context === undefined || weakHas(contexts, context)) return;
  const { skip } = context;
  defineProperty(context, 'skip', {
    ...getOwnPropertyDescriptor(context, 'skip'),
    value: {
      skip(...args) {
        // The context itself is a function. Whoever reads another object does not mean to call it.
        if (typeof this === 'object' && this !== null) throw refused(reservedOwner('skip'));
        return apply(skip, this, args);
      },
    }.skip,
  });
  guardAll(context, PARTS);
  const parts = new MapClass();
  for (let i = 0; i < PARTS.length; i++) mapSet(parts, PARTS[i], getOwnPropertyDescriptor(context, PARTS[i])?.value);
  weakSet(contexts, context, parts);
}

/** The parts of a test's context that the subject replaced. */
export function changedParts(context) {
  const changed = [],
    parts = isSealed && context !== undefined ? weakGet(contexts, context) : undefined;
  if (parts !== undefined)
    mapForEach(parts, (part, name) => {
      const now = getOwnPropertyDescriptor(context, name)?.value;
      if (!is(now, part) && (typeof now !== 'function' || checkWritten(now) !== undefined)) push(changed, name);
    });
  return changed;
}

/** Reserves the API for test material. Must be called before any code under test runs. */
export function sealApi() {
  if (isSealed) return;
  hideStacks(tellApart);
  noteBuiltIns();
  hooks.putOff = putOff;
  const { then: method } = Promise.prototype;
  amend(
    Promise.prototype,
    'then',
    new Proxy(method, {
      __proto__: null,
      apply: (_, promise, args) =>
        then(promise, args.length > 0 ? putOff(args[0]) : undefined, args.length > 1 ? putOff(args[1]) : undefined),
    }),
  );
  isSealed = true;
}
