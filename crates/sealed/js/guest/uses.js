/**
 * Uses of what may leave something behind that nobody can see: host objects with work of their own, listeners of lasting
 * targets, and code from text, which may contain `import()`. A guest that used any of it is not clean.
 *
 * What is not listed here as harmless counts, so that new features of a browser count too.
 * @module
 */

import { fix, isRecorded, record, recordProperty } from './table.js';
import {
  apply,
  construct,
  defineProperty,
  ErrorClass,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  includes,
  ownKeys,
  push,
  setPrototypeOf,
  StringClass,
} from './primordials.js';

let used;
/** What was used first, as a name; undefined if nothing was. */
export const firstUse = () => used;
/** Notes that something was used. */
export const noteUse = (name) => {
  used ??= name;
};

const words = (text) => {
  const set = { __proto__: null };
  for (const word of text.split(/\s+/)) set[word] = true;
  return set;
};

/**
 * Harmless globals that few files need, in groups of what leads to each other. They are recorded when a file first reads one of
 * them: until then nobody can have changed them.
 */
const RARE = `Temporal | Intl | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | BigUint64Array | BigInt64Array |
  Uint8ClampedArray | Float32Array | Float64Array | Float16Array | DataView | Atomics | AsyncDisposableStack | URL URLSearchParams |
  URLPattern | TextEncoder | TextDecoder | Headers | FormData Blob File | CustomEvent | ErrorEvent | MessageEvent | CloseEvent |
  ProgressEvent | PromiseRejectionEvent | performance Performance PerformanceEntry PerformanceMark PerformanceMeasure |
  crypto Crypto CryptoKey SubtleCrypto | navigator WorkerNavigator | WorkerLocation`;

