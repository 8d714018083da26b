/**
 * What code under test cannot change, and what is put right where it did. Harness and guest share one heap: this makes forging
 * hard, not impossible; docs/design/sealed.md says which attacks remain.
 * @module
 */

import { noteDefined } from './safe.js';
import { evaluate } from './scripts.js';
import { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, join, MapClass, mapHas, mapSet, ownKeys, push, toJson } from './primordials.js';

/**
 * Prototypes whose methods the harness calls all the time, all of which are watched. They cannot be locked: as soon as one is
 * redefined, if by itself, V8 leaves the fast paths of patterns, texts and iteration, up to twenty times as slow.
 */
const WHOLE = () => [
  Array.prototype, Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, Promise.prototype, RegExp.prototype, String.prototype, Reflect,
  getPrototypeOf([][Symbol.iterator]()), getPrototypeOf(new Map()[Symbol.iterator]()), getPrototypeOf(new Set()[Symbol.iterator]()), getPrototypeOf(''[Symbol.iterator]()), getPrototypeOf(''.matchAll(/x/g)),
  getPrototypeOf(function* () {}).prototype, getPrototypeOf(async function* () {}).prototype,
];
/** What of them is no method. */
const isNone = (object, key) => key === Symbol.toStringTag || key === Symbol.unscopables || key === 'length' || (key === 'constructor' && object !== Promise.prototype);
/** Methods that cannot be changed. */
const FUNCTION = ['call', 'apply', 'bind', Symbol.hasInstance];
/** What tests may well spy on or replace: it is put back for as long as a matcher runs. */
const WATCHED = () => [
  [Object, ['assign', 'create', 'defineProperties', 'defineProperty', 'entries', 'freeze', 'fromEntries', 'getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'getOwnPropertyNames', 'getOwnPropertySymbols', 'getPrototypeOf', 'hasOwn', 'is', 'isExtensible', 'isFrozen', 'isSealed', 'keys', 'setPrototypeOf', 'values']],
  [Array, ['from', 'isArray', 'of']], [Promise, ['all', 'allSettled', 'race', 'reject', 'resolve']], [Number, ['isFinite', 'isInteger', 'isNaN', 'isSafeInteger']], [JSON, ['parse', 'stringify']],
  [Object.prototype, ['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toString', 'valueOf', 'constructor']], [Error.prototype, ['message', 'name', 'toString', 'constructor', 'stack']], [Error, ['captureStackTrace']],
  [Date.prototype, ['getTime', 'toISOString', 'valueOf', 'toString']], [Number.prototype, ['toString', 'valueOf', 'toFixed']], [Function.prototype, ['toString']], [Array.prototype, ['0', '1', '2']], [Symbol.prototype, ['toString']],
  ...[Array, Map, Set, Promise, RegExp].map((Class) => [Class, [Symbol.species]]), ...WHOLE().map((object) => [object, ownKeys(object).filter((key) => !isNone(object, key))]),
  [globalThis, ['Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'Error', 'Function', 'Map', 'Number', 'Object', 'Promise', 'Proxy', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'TypeError', 'WeakMap', 'WeakSet', 'isNaN', 'undefined']],
];

const watched = [];
let isHardened = false;

function lock(object, key) {
  const property = getOwnPropertyDescriptor(object, key);
  if (!property?.configurable) return;
  defineProperty(object, key, 'value' in property ? { __proto__: null, value: property.value, writable: false, enumerable: property.enumerable, configurable: false } : { __proto__: null, get: property.get, set: property.set, enumerable: property.enumerable, configurable: false });
}

/** Locks what is locked, and notes what is watched: once, before any code under test has run. */
export function harden() {
  if (isHardened) return;
  isHardened = true;
  for (const key of FUNCTION) lock(Function.prototype, key);
  const { [Symbol.hasInstance]: hasInstance } = Function.prototype;
  for (const Class of [Error, TypeError, Promise, Array, Function, Map, Set, RegExp, Object, Date]) defineProperty(Class, Symbol.hasInstance, { __proto__: null, value: hasInstance, writable: false, enumerable: false, configurable: false });
  for (const [object, keys] of WATCHED()) {
    for (const key of keys) {
      const property = getOwnPropertyDescriptor(object, key);
      push(watched, { __proto__: null, object, key, property, isPlain: property !== undefined && 'value' in property, value: property === undefined ? undefined : 'value' in property ? property.value : property.get });
    }
  }
  for (let i = 0; i < watched.length; i++) mapSet(objects, watched[i].object, true);
  const { bind } = Function.prototype;
  for (const [object, key] of [[Object, 'defineProperty'], [Object, 'defineProperties'], [Reflect, 'defineProperty']]) {
    const { [key]: real } = object;
    replace(object, key, apply(bind, (target, one, two) => { noted(target); return real(target, one, two); }, [undefined]));
  }
  for (const key of ['__defineGetter__', '__defineSetter__']) replace(Object.prototype, key, new Proxy(Object.prototype[key], { __proto__: null, apply: (real, target, more) => { noted(target); return apply(real, target, more); } }));
  reads = readingAll();
}

/** Objects of which something is watched. */
const objects = new MapClass();
let isDefined = false;
/** Something of an object was defined, if an accessor, which answers as it likes: it is looked at before the next assertion. */
function noted(object) {
  noteDefined(object);
  if (mapHas(objects, object)) isDefined = true;
}
function replace(object, key, by) {
  const { [key]: real } = object;
  for (const name of ['name', 'length']) defineProperty(by, name, { __proto__: null, value: real[name], configurable: true });
  const property = getOwnPropertyDescriptor(object, key);
  defineProperty(object, key, { ...property, value: by });
  for (let i = 0; i < watched.length; i++) if (watched[i].object === object && watched[i].key === key) Object.assign(watched[i], { property: { ...property, value: by }, value: by });
}

/** Puts another member in the place of one, which is the right one from here on. */
export function amend(object, key, by) {
  replace(object, key, by);
  reads = readingAll();
}

const sameAs = (one, property) => (property === undefined ? one.property === undefined : one.property !== undefined && ('value' in property ? property.value : property.get) === one.value);

/** Whether something may be otherwise than it was: it reads so, or something was defined. */
export const mayDiffer = () => isDefined || isSuspicious || reads();
let reads = () => false;

/** Makes one expression of all reads, which the engine does at once: every assertion asks it. */
function readingAll() {
  const objects = [], keys = [], values = [], names = [], parts = [];
  for (let i = 0; i < watched.length; i++) {
    const { object, key, isPlain, property, value } = watched[i];
    // What an accessor gives is not what it is.
    if (!isPlain && property !== undefined) continue;
    const at = objects.length, name = typeof key === 'symbol' ? `k${at}` : toJson(key);
    push(objects, object);
    push(keys, key);
    push(values, value);
    push(names, `o${at}=o[${at}],k${at}=k[${at}],v${at}=v[${at}]`);
    push(parts, isPlain ? `o${at}[${name}]!==v${at}` : `${name} in o${at}`);
  }
  return evaluate(`'use strict';((o,k,v)=>{const ${join(names, ',')};return()=>${join(parts, '||')}})\n//# sourceURL=harness.js/reads`, 'harness')(objects, keys, values);
}

/** Assertions after which properties are looked at themselves, beside at the first of each test. */
const OFTEN = 16;
let due = 0;
let isSuspicious = false;
/** Has the next assertion look at the properties themselves: code under test has run for long. */
export const lookSoon = () => { due = 0; };

/**
 * What is not as it was, as far as every assertion can ask: what reads otherwise at once, and an accessor that answers us as
 * it should when properties are looked at, which is often, and always once something was found.
 */
export function changedByNow() {
  due -= 1;
  if (due > 0 && !isSuspicious && !isDefined && !reads()) return undefined;
  if (due <= 0) due = OFTEN;
  isDefined = false;
  const found = changed();
  isSuspicious = found !== undefined;
  return found;
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
