/**
 * Locks what code under test must not change, and restores what it changed. Harness and guest share one heap, so this makes
 * forging hard but not impossible. docs/design/sealed.md lists the remaining attacks.
 * @module
 */

import { noteDefined } from './safe.js';
import { evaluate } from './scripts.js';
import {
  apply,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  join,
  MapClass,
  mapHas,
  mapSet,
  ownKeys,
  push,
  toJson,
  TypeErrorClass,
} from './primordials.js';

/**
 * Prototypes whose methods the harness calls constantly. All of them are watched. They cannot be locked: once a method is
 * redefined, even with the same value, V8 leaves its fast paths for patterns, strings and iteration and is up to 20 times slower.
 */
const WHOLE = () => [
  Array.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  WeakSet.prototype,
  Promise.prototype,
  RegExp.prototype,
  String.prototype,
  Reflect,
  getPrototypeOf([][Symbol.iterator]()),
  getPrototypeOf(new Map()[Symbol.iterator]()),
  getPrototypeOf(new Set()[Symbol.iterator]()),
  getPrototypeOf(''[Symbol.iterator]()),
  getPrototypeOf(''.matchAll(/x/g)),
  getPrototypeOf(function* () {}).prototype,
  getPrototypeOf(async function* () {}).prototype,
];
/** Members of these prototypes that are not methods. */
const isNone = (object, key) =>
  key === Symbol.toStringTag || key === Symbol.unscopables || key === 'length' || (key === 'constructor' && object !== Promise.prototype);
/** Methods of all functions that cannot be changed, and that getters give. */
export const INHERITED = ['call', 'apply', 'bind'];
/** Functions that tests may spy on or replace. The originals are restored while a matcher runs. */
const WATCHED = () => [
  [
    Object,
    [
      'assign',
      'create',
      'defineProperties',
      'defineProperty',
      'entries',
      'freeze',
      'fromEntries',
      'getOwnPropertyDescriptor',
      'getOwnPropertyDescriptors',
      'getOwnPropertyNames',
      'getOwnPropertySymbols',
      'getPrototypeOf',
      'hasOwn',
      'is',
      'isExtensible',
      'isFrozen',
      'isSealed',
      'keys',
      'setPrototypeOf',
      'values',
    ],
  ],
  [Array, ['from', 'isArray', 'of']],
  [Promise, ['all', 'allSettled', 'race', 'reject', 'resolve']],
  [Number, ['isFinite', 'isInteger', 'isNaN', 'isSafeInteger']],
  [JSON, ['parse', 'stringify']],
  [Object.prototype, ['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toString', 'valueOf', 'constructor']],
  [Error.prototype, ['message', 'name', 'toString', 'constructor', 'stack']],
  [Error, ['captureStackTrace']],
  [Date.prototype, ['getTime', 'toISOString', 'valueOf', 'toString']],
  [Number.prototype, ['toString', 'valueOf', 'toFixed']],
  [Function.prototype, ['toString']],
  [Array.prototype, ['0', '1', '2']],
  [Symbol.prototype, ['toString']],
  ...[Array, Map, Set, Promise, RegExp].map((Class) => [Class, [Symbol.species]]),
  ...WHOLE().map((object) => [object, ownKeys(object).filter((key) => !isNone(object, key))]),
  [
    globalThis,
    [
      'Array',
      'ArrayBuffer',
      'BigInt',
      'Boolean',
      'Error',
      'Function',
      'Map',
      'Number',
      'Object',
      'Promise',
      'Proxy',
      'Reflect',
      'RegExp',
      'Set',
      'String',
      'Symbol',
      'TypeError',
      'WeakMap',
      'WeakSet',
      'isNaN',
      'undefined',
    ],
  ],
];

const watched = [];
let isHardened = false;

/**
 * Locks a method that functions inherit. A function or a class may have a member of the same name, which an inherited property
 * that is only readable would forbid: an assignment defines it.
 */
function lockInherited(object, key) {
  const { [key]: value } = object;
  defineProperty(object, key, {
    __proto__: null,
    get: () => value,
    set(own) {
      if (this === object) throw new TypeErrorClass(`Cannot assign to read only property '${key}' of Function.prototype`);
      defineProperty(this, key, { __proto__: null, value: own, writable: true, enumerable: true, configurable: true });
    },
    enumerable: false,
    configurable: false,
  });
}

