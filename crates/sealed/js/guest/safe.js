/**
 * Replacements for members of built-ins, as they were before any code under test ran. Values of a guest's own classes keep their
 * own members.
 * @module
 */

import { CLASSES, GETTERS, METHODS, STATICS } from './built-ins.js';
import {
  apply,
  create,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isArray,
  MapClass,
  mapGet,
  mapSet,
  ObjectClass,
  ownKeys,
  push,
  uncurry,
} from './primordials.js';

/** @type {Record<string, any>} What a patched package knows as `verdictSafe`. */
export const safe = create(null);

const { iterator, toStringTag } = Symbol;
const { prototype: objects } = Object,
  { prototype: lists } = Array,
  { prototype: maps } = Map,
  { prototype: sets } = Set;

/** Whether a property of array prototypes was defined: it may be an accessor that lies. */
const touched = { __proto__: null, lists: false };
const listIterator = getPrototypeOf([][iterator]()),
  { next: nextOfList } = listIterator;
/** Called with an object of which a property was defined. */
export function noteDefined(object) {
  if (object === lists || object === listIterator || object === Array || object === objects) touched.lists = true;
}

/** Members of prototypes, by prototype. */
const tables = new MapClass();
const iteratorOf = (value) => getPrototypeOf(value[iterator]());
const PROTOTYPES = [
  objects,
  lists,
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  Symbol.prototype,
  BigInt.prototype,
  Map.prototype,
  Set.prototype,
  WeakMap.prototype,
  WeakSet.prototype,
  WeakRef.prototype,
  RegExp.prototype,
  Promise.prototype,
  Date.prototype,
  Error.prototype,
  URL.prototype,
  DataView.prototype,
  ArrayBuffer.prototype,
  getPrototypeOf(Uint8Array.prototype),
  URLSearchParams.prototype,
  Headers.prototype,
  FormData.prototype,
  ...[
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ].map((Class) => Class.prototype),
  iteratorOf([]),
  iteratorOf(new Map()),
  iteratorOf(new Set()),
  iteratorOf(''),
  getPrototypeOf(''.matchAll(/x/g)),
  iteratorOf(new URLSearchParams()),
  iteratorOf(new Headers()),
  iteratorOf(new FormData()),
];
for (let i = 0; i < PROTOTYPES.length; i++) {
  const members = create(null),
    keys = ownKeys(PROTOTYPES[i]);
  for (let j = 0; j < keys.length; j++) {
    const { value, get } = getOwnPropertyDescriptor(PROTOTYPES[i], keys[j]);
    if (typeof value === 'function' && keys[j] !== 'constructor') members[keys[j]] = value;
    else if (get !== undefined) members[keys[j]] = get;
  }
  mapSet(tables, PROTOTYPES[i], members);
}

/** The members of a prototype that work on a value; undefined without any. Those of maps and sets do not work on a proxy of one. */
function membersFor(value, prototype) {
  const members = mapGet(tables, prototype);
  if (prototype === maps || prototype === sets)
    try {
      apply(members.size, value, []);
    } catch {
      return undefined;
    }
  return members;
}
/** The built-in member of a value's class; undefined if there is none or the value has its own. */
function memberOf(value, name) {
  if (value === null || value === undefined) return undefined;
  for (
    let at = typeof value === 'object' || typeof value === 'function' ? value : getPrototypeOf(ObjectClass(value));
    at !== null;
    at = getPrototypeOf(at)
  ) {
    const members = membersFor(value, at);
    if (members === undefined) {
      if (hasOwn(at, name)) return undefined;
    } else if (members[name] !== undefined) return members[name];
  }
  return undefined;
}

/** Whether a list still has the array methods. */
const isList = (value) => isArray(value) && getPrototypeOf(value) === lists;
/** The uncurried form of a member, or a replacement that calls no other members. */
const uncurried = new MapClass();
function calling(member) {
  let known = mapGet(uncurried, member);
  if (known === undefined) mapSet(uncurried, member, (known = uncurry(mapGet(others, member)?.run ?? member)));
  return known;
}
const plainly = new MapClass();
/** Like `form`, for a value: only some values need the replacement. */
function callingOf(member, self) {
  const other = mapGet(others, member);
  if (other === undefined || other.isOf(self)) return calling(member);
  let known = mapGet(plainly, member);
  if (known === undefined) mapSet(plainly, member, (known = uncurry(member)));
  return known;
}

