/**
 * Globals besides the language: those of Node, and harmless ones of the worker.
 * @module
 */

import { onRecord, onRenew } from './fresh.js';
import { hooks } from './hooks.js';
import { loadNode } from './node.js';
import { native, scoped } from './natives.js';
import { forgetTimer, later, noteTimer } from './open.js';
import { forgetTimeout, noteTimeout, owned } from './owners.js';
import { run } from './state.js';
import {
  apply,
  construct,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  mapClear,
  mapDelete,
  mapGet,
  MapClass,
  mapSet,
  realQueueMicrotask,
  soon,
  TypeErrorClass,
  uncurry,
} from './primordials.js';
import { checkedUrl } from './url.js';

/** Globals that reach the frame or end the worker. */
const GONE = [
  'postMessage',
  'close',
  'importScripts',
  'onmessage',
  'onmessageerror',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
  'webkitResolveLocalFileSystemSyncURL',
];
/** Accessors without a setter, to which tests and libraries could not assign a replacement. */
const READ_ONLY = [
  'indexedDB',
  'navigator',
  'location',
  'caches',
  'crypto',
  'performance',
  'fonts',
  'scheduler',
  'origin',
  'isSecureContext',
  'crossOriginIsolated',
  'trustedTypes',
  'self',
];
/** Node's globals that the worker lacks, and the Node modules that export them. */
const LAZY = { __proto__: null, Buffer: 'buffer', process: 'process' };

function owner(name) {
  for (let object = globalThis; object !== null; object = getPrototypeOf(object))
    if (getOwnPropertyDescriptor(object, name) !== undefined) return object;
  return undefined;
}
const plain = (name, value) =>
  defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

/** Defines a property whose value is created on its first read in a file. */
function lazy(name, make) {
  const property = {
    __proto__: null,
    get() {
      const value = make();
      plain(name, value);
      return value;
    },
    set(value) {
      plain(name, value);
    },
    enumerable: false,
    configurable: true,
  };
  defineProperty(globalThis, name, property);
  onRenew(() => {
    if (getOwnPropertyDescriptor(globalThis, name)?.get === property.get) return;
    if (!defineProperty(globalThis, name, property)) throw new TypeErrorClass(name);
  });
}

let immediates = 0;
const pending = new MapClass();
onRenew(() => {
  mapClear(pending);
  immediates = 0;
});
function setImmediate(callback, ...args) {
  if (typeof callback !== 'function')
    throw Object.assign(new TypeErrorClass(`The "callback" argument must be of type function. Received ${callback}`), {
      code: 'ERR_INVALID_ARG_TYPE',
    });
  const id = ++immediates,
    run = owned(scoped(hooks.putOff(callback)));
  mapSet(pending, id, true);
  soon(() => {
    if (!mapGet(pending, id)) return;
    mapDelete(pending, id);
    // An error in a microtask is an uncaught error of a separate task.
    try {
      run(...args);
    } catch (error) {
      later(() => {
        throw error;
      }, 0);
    }
  });
  return id;
}
function clearImmediate(id) {
  mapDelete(pending, id);
}

/** Timer handles are objects in Node, with methods such as `unref`. */
class Timeout extends Number {
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  hasRef() {
    return true;
  }
  refresh() {
    return this;
  }
  close() {
    globalThis.clearTimeout(this);
    return this;
  }
  [Symbol.toPrimitive]() {
    return this.valueOf();
  }
  [Symbol.dispose]() {
    globalThis.clearTimeout(this);
  }
}
onRecord(() => [new Timeout(0)]);
const handled = (real) =>
  ({
    [real.name]: (callback, delay, ...args) => {
      const run = owned(
        typeof callback === 'function'
          ? scoped(hooks.putOff(callback))
          : () => {
              throw new TypeErrorClass(`The "callback" argument must be of type function. Received ${callback}`);
            },
      );
      if (real.name !== 'setTimeout') {
        const id = real(run, delay, ...args);
        noteTimer(id);
        return new Timeout(id);
      }
      const timeout = noteTimeout(delay);
      const id = real(
        function (...given) {
          timeout.off();
          forgetTimer(id);
          return apply(run, this, given);
        },
        delay,
        ...args,
      );
      timeout.set(id);
      noteTimer(id);
      return new Timeout(id);
    },
  })[real.name];
