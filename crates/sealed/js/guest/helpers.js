/**
 * Keeps helpers of test material as they were loaded. A test fails if the subject replaces functions of an object or class that
 * a helper exports. Data is not compared, because a subject may fill objects that it receives.
 * `crates/testing/src/run/helpers.rs` does the same for the interpreter.
 * @module
 */

import { changedMaterial } from './sentences.js';
import { checkWritten } from './writers.js';
import {
  endsWith,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  includes,
  indexOf,
  is,
  isArray,
  lastIndexOf,
  MapClass,
  mapGet,
  mapSet,
  ownKeys,
  push,
  slice,
  startsWith,
  StringClass,
} from './primordials.js';

/** Maximum number of watched objects; a fixture may contain many. */
const MAX_OBJECTS = 2000;
/** Maximum depth below exported objects. */
const MAX_DEPTH = 3;
/** Methods that decide how a matcher, a template or `await` treats an object. */
const TELLING = { __proto__: null, toJSON: true, toString: true, valueOf: true, then: true, asymmetricMatch: true };

/** Watched objects, and the source texts of test material, which may change its own objects. */
let watched = [],
  texts = [];

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Records the exports of helpers: each is `[file, code, [[name, value]…]]`. */
export function watchHelpers(helpers) {
  watched = [];
  texts = [];
  const seen = new MapClass();
  for (let i = 0; i < helpers.length; i++) {
    const [file, code, exports] = helpers[i];
    push(texts, code);
    for (let j = 0; j < exports.length; j++) watch(exports[j][1], exports[j][0], file, MAX_DEPTH, seen);
  }
}

function watch(value, name, file, depth, seen) {
  if (!isObject(value) || isArray(value) || watched.length >= MAX_OBJECTS || mapGet(seen, value)) return;
  mapSet(seen, value, true);
  // Objects of the subject that a helper re-exports stay the subject's.
  if (isInSubject(value)) return;
  const slots = slotsOf(value);
  if (slots === undefined) return;
  push(watched, {
    __proto__: null,
    object: value,
    name,
    file,
    slots,
    prototype: prototypeOf(value),
    isClass: typeof value === 'function' || endsWith(name, '.prototype'),
  });
  if (depth === 0) return;
  for (let i = 0; i < slots.length; i++) {
    const { key, property } = slots[i];
    if (key !== 'constructor' && 'value' in property) watch(property.value, `${name}.${StringClass(key)}`, file, depth - 1, seen);
  }
}

/** Own properties of an object; undefined if a proxy refuses. */
function slotsOf(object) {
  try {
    const slots = [],
      keys = ownKeys(object);
    for (let i = 0; i < keys.length; i++) {
      const property = getOwnPropertyDescriptor(object, keys[i]);
      if (property !== undefined) push(slots, { __proto__: null, key: keys[i], property });
    }
    return slots;
  } catch {
    return undefined;
  }
}
function prototypeOf(object) {
  try {
    return getPrototypeOf(object);
  } catch {
    return undefined;
  }
}
function find(slots, key) {
  for (let i = 0; i < slots.length; i++) if (slots[i].key === key) return slots[i].property;
  return undefined;
}

const isData = (property) => 'value' in property && typeof property.value !== 'function';
/** Whether two properties are equal in the compared parts. */
const isSame = (one, other) =>
  (isData(one) && isData(other)) || (is(one.value, other.value) && is(one.get, other.get) && is(one.set, other.set));

/** Whether a value is a function from a file of the subject. Unknown for bound functions. */
const isInSubject = (run) => typeof run === 'function' && startsWith(checkWritten(run) ?? '', '/');
/** Whether a property may contain code of the subject. */
function isTheirs(property) {
  const runs = [property.value, property.get, property.set];
  for (let i = 0; i < runs.length; i++) if (typeof runs[i] === 'function' && checkWritten(runs[i]) !== undefined) return true;
  return false;
}

