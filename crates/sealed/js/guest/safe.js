/**
 * What the harness calls in place of members of built-ins: these as they were before any code under test ran. A value of a
 * class of the guest's own has its own members.
 * @module
 */

import { CLASSES, GETTERS, METHODS, STATICS } from './built-ins.js';
import { apply, create, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, isArray, MapClass, mapGet, mapSet, ObjectClass, ownKeys, push, uncurry } from './primordials.js';

/** @type {Record<string, any>} What a patched package knows as `verdictSafe`. */
export const safe = create(null);

const { iterator, toStringTag, species } = Symbol;
const { prototype: objects } = Object, { prototype: lists } = Array;

/** What members a prototype has, by prototype. */
const tables = new MapClass();
const iteratorOf = (value) => getPrototypeOf(value[iterator]());
const PROTOTYPES = [
  objects, lists, String.prototype, Number.prototype, Boolean.prototype, Symbol.prototype, BigInt.prototype, Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, WeakRef.prototype,
  RegExp.prototype, Promise.prototype, Date.prototype, Error.prototype, URL.prototype, DataView.prototype, ArrayBuffer.prototype, getPrototypeOf(Uint8Array.prototype), URLSearchParams.prototype, Headers.prototype, FormData.prototype,
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array].map((Class) => Class.prototype),
  iteratorOf([]), iteratorOf(new Map()), iteratorOf(new Set()), iteratorOf(''), getPrototypeOf(''.matchAll(/x/g)),
];
for (let i = 0; i < PROTOTYPES.length; i++) {
  const members = create(null), keys = ownKeys(PROTOTYPES[i]);
  for (let j = 0; j < keys.length; j++) {
    const { value, get } = getOwnPropertyDescriptor(PROTOTYPES[i], keys[j]);
    if (typeof value === 'function' && keys[j] !== 'constructor') members[keys[j]] = value;
    else if (get !== undefined) members[keys[j]] = get;
  }
  mapSet(tables, PROTOTYPES[i], members);
}

/** The built-in member that a value has of its class; undefined where it has none, or one of its own. */
function memberOf(value, name) {
  if (value === null || value === undefined) return undefined;
  for (let at = typeof value === 'object' || typeof value === 'function' ? value : getPrototypeOf(ObjectClass(value)); at !== null; at = getPrototypeOf(at)) {
    const members = mapGet(tables, at);
    if (members === undefined ? hasOwn(at, name) : members[name] !== undefined) return members?.[name];
  }
  return undefined;
}

for (let i = 0; i < METHODS.length; i++) {
  const name = METHODS[i];
  safe[name] = (self, ...args) => {
    const member = memberOf(self, name);
    return member === undefined ? self[name](...list(args)) : apply(ours(self, member) ?? member, self, args);
  };
}
for (let i = 0; i < METHODS.length; i++) {
  const { [METHODS[i]]: run } = safe;
  safe[`maybe_${METHODS[i]}`] = (self, ...args) => (self === null || self === undefined ? undefined : run(self, ...list(args)));
}
for (let i = 0; i < GETTERS.length; i++) {
  const name = GETTERS[i];
  safe[`get_${name}`] = (self) => {
    const member = memberOf(self, name);
    return member === undefined ? self[name] : apply(ours(self, member) ?? member, self, []);
  };
}
for (let i = 0; i < CLASSES.length; i++) safe[`class_${CLASSES[i]}`] = globalThis[CLASSES[i]];
const bound = ['Promise', 'Array'];
const spaces = ownKeys(STATICS);
for (let i = 0; i < spaces.length; i++) {
  const space = globalThis[spaces[i]], names = STATICS[spaces[i]];
  for (let j = 0; j < names.length; j++) {
    const member = space[names[j]];
    safe[`${spaces[i]}_${names[j]}`] = bound.includes(spaces[i]) ? member.bind(space) : member;
  }
}

/* What asks for members of built-ins itself. */

/** Members that are done otherwise, by the built-in one. */
const others = new MapClass();
const ours = (self, member) => {
  const other = mapGet(others, member);
  return other === undefined || (other.isOf !== undefined && !other.isOf(self)) ? undefined : other.run;
};
const instead = (object, name, run, isOf) => mapSet(others, getOwnPropertyDescriptor(object, name).value ?? getOwnPropertyDescriptor(object, name).get, { __proto__: null, run, isOf });

