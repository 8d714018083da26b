/**
 * Objects that hold the exports of modules.
 * @module
 */

import { create, defineProperty, getOwnPropertyDescriptor, mapGet, mapHas, weakHas, WeakMapClass, weakSet } from './primordials.js';

const namespaces = new WeakMapClass();

/** An object for the exports of a module. */
export function namespace() {
  const exports = create(null);
  weakSet(namespaces, exports, true);
  defineProperty(exports, Symbol.toStringTag, { __proto__: null, value: 'Module', configurable: true });
  return exports;
}

/** Adds an export. */
export const define = (exports, name, get) => defineProperty(exports, name, { __proto__: null, get, enumerable: true, configurable: true });

/** Adds the members of a value as exports, if it is an object. */
export function defineAll(exports, values) {
  if (values === null || (typeof values !== 'object' && typeof values !== 'function')) return;
  for (const name in values) {
    if (name !== 'default' && name !== '__esModule' && getOwnPropertyDescriptor(exports, name) === undefined)
      define(exports, name, () => values[name]);
  }
}

/** Completes `export *` after its module has run: it may have more names, or a mock's. */
export function star({ exports, linked }, values) {
  if (values === null || (typeof values !== 'object' && typeof values !== 'function')) return;
  const stands = !weakHas(namespaces, values);
  for (const name in values) {
    if (name === 'default' || name === '__esModule') continue;
    const isLinked = mapHas(linked, name);
    if (isLinked ? stands && mapGet(linked, name) !== undefined : getOwnPropertyDescriptor(exports, name) === undefined)
      define(exports, name, () => values[name]);
  }
}

/** Whether a value holds the exports of a module. */
export const isNamespace = (value) => weakHas(namespaces, value);