/** Locks and watches built-ins. Runs once, before any code under test. */
export function harden() {
  if (isHardened) return;
  isHardened = true;
  for (const key of INHERITED) lockInherited(Function.prototype, key);
  const { [Symbol.hasInstance]: hasInstance } = Function.prototype;
  for (const Class of [Error, TypeError, Promise, Array, Function, Map, Set, RegExp, Object, Date])
    defineProperty(Class, Symbol.hasInstance, {
      __proto__: null,
      value: hasInstance,
      writable: false,
      enumerable: false,
      configurable: false,
    });
  for (const [object, keys] of WATCHED()) {
    for (const key of keys) {
      const property = getOwnPropertyDescriptor(object, key);
      push(watched, {
        __proto__: null,
        object,
        key,
        property,
        isPlain: property !== undefined && 'value' in property,
        value: property === undefined ? undefined : 'value' in property ? property.value : property.get,
      });
    }
  }
  for (let i = 0; i < watched.length; i++) mapSet(objects, watched[i].object, true);
  const { bind } = Function.prototype;
  for (const [object, key] of [
    [Object, 'defineProperty'],
    [Object, 'defineProperties'],
    [Reflect, 'defineProperty'],
  ]) {
    const { [key]: real } = object;
    replace(
      object,
      key,
      apply(
        bind,
        (target, one, two) => {
          noted(target);
          return real(target, one, two);
        },
        [undefined],
      ),
    );
  }
  for (const key of ['__defineGetter__', '__defineSetter__'])
    replace(
      Object.prototype,
      key,
      new Proxy(Object.prototype[key], {
        __proto__: null,
        apply: (real, target, more) => {
          noted(target);
          return apply(real, target, more);
        },
      }),
    );
  reads = readingAll();
}

/** Objects with watched members. */
const objects = new MapClass();
let isDefined = false;
/** Notes that a property of an object was defined. It may be an accessor that lies, so the next assertion examines the property. */
function noted(object) {
  noteDefined(object);
  if (mapHas(objects, object)) isDefined = true;
}
function replace(object, key, by) {
  const { [key]: real } = object;
  for (const name of ['name', 'length']) defineProperty(by, name, { __proto__: null, value: real[name], configurable: true });
  const property = getOwnPropertyDescriptor(object, key);
  defineProperty(object, key, { ...property, value: by });
  for (let i = 0; i < watched.length; i++)
    if (watched[i].object === object && watched[i].key === key)
      Object.assign(watched[i], { property: { ...property, value: by }, value: by });
}

/** Replaces a watched member. The new one counts as the original from now on. */
export function amend(object, key, by) {
  replace(object, key, by);
  reads = readingAll();
}

const sameAs = (one, property) =>
  property === undefined
    ? one.property === undefined
    : one.property !== undefined && ('value' in property ? property.value : property.get) === one.value;

/** Whether a member may have changed: it reads differently, or a property was defined. */
export const mayDiffer = () => isDefined || isSuspicious || reads();
let reads = () => false;

/** Compiles all comparisons to one expression, because every assertion evaluates it. */
function readingAll() {
  const objects = [],
    keys = [],
    values = [],
    names = [],
    parts = [];
  for (let i = 0; i < watched.length; i++) {
    const { object, key, isPlain, property, value } = watched[i];
    // Reading an accessor does not tell whether it is the original.
    if (!isPlain && property !== undefined) continue;
    const at = objects.length,
      name = typeof key === 'symbol' ? `k${at}` : toJson(key);
    push(objects, object);
    push(keys, key);
    push(values, value);
    push(names, `o${at}=o[${at}],k${at}=k[${at}],v${at}=v[${at}]`);
    push(parts, isPlain ? `o${at}[${name}]!==v${at}` : `${name} in o${at}`);
  }
  return evaluate(
    `'use strict';((o,k,v)=>{const ${join(names, ',')};return()=>${join(parts, '||')}})\n//# sourceURL=harness.js/reads`,
    'harness',
  )(objects, keys, values);
}

/** Number of assertions after which properties are examined. They are also examined at the first assertion of each test. */
const OFTEN = 16;
let due = 0;
let isSuspicious = false;
/** Makes the next assertion examine the properties, because code under test ran for long. */
export const lookSoon = () => {
  due = 0;
};

/**
 * Changed members that can be found at every assertion: those that read differently. Accessors that lie are found when
 * properties are examined. That happens often, and always after a change was found.
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

/** All changed members. */
export function changed() {
  let found;
  for (let i = 0; i < watched.length; i++) {
    const one = watched[i];
    const property = getOwnPropertyDescriptor(one.object, one.key);
    if (!sameAs(one, property)) push((found ??= []), { __proto__: null, one, property });
  }
  return found;
}

/** Runs a function with restored built-ins, as far as they can be restored. Canaries detect the others. */
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