// A list makes its like by its `constructor` and what that says.
const callable = (value) => { if (typeof value !== 'function') throw new TypeError(`${String(value)} is not a function`); };
instead(lists, 'map', function map(each, self) {
  callable(each);
  const made = [];
  made.length = this.length;
  for (let i = 0; i < this.length; i++) if (i in this) put(made, i, apply(each, self, [this[i], i, this]));
  return made;
}, isArray);
instead(lists, 'filter', function filter(holds, self) {
  callable(holds);
  const made = [];
  for (let i = 0; i < this.length; i++) if (i in this) { const value = this[i]; if (apply(holds, self, [value, i, this])) push(made, value); }
  return made;
}, isArray);
instead(lists, 'concat', function concat(...more) {
  const made = [];
  const take = (value) => {
    if (!isArray(value)) return push(made, value);
    const start = made.length;
    made.length += value.length;
    for (let i = 0; i < value.length; i++) if (i in value) put(made, start + i, value[i]);
    return undefined;
  };
  take(this);
  for (let i = 0; i < more.length; i++) take(more[i]);
  return made;
}, isArray);
const sliced = uncurry(lists.slice);
const isPlain = (value) => isArray(value) && value.constructor === Array && getOwnPropertyDescriptor(Array, species)?.get === arraySpecies;
const arraySpecies = getOwnPropertyDescriptor(Array, species).get;
instead(lists, 'slice', function slice(from, to) {
  if (isPlain(this)) return sliced(this, from, to);
  const { length } = this, at = (index, none) => (index === undefined ? none : index < 0 ? (length + index > 0 ? length + index : 0) : index > length ? length : +index || 0);
  const made = [];
  for (let i = at(from, 0), end = at(to, length); i < end; i++) push(made, this[i]);
  return made;
}, isArray);
const put = (made, at, value) => defineProperty(made, at, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

// A pattern is run by what its `exec` is by then, and tells its flags by asking for each.
const executed = uncurry(RegExp.prototype.exec);
const isPattern = (value) => memberOf(value, 'exec') === RegExp.prototype.exec || memberOf(value, 'exec') === execMember;
const execMember = mapGet(tables, RegExp.prototype).exec;
instead(RegExp.prototype, 'test', function test(text) { return executed(this, text) !== null; }, isPattern);
const FLAGS = { __proto__: null, hasIndices: 'd', global: 'g', ignoreCase: 'i', multiline: 'm', dotAll: 's', unicode: 'u', unicodeSets: 'v', sticky: 'y' };
const flagNames = ownKeys(FLAGS);
instead(RegExp.prototype, 'flags', function flags() {
  let text = '';
  const members = mapGet(tables, RegExp.prototype);
  for (let i = 0; i < flagNames.length; i++) if (members[flagNames[i]] !== undefined && apply(members[flagNames[i]], this, [])) text += FLAGS[flagNames[i]];
  return text;
}, isPattern);
const isGlobal = (pattern) => apply(mapGet(tables, RegExp.prototype).global, pattern, []);
const { match } = mapGet(tables, String.prototype);
instead(String.prototype, 'match', function matchText(pattern) {
  return typeof pattern === 'object' && pattern !== null && isPattern(pattern) && !isGlobal(pattern) ? executed(pattern, this) : apply(match, this, [pattern]);
});

/* What the language asks for itself. */

/** An iterator that nobody can have changed, and its results. */
const walker = (step) => ({ __proto__: null, [iterator]() { return this; }, next: step, return: (value) => ({ __proto__: null, done: true, value }) });
const ended = { __proto__: null, done: true, value: undefined };
function stepping(value, start) {
  const inner = apply(start, value, []);
  const { next } = mapGet(tables, getPrototypeOf(inner));
  return walker(() => apply(next, inner, []));
}
function list(value) {
  let at = 0;
  return walker(() => (at < value.length ? { __proto__: null, done: false, value: value[at++] } : ended));
}
const LIST_ITERATOR = lists[iterator];

/** What `for of`, a spread and a pattern of a list go through. */
safe.iterate = (value) => {
  const start = memberOf(value, iterator);
  if (start === undefined) return value;
  return start === LIST_ITERATOR && isArray(value) ? list(value) : stepping(value, start);
};
const { Array_from: from } = safe;
safe.Array_from = (value, ...more) => from(value === null || value === undefined || memberOf(value, iterator) === undefined ? value : safe.iterate(value), ...list(more));

/** A property of a value that is its own, or of a class that is not built in: nothing that was put on a built-in prototype. */
safe.foreign = (value, name) => {
  if (value === null || value === undefined) return undefined;
  for (let at = ObjectClass(value); at !== null && mapGet(tables, at) === undefined; at = getPrototypeOf(at)) if (hasOwn(at, name)) return value[name];
  return undefined;
};
/** What a value says of how it is iterated. */
safe.iteratorOf = (value) => memberOf(value, iterator) ?? safe.foreign(value, iterator);

const hasInstance = Function.prototype[Symbol.hasInstance];
/** Whether a value is of a built-in class, by its prototypes. */
safe.isInstance = (value, Class) => apply(hasInstance, Class, [value]);

const { toString: nameOf } = mapGet(tables, objects);
const getTime = mapGet(tables, Date.prototype).getTime, source = mapGet(tables, RegExp.prototype).source, sizeOf = mapGet(tables, Map.prototype).size, sizeOfSet = mapGet(tables, Set.prototype).size;
/** Built-in classes that an object is known to be of whatever their prototypes say, with what only such an object lets be asked. */
const BRANDS = new MapClass();
mapSet(BRANDS, Date.prototype, ['[object Date]', getTime]);
mapSet(BRANDS, RegExp.prototype, ['[object RegExp]', source]);
mapSet(BRANDS, Map.prototype, ['[object Map]', sizeOf]);
mapSet(BRANDS, Set.prototype, ['[object Set]', sizeOfSet]);
mapSet(BRANDS, Number.prototype, ['[object Number]', mapGet(tables, Number.prototype).valueOf]);
mapSet(BRANDS, String.prototype, ['[object String]', mapGet(tables, String.prototype).valueOf]);
mapSet(BRANDS, Boolean.prototype, ['[object Boolean]', mapGet(tables, Boolean.prototype).valueOf]);
/** `Object.prototype.toString`. */
safe.tagOf = (value) => {
  if (isArray(value) && !hasOwn(value, toStringTag)) return '[object Array]';
  const brand = typeof value === 'object' && value !== null && !hasOwn(value, toStringTag) ? mapGet(BRANDS, getPrototypeOf(value)) : undefined;
  if (brand !== undefined) try {
    apply(brand[1], value, []);
    return brand[0];
  } catch { /* It only has the prototype. */ }
  return apply(nameOf, value, []);
};
/** `+date`. */
safe.timeOf = (date) => {
  const member = memberOf(date, 'getTime');
  return member === getTime ? apply(getTime, date, []) : +date;
};
