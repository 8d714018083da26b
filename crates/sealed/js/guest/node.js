/**
 * Modules of Node: the scripts that Boa's guests have too, with V8's own in place of what Boa needs natives for.
 * @module
 */

import names from '../../../../node-compat/modules.json';
import { onRenew } from './fresh.js';
import { INHERITED } from './harden.js';
import { printed } from './console.js';
import { loadedModules, requireFor } from './loader.js';
import { invalidUrl } from './url.js';
import { native } from './natives.js';
import { partOf, textOf } from './parts.js';
import { evaluate } from './scripts.js';
import { run } from './state.js';
import { apply, create, defineProperty, deleteProperty, ErrorClass, getOwnPropertyDescriptor, getPrototypeOf, mapClear, MapClass, mapGet, mapSet, ownKeys, slice, startsWith, SetClass, uncurry } from './primordials.js';

/** Modules that can be imported. */
const MODULES = new SetClass(names);

/** Whether a specifier is a module of Node. */
export const isBuiltinNode = (specifier) => startsWith(specifier, 'node:') || MODULES.has(specifier);

/** As `util.inspect` of Node. */
export const inspect = (value, options) => partOf('inspect').inspect(value, options);
/** As `util.format` of Node. */
export const format = (args) => apply(partOf('inspect').format, undefined, args);
native.inspect = (value, depth) => inspect(value, { depth: depth === undefined ? 2 : depth });
native.hashPart = () => partOf('hashes');
native.cipherPart = () => partOf('ciphers');
native.compressionPart = () => partOf('compression');
native.print = printed;
native.requireFor = requireFor;
Object.assign(native, loadedModules);
native.builtins = () => [...MODULES];
native.script = (name) => script(name);