/** Installs the functions that replace methods and accessors, once all replacements are known. */
function putInPlace() {
  const texts = mapGet(tables, String.prototype),
    membersOfLists = mapGet(tables, lists);
  for (let i = 0; i < METHODS.length; i++) {
    const name = METHODS[i],
      onList = membersOfLists[name] === undefined ? undefined : calling(membersOfLists[name]),
      onText = texts[name] === undefined ? undefined : calling(texts[name]);
    const run = function (self, a, b, c) {
      let method = typeof self === 'string' ? onText : isList(self) ? onList : undefined;
      if (method === undefined) {
        const member = memberOf(self, name);
        // Members of guest values are called unchanged.
        method = member === undefined ? uncurry(self[name]) : callingOf(member, self);
      }
      switch (arguments.length) {
        case 1:
          return method(self);
        case 2:
          return method(self, a);
        case 3:
          return method(self, a, b);
        case 4:
          return method(self, a, b, c);
        default:
          return apply(method, undefined, arguments);
      }
    };
    safe[name] = run;
    safe[`maybe_${name}`] = function (self) {
      return self === null || self === undefined ? undefined : apply(run, undefined, arguments);
    };
  }
  for (let i = 0; i < GETTERS.length; i++) {
    const name = GETTERS[i];
    safe[`get_${name}`] = (self) => {
      const member = memberOf(self, name);
      return member === undefined ? self[name] : callingOf(member, self)(self);
    };
  }
}
for (let i = 0; i < CLASSES.length; i++) safe[`class_${CLASSES[i]}`] = globalThis[CLASSES[i]];
const bound = ['Promise', 'Array'];
const spaces = ownKeys(STATICS);
for (let i = 0; i < spaces.length; i++) {
  const space = globalThis[spaces[i]],
    names = STATICS[spaces[i]];
  for (let j = 0; j < names.length; j++) {
    const member = space[names[j]];
    safe[`${spaces[i]}_${names[j]}`] = bound.includes(spaces[i]) ? member.bind(space) : member;
  }
}

/* Replacements for methods that call other members of built-ins. */

/** Replacements by built-in method. */
const others = new MapClass();
const instead = (object, name, run, isOf) =>
  mapSet(others, getOwnPropertyDescriptor(object, name).value ?? getOwnPropertyDescriptor(object, name).get, {
    __proto__: null,
    run,
    isOf,
  });

