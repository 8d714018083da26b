/**
 * Turns thrown values into plain records for the host. Reading a value may run guest code, which may throw.
 * @module
 */

import { printDiffOrStringify } from '@vitest/utils/diff';

import { onRenew } from './fresh.js';
import { inspect } from './node.js';
import {
  ErrorClass,
  create,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  is,
  isArray,
  join,
  ownKeys,
  push,
  toStringTag,
  WeakMapClass,
  weakGet,
  weakSet,
  StringClass,
  indexOf,
  slice,
  split,
  startsWith,
} from './primordials.js';

/** Maximum number of errors that one error carries, in total. */
const MAX_ERRORS = 20;
/** Maximum number of further properties, and of UTF-16 units of a text. */
const MAX_PROPERTIES = 20;
const MAX_TEXT = 1 << 16;
/** Properties that every error has, and properties from which assertion libraries build a diff. */
const USUAL = {
  __proto__: null,
  name: 1,
  message: 1,
  stack: 1,
  cause: 1,
  actual: 1,
  expected: 1,
  operator: 1,
  showDiff: 1,
  generatedMessage: 1,
  diffOptions: 1,
  diff: 1,
};

const aggregate = AggregateError.prototype;
const { isError: native } = ErrorClass;
/** Assertion numbers, locations of syntax errors, and codes, by error. */
let known = new WeakMapClass();

/** Complete stacks of errors whose readers see only a part. */
let stacks = new WeakMapClass();
/** Keeps the complete stack of an error, of which the guest sees only a part. */
export function storeStack(error, stack) {
  if (typeof error === 'object' && error !== null) weakSet(stacks, error, stack);
}

let numbers = 0;
onRenew(() => {
  known = new WeakMapClass();
  stacks = new WeakMapClass();
  numbers = 0;
});
/** Number of the next failure that may arrive twice. */
export const nextNumber = () => ++numbers;

/** Facts that the harness knows about an error: `{ assertion?, at?, code?, diff? }`. */
export const knownOf = (error) =>
  (typeof error === 'object' && error !== null) || typeof error === 'function' ? weakGet(known, error) : undefined;

/** Records facts about an error. */
export function know(error, what) {
  if ((typeof error !== 'object' || error === null) && typeof error !== 'function') return;
  const before = weakGet(known, error) ?? create(null);
  const keys = ownKeys(what);
  for (let i = 0; i < keys.length; i++) before[keys[i]] = what[keys[i]];
  weakSet(known, error, before);
}

const isError = (value) =>
  native ? native(value) : typeof value === 'object' && value !== null && toStringTag(value) === '[object Error]';
const cut = (text) => (text.length > MAX_TEXT ? `${slice(text, 0, MAX_TEXT)}… (${text.length} characters)` : text);

function read(object, key) {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}
function text(object, key) {
  const value = read(object, key);
  return typeof value === 'string' ? cut(value) : undefined;
}

/** Removes the harness's frames from a stack. */
function withoutOwn(stack) {
  const lines = split(stack, '\n'),
    kept = [];
  for (let i = 0; i < lines.length; i++) if (indexOf(lines[i], 'harness.js') < 0 || !startsWith(lines[i], '    at ')) push(kept, lines[i]);
  return join(kept, '\n');
}

function isAggregate(error) {
  for (let object = error, i = 0; object !== null && i < 100; object = getPrototypeOf(object), i++) if (object === aggregate) return true;
  return false;
}

/** Builds the diff of an error's expected and actual values. */
function diffOf(error) {
  try {
    const { showDiff, expected, actual } = error;
    if (!showDiff && !(showDiff === undefined && expected !== undefined && actual !== undefined)) return undefined;
    const diff = printDiffOrStringify(actual, expected, { ...error.diffOptions });
    return typeof diff === 'string' ? cut(diff) : undefined;
  } catch {
    return undefined;
  }
}

function propertiesOf(error, isList) {
  const shown = [];
  const keys = ownKeys(error);
  for (let i = 0; i < keys.length && shown.length < MAX_PROPERTIES; i++) {
    const key = keys[i];
    if (typeof key !== 'string' || key in USUAL || (isList && key === 'errors')) continue;
    const property = getOwnPropertyDescriptor(error, key);
    if (!property?.enumerable || !('value' in property)) continue;
    push(
      shown,
      `${slice(key, 0, 100)}: ${slice(inspect(property.value, { depth: 1, maxArrayLength: 10, maxStringLength: 256, breakLength: Infinity }), 0, 256)}`,
    );
  }
  return shown.length === 0 ? undefined : `{ ${join(shown, ', ')} }`;
}

/** Builds the record of a thrown value. `more` is added to the record. */
export function faultOf(thrown, more) {
  const left = { __proto__: null, errors: MAX_ERRORS };
  const fault = describe(thrown, left, []);
  if (more !== undefined) {
    const keys = ownKeys(more);
    for (let i = 0; i < keys.length; i++) if (more[keys[i]] !== undefined) fault[keys[i]] = more[keys[i]];
  }
  return fault;
}

function describe(thrown, left, above) {
  const fault = { __proto__: null, name: '', message: '' };
  if (!isError(thrown)) {
    try {
      fault.message = cut(typeof thrown === 'string' ? thrown : shown(thrown));
    } catch (error) {
      fault.message = `a value that cannot be shown: ${text(error, 'message') ?? ''}`;
    }
    return fault;
  }
  fault.name = text(thrown, 'name') ?? 'Error';
  fault.message = text(thrown, 'message') ?? '';
  const readable = read(thrown, 'stack');
  const stack = weakGet(stacks, thrown) ?? readable;
  if (typeof stack === 'string') fault.stack = cut(withoutOwn(stack));
  const what = knownOf(thrown);
  if (what?.assertion !== undefined) fault.assertion = what.assertion;
  if (what?.at !== undefined) fault.at = what.at;
  if (what?.code !== undefined) fault.code = what.code;
  const diff = what?.diff ?? diffOf(thrown);
  if (diff !== undefined) fault.diff = diff;
  push(above, thrown);
  try {
    const cause = getOwnPropertyDescriptor(thrown, 'cause');
    if (cause !== undefined && 'value' in cause && cause.value !== undefined) fault.cause = carried(cause.value, left, above);
    const isList = isAggregate(thrown);
    if (isList) {
      const list = getOwnPropertyDescriptor(thrown, 'errors')?.value;
      if (isArray(list)) {
        fault.errors = [];
        for (let i = 0; i < list.length && left.errors > 0; i++) push(fault.errors, carried(list[i], left, above));
      }
    }
    const properties = propertiesOf(thrown, isList);
    if (properties !== undefined) fault.properties = properties;
  } catch {
    /* What is left is told without it. */
  }
  above.length -= 1;
  return fault;
}

function carried(value, left, above) {
  left.errors -= 1;
  if (left.errors <= 0) return { __proto__: null, name: '', message: '… and more' };
  for (let i = 0; i < above.length; i++) if (is(above[i], value)) return { __proto__: null, name: '', message: '[Circular]' };
  return describe(value, left, above);
}

function shown(value) {
  if (typeof value === 'object' || typeof value === 'function') return inspect(value, { depth: 2 });
  return typeof value === 'bigint' ? `${value}n` : typeof value === 'number' && is(value, -0) ? '-0' : StringClass(value);
}