// What the constructors had before any code under test ran. A script takes it by Node's names: `ArrayPrototypePush`.
const captured = create(null);
const capital = (name) => name[0].toUpperCase() + slice(name, 1);
const symbolName = (symbol) => capital(symbol.description.replace('Symbol.', ''));
function capture(owner, prefix, methods) {
  for (const key of ownKeys(owner)) {
    const property = getOwnPropertyDescriptor(owner, key);
    const value = owner === Function.prototype && INHERITED.includes(key) ? owner[key] : property.value;
    if (typeof value !== 'function') continue;
    captured[prefix + (typeof key === 'string' ? capital(key) : `Symbol${symbolName(key)}`)] = methods ? { method: value } : { value, owner };
  }
}
/** Takes them. A guest that waits for a file has time for it; no code under test has run before. */
export function captureBuiltIns() {
  const TypedArray = getPrototypeOf(Uint8Array);
  for (const [name, owner] of Object.entries({ AggregateError, Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, Function, Map, Number, Object, Promise, Proxy, RangeError, ReferenceError, RegExp, Set, String, Symbol, SyntaxError, TypeError, TypedArray, URIError, Uint8Array, WeakMap, WeakRef, WeakSet })) {
    captured[name] = { value: owner };
    capture(owner, name, false);
    if (owner.prototype) capture(owner.prototype, `${name}Prototype`, true);
  }
  capture(Reflect, 'Reflect', false);
  for (const name of ['iterator', 'asyncIterator', 'toStringTag', 'toPrimitive', 'hasInstance']) captured[`Symbol${capital(name)}`] = { value: Symbol[name] };
  for (const name of ['clearImmediate', 'clearInterval', 'clearTimeout', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout']) captured[name] = { value: globalThis[name] };
}

const made = create(null);
const primordials = new Proxy(made, {
  get(target, name) {
    if (name in target) return target[name];
    const found = captured[name];
    if (found === undefined) return undefined;
    const bound = startsWith(name, 'Promise') || name === 'ArrayFrom';
    target[name] = found.method ? uncurry(found.method) : bound && found.owner ? (...args) => apply(found.value, found.owner, args) : found.value;
    return target[name];
  },
});

/** What V8 has itself. */
const OWN = {
  __proto__: null,
  events: () => ({ Event, CustomEvent, EventTarget, isTarget: (value) => value instanceof EventTarget, isEvent: (value) => value instanceof Event, listenersOfTarget: () => [] }),
  abort: () => ({ AbortController, AbortSignal }),
  'dom-exception': () => ({ DOMException }),
  url: () => ({ URL, URLSearchParams, hrefOf: native.urlHref, invalidUrl }),
  'url-search-params': () => ({ URLSearchParams }),
  blob: () => ({ Blob, File, isBlob: (value) => value instanceof Blob }),
  text: () => ({ TextEncoder, TextDecoder }),
  performance: () => ({ performance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure }),
  crypto: () => ({ crypto: globalThis.crypto, Crypto, randomUUID: () => globalThis.crypto.randomUUID(), getRandomValues: (array) => globalThis.crypto.getRandomValues(array) }),
  message: () => ({ MessageEvent, MessagePort, MessageChannel }),
};
/** What is ours once a script has run. */
const AMENDED = {
  __proto__: null,
  util: (exports) => {
    const { inspect: shows, format: formats, formatWithOptions, stripVTControlCharacters } = partOf('inspect');
    for (const object of [exports, exports.default]) if (object) Object.assign(object, { inspect: shows, format: formats, formatWithOptions, ...(stripVTControlCharacters ? { stripVTControlCharacters } : {}) });
    return exports;
  },
};

let internals = create(null);
/** The exports of a script, which runs when they are first asked for. */
export function script(name) {
  if (name in internals) return internals[name];
  const own = OWN[name];
  if (own !== undefined) return (internals[name] = own());
  const text = textOf(`node/${name}`);
  if (text === undefined) throw new ErrorClass(`no such script: ${name}`);
  const exports = evaluate(`${text}\n//# sourceURL=harness.js/node/${name}`, 'harness')({ primordials, native, require: script });
  internals[name] = AMENDED[name]?.(exports) ?? exports;
  return internals[name];
}

const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');
const namespaces = new MapClass();
onRenew(() => {
  internals = create(null);
  mapClear(namespaces);
  env = undefined;
  // `node:util` adds it when it is loaded.
  for (const name of ['setTimeout', 'setImmediate']) deleteProperty(captured[name].value, PROMISIFY);
});
/** The exports of a module of Node, `default` among them. */
export function loadNode(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  const known = mapGet(namespaces, name);
  if (known !== undefined) return known;
  const exports = MODULES.has(name) ? script('modules').load(name) : undefined;
  if (exports === undefined) throw Object.assign(new ErrorClass(`Cannot import '${specifier}': this module of Node is not available in the sandbox; mock it with vi.mock('${specifier}', …)`), { code: 'ERR_UNKNOWN_BUILTIN_MODULE' });
  const namespace = create(null);
  defineProperty(namespace, Symbol.toStringTag, { __proto__: null, value: 'Module', configurable: true });
  const keys = ownKeys(exports);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key !== 'string' || key === 'default') continue;
    defineProperty(namespace, key, { __proto__: null, get: () => exports[key], enumerable: true, configurable: true });
  }
  defineProperty(namespace, 'default', { __proto__: null, get: () => exports.default, enumerable: true, configurable: true });
  mapSet(namespaces, name, namespace);
  return namespace;
}

let env;
/** Where the subject must not see that it is tested, the mode is the one of Vite's server, as the flags are. */
const TEXTS = { __proto__: null, BASE_URL: '/', get MODE() { return run.config?.sealedApi ? 'development' : 'test'; } };
/** Vitest takes a file with a DOM for one of the client. */
const FLAGS = { __proto__: null, DEV: true, PROD: false, get SSR() { return run.dom !== true; } };
/** `import.meta.env`: the environment, with what Vite says beside it. */
export function envOf() {
  env ??= new Proxy(native.env(), {
    get: (target, key) => (typeof key !== 'string' ? target[key] : target[key] === undefined ? (TEXTS[key] ?? FLAGS[key]) : key in FLAGS ? !!target[key] : target[key]),
    set(target, key, value) {
      target[key] = key in FLAGS ? (value ? '1' : '') : value;
      return true;
    },
    has: (target, key) => key in TEXTS || key in FLAGS || key in target,
  });
  return env;
}
