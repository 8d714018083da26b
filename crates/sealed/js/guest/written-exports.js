/**
 * What an ES module writes to its variables `module` and `exports`.
 * @module
 */

import { define } from './namespaces.js';
import { isForRunner } from './state.js';
import { getOwnPropertyDescriptor, ownKeys } from './primordials.js';

/** The variable `module` of an ES module, and its first `module.exports`. In a test runner, what is written there is exported. */
export function writtenBy(record) {
  if (record.written === undefined) {
    const first = isForRunner() ? {} : record.exports;
    record.written = { __proto__: null, first, module: { exports: first, id: record.id, filename: record.id } };
  }
  return record.written;
}

/** Whether a module assigned to its variable `module.exports`. */
export const assignsExports = ({ written }) => written !== undefined && written.module.exports !== written.first;

/** Exports what a module, which has run, wrote to `module.exports`. Its own exports stay. */
export function exportWritten(record) {
  if (record.written === undefined || !isForRunner()) return;
  const value = record.written.module.exports;
  if (!assignsExports(record) && ownKeys(value).length === 0) return;
  const add = (name, get) => {
    if (getOwnPropertyDescriptor(record.exports, name) === undefined) define(record.exports, name, get);
  };
  add('default', () => (value?.__esModule ? value.default : value));
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
  for (const name in value) add(name, () => value[name]);
}
