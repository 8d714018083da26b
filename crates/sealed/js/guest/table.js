/**
 * A table of objects as they are before any code under test runs: their prototypes, keys, properties, and whether they are
 * extensible. Comparing it calls no code under test, because only the recorded objects are read, by captured functions.
 * @module
 */

import {
  freeze,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  is,
  isExtensible,
  MapClass,
  mapGet,
  mapHas,
  mapSet,
  ownKeys,
  setPrototypeOf,
  uncurry,
  WeakSetClass,
} from './primordials.js';

const { prototype: base } = Object;
const weakAdd = uncurry(WeakSet.prototype.add),
  weakHas = uncurry(WeakSet.prototype.has);

/** A list whose elements no setter on a prototype can catch. */
function list() {
  const made = [];
  setPrototypeOf(made, null);
  return made;
}
/** Recorded objects. `Object.prototype` comes first: nothing else can be compared once it has a `get`. */
export const rows = list();
/** Rows that are compared: those of objects that can change. */
export const compared = list();
/** Functions of the harness that are frozen, with all that they lead to. */
const fixed = new WeakSetClass();
/** Freezes a function of the harness that has nothing of its own. */
export function fix(run) {
  const prototype = getOwnPropertyDescriptor(run, 'prototype')?.value;
  if (prototype !== undefined) freeze(prototype);
  freeze(run);
  weakAdd(fixed, run);
}
/** Rows by object. */
const table = new MapClass();

/** Whether an object is in the table. */
export const isRecorded = (object) => mapHas(table, object);

/** Adds a value, with the key by which it was reached. */
function add(value, via) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
  if (mapHas(table, value) || (typeof value === 'function' && weakHas(fixed, value))) return;
  const row = { __proto__: null, object: value, via, proto: null, isOpen: true, keys: [], properties: [] };
  mapSet(table, value, row);
  rows[rows.length] = row;
}

/** Whether an object can change: it is extensible, or has a property that can. */
function canChange({ isOpen, properties }) {
  if (isOpen) return true;
  for (let i = 0; i < properties.length; i++) if (properties[i].configurable || properties[i].writable) return true;
  return false;
}

function read(row) {
  const { object } = row;
  row.proto = getPrototypeOf(object);
  row.isOpen = isExtensible(object);
  row.keys = ownKeys(object);
  row.properties = list();
  add(row.proto, row.via);
  for (let i = 0; i < row.keys.length; i++) {
    const property = getOwnPropertyDescriptor(object, row.keys[i]);
    row.properties[i] = property;
    if ('value' in property) add(property.value, row.keys[i]);
    else {
      add(property.get, row.keys[i]);
      add(property.set, row.keys[i]);
    }
  }
}

function readFrom(at) {
  for (let i = at; i < rows.length; i++) {
    read(rows[i]);
    if (canChange(rows[i])) compared[compared.length] = rows[i];
  }
}

/** Adds objects and all that can be reached from them. Must be called while nobody can have changed them. */
export function record(objects) {
  const at = rows.length;
  if (at === 0) add(base, 'Object.prototype');
  for (let i = 0; i < objects.length; i++) add(objects[i], 'object');
  readFrom(at);
}

/** Records objects anew that the harness itself changed, and what they lead to now. */
export function recordAgain(objects) {
  const at = rows.length;
  for (let i = 0; i < objects.length; i++) {
    const row = mapGet(table, objects[i]);
    if (row === undefined) add(objects[i], 'object');
    else read(row);
  }
  readFrom(at);
}

/** Records that the harness redefined a property. */
export function recordProperty(object, key, property) {
  const row = mapGet(table, object);
  if (row === undefined) return;
  for (let i = 0; i < row.keys.length; i++) if (row.keys[i] === key) row.properties[i] = property;
}

/** Keys of a plain function and of its prototype. */
const PLAIN = { __proto__: null, length: true, name: true, prototype: true };
function isPlain(run) {
  const keys = ownKeys(run);
  for (let i = 0; i < keys.length; i++) if (PLAIN[keys[i]] !== true) return false;
  const prototype = getOwnPropertyDescriptor(run, 'prototype')?.value;
  return prototype === undefined || (typeof prototype === 'object' && ownKeys(prototype).length === 1);
}
/** Freezes the functions of an object that have nothing of their own, so that they need no comparison. */
export function freezeFunctions(object) {
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const property = getOwnPropertyDescriptor(object, keys[i]);
    const runs = [property.value, property.get, property.set];
    for (let j = 0; j < runs.length; j++) {
      if (typeof runs[j] === 'function' && keys[i] !== 'constructor' && !mapHas(table, runs[j]) && isPlain(runs[j])) fix(runs[j]);
    }
  }
}

function isSame({ object, proto, isOpen, keys, properties }) {
  if (getPrototypeOf(object) !== proto || isExtensible(object) !== isOpen) return false;
  const now = ownKeys(object);
  if (now.length !== keys.length) return false;
  for (let i = 0; i < now.length; i++) {
    if (now[i] !== keys[i]) return false;
    const before = properties[i],
      after = getOwnPropertyDescriptor(object, now[i]);
    if (
      after.enumerable !== before.enumerable ||
      after.configurable !== before.configurable ||
      after.writable !== before.writable ||
      after.get !== before.get ||
      after.set !== before.set ||
      !is(after.value, before.value)
    )
      return false;
  }
  return true;
}

/** The key by which the first object was reached that is no longer as recorded; undefined if there is none. */
export function difference() {
  for (let i = 0; i < compared.length; i++) if (!isSame(compared[i])) return compared[i].via;
  return undefined;
}
