/**
 * The environments with a DOM: a window of jsdom or happy-dom adds its globals. The frame provides the source on request.
 * @module
 */

import { plain, refuseNetwork } from './globals.js';
import { run } from './state.js';
import { loadNode } from './node.js';
import { evaluate } from './scripts.js';
import { noteUse } from './uses.js';
import { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, indirectEval, ownKeys, then } from './primordials.js';

/**
 * What Node's global object has, also in later versions: a window adds to it, and takes the place of only what Vitest lists.
 * Other globals of a worker would be in no window, and code that looks for them would take itself to be in a page.
 */
const NODE_GLOBALS = new Set(
  `AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Blob Boolean
BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException
DataView Date DecompressionStream Error EvalError Event EventTarget File FinalizationRegistry Float32Array Float64Array FormData
Function Headers Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math MessageChannel MessageEvent MessagePort NaN
Number Object Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList
PerformanceResourceTiming Promise Proxy RangeError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader
ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError Reflect RegExp Request Response
Set SharedArrayBuffer String SubtleCrypto Symbol SyntaxError TextDecoder TextDecoderStream TextEncoder TextEncoderStream
TransformStream TransformStreamDefaultController TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array
Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WritableStream WritableStreamDefaultController WritableStreamDefaultWriter
atob btoa clearImmediate clearInterval clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent escape
eval fetch global globalThis isFinite isNaN navigator parseFloat parseInt performance process queueMicrotask setImmediate
setInterval setTimeout structuredClone undefined unescape reportError CloseEvent DisposableStack Float16Array QuotaExceededError
SuppressedError Temporal URLPattern WebSocket`.split(/\s+/),
);

/** What the worker itself has: it is looked at before anything else has globals. */
const ofWorker = new Set();
for (let object = globalThis; object !== EventTarget.prototype; object = getPrototypeOf(object))
  for (const key of ownKeys(object)) ofWorker.add(key);

/** Runs the scripts of a page. They see the globals of the guest, and name none of them. */
const runScript = (code, window) => indirectEval(`(function () {${code}\n})`).call(window);

/** Runs a script of happy-dom on its window. */
class Script {
  #code;
  constructor(code) {
    this.#code = code;
  }
  runInContext(window) {
    return runScript(this.#code, window);
  }
}

/** What jsdom runs in the realm of its window: scripts, and the names of built-ins, of which the guest has one each. */
function runInContext(code, window) {
  if (code === 'this') return window;
  return code in globalThis ? globalThis[code] : runScript(code, globalThis);
}

/** Node modules that a DOM requires: the engine's own features, and our modules. */
const NODE = {
  __proto__: null,
  vm: () => ({ Script, isContext: () => true, createContext() {}, runInContext }),
  'stream/web': () => globalThis,
  buffer: () => ({ Buffer, Blob, File }),
  url: () => ({ ...loadNode('url').default, URL, URLSearchParams }),
  perf_hooks: () => globalThis,
};

/** Requests the source of a DOM from the frame. */
const source = (name) =>
  new Promise((resolve) => {
    const hear = ({ data }) => {
      if (data.n !== 'dom') return;
      run.frame.removeEventListener('message', hear);
      resolve(data.value);
    };
    run.frame.addEventListener('message', hear);
    run.frame.postMessage({ type: 'dom', n: 'dom', name });
  });

/** Evaluates a DOM, which leaves nothing in the guest. */
async function load(name) {
  const text = await source(name);
  const node = (name) => {
    try {
      return NODE[name]?.() ?? loadNode(name).default ?? {};
    } catch {
      return {};
    }
  };
  defineProperty(globalThis, 'verdictNode', { __proto__: null, value: node, configurable: true });
  try {
    return evaluate(`${text}\n;verdictDom\n//# sourceURL=harness.js/${name}`, 'harness');
  } finally {
    for (const name of ['verdictNode', 'verdictDom']) deleteProperty(globalThis, name);
  }
}

/** @type {{ name: string, dom: Promise<any> } | undefined} */
let prepared;
/** Evaluates a DOM for a file that may come. */
export function prepareDom(name) {
  prepared ??= { name, dom: load(name) };
  // A file that wants it says what is wrong.
  then(prepared.dom, undefined, () => {});
}

/** Installs the globals of a window: that of `jsdom` or of `happy-dom`. */
export async function installDom(name, options) {
  noteUse('a DOM');
  const dom = await (prepared?.name === name ? prepared.dom : load(name));
  await installWindow(dom, name === 'jsdom' ? chosen(options, JSDOM_OPTIONS) : happyDomOptions(options));
  if (globalThis.PointerEvent === undefined) plain('PointerEvent', pointerEvent());
  refuseNetwork();
}
/** Those options that are there. */
function chosen(options, names) {
  const found = {};
  for (const name of names) if (options?.[name] !== undefined) found[name] = options[name];
  return found;
}

/** Built-ins that Vitest takes from the window too. */
const TYPED = [
  'ArrayBuffer',
  'Float32Array',
  'Float64Array',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
];
/** Options that ask for no script, file or network. */
const JSDOM_OPTIONS = ['contentType', 'html', 'includeNodeLocations', 'pretendToBeVisual', 'referrer', 'storageQuota', 'url', 'userAgent'];
/** happy-dom gets no script and no file. */
const happyDomOptions = (options) => ({
  ...chosen(options, ['height', 'url', 'width']),
  settings: {
    ...options?.settings,
    disableJavaScriptEvaluation: true,
    disableJavaScriptFileLoading: true,
    disableCSSFileLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  },
});

/** Leaves the globals that Node has. */
export function removeWorkerGlobals() {
  const { prototype } = EventTarget;
  for (let object = globalThis; object !== prototype; object = getPrototypeOf(object))
    for (const key of ownKeys(object))
      if (typeof key === 'string' && ofWorker.has(key) && !NODE_GLOBALS.has(key) && key !== 'constructor') deleteProperty(object, key);
}

/** The globals of a window, by Vitest's own code. */
async function installWindow({ setUp }, options) {
  removeWorkerGlobals();
  const own = TYPED.map((name) => [name, getOwnPropertyDescriptor(globalThis, name)]);
  await setUp(options);
  // Those of a window are the guest's.
  for (const [name, property] of own) defineProperty(globalThis, name, property);
}

/** What later versions of jsdom have too. */
function pointerEvent() {
  const NUMBERS = { pointerId: 0, width: 1, height: 1, pressure: 0, tangentialPressure: 0, tiltX: 0, tiltY: 0, twist: 0 };
  class PointerEvent extends globalThis.MouseEvent {
    #of;
    constructor(type, init = {}) {
      super(type, init);
      this.#of = init;
    }
    get pointerType() {
      return `${this.#of.pointerType ?? ''}`;
    }
    get isPrimary() {
      return Boolean(this.#of.isPrimary);
    }
    static of(event, key) {
      return Number(event.#of[key] ?? NUMBERS[key]);
    }
  }
  const { of } = PointerEvent;
  delete PointerEvent.of;
  for (const key of ownKeys(NUMBERS))
    defineProperty(PointerEvent.prototype, key, {
      __proto__: null,
      get() {
        return of(this, key);
      },
      enumerable: true,
      configurable: true,
    });
  return PointerEvent;
}