/** Whether an object is unchanged in the compared parts. Allocates nothing, because most objects are. */
function isAsBefore({ object, slots, prototype }) {
  try {
    const keys = ownKeys(object);
    if (keys.length !== slots.length || getPrototypeOf(object) !== prototype) return false;
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== slots[i].key) return false;
      const property = getOwnPropertyDescriptor(object, keys[i]);
      if (property === undefined || !isSame(slots[i].property, property)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Changes by the subject since the last call, as messages. */
export function changedHelpers() {
  const found = [];
  for (let i = 0; i < watched.length; i++) {
    const one = watched[i];
    if (isAsBefore(one)) continue;
    const now = slotsOf(one.object) ?? one.slots,
      prototype = prototypeOf(one.object);
    const changed = changedOf(one, now, prototype);
    for (let j = 0; j < changed.length; j++) push(found, changedMaterial(changed[j], one.name, one.file));
    one.slots = now;
    one.prototype = prototype;
  }
  return found;
}

/** Keys of an object that the subject changed. */
function changedOf({ slots, prototype, isClass }, now, prototypeNow) {
  const changed = [];
  for (let i = 0; i < slots.length; i++) {
    const { key, property } = slots[i],
      after = find(now, key);
    if (
      (after !== undefined && isSame(property, after)) ||
      isInSubject(property.value) ||
      isInSubject(property.get) ||
      isInSubject(property.set)
    )
      continue;
    // The author of a deletion or of a plain value is unknown. It counts as test material's if test material contains such code.
    const isOthers = after !== undefined && !isData(after) ? isTheirs(after) || !someAssigns(key) : !isData(property) && !someAssigns(key);
    if (isOthers) push(changed, StringClass(key));
  }
  for (let i = 0; i < now.length; i++) {
    const { key, property } = now[i];
    const tells = typeof key === 'symbol' || key in TELLING;
    if (find(slots, key) === undefined && (isClass || tells) && isTheirs(property)) push(changed, StringClass(key));
  }
  if (prototype !== prototypeNow && !someHas('setPrototypeOf') && !someHas('__proto__')) push(changed, 'the prototype');
  return changed;
}

function someHas(text) {
  for (let i = 0; i < texts.length; i++) if (includes(texts[i], text)) return true;
  return false;
}
/** Whether test material assigns, deletes, defines or spies on a property of this name. */
function someAssigns(key) {
  const name = typeof key === 'symbol' ? (key.description ?? '') : key;
  if (name === '') return true;
  for (let i = 0; i < texts.length; i++) if (assigns(texts[i], name)) return true;
  return false;
}

const QUOTES = { __proto__: null, '"': true, "'": true, '`': true };
function assigns(text, name) {
  for (let at = indexOf(text, name); at >= 0; at = indexOf(text, name, at + 1)) {
    let before = at,
      after = at + name.length;
    while (before > 0 && text[before - 1] in QUOTES) before -= 1;
    while (after < text.length && (text[after] in QUOTES || text[after] === ']')) after += 1;
    while (after < text.length && (text[after] === ' ' || text[after] === '\n' || text[after] === '\t')) after += 1;
    // The name as a string literal, for `defineProperty`, `spyOn` and similar calls.
    if (before < at && text[before - 1] !== '[') return true;
    if (text[before - 1] !== '.' && text[before - 1] !== '[') continue;
    const isAssigned = text[after] === '=' && text[after + 1] !== '=' && text[after + 1] !== '>';
    if (isAssigned || startsWith(statementBefore(text, before), 'delete ')) return true;
  }
  return false;
}
const ENDS = ['\n', ';', '{', '}'];
/** The text of a statement before an offset. */
function statementBefore(text, at) {
  let start = 0;
  for (let i = 0; i < ENDS.length; i++) {
    const end = lastIndexOf(text, ENDS[i], at - 1) + 1;
    if (end > start) start = end;
  }
  while (text[start] === ' ' || text[start] === '\t') start += 1;
  return slice(text, start, at);
}