const cleared = (real) =>
  ({
    [real.name]: (id) => {
      const number = id === undefined || id === null ? undefined : Number(id);
      forgetTimeout(number);
      forgetTimer(number);
      real(number);
    },
  })[real.name];

function refusing(name, stub) {
  return `${name} is not available in the sealed engine, which reaches no network: stub it, for example with ${stub}`;
}

/** Network APIs throw, and say what to stub. */
function refuseNetwork() {
  const text = refusing('fetch', "vi.stubGlobal('fetch', vi.fn(async () => new Response('…')))");
  plain('fetch', function fetch() {
    return Promise.reject(Object.assign(new TypeErrorClass(text), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' }));
  });
  // Libraries create an instance to detect features, and others answer requests that are open.
  const request = refusing('XMLHttpRequest', "vi.stubGlobal('XMLHttpRequest', class { … })");
  const requests = XMLHttpRequest.prototype,
    openRequest = uncurry(requests.open);
  requests.open = function open(method, url, ...rest) {
    // The guest itself has no address from which a path goes on.
    const base = globalThis.document?.baseURI ?? globalThis.location?.href;
    const whole = URL.canParse(url, base) ? new URL(url, base).href : url;
    return openRequest(this, method, whole, ...rest);
  };
  requests.send = function send() {
    throw Object.assign(new TypeErrorClass(request), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
  };
  for (const name of ['WebSocket', 'EventSource', 'WebSocketStream', 'WebTransport']) {
    const Real = globalThis[name];
    if (typeof Real !== 'function') continue;
    const why = refusing(name, `vi.stubGlobal('${name}', class { … })`);
    const Refused = new Proxy(Real, {
      construct() {
        throw Object.assign(new TypeErrorClass(why), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
      },
    });
    plain(name, Refused);
  }
}

/** Chromium gives `cancel` of a stream's source a second argument, which Node and the specification do not. */
function withoutController() {
  const Stream = new Proxy(ReadableStream, {
    construct: (real, [source, ...rest], target) =>
      construct(real, source !== null && typeof source === 'object' ? [asInNode(source), ...rest] : [source, ...rest], target),
  });
  Stream.prototype.constructor = Stream;
  plain('ReadableStream', Stream);
}
const asInNode = (source) =>
  new Proxy(
    { __proto__: null },
    {
      get(_, key) {
        const own = source[key];
        if (typeof own !== 'function') return own;
        return (...args) => apply(own, source, key === 'cancel' ? [args[0]] : args);
      },
    },
  );

/** The frame provides `crypto.subtle`, because the worker lacks it. */
function withSubtle(crypto) {
  let asked = 0;
  const answers = new MapClass(),
    numbers = new WeakMap();
  onRenew(() => {
    mapClear(answers);
  });
  const port = run.frame;
  class CryptoKey {
    constructor(given) {
      if (typeof given?.key !== 'number') throw new TypeErrorClass('Illegal constructor');
      Object.assign(this, { type: given.type, extractable: given.extractable, algorithm: given.algorithm, usages: given.usages });
      numbers.set(this, given.key);
    }
  }
  const received = (value) =>
    value !== null && typeof value === 'object' && typeof value.key === 'number'
      ? new CryptoKey(value)
      : value !== null && typeof value === 'object' && value.publicKey
        ? { publicKey: received(value.publicKey), privateKey: received(value.privateKey) }
        : value;
  const sent = (value) =>
    value instanceof CryptoKey
      ? { key: numbers.get(value) }
      : value !== null && typeof value === 'object' && value.public instanceof CryptoKey
        ? { ...value, public: { key: numbers.get(value.public) } }
        : value;
  port.addEventListener('message', ({ data }) => {
    const answer = mapGet(answers, data.n);
    if (answer === undefined) return;
    mapDelete(answers, data.n);
    if (data.error)
      answer.reject(
        data.error.name in globalThis
          ? new globalThis[data.error.name](data.error.message)
          : new DOMException(data.error.message, data.error.name),
      );
    else answer.resolve(received(data.value));
  });
  class SubtleCrypto {
    constructor() {
      throw new TypeErrorClass('Illegal constructor');
    }
  }
  Object.defineProperty(SubtleCrypto.prototype, Symbol.toStringTag, { value: 'SubtleCrypto', configurable: true });
  const subtle = Object.create(SubtleCrypto.prototype);
  for (const method of [
    'digest',
    'encrypt',
    'decrypt',
    'sign',
    'verify',
    'generateKey',
    'deriveKey',
    'deriveBits',
    'importKey',
    'exportKey',
    'wrapKey',
    'unwrapKey',
  ]) {
    subtle[method] = {
      [method]: (...args) =>
        new Promise((resolve, reject) => {
          const n = `s${asked++}`;
          mapSet(answers, n, { resolve, reject });
          port.postMessage({ type: 'digest', n, method, args: args.map(sent) });
        }),
    }[method];
  }
  Object.defineProperty(crypto, 'subtle', { value: subtle, configurable: true });
  if (crypto.randomUUID === undefined)
    Object.defineProperty(crypto, 'randomUUID', {
      value: {
        randomUUID: () => {
          const hex = native.decode(
            native.random(16).map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte)),
            'hex',
          );
          return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
        },
      }.randomUUID,
      configurable: true,
      writable: true,
    });
  if (globalThis.CryptoKey === undefined) plain('CryptoKey', CryptoKey);
  if (globalThis.SubtleCrypto === undefined) plain('SubtleCrypto', SubtleCrypto);
}

/** Installs all globals. */
export function installGlobals() {
  for (const name of GONE)
    for (let object = owner(name); object !== undefined; object = owner(name)) if (!deleteProperty(object, name)) break;
  for (const name of READ_ONLY) {
    const value = globalThis[name],
      object = owner(name);
    if (object === undefined) continue;
    // APIs that throw in an opaque origin count as missing.
    for (let at = object; at !== undefined; at = owner(name)) if (!deleteProperty(at, name)) break;
    if (name !== 'location' && name !== 'indexedDB') plain(name, value);
  }
  withoutController();
  plain('URL', checkedUrl());
  plain('location', {
    href: 'http://localhost:3000/',
    origin: 'http://localhost:3000',
    protocol: 'http:',
    host: 'localhost:3000',
    hostname: 'localhost',
    port: '3000',
    pathname: '/',
    search: '',
    hash: '',
    toString() {
      return this.href;
    },
  });
  plain('global', globalThis);
  plain('setImmediate', setImmediate);
  plain('clearImmediate', clearImmediate);
  plain('queueMicrotask', function queueMicrotask(callback) {
    realQueueMicrotask(scoped(hooks.putOff(callback)));
  });
  for (const name of ['setTimeout', 'setInterval']) plain(name, handled(globalThis[name]));
  for (const name of ['clearTimeout', 'clearInterval']) plain(name, cleared(globalThis[name]));
  // Additional members in Node.
  const { prototype } = Performance;
  for (const [name, value] of [
    ['eventLoopUtilization', () => ({ idle: 0, active: 0, utilization: 0 })],
    [
      'timerify',
      (callback) =>
        function (...args) {
          return new.target ? Reflect.construct(callback, args, new.target) : Reflect.apply(callback, this, args);
        },
    ],
  ]) {
    if (!(name in prototype))
      defineProperty(prototype, name, {
        __proto__: null,
        value: {
          [name](...args) {
            return value(...args);
          },
        }[name],
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  refuseNetwork();
  for (const name in LAZY) lazy(name, name === 'process' ? () => native.process() : () => loadNode(LAZY[name])[name]);
}
export { plain, refuseNetwork, withSubtle };