// Array methods create their result by `constructor` and `Symbol.species`.
const callable = (value) => {
  if (typeof value !== 'function') throw new TypeError(`${String(value)} is not a function`);
};
const ofLists = {
  __proto__: null,
  map: uncurry(lists.map),
  filter: uncurry(lists.filter),
  slice: uncurry(lists.slice),
  concat: uncurry(lists.concat),
};
const { isConcatSpreadable } = Symbol;
/** Whether an array creates plain arrays: neither `constructor` nor species is changed. */
const makesLists = (value) => !touched.lists && value.constructor === Array && lists[isConcatSpreadable] === undefined;
instead(
  lists,
  'map',
  function map(each, self) {
    callable(each);
    if (makesLists(this)) return ofLists.map(this, each, self);
    const made = [];
    made.length = this.length;
    for (let i = 0; i < this.length; i++) if (i in this) put(made, i, apply(each, self, [this[i], i, this]));
    return made;
  },
  isArray,
);
instead(
  lists,
  'filter',
  function filter(holds, self) {
    callable(holds);
    if (makesLists(this)) return ofLists.filter(this, holds, self);
    const made = [];
    for (let i = 0; i < this.length; i++)
      if (i in this) {
        const value = this[i];
        if (apply(holds, self, [value, i, this])) push(made, value);
      }
    return made;
  },
  isArray,
);
instead(
  lists,
  'concat',
  function concat(...more) {
    if (more.length === 1 && makesLists(this)) return ofLists.concat(this, more[0]);
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
  },
  isArray,
);
instead(
  lists,
  'slice',
  function slice(from, to) {
    if (makesLists(this)) return ofLists.slice(this, from, to);
    const { length } = this,
      at = (index, none) =>
        index === undefined ? none : index < 0 ? (length + index > 0 ? length + index : 0) : index > length ? length : +index || 0;
    const made = [];
    for (let i = at(from, 0), end = at(to, length); i < end; i++) push(made, this[i]);
    return made;
  },
  isArray,
);
const put = (made, at, value) => defineProperty(made, at, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

// A pattern's methods call its current `exec` and read each flag.
const executed = uncurry(RegExp.prototype.exec);
const isPattern = (value) => memberOf(value, 'exec') === execMember;
const execMember = mapGet(tables, RegExp.prototype).exec;
instead(
  RegExp.prototype,
  'test',
  function test(text) {
    return executed(this, text) !== null;
  },
  isPattern,
);
const FLAGS = {
  __proto__: null,
  hasIndices: 'd',
  global: 'g',
  ignoreCase: 'i',
  multiline: 'm',
  dotAll: 's',
  unicode: 'u',
  unicodeSets: 'v',
  sticky: 'y',
};
const flagNames = ownKeys(FLAGS);
instead(
  RegExp.prototype,
  'flags',
  function flags() {
    let text = '';
    const members = mapGet(tables, RegExp.prototype);
    for (let i = 0; i < flagNames.length; i++)
      if (members[flagNames[i]] !== undefined && apply(members[flagNames[i]], this, [])) text += FLAGS[flagNames[i]];
    return text;
  },
  isPattern,
);
const isGlobal = (pattern) => apply(mapGet(tables, RegExp.prototype).global, pattern, []);
const { match } = mapGet(tables, String.prototype);
instead(
  String.prototype,
  'match',
  function matchText(pattern) {
    return typeof pattern === 'object' && pattern !== null && isPattern(pattern) && !isGlobal(pattern)
      ? executed(pattern, this)
      : apply(match, this, [pattern]);
  },
  () => true,
);

/* Replacements for operations of the language itself. */

/** An iterator, with results, that nobody can have changed. */
const walker = (step) => ({
  __proto__: null,
  [iterator]() {
    return this;
  },
  next: step,
  return: (value) => ({ __proto__: null, done: true, value }),
});
const ended = { __proto__: null, done: true, value: undefined };
function stepping(value, start) {
  const inner = apply(start, value, []);
  const next = uncurry(mapGet(tables, getPrototypeOf(inner)).next);
  return walker(() => next(inner));
}
function list(value) {
  let at = 0;
  return walker(() => (at < value.length ? { __proto__: null, done: false, value: value[at++] } : ended));
}
const { [iterator]: startList } = lists;

/** Iterates for `for of`, spread and array patterns. A running loop keeps its iterator. */
safe.iterate = (value) => {
  if (!touched.lists && lists[iterator] === startList && listIterator.next === nextOfList && isList(value)) return value;
  const start = memberOf(value, iterator);
  if (start === undefined) return value;
  return start === startList && isArray(value) ? list(value) : stepping(value, start);
};
const { Array_from: from } = safe;
safe.Array_from = (value, each, self) =>
  from(value === null || value === undefined || memberOf(value, iterator) === undefined ? value : safe.iterate(value), each, self);

/** Reads a property of the value itself or of a class that is not built in, and ignores properties added to built-in prototypes. */
safe.foreign = (value, name) => {
  if (value === null || value === undefined) return undefined;
  for (let at = ObjectClass(value); at !== null && membersFor(value, at) === undefined; at = getPrototypeOf(at))
    if (hasOwn(at, name)) return value[name];
  return undefined;
};
/** The iterator method of a value. */
safe.iteratorOf = (value) => memberOf(value, iterator) ?? safe.foreign(value, iterator);

const hasInstance = uncurry(Function.prototype[Symbol.hasInstance]);
/** Whether a value is of a built-in class, by its prototypes. */
safe.isInstance = (value, Class) => hasInstance(Class, value);

const nameOf = uncurry(mapGet(tables, objects).toString);
const getTime = mapGet(tables, Date.prototype).getTime,
  source = mapGet(tables, RegExp.prototype).source,
  sizeOf = mapGet(tables, Map.prototype).size,
  sizeOfSet = mapGet(tables, Set.prototype).size;
/** Built-in classes with an internal slot, and a getter that only their instances support, whatever their prototypes are. */
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
  const proto = typeof value === 'object' && value !== null ? getPrototypeOf(value) : null;
  const brand = proto === null || proto === objects || hasOwn(value, toStringTag) ? undefined : mapGet(BRANDS, proto);
  if (brand !== undefined)
    try {
      apply(brand[1], value, []);
      return brand[0];
    } catch {
      /* It only has the prototype. */
    }
  return nameOf(value);
};
/** `+date`. */
safe.timeOf = (date) => {
  const member = memberOf(date, 'getTime');
  return member === getTime ? apply(getTime, date, []) : +date;
};
putInPlace();