/** Globals of the language, and those of the host that work at once and keep nothing. */
const HARMLESS = words(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error
  AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON Math Intl
  ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array
  Uint8ClampedArray Float32Array Float64Array Float16Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect
  DisposableStack AsyncDisposableStack Temporal decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite
  isNaN
  URLSearchParams URLPattern URL TextEncoder TextDecoder Headers FormData Blob File DOMException QuotaExceededError
  EventTarget Event CustomEvent ErrorEvent MessageEvent CloseEvent ProgressEvent PromiseRejectionEvent AbortController AbortSignal
  Performance PerformanceEntry PerformanceMark PerformanceMeasure Crypto WorkerGlobalScope DedicatedWorkerGlobalScope WorkerNavigator
  WorkerLocation name onerror onlanguagechange onoffline ononline onrejectionhandled onunhandledrejection onrtctransform
  navigator crypto performance origin isSecureContext crossOriginIsolated self location global console
  cancelAnimationFrame requestAnimationFrame`,
);
/** Globals of the harness. */
const OURS = words(
  'setImmediate clearImmediate queueMicrotask setTimeout setInterval clearTimeout clearInterval fetch CryptoKey SubtleCrypto Buffer process',
);
/** Members of the prototypes of the global object and of host classes that are harmless, by class. */
const MEMBERS = {
  __proto__: null,
  WorkerGlobalScope: words('structuredClone atob btoa reportError'),
  DedicatedWorkerGlobalScope: words(''),
  EventTarget: words('addEventListener removeEventListener dispatchEvent'),
  WorkerNavigator: words(
    'hardwareConcurrency onLine appCodeName appName appVersion platform product userAgent language languages deviceMemory',
  ),
  Performance: words(
    'now eventLoopUtilization timerify mark measure clearMarks clearMeasures getEntries getEntriesByName getEntriesByType timeOrigin toJSON',
  ),
  PerformanceEntry: words('name entryType startTime duration navigationId id toJSON'),
  PerformanceMark: words('detail'),
  PerformanceMeasure: words('detail'),
  Crypto: words('getRandomValues subtle randomUUID'),
  URL: words('href origin protocol username password host hostname port pathname search searchParams hash toJSON toString'),
  URLSearchParams: words('append delete entries forEach get getAll has keys set size sort toString values'),
  TextEncoder: words('encode encodeInto encoding'),
  TextDecoder: words('decode encoding fatal ignoreBOM'),
  Headers: words('append delete entries forEach get getSetCookie has keys set values'),
  FormData: words('append delete entries forEach get getAll has keys set values'),
  Blob: words('size slice type'),
  File: words('lastModified lastModifiedDate name webkitRelativePath'),
  AbortController: words('abort signal'),
  AbortSignal: words('aborted reason throwIfAborted'),
};
/** Functions of constructors that are harmless. */
const STATICS = { __proto__: null, URL: words('canParse parse'), AbortSignal: words('abort any') };

/** A function that notes its calls. */
const noting = (name, real, counts = () => true) =>
  new Proxy(real, {
    __proto__: null,
    apply(target, self, args) {
      if (counts(self, args)) noteUse(name);
      return apply(target, self, args);
    },
    construct(target, args, made) {
      if (counts(undefined, args)) noteUse(name);
      return construct(target, args, made);
    },
  });

const amended = (object, key, property, more) => {
  if (property.configurable) defineProperty(object, key, { __proto__: null, ...property, ...more });
  else throw new ErrorClass(`${StringClass(key)} cannot be watched`);
};

/** An accessor of the harness. */
function accessor(get, set, enumerable) {
  const property = {
    __proto__: null,
    get() {
      return get();
    },
    set(value) {
      set(value);
    },
    enumerable,
    configurable: true,
  };
  fix(property.get);
  fix(property.set);
  return property;
}

/** Makes a property note its first read. It then becomes what it was. */
function noteRead(object, key, name) {
  const property = getOwnPropertyDescriptor(object, key);
  if (property?.configurable !== true) return;
  if ('value' in property) {
    const lazy = accessor(
      () => {
        noteUse(name);
        defineProperty(object, key, property);
        return property.value;
      },
      (value) => {
        noteUse(name);
        defineProperty(object, key, { __proto__: null, ...property, value });
      },
      property.enumerable,
    );
    defineProperty(object, key, lazy);
  } else if (property.get !== undefined) amended(object, key, property, { get: noting(name, property.get) });
}

/** Records a group of globals when one of them is first read. They then become what they were. */
function recordRead(names) {
  const group = [];
  const readAll = () => {
    const values = [];
    for (let i = 0; i < group.length; i++) {
      const { key, property, lazy } = group[i];
      push(values, property.value);
      // A test may have put another in its place, and puts this one back.
      recordProperty(globalThis, key, property);
      if (getOwnPropertyDescriptor(globalThis, key)?.get === lazy.get) defineProperty(globalThis, key, property);
    }
    record(values);
  };
  for (let i = 0; i < names.length; i++) {
    const key = names[i],
      property = getOwnPropertyDescriptor(globalThis, key);
    if (property === undefined || !('value' in property) || !property.configurable) continue;
    const lazy = accessor(
      () => {
        readAll();
        return property.value;
      },
      (value) => {
        readAll();
        defineProperty(globalThis, key, { __proto__: null, ...property, value });
      },
      property.enumerable,
    );
    push(group, { __proto__: null, key, property, lazy });
    defineProperty(globalThis, key, lazy);
  }
}

/** Notes the use of all members of an object, except harmless ones. */
function noteMembers(object, name, harmless, isGlobal = false) {
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key !== 'string' || key === 'constructor' || key === 'prototype' || harmless[key]) continue;
    if (isGlobal && (HARMLESS[key] || OURS[key])) {
      const property = getOwnPropertyDescriptor(object, key);
      // What the harness replaces on the global object is here once more.
      if (typeof property.value === 'function') amended(object, key, property, { value: noting(key, property.value) });
      continue;
    }
    const property = getOwnPropertyDescriptor(object, key);
    if (typeof property.value === 'function') amended(object, key, property, { value: noting(`${name}.${key}`, property.value) });
    else if (property.get !== undefined) amended(object, key, property, { get: noting(`${name}.${key}`, property.get) });
  }
}

/**
 * Whether the text of a function may contain `import()`, whose promise settles in a later task. A keyword cannot be written with
 * escapes. What is no text yet may become another one each time.
 */
function mayImport(_, texts) {
  for (let i = 0; i < texts.length; i++) if (typeof texts[i] !== 'string' || includes(texts[i], 'import')) return true;
  return false;
}

/** Functions that compile text, each with its prototype. */
const compilers = () => [
  [Function, Function.prototype],
  ...[async () => {}, function* () {}, async function* () {}].map((made) => [made.constructor, getPrototypeOf(made)]),
];

/** Handlers of events that objects of the host have as properties. */
const handlers = [];
function noteHandlers(object) {
  for (let at = object; at !== null; at = getPrototypeOf(at)) {
    const keys = ownKeys(at);
    for (let i = 0; i < keys.length; i++) {
      const get = typeof keys[i] === 'string' && keys[i].startsWith('on') ? getOwnPropertyDescriptor(at, keys[i]).get : undefined;
      if (get !== undefined) push(handlers, { __proto__: null, object, get, name: keys[i] });
    }
  }
}
/** The name of a handler that is set; undefined if none is. */
export function setHandler() {
  for (let i = 0; i < handlers.length; i++) if (apply(handlers[i].get, handlers[i].object, []) !== null) return handlers[i].name;
  return undefined;
}

let timeline, getEntries;
/** The number of entries in the timeline. */
export const timelineLength = () => apply(getEntries, timeline, []).length;

/** Starts to note uses. Must be called once, before built-ins are locked and any code under test runs. */
export function noteUses() {
  timeline = globalThis.performance;
  ({ getEntries } = Performance.prototype);
  noteHandlers(globalThis);
  noteHandlers(timeline);
  const { addEventListener } = EventTarget.prototype;
  const made = compilers();
  for (let i = 0; i < made.length; i++) {
    const [real, prototype] = made[i],
      by = noting(real.name, real, mayImport);
    defineProperty(prototype, 'constructor', { ...getOwnPropertyDescriptor(prototype, 'constructor'), value: by });
    if (i === 0) globalThis.Function = by;
    else setPrototypeOf(real, globalThis.Function);
  }
  for (const name in MEMBERS) {
    const Class = globalThis[name];
    if (Class === undefined) continue;
    noteMembers(Class.prototype, name, MEMBERS[name], name.endsWith('GlobalScope'));
    noteMembers(Class, name, STATICS[name] ?? { __proto__: null });
  }
  // Listeners of an object that the guest made go with it.
  const lasts = (target) => target === undefined || target === null || isRecorded(target);
  defineProperty(EventTarget.prototype, 'addEventListener', {
    ...getOwnPropertyDescriptor(EventTarget.prototype, 'addEventListener'),
    value: noting('addEventListener', addEventListener, lasts),
  });
  // This leads to `Temporal`.
  const instant = getOwnPropertyDescriptor(Date.prototype, 'toTemporalInstant');
  if (instant !== undefined) amended(Date.prototype, 'toTemporalInstant', instant, { value: noting('toTemporalInstant', instant.value) });
  const frames = getOwnPropertyDescriptor(globalThis, 'requestAnimationFrame');
  if (frames !== undefined) amended(globalThis, 'requestAnimationFrame', frames, { value: noting('requestAnimationFrame', frames.value) });
}

/** Starts to note reads of globals. Must be called once, after the harness took what it needs. */
export function noteReads() {
  // `eval` stays the engine's own once it is read, so that a direct call stays one.
  const keys = ownKeys(globalThis);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key === 'string' && !HARMLESS[key] && !OURS[key]) noteRead(globalThis, key, key);
  }
  const groups = RARE.split('|');
  for (let i = 0; i < groups.length; i++) recordRead(groups[i].trim().split(/\s+/));
}
