/**
 * What code under test cannot change, and what is put right where it did. Harness and guest share one heap: this makes forging
 * hard, not impossible; docs/sealed.md says which attacks remain.
 * @module
 */

import { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, push } from './primordials.js';

/** Prototypes whose methods the harness calls all the time. They cannot be changed; new ones can be added. */
const LOCKED = () => [
  Array.prototype, Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, Promise.prototype, RegExp.prototype, String.prototype, Reflect,
  getPrototypeOf([][Symbol.iterator]()), getPrototypeOf(new Map()[Symbol.iterator]()), getPrototypeOf(new Set()[Symbol.iterator]()), getPrototypeOf(''[Symbol.iterator]()), getPrototypeOf(''.matchAll(/x/g)),
  getPrototypeOf(function* () {}).prototype, getPrototypeOf(async function* () {}).prototype,
];
/** Methods of others that cannot be changed. */
const FUNCTION = ['call', 'apply', 'bind', Symbol.hasInstance];
/** What tests may well spy on or replace: it is put back for as long as a matcher runs. */
const WATCHED = () => [
  [Object, ['assign', 'create', 'defineProperties', 'defineProperty', 'entries', 'freeze', 'fromEntries', 'getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'getOwnPropertyNames', 'getOwnPropertySymbols', 'getPrototypeOf', 'hasOwn', 'is', 'isExtensible', 'isFrozen', 'isSealed', 'keys', 'setPrototypeOf', 'values']],
  [Array, ['from', 'isArray', 'of']], [Promise, ['all', 'allSettled', 'race', 'reject', 'resolve']], [Number, ['isFinite', 'isInteger', 'isNaN', 'isSafeInteger']], [JSON, ['parse', 'stringify']],
  [Object.prototype, ['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toString', 'valueOf', 'constructor']], [Error.prototype, ['message', 'name', 'toString', 'constructor', 'stack']], [Error, ['captureStackTrace']],
  [Date.prototype, ['getTime', 'toISOString', 'valueOf', 'toString']], [Number.prototype, ['toString', 'valueOf', 'toFixed']], [Function.prototype, ['toString']], [Array.prototype, ['0', '1', '2']], [Symbol.prototype, ['toString']],
  [globalThis, ['Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'Error', 'Function', 'Map', 'Number', 'Object', 'Promise', 'Proxy', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'TypeError', 'WeakMap', 'WeakSet', 'isNaN', 'undefined']],
];

let watched = [];

function lock(object, key) {
  const property = getOwnPropertyDescriptor(object, key);
  if (!property?.configurable) return;
  defineProperty(object, key, 'value' in property ? { __proto__: null, value: property.value, writable: false, enumerable: property.enumerable, configurable: false } : { __proto__: null, get: property.get, set: property.set, enumerable: property.enumerable, configurable: false });
}

/** Locks what is locked, and notes what is watched. */
export function harden() {
  for (const object of LOCKED()) for (const key of ownKeys(object)) if (key !== Symbol.toStringTag && (key !== 'constructor' || object === Promise.prototype)) lock(object, key);
  for (const key of FUNCTION) lock(Function.prototype, key);
  for (const Class of [Array, Map, Set, Promise, RegExp]) lock(Class, Symbol.species);
  const { [Symbol.hasInstance]: hasInstance } = Function.prototype;
  for (const Class of [Error, TypeError, Promise, Array, Function, Map, Set, RegExp, Object, Date]) defineProperty(Class, Symbol.hasInstance, { __proto__: null, value: hasInstance, writable: false, enumerable: false, configurable: false });
  for (const [object, keys] of WATCHED()) {
    for (const key of keys) {
      const property = getOwnPropertyDescriptor(object, key);
      push(watched, { __proto__: null, object, key, property, isPlain: property !== undefined && 'value' in property, value: property === undefined ? undefined : 'value' in property ? property.value : property.get });
    }
  }
}

const sameAs = (one, property) => (property === undefined ? one.property === undefined : one.property !== undefined && ('value' in property ? property.value : property.get) === one.value);

/** Whether something reads otherwise than it did: enough to tell who meant no harm. */
export function readsOtherwise() {
  for (let i = 0; i < watched.length; i++) {
    const one = watched[i];
    if (one.isPlain ? one.object[one.key] !== one.value : one.property === undefined && one.key in one.object) return true;
  }
  return false;
}

/** What is not as it was. */
export function changed() {
  let found;
  for (let i = 0; i < watched.length; i++) {
    const one = watched[i];
    const property = getOwnPropertyDescriptor(one.object, one.key);
    if (!sameAs(one, property)) push((found ??= []), { __proto__: null, one, property });
  }
  return found;
}

/** Runs something of ours with the built-ins as they were, as far as they can be put back: canaries tell where not. */
export function withIntact(found, run, self, args) {
  for (let i = 0; i < found.length; i++) {
    const { one } = found[i];
    if (one.property === undefined) deleteProperty(one.object, one.key);
    else defineProperty(one.object, one.key, one.property);
  }
  try {
    return apply(run, self, args);
  } finally {
    for (let i = 0; i < found.length; i++) {
      const { one, property } = found[i];
      if (property === undefined) deleteProperty(one.object, one.key);
      else defineProperty(one.object, one.key, property);
    }
  }
}
